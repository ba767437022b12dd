"""The command line: its flags, how it is read, and the help text.

Flags are triton-opt's, written with one dash or two; each pass is a flag of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir_mini.pass_table import PassTable, did_you_mean
from mlir_mini.targets import is_power_of_two, target_of

#: Flags that take no value, or an optional one: name -> (attribute, help).
SWITCHES = {
    "allow-unregistered-dialect": ("allow_unregistered", "parse operations no dialect declares"),
    "verify-each": ("verify_each", "verify after each pass (default: true)"),
    "mlir-print-op-generic": ("generic", "print every operation in generic form"),
    "mlir-print-debuginfo": ("debuginfo", "print locations"),
    "mlir-pretty-debuginfo": ("pretty_debuginfo", "print locations without quotes and aliases"),
    "mlir-print-local-scope": ("local_scope", "print without aliases"),
    "mlir-print-unique-ssa-ids": ("unique_ids", "number values through the whole module"),
    "mlir-print-op-on-diagnostic": (
        "show_operations",
        "show the operation that a diagnostic is about (default: true)",
    ),
    "mlir-print-ir-before-all": ("before_all", "print the IR before every pass"),
    "mlir-print-ir-after-all": ("after_all", "print the IR after every pass"),
    "mlir-print-ir-after-change": ("after_change", "print the IR after a pass only if it changed"),
    "mlir-print-ir-after-failure": ("after_failure", "print the IR after a pass that fails"),
    "mlir-print-ir-module-scope": ("module_scope", "print the whole module in IR dumps"),
    "report": (
        "report",
        "say in a few lines what remove-layout-conversions, or a pass of a plugin, did",
    ),
    "verify-semantics": (
        "verify_semantics",
        "check on random inputs that passes leave what functions compute as it is",
    ),
    "mlir-timing": ("timing", "report the time each pass takes"),
    "mlir-disable-threading": ("disable_threading", "accepted; there is only one thread"),
    "dump-pass-pipeline": ("dump_pipeline", "print the pipeline that runs"),
    "list-passes": ("list_passes", "list the passes and exit"),
    "help": ("help", "this text"),
    "version": ("version", "the version"),
}
#: Flags with a value: name -> (attribute, help).
VALUES = {
    "o": ("output", "write the result to FILE instead of standard output"),
    "pass-pipeline": ("pipeline_text", "passes as 'builtin.module(a,b{option=value})'"),
    "mlir-print-ir-before": ("before", "print the IR before the named passes"),
    "mlir-print-ir-after": ("after", "print the IR after the named passes"),
    "completion": ("completion", "print what makes a shell (bash, zsh, fish) complete flags"),
    "load-pass-plugin": ("plugins", "register the passes that FILE.py declares"),
    "target": (
        "target",
        "the GPU (cuda:90, sm_90, hip:gfx942) that --ttgir, --explain and short pass names convert "
        "TTIR for, unless it names one (default: cuda:80)",
    ),
    "num-warps": (
        "num_warps",
        "the number of warps for which it does, a power of two (default: 4)",
    ),
    "seed": ("seed", "the seed of the inputs of --verify-semantics (default: 0)"),
}
#: Flags whose value may be left out: name -> (attribute, value without one, help).
OPTIONAL_VALUES = {
    "split-input-file": ("split", "// -----", "process the parts between '// -----' lines alone"),
    "verify-diagnostics": (
        "verify_diagnostics",
        "all",
        "check expected-error/warning/remark/note comments (=all or =only-expected)",
    ),
}
#: Other spellings of flags.
SYNONYMS = {
    "h": "help",
    "before-all": "mlir-print-ir-before-all",
    "after-all": "mlir-print-ir-after-all",
    "after-change": "mlir-print-ir-after-change",
}


class UsageError(Exception):
    """A command line that makes no sense; the message is for the user."""


class Options:
    """The command line, read."""

    def __init__(self) -> None:
        self.input = "-"
        self.output: str | None = None
        self.split: str | None = None
        self.verify_diagnostics: str | None = None
        self.pipeline_text: str | None = None
        self.target: str | None = None
        self.num_warps: str | None = None
        self.seed: str | None = None
        self.completion: str | None = None
        self.verify_semantics = False
        self.before: list[str] = []
        self.after: list[str] = []
        self.plugins: list[str] = []
        #: Passes in command-line order, as (name, options).
        self.passes: list[tuple[str, str]] = []
        self.allow_unregistered = self.generic = self.debuginfo = self.pretty_debuginfo = False
        self.local_scope = self.unique_ids = self.timing = self.module_scope = self.report = False
        self.before_all = self.after_all = self.after_change = self.after_failure = False
        self.disable_threading = self.dump_pipeline = False
        self.list_passes = self.help = self.version = False
        self.verify_each = self.show_operations = True

    def pass_defaults(self) -> dict[str, str]:
        """The flags that speak to passes, by name."""
        values = {"target": self.target, "num-warps": self.num_warps}
        return {name: value for name, value in values.items() if value is not None}


def _boolean(flag: str, value: str | None) -> bool:
    if value is None or value.lower() in ("true", "1"):
        return True
    if value.lower() in ("false", "0"):
        return False
    raise UsageError(f"for the --{flag} option: '{value}' is invalid value for boolean argument")


def read_command_line(argv: Sequence[str], table: PassTable) -> Options:
    """Read the flags; raises UsageError."""
    options = Options()
    inputs: list[str] = []
    waiting = list(argv)
    only_inputs = False
    while waiting:
        word = waiting.pop(0)
        if only_inputs or word == "-" or not word.startswith("-"):
            inputs.append(word)
            continue
        if word == "--":
            only_inputs = True
            continue
        name, mark, text = word.lstrip("-").partition("=")
        value = text if mark else None
        name = SYNONYMS.get(name, name)
        if name in SWITCHES:
            setattr(options, SWITCHES[name][0], _boolean(name, value))
        elif name in OPTIONAL_VALUES:
            attribute, default, _ = OPTIONAL_VALUES[name]
            setattr(options, attribute, value or default)
        elif name in VALUES:
            if value is None:
                if not waiting:
                    raise UsageError(f"for the --{name} option: requires a value!")
                value = waiting.pop(0)
            attribute = VALUES[name][0]
            if name == "load-pass-plugin":
                options.plugins.append(value)
            elif isinstance(getattr(options, attribute), list):
                getattr(options, attribute).extend(v.lstrip("-") for v in value.split(","))
            else:
                setattr(options, attribute, value)
        else:
            options.passes.append((name, value or ""))
            plugin_may_declare = options.plugins or any("load-pass-plugin" in w for w in waiting)
            if table.get(name) is None and not plugin_may_declare:
                known = [*SWITCHES, *VALUES, *OPTIONAL_VALUES, *SYNONYMS, *table.names()]
                hint = did_you_mean(name, known, "mlir-print-ir-") or "; try '--help'"
                raise UsageError(f"unknown command line argument '{word}'{hint}")
    if len(inputs) > 1:
        raise UsageError(f"too many positional arguments specified: {' '.join(inputs)}")
    if inputs:
        options.input = inputs[0]
    if options.verify_diagnostics not in (None, "all", "only-expected"):
        raise UsageError(
            "for the --verify-diagnostics option: cannot find option named "
            f"'{options.verify_diagnostics}'!"
        )
    if options.num_warps is not None and not options.num_warps.isdecimal():
        raise UsageError(
            f"for the --num-warps option: '{options.num_warps}' value invalid for uint argument!"
        )
    if options.num_warps is not None and not is_power_of_two(options.num_warps):
        raise UsageError(f"for the --num-warps option: '{options.num_warps}' is not a power of two")
    options.num_warps = options.num_warps and str(int(options.num_warps))
    if options.target is not None:
        target = target_of(options.target)
        if target is None:
            raise UsageError(
                f"for the --target option: '{options.target}' is no GPU such as cuda:80, sm_90 "
                "or hip:gfx942"
            )
        options.target = target
    if options.seed is not None and not options.seed.isdecimal():
        raise UsageError(
            f"for the --seed option: '{options.seed}' value invalid for uint argument!"
        )
    if options.pipeline_text is not None and options.passes:
        raise UsageError("--pass-pipeline and flags of single passes exclude each other")
    return options


def help_text(table: PassTable) -> str:
    lines = [
        "usage: mini-opt [flags] [input.mlir | -]",
        "",
        "Runs passes over Triton IR and prints what upstream's triton-opt prints.",
        "Every flag may be written with one dash or two.",
        "",
        "Flags:",
    ]

    def row(left: str, right: str) -> None:
        lines.append(f"  {left:<38} {right}" if len(left) < 38 else f"  {left}\n{'':41}{right}")

    others: dict[str, str] = {}
    for synonym, name in SYNONYMS.items():
        others[name] = f"{others.get(name, '')}, {'-' if len(synonym) == 1 else '--'}{synonym}"
    for name, (_, text) in SWITCHES.items():
        row(f"--{name}{others.get(name, '')}", text)
    for name, (_, text) in VALUES.items():
        row(f"--{name}=..." if name != "o" else "-o FILE", text)
    for name, (_, _, text) in OPTIONAL_VALUES.items():
        row(f"--{name}[=...]", text)
    lines += ["", "Passes, run in the order given (--NAME or --NAME='option=value ...'):"]
    for info in table.rows:
        short = "".join(f", --{alias}" for alias in info.aliases)
        row(f"--{info.name}{short}", info.description)
    return "\n".join(lines) + "\n"
