# The extension module that cffi compiles; build_extension.py has its declarations.
from typing import Any

ffi: Any
lib: Any
