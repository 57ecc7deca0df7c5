// The functions of command.h. What they do is in the module of the commands.
#include "magick/command.h"

#include <algorithm>

#include "magick/core/modules/command_module.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/log/log_settings.hpp"

namespace lodestone {
namespace {

// Options of a command change the log; afterwards it is the program's again.
class LogScope {
 public:
  LogScope() : before_(CurrentLogSettings()) {}
  ~LogScope() { RestoreLogSettings(before_); }
  LogScope(const LogScope&) = delete;
  LogScope& operator=(const LogScope&) = delete;

 private:
  const LogSettings before_;
};

bool HasArguments(int argc, char** argv, ExceptionInfo* exception) {
  const bool complete =
      argc >= 0 && (argc == 0 || argv != nullptr) &&
      std::none_of(argv, argv + argc, [](const char* argument) { return argument == nullptr; });
  if (!complete) Throw(exception, OptionError, "A required argument is missing", nullptr);
  return complete;
}

MagickPassFail Run(const char* command, ImageInfo* info, int argc, char** argv, char** metadata,
                   ExceptionInfo* exception) {
  return Guard(exception, {info}, MagickFail, [&]() -> MagickPassFail {
    if (!HasArguments(argc, argv, exception)) return MagickFail;
    const CommandModule* const module = TheCommandModule(exception);
    if (module == nullptr) return MagickFail;
    const LogScope log;
    return module->run(command, info, argc, argv, metadata, exception);
  });
}

using Mogrify = unsigned int (*CommandModule::*)(const ImageInfo*, int, char**, Image**);

MagickPassFail Apply(Mogrify mogrify, const ImageInfo* info, int argc, char** argv,
                     Image** images) {
  if (images == nullptr) return MagickFail;
  ExceptionInfo* const exception = ExceptionOf(*images);
  return Guard(exception, {info, *images}, MagickFail, [&]() -> MagickPassFail {
    if (!HasArguments(argc, argv, exception)) return MagickFail;
    const CommandModule* const module = TheCommandModule(exception);
    return module == nullptr ? MagickFail : (module->*mogrify)(info, argc, argv, images);
  });
}

// What GMCommand reports has only the handlers to go to.
int RunProgram(int argc, char** argv) {
  constexpr int kFailure = 1;
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  const int status = Guard(&exception, kFailure, [&] {
    if (argc == 0 || !HasArguments(argc, argv, &exception)) return kFailure;
    const CommandModule* const module = TheCommandModule(&exception);
    if (module == nullptr) return kFailure;
    const LogScope log;
    return module->run_program(argc, argv);
  });
  CatchException(&exception);
  DestroyExceptionInfo(&exception);
  return status;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail BenchmarkImageCommand(ImageInfo* image_info, int argc, char** argv, char** metadata,
                                     ExceptionInfo* exception) {
  return Run("benchmark", image_info, argc, argv, metadata, exception);
}

MagickPassFail CompareImageCommand(ImageInfo* image_info, int argc, char** argv, char** metadata,
                                   ExceptionInfo* exception) {
  return Run("compare", image_info, argc, argv, metadata, exception);
}

MagickPassFail CompositeImageCommand(ImageInfo* image_info, int argc, char** argv, char** metadata,
                                     ExceptionInfo* exception) {
  return Run("composite", image_info, argc, argv, metadata, exception);
}

MagickPassFail ConjureImageCommand(ImageInfo* image_info, int argc, char** argv, char** metadata,
                                   ExceptionInfo* exception) {
  return Run("conjure", image_info, argc, argv, metadata, exception);
}

MagickPassFail ConvertImageCommand(ImageInfo* image_info, int argc, char** argv, char** metadata,
                                   ExceptionInfo* exception) {
  return Run("convert", image_info, argc, argv, metadata, exception);
}

MagickPassFail IdentifyImageCommand(ImageInfo* image_info, int argc, char** argv, char** metadata,
                                    ExceptionInfo* exception) {
  return Run("identify", image_info, argc, argv, metadata, exception);
}

MagickPassFail MogrifyImageCommand(ImageInfo* image_info, int argc, char** argv, char** metadata,
                                   ExceptionInfo* exception) {
  return Run("mogrify", image_info, argc, argv, metadata, exception);
}

MagickPassFail MontageImageCommand(ImageInfo* image_info, int argc, char** argv, char** metadata,
                                   ExceptionInfo* exception) {
  return Run("montage", image_info, argc, argv, metadata, exception);
}

MagickPassFail TimeImageCommand(ImageInfo* image_info, int argc, char** argv, char** metadata,
                                ExceptionInfo* exception) {
  return Run("time", image_info, argc, argv, metadata, exception);
}

MagickPassFail MagickCommand(ImageInfo* image_info, int argc, char** argv, char** metadata,
                             ExceptionInfo* exception) {
  return Run(nullptr, image_info, argc, argv, metadata, exception);
}

int GMCommand(int argc, char** argv) {
  return RunProgram(argc, argv);
}

MagickPassFail MogrifyImage(const ImageInfo* image_info, int argc, char** argv, Image** image) {
  return Apply(&CommandModule::mogrify_image, image_info, argc, argv, image);
}

MagickPassFail MogrifyImages(const ImageInfo* image_info, int argc, char** argv, Image** images) {
  return Apply(&CommandModule::mogrify_images, image_info, argc, argv, images);
}
