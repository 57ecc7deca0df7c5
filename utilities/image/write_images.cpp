#include "utilities/image/write_images.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "base/compressed_suffix.hpp"
#include "utilities/image/reduced_frames.hpp"
#include "utilities/image/verbose_report.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/shell/handles.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

// "" without one; of a compressed file, that of what is compressed.
std::string ExtensionOf(std::string_view name) {
  name = WithoutCompressedSuffix(name);
  const std::size_t slash = name.rfind('/'), dot = name.rfind('.');
  const bool has_one = dot != name.npos && (slash == name.npos || dot > slash);
  return has_one ? std::string(name.substr(dot + 1)) : "";
}

// Whether the name that the image was written to names its format, or leaves it open.
bool SuitsName(const Image* written, std::string_view asked) {
  const std::string_view name = written->filename;
  const std::string extension = ExtensionOf(name);
  const bool prefixed =
      asked.ends_with(name) && asked.substr(0, asked.size() - name.size()).ends_with(':');
  if (extension.empty() || prefixed) return true;
  const MagickInfo* const format = GetMagickInfo(extension.c_str(), nullptr);
  return format != nullptr && (format->extension_treatment != IgnoreExtensionTreatment ||
                               LocaleCompare(format->name, written->magick) == 0);
}

}  // namespace

void RequireWritable(const std::string& name) {
  const ImageInfoHandle info = CopyOf(nullptr);
  SetFilename(info->filename, name);
  Exception exception;
  if (!SetImageInfo(info.get(), SETMAGICK_WRITE, exception.get()))
    exception.Throw("No encode delegate for this image format");
  std::string format = info->magick[0] == '\0' ? ExtensionOf(info->filename) : info->magick;
  if (format.empty()) return;
  const MagickInfo* const found = GetMagickInfo(info->magick, nullptr);
  if (info->magick[0] != '\0' && found != nullptr && found->encoder != nullptr) return;
  std::ranges::transform(format, format.begin(), [](unsigned char c) { return std::toupper(c); });
  throw CommandError("No encode delegate for this image format", format)
      .WithSeverity(MissingDelegateError);
}

void WriteFile(const ImageInfo* info, Image* images, const std::string& output) {
  // What was read until then may have been cut.
  if (InterruptRequested()) throw Interrupted();
  char name[MaxTextExtent];
  SetFilename(name, output);
  Exception exception;
  if (!WriteImages(info, images, name, exception.get())) {
    GetImageException(images, exception.get());
    exception.Throw("Unable to write image");
  }
  if (exception.severity() == UndefinedException && !SuitsName(images, output))
    ThrowException(exception.get(), OptionWarning,
                   (std::string("Unknown extension; written as ") + images->magick).c_str(),
                   images->filename);
  exception.ThrowOrPrint();
}

void WriteOutput(const ImageInfo* info, Image* images, const std::string& output) {
  MagickTrimMemory();  // no later operation could reuse it
  const ImageInfoHandle of_output = CopyOf(info);
  SetFilename(of_output->filename, output);
  Exception ignored;  // is thrown by writing
  (void)SetImageInfo(of_output.get(), SETMAGICK_WRITE, ignored.get());
  const ImageList reduced = ReducedForFile(of_output.get(), images);
  Image* const written = reduced != nullptr ? reduced.get() : images;
  WriteFile(info, written, output);
  ReportIfVerbose(info, written);
}

}  // namespace lodestone::cli
