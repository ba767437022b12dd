"""Hash-consed immutable values: types, attributes, layouts.

Building the same value twice gives the same object, so equality and hashing are identity and a
value may key a dictionary at the cost of a pointer. Naming rule: `fields` are the constructor's
arguments, in order; `values` are what was passed for them.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

if TYPE_CHECKING:
    from typing_extensions import Self


class Interned:
    """Base of every hash-consed value; the constructor takes exactly the fields, positionally.

    A subclass lists its fields and declares their types:

        class Pair(Interned):
            fields = ("first", "second")
            __slots__ = fields
            first: int
            second: int

    `Pair(1, 2) is Pair(1, 2)`. A subclass that wants defaults or normalisation overrides
    `__new__` and ends with `return super().__new__(cls, *values)`; one that extends another
    interned class lists all fields in `fields` and only its own in `__slots__`.

    Values that compare equal are one key: normalise where 1 and True must differ.

    Raises TypeError for a wrong number of values or an unhashable one (a list, a dict),
    AttributeError on assignment.
    """

    fields: ClassVar[tuple[str, ...]] = ()
    __slots__: tuple[str, ...] = ()
    _instances: ClassVar[dict[tuple[Hashable, ...], Any]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._instances = {}
        cls.__match_args__ = cls.fields

    def __new__(cls, *values: Hashable) -> Self:
        found = cls._instances.get(values)
        if found is not None:
            return found
        if len(values) != len(cls.fields):
            raise TypeError(f"{cls.__name__} takes {len(cls.fields)} values, got {len(values)}")
        self = object.__new__(cls)
        for name, value in zip(cls.fields, values, strict=True):
            object.__setattr__(self, name, value)
        return cls._instances.setdefault(values, self)

    @property
    def field_values(self) -> tuple[Any, ...]:
        """The values of the fields, in their order."""
        return tuple(getattr(self, name) for name in self.fields)

    def replace(self, **changes: Hashable) -> Self:
        """The same value with some fields changed; no subclass default or check is applied."""
        unknown = changes.keys() - set(self.fields)
        if unknown:
            raise TypeError(f"{type(self).__name__} has no field {min(unknown)!r}")
        values = (changes.get(name, getattr(self, name)) for name in self.fields)
        return Interned.__new__(type(self), *values)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot set {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot delete {name!r}")

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.fields)
        return f"{type(self).__name__}({shown})"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (type(self), self.field_values))


def _restore(cls: type[Interned], values: tuple[Hashable, ...]) -> Interned:
    """Unpickles a value into the interned one."""
    return Interned.__new__(cls, *values)
