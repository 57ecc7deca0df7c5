#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <string_view>

#include "base/thread_pool.hpp"
#include "coders/avif/avif.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/upright.hpp"
#include "coders/common/whole_input.hpp"
#include "magick/core/image/frame_time.hpp"
#include "magick/resource.h"

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kFramesMax = 1 << 16;

std::uint32_t Limited(ResourceType type, std::uint32_t most) {
  const magick_int64_t limit = GetMagickResourceLimit(type);
  if (limit < 0) return most;
  return static_cast<std::uint32_t>(std::clamp<magick_int64_t>(limit, 1, most));
}

// The sizes are checked again when they are known, with a clearer message.
void SetLimits(avifDecoder& decoder) {
  decoder.maxThreads = AvifThreads();
  decoder.imageSizeLimit = Limited(PixelsResource, AVIF_DEFAULT_IMAGE_SIZE_LIMIT);
  decoder.imageDimensionLimit =
      std::max(Limited(WidthResource, AVIF_DEFAULT_IMAGE_DIMENSION_LIMIT),
               Limited(HeightResource, AVIF_DEFAULT_IMAGE_DIMENSION_LIMIT));
  decoder.imageCountLimit = kFramesMax;
  decoder.strictFlags = AVIF_STRICT_DISABLED;  // older encoders leave out some properties
}

class Reading {
 public:
  Reading(const ImageInfo* image_info, std::span<const std::uint8_t> file)
      : upright_(TurnsUpright(image_info)), decoder_(avifDecoderCreate()) {
    if (decoder_ == nullptr) throw std::bad_alloc();
    SetLimits(*decoder_);
    CheckAvif(avifDecoderSetIOMemory(decoder_.get(), file.data(), file.size()), CorruptImageError);
    Parse();
  }

  std::size_t frames() const { return static_cast<std::size_t>(decoder_->imageCount); }

  void Describe(std::size_t frame, Image* image) const {
    const avifImage& file = *decoder_->image;
    image->columns = file.width;
    image->rows = file.height;
    CheckLimits(image);
    image->depth = std::min<unsigned>(file.depth, QuantumDepth);
    image->matte = decoder_->alphaPresent ? MagickTrue : MagickFalse;
    image->scene = frame;
    image->orientation = OrientationOf(file);
    StoreProfile(image, "ICM", {file.icc.data, file.icc.size});
    StoreExif(image, {file.exif.data, file.exif.size});
    StoreProfile(image, "XMP", {file.xmp.data, file.xmp.size});
    if (file.icc.size == 0)
      StoreCicp(image,
                {file.colorPrimaries, file.transferCharacteristics, file.matrixCoefficients});
    if (frames() > 1) DescribeTime(frame, image);
    SetShade(image, file.yuvFormat == AVIF_PIXEL_FORMAT_YUV400, false);
  }

  // What Describe said, as MakeUpright will change it.
  void DescribeUpright(Image* image) const {
    if (!upright_) return;
    const RectangleInfo part = Part(image);
    image->columns = part.width;
    image->rows = part.height;
    SwapSidesIfTurned(image);
    MarkUpright(image);
  }

  void Read(std::size_t frame, Image* image, ExceptionInfo* exception);

 private:
  void Parse() {
    const avifResult result = avifDecoderParse(decoder_.get());
    if (result == AVIF_RESULT_INVALID_FTYP) Fail(CorruptImageError, "Improper image header");
    // What libavif refuses for its size alone.
    const std::string_view reason = decoder_->diag.error;
    if (result != AVIF_RESULT_OK &&
        (reason.find("too large") != reason.npos || reason.find("exceeds") != reason.npos))
      Fail(ResourceLimitError, "Image size exceeds the limit");
    CheckAvif(result, CorruptImageError);
  }

  void DescribeTime(std::size_t frame, Image* image) const {
    if (image->matte != MagickFalse) image->dispose = BackgroundDispose;  // frames are whole
    avifImageTiming timing;
    if (avifDecoderNthImageTiming(decoder_.get(), static_cast<std::uint32_t>(frame), &timing) !=
        AVIF_RESULT_OK)
      return;
    constexpr double kMilliseconds = 1000.0, kMost = 1e10;
    const double duration = timing.duration * kMilliseconds;
    if (duration >= 0.0 && duration < kMost)
      SetFrameMilliseconds(image, static_cast<unsigned long>(std::lround(duration)));
  }

  // The part that is to be shown.
  RectangleInfo Part(const Image* image) const {
    const avifImage& file = *decoder_->image;
    RectangleInfo part = {image->columns, image->rows, 0, 0};
    avifCropRect crop;
    avifDiagnostics diagnostics;
    if ((file.transformFlags & AVIF_TRANSFORM_CLAP) != 0 &&
        avifCropRectConvertCleanApertureBox(&crop, &file.clap, file.width, file.height,
                                            file.yuvFormat, &diagnostics))
      part = {crop.width, crop.height, static_cast<long>(crop.x), static_cast<long>(crop.y)};
    return part;
  }

  const bool upright_;
  AvifDecoderOwner decoder_;
};

