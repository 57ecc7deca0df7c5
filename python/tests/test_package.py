"""The package itself: it matches the headers, is typed, and says what is wrong with a library."""

import dataclasses
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import lodestone

WORK = Path(os.environ.get("LODESTONE_PYTHON_WORK", "."))


def fields_of_struct(header, name):
    body = re.search(r"typedef struct " + name + r" \{(.*?)\n\} " + name, header, re.S)[1]
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    names = []
    for declaration in body.split(";"):
        for part in declaration.split(","):
            found = re.search(r"(\w+)(\[\d+\])?\s*$", part.strip())
            if found:
                names.append(found[1])
    return [name for name in names if name != "struct_size"]


def test_events_and_devices_have_the_fields_of_the_header(source_folder):
    header = (source_folder / "accel/accelerate.h").read_text()
    for struct, kind in (
        ("MagickAccelerateEvent", lodestone.Event),
        ("MagickAccelerateDeviceInfo", lodestone.Device),
    ):
        assert [field.name for field in dataclasses.fields(kind)] == fields_of_struct(header, struct)


def test_filters_are_those_of_the_header(source_folder):
    header = (source_folder / "magick/image_types.h").read_text()
    names = (
        re.search(r"\{([^}]*)\} FilterTypes;", header)[1]
        .replace("Filter", "")
        .upper()
        .replace(",", " ")
        .split()
    )
    assert [filter.name for filter in lodestone.Filter] == ["DEFAULT"] + names[1:]
    assert [filter.value for filter in lodestone.Filter] == list(range(len(names)))


def test_release_is_that_of_the_library(source_folder):
    project = (source_folder / "python/pyproject.toml").read_text()
    release = re.search(r'^version = "(.*)"$', project, re.M)[1]
    assert lodestone.version().startswith(f"Lodestone {release} ")
    assert lodestone.__version__ == release
    assert f" Q{lodestone.QUANTUM_DEPTH} " in lodestone.version()


def test_all_names_are_there():
    for name in lodestone.__all__:
        assert hasattr(lodestone, name)


def imported_with(library_source, tmp_path):
    """What an import fails with, or "", where liblodestone.so.0 is made of this source, or, for None, is none
    but what is installed."""
    if library_source is not None:
        (tmp_path / "fake.c").write_text(library_source)
        subprocess.run(
            [
                "cc",
                "-shared",
                "-fPIC",
                "-Wl,-soname,liblodestone.so.0",
                "-o",
                tmp_path / "liblodestone.so.0",
                tmp_path / "fake.c",
            ],
            check=True,
        )
    environment = dict(os.environ, LD_LIBRARY_PATH=str(tmp_path))
    done = subprocess.run(
        [sys.executable, "-c", "import lodestone"], env=environment, capture_output=True, text=True
    )
    return done.stderr.splitlines()[-1] if done.returncode != 0 else ""


def test_a_library_of_the_other_depth_is_refused(tmp_path):
    other = 24 - lodestone.QUANTUM_DEPTH
    source = f"""
        void MagickLibraryIsQ{other}(void) {{}}
        const char* GetMagickVersion(unsigned long* v) {{ return "Lodestone 0.1.0 2026-11-21 Q{other} (test)"; }}
    """
    message = imported_with(source, tmp_path)
    assert message.startswith("ImportError: ")
    assert f"compiled for a library with {lodestone.QUANTUM_DEPTH}-bit samples" in message
    assert f"liblodestone.so.0 here has {other}-bit samples" in message


def test_a_missing_library_says_where_it_is_looked_for(tmp_path):
    message = imported_with(None, tmp_path)
    if "liblodestone" not in message:
        pytest.skip("a library is installed")
    assert "ldconfig" in message and "LD_LIBRARY_PATH" in message


CONTRADICTIONS = [
    ("", ""),
    (
        "Image* BlurImage(const Image* image, double radius",
        "Image* BlurImage(const Image* image, float radius",
    ),
    ("char *reason, *description", "int *reason, *description"),
    ("LanczosFilter", "LancosFilter"),
]


@pytest.mark.once
@pytest.mark.parametrize("declared, contradiction", CONTRADICTIONS)
def test_declarations_that_contradict_the_headers_do_not_compile(
    source_folder, tmp_path, declared, contradiction
):
    builder = (source_folder / "python/build_extension.py").read_text()
    assert declared in builder
    (tmp_path / "build_extension.py").write_text(builder.replace(declared, contradiction))
    (tmp_path / "pixel_export.h").write_text((source_folder / "python/pixel_export.h").read_text())
    script = (
        "import build_extension, sysconfig\n"
        "build_extension.ffi.emit_c_code('extension.c')\n"
        "print('-I' + sysconfig.get_path('include'), *build_extension.ffi._assigned_source[3]['extra_compile_args'])\n"
    )
    emitted = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    headers = subprocess.run(
        ["pkg-config", "--cflags", "lodestone"], capture_output=True, text=True, check=True
    ).stdout
    command = [
        "cc",
        "-fsyntax-only",
        "-I.",
        *emitted.stdout.splitlines()[-1].split(),
        *headers.split(),
        "extension.c",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode == 0) == (declared == contradiction), done.stderr


@pytest.mark.once
def test_types_are_complete(source_folder):
    pytest.importorskip("mypy")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", WORK / "mypy", "-p", "lodestone"],
        cwd=source_folder / "python",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.once
def test_types_reach_programs(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "program.py").write_text(
        "import lodestone\n"
        "image = lodestone.open('x')\n"
        "reveal_type(image.resize(1, 2))\n"
        "reveal_type(next(lodestone.events()).kernels)\n"
        "image.resize('3', 4)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", WORK / "mypy", tmp_path / "program.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert 'note: Revealed type is "lodestone.image.Image"' in done.stdout
    assert 'note: Revealed type is "builtins.str"' in done.stdout
    assert (
        'error: Argument 1 to "resize" of "Image" has incompatible type "str"; expected "int"' in done.stdout
    )
    assert "Found 1 error" in done.stdout
