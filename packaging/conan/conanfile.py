"""Conan 2 recipe of Lodestone, built from the tree that it lies in:

    scripts/recipe conan
    conan create out/conan --build=missing

Untested: only its syntax has been checked. The names and versions in it are those of Conan Center in August 2026."""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.env import VirtualBuildEnv
from conan.tools.files import copy, load, rm, rmdir
from conan.tools.gnu import Autotools, AutotoolsToolchain, PkgConfigDeps
from conan.tools.layout import basic_layout

# Options, which are called like those of configure, and the package that each needs.
CODERS = {
    # @each library fonts program:    "with_@name@": "@conan@",
}
USUAL = (
    # @each library:    "with_@name@",
)


class Lodestone(ConanFile):
    name = "lodestone"
    description = "Image library with GraphicsMagick's C interface and OpenCL acceleration"
    license = "MIT"
    topics = ("image", "graphicsmagick", "opencl")
    package_type = "shared-library"  # loadable coders and accelerators need it
    settings = "os", "arch", "compiler", "build_type"
    options = {"quantum_depth": [8, 16], "with_opencl": [True, False], **{name: [True, False] for name in CODERS}}
    # Only one libjpeg can be linked with. Of nettle, which is LGPL, a shared library with the instructions of each CPU.
    default_options = {"quantum_depth": 16, "with_opencl": True, **{name: name in USUAL for name in CODERS},
                       "libtiff/*:jpeg": "libjpeg-turbo", "nettle/*:shared": True, "nettle/*:fat": True,
                       "libyuv/*:with_jpeg": "libjpeg-turbo"}

    def _tree(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        text = load(self, os.path.join(self._tree(), "configure.ac"))
        self.version = re.search(r"^AC_INIT\(\[Lodestone\], \[(.*?)\]", text, re.M).group(1)

    def export_sources(self):
        copy(self, "*", self._tree(), self.export_sources_folder, excludes=("out/*", ".git/*", "build*"))

    def layout(self):
        basic_layout(self, src_folder=".")

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("Lodestone runs on Linux")

    def requirements(self):
        for name in ("bzip2/1.0.8", "highway/1.1.0",  # which libjxl needs
                     "lcms/2.16", "libjpeg-turbo/[>=3.0.3 <4]", "libpng/[>=1.6 <2]",
                     "nettle/3.9.1", "nlohmann_json/3.11.3", "onetbb/[>=2021]", "xz_utils/5.4.5", "zlib/[>=1.2.11 <2]"):
            self.requires(name)
        if self.options.with_opencl:
            self.requires("opencl-icd-loader/2023.12.14")
        for name in self._chosen():
            self.requires(CODERS[name])

    def build_requirements(self):
        self.tool_requires("libtool/2.4.7")
        self.tool_requires("pkgconf/[>=2.2 <3]")

    def _chosen(self):
        return [name for name in CODERS if self.options.get_safe(name)]

    def generate(self):
        VirtualBuildEnv(self).generate()
        PkgConfigDeps(self).generate()
        toolchain = AutotoolsToolchain(self)
        for name in ("bzip2", "xz_utils"):  # which configure looks for without pkg-config
            library = self.dependencies[name].cpp_info.aggregated_components()
            toolchain.extra_cflags += [f"-I{folder}" for folder in library.includedirs]
            toolchain.extra_cxxflags += [f"-I{folder}" for folder in library.includedirs]
            toolchain.extra_ldflags += [f"-L{folder}" for folder in library.libdirs]
        toolchain.configure_args += [
            "--enable-unity", "--disable-tests", "--without-seccomp", "--with-bzlib", "--with-lzma",
            "--disable-loadable-coders", "--without-cuda-kernels",
            f"--with-quantum-depth={self.options.quantum_depth}", "ac_cv_prog_CLANG=",
            *("--" + name.replace("_", "-") for name in self._chosen())]
        if not self.options.with_opencl:
            toolchain.configure_args.append("--disable-opencl")
        toolchain.generate()

    def build(self):
        autotools = Autotools(self)
        autotools.autoreconf()
        autotools.configure()
        autotools.make()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        Autotools(self).install()
        rm(self, "*.la", self.package_folder, recursive=True)
        rmdir(self, os.path.join(self.package_folder, "lib", "pkgconfig"))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        core, wand = self.cpp_info.components["core"], self.cpp_info.components["wand"]
        core.set_property("pkg_config_name", "lodestone")
        core.libs = ["lodestone"]
        core.includedirs = ["include/lodestone"]
        core.requires = [reference.split("/")[0] + "::" + reference.split("/")[0] for reference in (
            "bzip2", "highway", "lcms", "libjpeg-turbo", "libpng", "nettle", "nlohmann_json", "onetbb", "xz_utils", "zlib",
            *(["opencl-icd-loader"] if self.options.with_opencl else []), *(CODERS[name] for name in self._chosen()))]
        wand.set_property("pkg_config_name", "lodestone-wand")
        wand.libs = ["lodestone-wand"]
        wand.includedirs = ["include/lodestone"]
        wand.requires = ["core"]
