from mlir_mini.spec.registry import Dialect
dialect = Dialect("tt")
