// Modules: shared objects that the library opens at run time: accelerators, coders, the commands.
#pragma once

#include <string>
#include <vector>

namespace lodestone {

// Where modules of one kind lie.
struct ModuleKind {
  const char* variable;      // environment: a list of directories that replaces all others
  const char* folder;        // in lodestone/ beside the library, and where it is installed
  const char* build_folder;  // in the build tree, from the library's .libs
};

inline constexpr ModuleKind kAcceleratorModules{"MAGICK_ACCELERATE_PLUGIN_PATH", "accelerators",
                                                "."};
inline constexpr ModuleKind kCoderModules{"MAGICK_CODER_MODULE_PATH", "coders", "../coders/.libs"};
inline constexpr ModuleKind kCommandModules{"MAGICK_COMMAND_MODULE_PATH", "commands",
                                            "../utilities/.libs"};

// The module files in the directories of the environment variable when it is set. Otherwise those
// of the first place that has any: beside this library, the build tree when the library runs from
// there, the installation's directory.
std::vector<std::string> FindModules(const ModuleKind& kind);

// "opencl" for /somewhere/opencl.so
std::string ModuleNameOf(const std::string& file);

// Opens a module for the life of the process. Null, with the dynamic linker's message in `error`
// (without the folder that it repeats), if that fails.
void* OpenModule(const std::string& file, std::string& error);

}  // namespace lodestone
