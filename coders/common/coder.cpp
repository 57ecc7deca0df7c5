#include "coders/common/coder.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "coders/common/samples.hpp"
#include "magick/attribute.h"
#include "magick/core/blob/blob.hpp"
#include "magick/core/blob/reading_time.hpp"
#include "magick/colormap.h"
#include "magick/colorspace.h"
#include "magick/core/resources/limit_reason.hpp"
#include "magick/core/resources/pixel_pool.hpp"
#include "magick/core/resources/resource_defaults.hpp"
#include "magick/core/pixels/grey_samples.hpp"
#include "magick/monitor.h"
#include "magick/operations/icc/convert.hpp"
#include "magick/resource.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kProgressSteps = 100;
constexpr char kWriteFailure[] = "Unable to write to file";
constexpr char kTooLong[] = "Reading takes too long";
constexpr char kCanceled[] = "Operation canceled";

const char* FileName(const char* path) {
  const char* slash = std::strrchr(path, '/');
  return slash == nullptr ? path : slash + 1;
}

void ReportFailure(ExceptionInfo* exception, const Failure& failure, const char* filename) {
  if (errno != ENOMEM || failure.severity() == UndefinedException)
    return Report(exception, failure, filename);
  Report(exception, ResourceLimitError, "Memory allocation failed", filename, failure.where());
}

// What is large compared with its file was most likely made to exhaust memory and time: a drawing
// on a sheet of two square metres, in black and white, has some 2000 pixels for each byte.
void CheckPlausible(const Image* image) {
  constexpr std::uint64_t kHarmlessPixels = std::uint64_t{1} << 27, kPixelsPerByte = 4000;
  const std::uint64_t pixels = std::uint64_t{image->columns} * image->rows;
  const magick_off_t bytes = GetBlobSize(image);
  if (pixels <= kHarmlessPixels || bytes <= 0 || !HasDefaultPixelLimit()) return;
  if (pixels / kPixelsPerByte <= static_cast<std::uint64_t>(bytes)) return;
  Fail(ResourceLimitError,
       "The file is too small for its pixels, unless a limit for them is set: " +
           std::to_string(image->columns) + "x" + std::to_string(image->rows));
}

// Inspects the colours an image can have: its colormap, or all of its pixels.
void LookAtColors(const PixelPacket* colors, std::size_t count, Traits& traits) {
  for (std::size_t i = 0; i < count && traits.grayscale; ++i) {
    traits.grayscale = IsGrayPixel(colors[i]);
    traits.monochrome = traits.monochrome && IsMonochromePixel(colors[i]);
  }
  traits.monochrome = traits.monochrome && traits.grayscale;
}

bool IsMonochrome(const Quantum* samples, std::size_t count) {
  return std::all_of(samples, samples + count,
                     [](Quantum value) { return value == 0 || value == MaxRGB; });
}

bool AllOpaque(const PixelPacket* pixels, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    if (pixels[i].opacity != OpaqueOpacity) return false;
  }
  return true;
}

}  // namespace

void Fail(ExceptionType severity, std::string reason, std::source_location where) {
  throw Failure(severity, std::move(reason), where);
}

void Report(ExceptionInfo* exception, ExceptionType severity, const char* reason,
            const char* filename, const std::source_location& where) {
  ThrowLoggedException(exception, severity, reason, filename, FileName(where.file_name()),
                       where.function_name(), where.line());
}

void FailAfter(const ExceptionInfo* exception, ExceptionType severity, const char* reason,
               std::source_location where) {
  const bool told = exception->severity >= ErrorException;
  // That of a copy would be lost with it; the caller's own is kept as it is.
  if (told && exception->reason != nullptr) Fail(exception->severity, exception->reason, where);
  throw Failure(told ? UndefinedException : severity, reason, where);
}

void Report(ExceptionInfo* exception, const Failure& failure, const char* filename) {
  if (failure.severity() == UndefinedException) return;
  Report(exception, failure.severity(), failure.what(), filename, failure.where());
}

ImageOwner::~ImageOwner() {
  if (first_ == nullptr) return;
  CloseBlob(first_);
  DestroyImageList(first_);
}

void CheckLimits(const Image* image) {
  CheckLimits(image->columns, image->rows);
  CheckPlausible(image);
}

