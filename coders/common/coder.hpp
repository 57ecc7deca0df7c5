// What all coders share: reporting failures, owning images, whole-image pixel access, progress.
//
// Inside coders an error is the C++ exception Failure; Decode() and Encode() below turn it into
// *exception (naming file and reason) at the edge, so no C++ exception leaves this folder. Code
// that libpng or libjpeg call back, or that they may longjmp over, must not throw and must hold
// only trivially destructible locals.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <source_location>
#include <string>
#include <utility>

#include "base/coder_api.hpp"
#include "magick/blob.h"
#include "magick/core/resources/memory_claim.hpp"
#include "magick/error.h"
#include "magick/image.h"
#include "magick/list.h"
#include "magick/magick.h"
#include "magick/pixel_cache.h"

LS_CODER_API_BEGIN
namespace lodestone::coders {

class Failure : public std::exception {
 public:
  Failure(ExceptionType severity, std::string reason, std::source_location where)
      : severity_(severity), reason_(std::move(reason)), where_(where) {}
  ExceptionType severity() const { return severity_; }
  const char* what() const noexcept override { return reason_.c_str(); }
  const std::source_location& where() const { return where_; }

 private:
  ExceptionType severity_;
  std::string reason_;
  std::source_location where_;
};

[[noreturn]] void Fail(ExceptionType severity, std::string reason,
                       std::source_location where = std::source_location::current());

// Fails after a call that may have set *exception; if it did, *exception is left unchanged.
[[noreturn]] void FailAfter(const ExceptionInfo* exception, ExceptionType severity,
                            const char* reason,
                            std::source_location where = std::source_location::current());

// Sets *exception; the description is the file name.
void Report(ExceptionInfo* exception, ExceptionType severity, const char* reason,
            const char* filename,
            const std::source_location& where = std::source_location::current());
void Report(ExceptionInfo* exception, const Failure& failure, const char* filename);

// Owns an image list (by its first image) until Release.
class ImageOwner {
 public:
  explicit ImageOwner(Image* first) : first_(first) {}
  ~ImageOwner();
  ImageOwner(const ImageOwner&) = delete;
  ImageOwner& operator=(const ImageOwner&) = delete;
  Image* get() const { return first_; }
  Image* Release() { return std::exchange(first_, nullptr); }

 private:
  Image* first_;
};

// All pixels of one image, contiguous, row after row. indexes is null for DirectClass images that
// have none.
struct Pixels {
  PixelPacket* pixels = nullptr;
  IndexPacket* indexes = nullptr;
  std::size_t columns = 0;
  PixelPacket* Row(std::size_t y) const { return pixels + y * columns; }
  IndexPacket* IndexRow(std::size_t y) const {
    return indexes == nullptr ? nullptr : indexes + y * columns;
  }
};

// The same for an opaque grey image, one sample per pixel; samples is null if empty.
struct GrayPixels {
  Quantum* samples = nullptr;
  std::size_t columns = 0;
  Quantum* Row(std::size_t y) const { return samples + y * columns; }
};

struct ConstPixels {
  const PixelPacket* pixels = nullptr;
  const IndexPacket* indexes = nullptr;
  std::size_t columns = 0;
  const PixelPacket* Row(std::size_t y) const { return pixels + y * columns; }
  const IndexPacket* IndexRow(std::size_t y) const {
    return indexes == nullptr ? nullptr : indexes + y * columns;
  }
};

// Fails with ResourceLimitError unless the image's size is within the limits. Call it before
// allocating anything of that size.
void CheckLimits(const Image* image);
void CheckLimits(std::uint64_t columns, std::uint64_t rows);

// Pixels that will all be written; checks the limits first.
Pixels NewPixels(Image* image, ExceptionInfo* exception);
// The same for an opaque grey image, which needs no SyncPixels. With a colormap of shades evenly
// spread from black to white, `levels` is the number of its colours, else 0.
GrayPixels NewGrayPixels(Image* image, unsigned long levels, ExceptionInfo* exception);
// Rows that are about to be written: faults in their memory, which is cheaper than doing so page by
// page.
void RequestRows(const Pixels& pixels, std::size_t first, std::size_t count);
void RequestRows(const GrayPixels& pixels, std::size_t first, std::size_t count);
// Of the one of them that the image has.
void RequestRows(const GrayPixels& gray, const Pixels& pixels, std::size_t first,
                 std::size_t count);
void SyncPixels(Image* image, ExceptionInfo* exception);
ConstPixels AllPixels(const Image* image, ExceptionInfo* exception);

// Opens the file, blob or stream that image_info names for reading.
void OpenForReading(const ImageInfo* image_info, Image* image, ExceptionInfo* exception);

// Bytes left to read, or -1 if unknown (a pipe).
std::int64_t RemainingBytes(const Image* image);

// Because a MemoryClaim is not granted.
[[noreturn]] void FailOfMemoryLimit(std::source_location where = std::source_location::current());

// Makes the image PseudoClass with a colormap of `colors` entries; entries are a grey ramp.
void MakeColormap(Image* image, unsigned long colors);

// Reports progress to the monitor, about a hundred times per image. Fails if the monitor cancels.
class CodingProgress {
 public:
  enum class Task { kLoading, kSaving };
  CodingProgress(Task task, const Image* image, ExceptionInfo* exception);
  void Tick(std::size_t row);

