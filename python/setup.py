"""Adds to pyproject.toml what it cannot say: the extension module that cffi compiles."""

from setuptools import setup

setup(cffi_modules=["build_extension.py:ffi"])