void CheckLimits(std::uint64_t columns, std::uint64_t rows) {
  if (columns == 0 || rows == 0) Fail(CorruptImageError, "Negative or zero image size");
  const std::string size = std::to_string(columns) + "x" + std::to_string(rows);
  for (const auto& [type, amount] : {std::pair(WidthResource, columns), {HeightResource, rows}}) {
    if (!AcquireMagickResource(type, amount)) Fail(ResourceLimitError, LimitReason(type, size));
  }
  const bool overflow =
      columns > std::numeric_limits<std::size_t>::max() / sizeof(PixelPacket) / rows;
  if (overflow || !AcquireMagickResource(PixelsResource, columns * rows))
    Fail(ResourceLimitError, LimitReason(PixelsResource, size));
}

Pixels NewPixels(Image* image, ExceptionInfo* exception) {
  CheckLimits(image);
  Pixels all;
  all.columns = image->columns;
  all.pixels = SetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  if (all.pixels == nullptr) FailAfter(exception, CacheError, "Unable to allocate pixels");
  all.indexes = AccessMutableIndexes(image);
  return all;
}

GrayPixels NewGrayPixels(Image* image, unsigned long levels, ExceptionInfo* exception) {
  CheckLimits(image);
  const GrayPixels all{NewGreySamples(image, levels, exception), image->columns};
  if (all.samples == nullptr) FailAfter(exception, CacheError, "Unable to allocate pixels");
  return all;
}

void RequestRows(const Pixels& pixels, std::size_t first, std::size_t count) {
  RequestPages(pixels.Row(first), count * pixels.columns * sizeof(PixelPacket));
  if (IndexPacket* const indexes = pixels.IndexRow(first))
    RequestPages(indexes, count * pixels.columns * sizeof(IndexPacket));
}

void RequestRows(const GrayPixels& pixels, std::size_t first, std::size_t count) {
  RequestPages(pixels.Row(first), count * pixels.columns * sizeof(Quantum));
}

void RequestRows(const GrayPixels& gray, const Pixels& pixels, std::size_t first,
                 std::size_t count) {
  if (gray.samples != nullptr)
    RequestRows(gray, first, count);
  else
    RequestRows(pixels, first, count);
}

void SyncPixels(Image* image, ExceptionInfo* exception) {
  if (SyncImagePixelsEx(image, exception) == MagickFail) {
    FailAfter(exception, CacheError, "Unable to store pixels");
  }
}

ConstPixels AllPixels(const Image* image, ExceptionInfo* exception) {
  ConstPixels all;
  all.columns = image->columns;
  all.pixels = AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
  if (all.pixels == nullptr) FailAfter(exception, CacheError, "Unable to get pixels");
  all.indexes = AccessImmutableIndexes(image);
  return all;
}

void OpenForReading(const ImageInfo* image_info, Image* image, ExceptionInfo* exception) {
  if (OpenBlob(image_info, image, ReadBinaryBlobMode, exception) == MagickFail) {
    FailAfter(exception, FileOpenError, "Unable to open file");
  }
}

std::int64_t RemainingBytes(const Image* image) {
  if (BlobIsSeekable(image) == MagickFalse) return -1;
  const magick_off_t size = GetBlobSize(image);
  const magick_off_t position = TellBlob(image);
  if (size <= 0 || position < 0) return -1;
  return position < size ? size - position : 0;
}

Image* NextImage(const ImageInfo* image_info, Image* image) {
  AllocateNextImage(image_info, image);
  Image* next = image->next;
  if (next == nullptr) throw std::bad_alloc();
  next->scene = image->scene + 1;
  SetShade(next, false, false);
  return next;
}

void FailOfMemoryLimit(std::source_location where) {
  errno = 0;
  Fail(ResourceLimitError, LimitReason(MemoryResource), where);
}

void MakeColormap(Image* image, unsigned long colors) {
  if (AllocateImageColormap(image, colors) == MagickFail) throw std::bad_alloc();
}

CodingProgress::CodingProgress(Task task, const Image* image, ExceptionInfo* exception)
    : task_(task), image_(image), exception_(exception) {}

void CodingProgress::Tick(std::size_t row) {
  if (row < next_ && row + 1 != image_->rows) return;
  next_ = row + std::max<std::size_t>(image_->rows / kProgressSteps, 1);
  if (task_ == Task::kLoading && ReadingTime::IsOver()) Fail(ResourceLimitError, kTooLong);
  const char* verb = task_ == Task::kLoading ? "Loading" : "Saving";
  if (MagickMonitorFormatted(static_cast<magick_int64_t>(row), image_->rows, exception_,
                             "[%s] %s image: %lux%lu...", image_->filename, verb, image_->columns,
                             image_->rows) == MagickFail) {
    Fail(MonitorError, kCanceled);
  }
}

