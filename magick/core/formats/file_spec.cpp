#include "magick/core/formats/file_spec.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/compressed_suffix.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/blob/blob_input.hpp"
#include "magick/core/geometry/frame_ranges.hpp"
#include "magick/core/formats/known_formats.hpp"
#include "magick/magick.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr std::size_t kHeaderBytes = 4096;

bool IsFormatCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
         c == '_';
}

void ApplyFrames(const FrameRanges& ranges, std::string_view text, ImageInfo* info) {
  unsigned long first = ranges.front().first;
  unsigned long last = first;
  for (const auto& [from, to] : ranges) {
    first = std::min({first, from, to});
    last = std::max({last, from, to});
  }
  info->subimage = first;
  info->subrange = last - first + 1;
  if (CloneString(&info->tile, std::string(text).c_str()) == MagickFail) throw std::bad_alloc();
}

// Whether a text such as "200x100+50+60" or "50%" says how large a part is.
bool IsPart(const std::string& text) {
  long x = 0, y = 0;
  unsigned long width = 0, height = 0;
  const int flags = GetGeometry(text.c_str(), &x, &y, &width, &height);
  return (flags & WidthValue) != 0 && (flags & HeightValue) != 0;
}

// Where the brackets begin that a name ends with; npos if it does not.
std::size_t BracketsOf(const std::string& name) {
  if (name.empty() || name.back() != ']') return std::string::npos;
  const std::size_t bracket = name.rfind('[');
  return bracket == 0 ? std::string::npos : bracket;
}

// Frames, or the part of them that formats of raw samples read.
bool StripFrames(ImageInfo* info, ExceptionInfo* exception) {
  const std::string name = info->filename;
  const std::size_t bracket = BracketsOf(name);
  if (bracket == std::string::npos) return true;
  const std::string text = name.substr(bracket + 1, name.size() - bracket - 2);
  if (const auto ranges = ParseFrames(text)) {
    ApplyFrames(*ranges, text, info);
  } else if (IsPart(text)) {
    if (CloneString(&info->tile, text.c_str()) == MagickFail) throw std::bad_alloc();
  } else {
    // "label:[x]" is a text.
    if (info->affirm != MagickFalse) return true;
    Throw(exception, OptionError, "Invalid subimage specification", text.c_str());
    return false;
  }
  info->filename[bracket] = '\0';
  return true;
}

void StripPrefix(ImageInfo* info) {
  const char* colon = std::strchr(info->filename, ':');
  if (colon == nullptr || colon == info->filename) return;
  if (!std::all_of(static_cast<const char*>(info->filename), colon, IsFormatCharacter)) return;
  const std::string prefix(static_cast<const char*>(info->filename), colon);
  if (IsMagickConflict(prefix.c_str()) != MagickFalse) return;
  const std::string rest = colon + 1;
  MagickStrlCpy(info->filename, rest.c_str(), sizeof(info->filename));
  if (LocaleCompare(prefix.c_str(), "TMP") == 0) return;  // says nothing about the format
  MagickStrlCpy(info->magick, prefix.c_str(), sizeof(info->magick));
  LocaleUpper(info->magick);
  info->affirm = MagickTrue;
}

// Why a format cannot be written that has no coder.
std::string NoCoderText(const char* magick) {
  const std::string why = WhyNoCoder(magick);
  return why.empty() ? "no such coder in this build" : why;
}

// Of the file that has been compressed, if one has. Empty if there is none.
std::string ExtensionOf(const ImageInfo& info) {
  std::string_view name = WithoutCompressedSuffix(info.filename);
  name.remove_prefix(name.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return std::string(dot == std::string_view::npos ? "" : name.substr(dot + 1));
}

void SetFormat(ImageInfo* info, const std::string& extension) {
  MagickStrlCpy(info->magick, extension.c_str(), sizeof(info->magick));
  LocaleUpper(info->magick);
}

// Never the list of all formats, which "*" would select.
const MagickInfo* FormatNamed(const std::string& name) {
  return name.empty() || name[0] == '*' ? nullptr : GetMagickInfo(name.c_str(), nullptr);
}

bool Recognises(const MagickInfo* format, const unsigned char* header, std::size_t length) {
  return format != nullptr && format->decoder != nullptr && format->magick != nullptr &&
         format->magick(header, length) != MagickFalse;
}

// Camera files look like TIFF, animations like PNG: the name of the format decides, as far as the
// content allows.
bool ObeysName(ImageInfo* info, const unsigned char* header, std::size_t length) {
  const bool affirmed = info->affirm != MagickFalse;
  const std::string name = affirmed ? info->magick : ExtensionOf(*info);
  const MagickInfo* format = FormatNamed(name);
  if (format == nullptr || format->decoder == nullptr ||
      format->extension_treatment != ObeyExtensionTreatment ||
      (format->magick != nullptr && !Recognises(format, header, length))) {
    return false;
  }
  if (!affirmed) SetFormat(info, name);
  return true;
}

}  // namespace