 private:
  Task task_;
  const Image* image_;
  ExceptionInfo* exception_;
  std::size_t next_ = 0;
};

// The same for calls of the acceleration layer, which no exception may cross.
class AcceleratedProgress {
 public:
  explicit AcceleratedProgress(CodingProgress& progress) : progress_(progress) {}
  // So many rows are done, none at first. False: the call is to stop.
  bool Tick(std::size_t rows) noexcept;
  // Fails as the monitor did, or because the program is ending.
  [[noreturn]] void FailAsCancelled() const;

 private:
  CodingProgress& progress_;
  std::exception_ptr stopped_;
};

// image->gamma of sRGB, as PNG files state it.
inline constexpr double kSrgbGamma = 0.45455;

// What the reader knows about an image's colours; writers choose smaller formats by it.
inline void SetShade(Image* image, bool grayscale, bool monochrome) {
  image->is_grayscale = grayscale ? MagickTrue : MagickFalse;
  image->is_monochrome = monochrome ? MagickTrue : MagickFalse;
}

// Appends an image to the list, of which `image` is the last, for the next frame of a file.
Image* NextImage(const ImageInfo* image_info, Image* image);

// Whether no image of a file behind `image` is wanted.
inline bool IsLastWanted(const ImageInfo* image_info, const Image* image) {
  return image_info->subrange != 0 &&
         image->scene + 1 >= image_info->subimage + image_info->subrange;
}

// Why a read failed: memory, if that was missing for the file or since errno was 0, since the words
// of a format's library do not always say that.
void ReportReading(ExceptionInfo* exception, const Failure& failure, const Image* image,
                   const char* filename);

// Runs a reader: body(image) fills the freshly allocated image. Returns the first image of the
// list, or null with *exception set.
template <typename Body>
Image* Decode(const ImageInfo* image_info, ExceptionInfo* exception, Body&& body) {
  ImageOwner owner(AllocateImage(image_info));
  errno = 0;
  try {
    if (owner.get() == nullptr) throw std::bad_alloc();
    SetShade(owner.get(), false, false);
    body(owner.get());
    CloseBlob(owner.get());
    return owner.Release();
  } catch (const Failure& failure) {
    ReportReading(exception, failure, owner.get(), image_info->filename);
  } catch (const std::bad_alloc&) {
    Report(exception, ResourceLimitError, "Memory allocation failed", image_info->filename);
  }
  return nullptr;
}

// Why a write failed: what the system said of the output, if it did not take everything, or memory,
// since the words of a format's library for that say less.
void ReportWriting(Image* image, const Failure& failure);

// Ends a write: closes the blob, and if the write failed, leaves no partial file behind.
MagickPassFail FinishWriting(Image* image, bool written);

// Runs a writer on an image whose output is opened here; body() writes. Errors are reported to
// image->exception.
template <typename Body>
MagickPassFail Encode(const ImageInfo* image_info, Image* image, Body&& body) {
  if (OpenBlob(image_info, image, WriteBinaryBlobMode, &image->exception) == MagickFail) {
    return MagickFail;  // OpenBlob has reported why
  }
  errno = 0;
  try {
    body();
    return FinishWriting(image, true);
  } catch (const Failure& failure) {
    ReportWriting(image, failure);
  } catch (const std::bad_alloc&) {
    Report(&image->exception, ResourceLimitError, "Memory allocation failed", image->filename);
  }
  FinishWriting(image, false);
  return MagickFail;
}

// Writes all of it or fails.
void WriteBytes(Image* image, const void* data, std::size_t length);
void WriteText(Image* image, const std::string& text);

// What a writer may assume about an image without looking at every pixel (or, with `exhaustive`,
// after looking at all of them).
struct Traits {
  bool opaque = true;
  bool grayscale = false;
  bool monochrome = false;
};
Traits Analyze(const Image* image, bool exhaustive, ExceptionInfo* exception);

// image->orientation from the EXIF profile, if there is one.
void SetOrientationFromExif(Image* image);

// Converts the image to RGB (from CMYK, YCbCr ...), CMYK by its ICC profile, which is then gone;
// grey colourspaces are RGB already.
void ToRgb(Image* image);

}  // namespace lodestone::coders
LS_CODER_API_END
