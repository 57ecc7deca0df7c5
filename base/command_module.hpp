// What the library finds in the module with the commands of the program.
#pragma once

struct _ExceptionInfo;
struct _Image;
struct _ImageInfo;

namespace lodestone {

// No function throws. Those that return MagickPassFail are the functions of magick/command.h, whose
// arguments have been checked: argv holds argc strings.
struct CommandModule {
  const char* build;  // of the library that it belongs to

  // Runs the command of this name, or, with nullptr, the one that argv[0] names.
  unsigned int (*run)(const char* command, _ImageInfo* info, int argc, char** argv, char** metadata,
                      _ExceptionInfo* exception);
  // Runs the program; returns its exit status.
  int (*run_program)(int argc, char** argv);
  // Apply options to an image, or to a list of them.
  unsigned int (*mogrify_image)(const _ImageInfo* info, int argc, char** argv, _Image** image);
  unsigned int (*mogrify_images)(const _ImageInfo* info, int argc, char** argv, _Image** images);
};

// The one function that the module exports.
inline constexpr char kCommandModuleEntry[] = "LodestoneCommandModule";
using CommandModuleEntry = const CommandModule* (*)();

}  // namespace lodestone