bool AcceleratedProgress::Tick(std::size_t rows) noexcept {
  try {
    progress_.Tick(std::max<std::size_t>(rows, 1) - 1);
    return true;
  } catch (...) {
    stopped_ = std::current_exception();
    return false;
  }
}

void AcceleratedProgress::FailAsCancelled() const {
  if (stopped_) std::rethrow_exception(stopped_);
  Fail(MonitorError, kCanceled);
}

void ReportReading(ExceptionInfo* exception, const Failure& failure, const Image* image,
                   const char* filename) {
  const int error = GetBlobFirstErrno(image);
  if (error == ETIME)
    return Report(exception, ResourceLimitError, kTooLong, filename, failure.where());
  if (error == EFBIG) {
    errno = 0;
    return Report(exception, ResourceLimitError, LimitReason(ReadResource).c_str(), filename,
                  failure.where());
  }
  if (error == EBADMSG) {
    errno = 0;
    return Report(exception, CorruptImageError, kDamagedCompression, filename, failure.where());
  }
  if (error == ENOMEM) errno = ENOMEM;
  ReportFailure(exception, failure, filename);
}

void ReportWriting(Image* image, const Failure& failure) {
  const BlobInfo* blob = BlobOf(image);
  if (blob == nullptr || !blob->failed || failure.severity() == UndefinedException)
    return ReportFailure(&image->exception, failure, image->filename);
  errno = blob->exceeds_limit ? 0 : blob->first_errno;
  if (blob->exceeds_limit)
    return Report(&image->exception, ResourceLimitError, LimitReason(WriteResource).c_str(),
                  image->filename, failure.where());
  Report(&image->exception, BlobError, kWriteFailure, image->filename, failure.where());
}

MagickPassFail FinishWriting(Image* image, bool written) {
  if (written) return CloseBlob(image);
  DiscardBlob(image);
  return MagickFail;
}

void WriteBytes(Image* image, const void* data, std::size_t length) {
  if (WriteBlob(image, length, data) != length) Fail(BlobError, kWriteFailure);
}

void WriteText(Image* image, const std::string& text) {
  WriteBytes(image, text.data(), text.size());
}

Traits Analyze(const Image* image, bool exhaustive, ExceptionInfo* exception) {
  Traits traits;
  traits.opaque = image->matte == MagickFalse;
  if (image->colorspace == CMYKColorspace) return traits;
  const bool palette = image->storage_class == PseudoClass;
  traits.grayscale = palette || exhaustive || image->is_grayscale != MagickFalse;
  traits.monochrome = palette || exhaustive || image->is_monochrome != MagickFalse;
  if (palette && !exhaustive) {
    LookAtColors(image->colormap, image->colors, traits);
    return traits;
  }
  if (!traits.grayscale && !exhaustive) return traits;
  // Those on a device stay there, if they can.
  if (GreySamples::AreOf(image) && !traits.monochrome) {
    traits.grayscale = traits.opaque = true;
    return traits;
  }
  if (const GreySamples grey = GreySamples::Of(image, exception)) {
    traits.grayscale = traits.opaque = true;
    traits.monochrome = IsMonochrome(grey.Row(0), grey.count());
    return traits;
  }
  // The flags are promises of the code that wrote the pixels; a wrong one would lose colour.
  const ConstPixels all = AllPixels(image, exception);
  const std::size_t count = std::size_t{image->columns} * image->rows;
  LookAtColors(all.pixels, count, traits);
  if (exhaustive && !traits.opaque) traits.opaque = AllOpaque(all.pixels, count);
  return traits;
}

void SetOrientationFromExif(Image* image) {
  const ImageAttribute* orientation = GetImageAttribute(image, "EXIF:Orientation");
  if (orientation == nullptr || orientation->value == nullptr) return;
  const int value = std::atoi(orientation->value);
  if (value > UndefinedOrientation && value <= LeftBottomOrientation) {
    image->orientation = static_cast<OrientationType>(value);
  }
}

void ToRgb(Image* image) {
  if (IsRGBColorspace(image->colorspace)) return;
  if (icc::ConvertToRgb(image) == MagickFail) {
    Fail(CoderError, "Unable to convert the colorspace to RGB");
  }
}

}  // namespace lodestone::coders
