// Reading images from files, streams and memory.
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "base/owner.hpp"
#include "magick/attribute.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/formats/known_formats.hpp"
#include "magick/core/blob/blob.hpp"
#include "magick/constitute.h"
#include "magick/core/formats/file_spec.hpp"
#include "magick/core/geometry/frame_ranges.hpp"
#include "magick/core/blob/reading_time.hpp"
#include "magick/list.h"
#include "magick/magick.h"
#include "magick/utility.h"

using lodestone::BlobInput;
using lodestone::BlobOwner;
using lodestone::Guard;
using lodestone::Owner;
using lodestone::Throw;

namespace {

using ImageInfoOwner = Owner<ImageInfo, DestroyImageInfo>;

ImageInfoOwner CopyInfo(const ImageInfo* image_info) {
  ImageInfoOwner info(CloneImageInfo(image_info));
  if (info == nullptr) throw std::bad_alloc();
  return info;
}

// The name used in messages.
const char* NameOf(const ImageInfo& info) {
  return info.filename[0] == '\0' ? info.magick : info.filename;
}

// For one file, from -define read:seconds; nothing, with an exception, if that is no number.
std::optional<double> SecondsToRead(const ImageInfo& info, ExceptionInfo* exception) {
  constexpr double kUsual = 600.0;
  const char* text = AccessDefinition(&info, "read", "seconds");
  if (text == nullptr) return kUsual;
  const char* const end = text + std::strlen(text);
  double seconds = 0.0;
  if (std::from_chars(text, end, seconds).ptr == end && seconds >= 0.0) return seconds;
  Throw(exception, OptionError, "Invalid argument for option", "read:seconds");
  return std::nullopt;
}

Image* Decode(const MagickInfo& format, const ImageInfo& info, ExceptionInfo* exception) {
  const auto seconds = SecondsToRead(info, exception);
  if (!seconds) return nullptr;
  const lodestone::ReadingTime time(*seconds);
  static constinit std::mutex one_at_a_time;
  std::unique_lock lock(one_at_a_time, std::defer_lock);
  if (format.thread_support == MagickFalse) lock.lock();
  return format.decoder(&info, exception);
}

// What a user can do about a format without a decoder, if anything is known of it.
std::string WhyNoDecoder(const ImageInfo& info, const MagickInfo* format) {
  const std::string name = info.magick;
  if (name.empty()) {
    const MagickInfo* prefix = lodestone::FormatOfPrefixAlone(info);
    return prefix == nullptr
               ? ""
               : std::string("it is read as ") + prefix->name +
                     " only if the name begins so: " + prefix->name + ":" + info.filename;
  }
  const std::string why = lodestone::WhyNoCoder(info.magick);
  if (!why.empty()) return why;
  if (format != nullptr) return name + " can only be written";
  if (lodestone::IsKnownFormat(info.magick)) return name + " is a format without a coder here";
  return info.affirm == MagickFalse ? "" : "there is no format " + name;
}

// The format to decode; null with *exception set.
const MagickInfo* FindDecoder(const ImageInfo& info, bool from_memory, ExceptionInfo* exception) {
  const MagickInfo* format =
      info.magick[0] == '\0' ? nullptr : GetMagickInfo(info.magick, exception);
  if (format != nullptr && format->decoder != nullptr) return format;
  if (from_memory && info.magick[0] == '\0') {
    Throw(exception, BlobError, "Unable to deduce image format", NameOf(info));
  } else {
    const std::string why = WhyNoDecoder(info, format);
    Throw(exception, MissingDelegateError, "No decode delegate for this image format",
          why.empty() ? NameOf(info) : (NameOf(info) + (": " + why)).c_str());
  }
  return nullptr;
}

bool IsWanted(unsigned long scene, const std::pair<unsigned long, unsigned long>& range) {
  return scene >= std::min(range.first, range.second) &&
         scene <= std::max(range.first, range.second);
}

// The frames of one range, the last one first if it says so.
void AppendRange(const Image* images, const std::pair<unsigned long, unsigned long>& range,
                 Image** list, ExceptionInfo* exception) {
  const bool backwards = range.first > range.second;
  const Image* image = images;
  while (backwards && image->next != nullptr) image = image->next;
  for (; image != nullptr; image = backwards ? image->previous : image->next) {
    if (!IsWanted(image->scene, range)) continue;
    Image* copy = CloneImage(image, 0, 0, MagickTrue, exception);
    if (copy == nullptr) throw std::bad_alloc();
    AppendImageToList(list, copy);
  }
}

// A list "[2,0,0]" gives frames in its order, any number of times.
Image* FramesInOrder(const lodestone::FrameRanges& ranges, const Image* images,
                     ExceptionInfo* exception) {
  Image* kept = nullptr;
  try {
    for (const auto& range : ranges) AppendRange(images, range, &kept, exception);
  } catch (...) {
    DestroyImageList(GetFirstImageInList(kept));
    throw;
  }
  return GetFirstImageInList(kept);
}

// "[3-1]" gives those frames as they are in the file.
Image* FramesOf(const lodestone::FrameRanges& ranges, Image** images) {
  Image* kept = nullptr;
  while (Image* image = RemoveFirstImageFromList(images)) {
    if (IsWanted(image->scene, ranges.front())) {
      AppendImageToList(&kept, image);
    } else {
      DestroyImage(image);
    }
  }
  return GetFirstImageInList(kept);
}

// Keeps the frames that "[frames]" names. Decoders that skip frames number those that they read.
Image* SelectFrames(const ImageInfo& info, Image* images, ExceptionInfo* exception) {
  const auto ranges =
      info.subrange == 0 || info.tile == nullptr ? std::nullopt : lodestone::ParseFrames(info.tile);
  if (!ranges) return images;
  Image* kept =
      ranges->size() == 1 ? FramesOf(*ranges, &images) : FramesInOrder(*ranges, images, exception);
  DestroyImageList(images);
  if (kept == nullptr) {
    Throw(exception, OptionError, "Subimage specification returns no images", info.filename);
  }
  return kept;
}

void ApplyExifOrientation(Image* image) {
  if (image->orientation != UndefinedOrientation) return;
  const ImageAttribute* attribute = GetImageAttribute(image, "EXIF:Orientation");
  if (attribute == nullptr || attribute->value == nullptr) return;
  const char digit = attribute->value[0];
  if (digit < '1' || digit > '8' || attribute->value[1] != '\0') return;
  image->orientation = static_cast<OrientationType>(digit - '0');
}

// Operations keep what is known to be grey as it is.
void RecognizeGreyPalette(Image* image) {
  const std::span<const PixelPacket> colors(image->colormap, image->colors);
  const bool palette = image->storage_class == PseudoClass && !colors.empty();
  const auto is_grey = [](const PixelPacket& color) {
    return color.red == color.green && color.green == color.blue;
  };
  if (palette && std::ranges::all_of(colors, is_grey)) image->is_grayscale = MagickTrue;
}

// Settings common to every image that was read.
void Finish(const ImageInfo& info, const MagickInfo& format, Image* images) {
  for (Image* image = images; image != nullptr; image = image->next) {
    image->taint = MagickFalse;
    MagickStrlCpy(image->magick_filename, info.filename, sizeof(image->magick_filename));
    MagickStrlCpy(image->filename, info.filename, sizeof(image->filename));
    if (image->magick[0] == '\0') {
      MagickStrlCpy(image->magick, format.name, sizeof(image->magick));
    }
    if (image->magick_columns == 0) image->magick_columns = image->columns;
    if (image->magick_rows == 0) image->magick_rows = image->rows;
    if (image->page.width == 0) image->page.width = image->columns;
    if (image->page.height == 0) image->page.height = image->rows;
    ApplyExifOrientation(image);
    RecognizeGreyPalette(image);
  }
}

// The worst exception of an image that was created is reported too: usually a warning.
void Report(Image* images, ExceptionInfo* exception) {
  for (const Image* image = images; image != nullptr; image = image->next) {
    if (image->exception.severity > exception->severity) {
      CopyException(exception, &image->exception);
    }
  }
}

// Decodes `input`, or, if that is null, whatever the decoder opens itself.
Image* ReadFrom(ImageInfo* info, std::unique_ptr<BlobInput> input, bool from_memory,
                ExceptionInfo* exception) {
  const MagickInfo* format = FindDecoder(*info, from_memory, exception);
  if (format == nullptr) return nullptr;
  BlobOwner blob;
  if (input != nullptr) {
    blob = lodestone::AttachInput(std::move(input), info->filename);
    DestroyBlobInfo(info->blob);
    info->blob = ReferenceBlob(blob.get());
  }
  Image* images = Decode(*format, *info, exception);
  if (images == nullptr) {
    if (exception->severity < ErrorException) {
      Throw(exception, CorruptImageError, "Unable to read image", NameOf(*info));
    }
    return nullptr;
  }
  images = GetFirstImageInList(images);
  CloseBlob(images);
  // The memory or the file must not be accessed any more.
  if (blob != nullptr) blob->input.reset();
  images = SelectFrames(*info, images, exception);
  Report(images, exception);
  Finish(*info, *format, images);
  return images;
}

// Finds out the format of memory that others may be reading.
void ApplyMemory(ImageInfo* info, const BlobInput& memory) {
  const auto input = BlobInput::FromMemory(memory.data(), memory.available());
  if (!lodestone::ApplyContent(info, *input)) lodestone::ApplyExtension(info);
}

bool IsPrefixAlone(const ImageInfo& info) {
  return info.affirm != MagickFalse && info.magick[0] != '\0' && info.filename[0] == '\0' &&
         info.file == nullptr && GetMagickInfo(info.magick, nullptr) == nullptr;
}

Image* ReadFile(const ImageInfo* image_info, ExceptionInfo* exception) {
  const ImageInfoOwner info = CopyInfo(image_info);
  info->affirm = MagickFalse;
  if (!lodestone::ApplyFileSpec(info.get(), exception)) return nullptr;
  const bool prefixed = info->affirm != MagickFalse;
  if (info->magick[0] != '\0') info->affirm = MagickTrue;
  errno = 0;  // a failed search for the file is not an error
  if (info->blob != nullptr && info->blob->attached) {
    if (info->blob->lasting && !prefixed) ApplyMemory(info.get(), *info->blob->input);
    return ReadFrom(info.get(), nullptr, true, exception);
  }
  // Such a format may not read any file. Of a prefix alone, what is wrong is the prefix.
  if (lodestone::ObeysPrefix(info.get()) || IsPrefixAlone(*info)) {
    return ReadFrom(info.get(), nullptr, false, exception);
  }
  std::unique_ptr<BlobInput> input = lodestone::OpenInput(info.get(), info->filename, exception);
  if (input == nullptr) return nullptr;
  // A prefix decides: who writes "jpeg:upload" wants no other decoder to see the file.
  if (!prefixed && !lodestone::ApplyContent(info.get(), *input)) {
    if (input->error() == EBADMSG) {
      Throw(exception, CorruptImageError, lodestone::kDamagedCompression, info->filename);
      return nullptr;
    }
    lodestone::ApplyExtension(info.get());
  }
  return ReadFrom(info.get(), std::move(input), false, exception);
}

Image* ReadMemory(const ImageInfo* image_info, const void* data, size_t length,
                  ExceptionInfo* exception) {
  if (data == nullptr || length == 0) {
    Throw(exception, OptionError, "Null blob argument", image_info->magick);
    return nullptr;
  }
  const ImageInfoOwner info = CopyInfo(image_info);
  info->file = nullptr;
  info->temporary = MagickFalse;
  info->affirm = MagickFalse;
  if (!lodestone::ApplyFileSpec(info.get(), exception)) return nullptr;
  const bool prefixed = info->affirm != MagickFalse;
  if (info->magick[0] != '\0') info->affirm = MagickTrue;
  std::unique_ptr<BlobInput> input = BlobInput::FromMemory(data, length);
  if (!prefixed) ApplyMemory(info.get(), *input);
  return ReadFrom(info.get(), std::move(input), true, exception);
}

Image* WithoutPixels(const ImageInfo* image_info, ExceptionInfo* exception, auto read) {
  const ImageInfoOwner info = CopyInfo(image_info);
  info->ping = MagickTrue;
  Image* images = read(info.get(), exception);
  for (Image* image = images; image != nullptr; image = image->next) image->ping = MagickTrue;
  return images;
}

}  // namespace

Image* ReadImage(const ImageInfo* image_info, ExceptionInfo* exception) {
  const lodestone::ErrnoScope fresh;
  lodestone::ReadableException reported(exception);
  return Guard(exception, {image_info}, nullptr,
               [&] { return ReadFile(image_info, reported.get()); });
}

Image* PingImage(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Guard(exception, {image_info}, nullptr,
               [&] { return WithoutPixels(image_info, exception, ReadImage); });
}

Image* BlobToImage(const ImageInfo* image_info, const void* blob, const size_t length,
                   ExceptionInfo* exception) {
  const lodestone::ErrnoScope fresh;
  lodestone::ReadableException reported(exception);
  return Guard(exception, {image_info}, nullptr,
               [&] { return ReadMemory(image_info, blob, length, reported.get()); });
}

Image* PingBlob(const ImageInfo* image_info, const void* blob, const size_t length,
                ExceptionInfo* exception) {
  return Guard(exception, {image_info}, nullptr, [&] {
    return WithoutPixels(image_info, exception, [&](const ImageInfo* info, ExceptionInfo* e) {
      return BlobToImage(info, blob, length, e);
    });
  });
}