// Converts a decoded image to pixels, in bands on several threads.
class Converter {
 public:
  Converter(const avifImage& file, Image* image, ExceptionInfo* exception)
      : file_(file), image_(image), exception_(exception) {
    gray_ = file.yuvFormat == AVIF_PIXEL_FORMAT_YUV400 && image->matte == MagickFalse;
    wide_ = file.depth > 8 && QuantumDepth > 8;
    if (gray_)
      samples_ = NewGrayPixels(image, 0, exception);
    else
      pixels_ = NewPixels(image, exception);
  }

  void Run() {
    constexpr std::size_t kTasks = 16;
    const std::size_t grain = (accel::RowsPerTask(image_->columns) + 1) / 2 * 2;
    const std::size_t step = grain * kTasks;
    CodingProgress progress(CodingProgress::Task::kLoading, image_, exception_);
    for (std::size_t first = 0; first < image_->rows; first += step) {
      const std::size_t count = std::min<std::size_t>(step, image_->rows - first);
      accel::ParallelBands(count, grain, [&](std::size_t begin, std::size_t end) {
        const avifResult result = Band(first + begin, first + end);
        if (result != AVIF_RESULT_OK) result_ = result;
      });
      CheckAvif(result_, CorruptImageError);
      progress.Tick(first + count - 1);
    }
    if (!gray_) SyncPixels(image_, exception_);
  }

 private:
  // With two more rows on both sides, whose chroma counts too.
  avifResult Band(std::size_t begin, std::size_t end) try {
    constexpr std::size_t kMore = 2;
    const std::size_t top = begin - std::min(begin, kMore);
    const std::size_t bottom = std::min<std::size_t>(end + kMore, image_->rows);
    const avifCropRect rectangle = {0, static_cast<std::uint32_t>(top), file_.width,
                                    static_cast<std::uint32_t>(bottom - top)};
    const AvifImageOwner view(avifImageCreateEmpty());
    if (view == nullptr) return AVIF_RESULT_OUT_OF_MEMORY;
    const avifResult seen = avifImageSetViewRect(view.get(), &file_, &rectangle);
    if (seen != AVIF_RESULT_OK) return seen;
    avifRGBImage rgb;
    avifRGBImageSetDefaults(&rgb, view.get());
    rgb.depth = wide_ ? 16 : 8;
    rgb.format = image_->matte != MagickFalse ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
    rgb.rowBytes = rgb.width * avifRGBImagePixelSize(&rgb);
    std::vector<std::uint8_t> bytes(std::size_t{rgb.rowBytes} * rgb.height);
    rgb.pixels = bytes.data();
    const avifResult converted = avifImageYUVToRGB(view.get(), &rgb);
    if (converted != AVIF_RESULT_OK) return converted;
    for (std::size_t y = begin; y < end; ++y) Store(bytes.data() + (y - top) * rgb.rowBytes, y);
    return AVIF_RESULT_OK;
  } catch (const std::bad_alloc&) {
    return AVIF_RESULT_OUT_OF_MEMORY;
  }

  void Store(const std::uint8_t* row, std::size_t y) {
    const SampleFormat format = {image_->matte != MagickFalse ? Channels::kRgba : Channels::kRgb,
                                 wide_ ? 2u : 1u, std::endian::native == std::endian::little};
    if (!gray_) return ImportRow(format, row, image_->columns, pixels_.Row(y), nullptr, nullptr);
    Quantum* const to = samples_.Row(y);
    const std::size_t step = format.PixelBytes();  // all three colours are the same
    for (std::size_t x = 0; x < image_->columns; ++x) {
      std::uint16_t sample = row[x * step];
      if (wide_) std::memcpy(&sample, row + x * step, sizeof sample);
      to[x] = wide_ ? QuantumFromShort(sample) : QuantumFromByte(sample);
    }
  }

  const avifImage& file_;
  Image* const image_;
  ExceptionInfo* const exception_;
  bool gray_ = false, wide_ = false;
  GrayPixels samples_;
  Pixels pixels_;
  std::atomic<avifResult> result_{AVIF_RESULT_OK};
};

void Reading::Read(std::size_t frame, Image* image, ExceptionInfo* exception) {
  MemoryClaim claim;  // of the planes, which libavif allocates
  const std::uint64_t bytes = decoder_->image->depth > 8 ? 2 : 1;
  if (!claim.Acquire(std::uint64_t{image->columns} * image->rows * bytes * 4)) FailOfMemoryLimit();
  CheckAvif(avifDecoderNthImage(decoder_.get(), static_cast<std::uint32_t>(frame)),
            CorruptImageError);
  const avifImage& file = *decoder_->image;
  if (file.width != image->columns || file.height != image->rows)
    Fail(CorruptImageError, "Frames differ in size");
  const bool gray = file.yuvFormat == AVIF_PIXEL_FORMAT_YUV400;
  Converter(file, image, exception).Run();
  SetShade(image, gray, false);
  if (upright_) MakeUpright(image, Part(image), exception);
}

}  // namespace

Image* ReadAvif(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const WholeInput file(image);
    Reading reading(image_info, file.bytes());
    const FrameRange range = WantedFrames(image_info, reading.frames());
    for (std::size_t frame = range.first; frame < range.end; ++frame) {
      if (frame != range.first) image = NextImage(image_info, image);
      reading.Describe(frame, image);
      if (image_info->ping != MagickFalse)
        reading.DescribeUpright(image);
      else
        reading.Read(frame, image, exception);
    }
  });
}

}  // namespace lodestone::coders
