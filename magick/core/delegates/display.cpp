// What needs an X server or modules: there for programs that are linked with it.

#include "magick/command.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/module.h"

namespace lodestone {
namespace {

constexpr const char* kNoDisplay = "X Window library is not available";

MagickPassFail RefuseImages(const ImageInfo* info, Image* image) {
  if (info == nullptr || image == nullptr) return MagickFail;
  Throw(&image->exception, MissingDelegateError, kNoDisplay, image->filename);
  return MagickFail;
}

MagickPassFail RefuseCommand() {
  MagickError(MissingDelegateError, kNoDisplay, nullptr);
  return MagickFail;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail AnimateImages(const ImageInfo* image_info, Image* image) {
  return RefuseImages(image_info, image);
}

MagickPassFail DisplayImages(const ImageInfo* image_info, Image* image) {
  return RefuseImages(image_info, image);
}

MagickPassFail AnimateImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*) {
  return RefuseCommand();
}

MagickPassFail DisplayImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*) {
  return RefuseCommand();
}

MagickPassFail ImportImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*) {
  return RefuseCommand();
}

MagickPassFail ExecuteModuleProcess(const char*, Image**, const int, char**) {
  return MagickFail;
}