void ApplyPrefix(ImageInfo* info) {
  if (IsAccessibleNoLogging(info->filename) == MagickFalse) StripPrefix(info);
}

bool ApplyFileSpec(ImageInfo* info, ExceptionInfo* exception) {
  if (IsAccessibleNoLogging(info->filename) != MagickFalse) return true;
  const std::string name = info->filename;
  // "a:b.png" may be the name of a file.
  const std::size_t bracket = BracketsOf(name);
  const bool is_file = bracket != std::string::npos &&
                       IsAccessibleNoLogging(name.substr(0, bracket).c_str()) != MagickFalse;
  if (!is_file) StripPrefix(info);
  return IsAccessibleNoLogging(info->filename) != MagickFalse || StripFrames(info, exception);
}

bool ApplyExtension(ImageInfo* info) {
  if (info->affirm != MagickFalse) return false;
  const std::string extension = ExtensionOf(*info);
  if (extension.empty()) return false;
  const MagickInfo* format = FormatNamed(extension);
  const bool known = format == nullptr ? IsKnownFormat(extension.c_str())
                                       : format->extension_treatment != IgnoreExtensionTreatment;
  if (known) SetFormat(info, extension);
  return known;
}

const MagickInfo* FormatOfPrefixAlone(const ImageInfo& info) {
  const MagickInfo* format = FormatNamed(ExtensionOf(info));
  return format != nullptr && format->decoder != nullptr &&
                 format->extension_treatment == IgnoreExtensionTreatment
             ? format
             : nullptr;
}

const MagickInfo* FindEncoder(const char* magick, const char* filename, ExceptionInfo* exception) {
  const MagickInfo* format = FormatNamed(magick);
  if (format != nullptr && format->encoder != nullptr) return format;
  std::string description = *magick == '\0' ? filename : magick;
  if (format != nullptr || IsKnownFormat(magick)) {
    description = std::string(filename) + (*filename == '\0' ? "" : ": ") + "cannot write " +
                  magick + ": " + (format == nullptr ? NoCoderText(magick) : "it can only be read");
  }
  Throw(exception, MissingDelegateError, "No encode delegate for this image format",
        description.c_str());
  return nullptr;
}

bool ObeysPrefix(const ImageInfo* info) {
  if (info->affirm == MagickFalse) return false;
  const MagickInfo* format = GetMagickInfo(info->magick, nullptr);
  return format == nullptr ? IsRefusedPrefix(info->magick) : !IsDecoderRecognized(format->decoder);
}

bool ApplyContent(ImageInfo* info, BlobInput& input) {
  if (ObeysPrefix(info)) return true;
  input.Require(kHeaderBytes);
  const std::size_t length = std::min(kHeaderBytes, input.available());
  if (length == 0) return false;
  if (ObeysName(info, input.data(), length)) return true;
  const bool affirmed = info->affirm != MagickFalse;
  if (affirmed && Recognises(GetMagickInfo(info->magick, nullptr), input.data(), length)) {
    return true;
  }
  const char* name = GetImageMagick(input.data(), length);
  if (name == nullptr) return false;
  MagickStrlCpy(info->magick, name, sizeof(info->magick));
  return true;
}

}  // namespace lodestone

MagickPassFail SetImageInfo(ImageInfo* image_info, const unsigned int flags,
                            ExceptionInfo* exception) {
  return lodestone::Guard(exception, {image_info}, MagickFail, [&]() -> MagickPassFail {
    const bool writing = (flags & (SETMAGICK_TRUE | SETMAGICK_WRITE)) != 0;
    if (writing) {
      lodestone::ApplyPrefix(image_info);
    } else if (!lodestone::ApplyFileSpec(image_info, exception)) {
      return MagickFail;
    }
    const bool named = lodestone::ApplyExtension(image_info);
    if (writing && named &&
        lodestone::FindEncoder(image_info->magick, image_info->filename, exception) == nullptr) {
      return MagickFail;
    }
    if (writing || image_info->file != nullptr) return MagickPass;
    std::unique_ptr<lodestone::BlobInput> input =
        lodestone::BlobInput::OpenFile(image_info->filename);
    if (input == nullptr) return MagickPass;
    input = lodestone::BlobInput::Decompressed(std::move(input));
    lodestone::ApplyContent(image_info, *input);
    return MagickPass;
  });
}
