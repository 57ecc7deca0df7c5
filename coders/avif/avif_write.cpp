#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdlib>

#include "base/thread_pool.hpp"
#include "coders/avif/avif.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/sampling.hpp"
#include "coders/common/upright.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr unsigned long kLossless = 100;  // of qualities
constexpr int kDefaultSpeed = 6;
constexpr unsigned kUnspecified = 2;  // colours, which a profile describes

// How the pixels will be stored.
struct AvifPlan {
  unsigned depth = 8;
  bool gray = false;
  bool alpha = false;
  bool lossless = false;
  avifPixelFormat chroma = AVIF_PIXEL_FORMAT_YUV420;
};

avifPixelFormat FormatFor(ChromaSampling chroma) {
  switch (chroma) {
    case ChromaSampling::k444:
      return AVIF_PIXEL_FORMAT_YUV444;
    case ChromaSampling::k422:
      return AVIF_PIXEL_FORMAT_YUV422;
    default:
      return AVIF_PIXEL_FORMAT_YUV420;
  }
}

AvifPlan PlanFor(const ImageInfo* image_info, Image* image) {
  const ImageType type = image_info->type;
  const Traits traits = Analyze(image, type == OptimizeType, &image->exception);
  AvifPlan plan;
  plan.depth = image->depth <= 8 ? 8 : image->depth <= 10 ? 10 : 12;
  plan.alpha = !traits.opaque;
  plan.gray = traits.grayscale && type != TrueColorType && type != TrueColorMatteType;
  plan.lossless = image_info->quality >= kLossless;
  plan.chroma = plan.gray       ? AVIF_PIXEL_FORMAT_YUV400
                : plan.lossless ? AVIF_PIXEL_FORMAT_YUV444
                                : FormatFor(ChromaOf(image_info));
  return plan;
}

// All samples of the image as libavif wants them.
struct Samples {
  std::vector<std::uint8_t> bytes;
  avifRGBImage rgb;
};

Samples SamplesOf(const AvifPlan& plan, const avifImage& file, Image* image) {
  Samples samples;
  avifRGBImage& rgb = samples.rgb;
  avifRGBImageSetDefaults(&rgb, &file);
  const bool wide = plan.depth > 8 && QuantumDepth > 8;
  rgb.depth = wide ? 16 : 8;
  rgb.format = plan.alpha ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
  rgb.rowBytes = rgb.width * avifRGBImagePixelSize(&rgb);
  samples.bytes.resize(std::size_t{rgb.rowBytes} * rgb.height);
  rgb.pixels = samples.bytes.data();
  const SampleFormat format = {plan.alpha ? Channels::kRgba : Channels::kRgb, wide ? 2u : 1u,
                               std::endian::native == std::endian::little};
  const ConstPixels pixels = AllPixels(image, &image->exception);
  accel::ParallelBands(image->rows, accel::RowsPerTask(image->columns),
                       [&](std::size_t begin, std::size_t end) {
                         for (std::size_t y = begin; y < end; ++y)
                           ExportRow(format, pixels.Row(y), nullptr, image->columns, plan.alpha,
                                     rgb.pixels + y * rgb.rowBytes);
                       });
  return samples;
}

// libavif writes no file with another one.
std::span<const std::uint8_t> UsableExif(Image* image) {
  const std::span<const std::uint8_t> exif = ExifTiffOf(image);
  if (exif.empty() || IsTiff(exif)) return exif;
  Report(&image->exception, CoderWarning, "Unusable EXIF profile; left out", image->filename);
  return {};
}

void SetMetadata(const AvifPlan& plan, Image* image, avifImage& file) {
  const auto icc = FittingIcc(image, plan.gray ? IccColors::kGray : IccColors::kRgb,
                              &image->exception, ColorNumbers::kKept);
  const auto xmp = ProfileOf(image, "XMP");
  const auto exif = UsableExif(image);
  if (!icc.empty()) avifImageSetProfileICC(&file, icc.data(), icc.size());
  if (!exif.empty()) avifImageSetMetadataExif(&file, exif.data(), exif.size());
  if (!xmp.empty()) avifImageSetMetadataXMP(&file, xmp.data(), xmp.size());
  SetTransforms(image->orientation, file);
  const Cicp cicp = icc.empty() ? CicpOf(image) : Cicp{kUnspecified, kUnspecified};
  file.colorPrimaries = static_cast<avifColorPrimaries>(cicp.primaries);
  file.transferCharacteristics = static_cast<avifTransferCharacteristics>(cicp.transfer);
}

AvifImageOwner FileFor(const AvifPlan& plan, Image* image) {
  AvifImageOwner file(avifImageCreate(static_cast<std::uint32_t>(image->columns),
                                      static_cast<std::uint32_t>(image->rows), plan.depth,
                                      plan.chroma));
  if (file == nullptr) throw std::bad_alloc();
  file->yuvRange = AVIF_RANGE_FULL;
  SetMetadata(plan, image, *file);
  file->matrixCoefficients = plan.lossless && !plan.gray ? AVIF_MATRIX_COEFFICIENTS_IDENTITY
                                                         : AVIF_MATRIX_COEFFICIENTS_BT601;
  return file;
}

int OptionOf(const ImageInfo* image_info, const char* key, int least, int most, int otherwise) {
  const char* const text = AccessDefinition(image_info, "avif", key);
  return text == nullptr ? otherwise : std::clamp(std::atoi(text), least, most);
}

AvifEncoderOwner EncoderFor(const ImageInfo* image_info, const AvifPlan& plan) {
  AvifEncoderOwner encoder(avifEncoderCreate());
  if (encoder == nullptr) throw std::bad_alloc();
  const int rest = 100 - static_cast<int>(std::min(image_info->quality, kLossless));
  const int quantizer =
      plan.lossless ? AVIF_QUANTIZER_LOSSLESS : (rest * AVIF_QUANTIZER_WORST_QUALITY + 50) / 100;
  encoder->minQuantizer = encoder->maxQuantizer = quantizer;
  encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = quantizer;
  encoder->speed =
      OptionOf(image_info, "speed", AVIF_SPEED_SLOWEST, AVIF_SPEED_FASTEST, kDefaultSpeed);
  encoder->maxThreads = AvifThreads();
  encoder->autoTiling = AVIF_TRUE;
  return encoder;
}

class Output {
 public:
  Output() = default;
  ~Output() { avifRWDataFree(&data_); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  avifRWData* get() { return &data_; }

 private:
  avifRWData data_ = AVIF_DATA_EMPTY;
};

// AV1 has no larger images.
void CheckSize(const Image* image) {
  constexpr unsigned long kMost = 65536;
  if (image->columns > kMost || image->rows > kMost)
    Fail(CoderError, "Image is too large for AVIF");
}

}  // namespace

unsigned int WriteAvif(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    CheckSize(image);
    ToRgb(image);
    PutOrientationIntoExif(image, OrientationPlace::kFormat);
    CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
    const AvifPlan plan = PlanFor(image_info, image);
    MemoryClaim claim;  // the samples, and the planes made of them
    if (!claim.Acquire(std::uint64_t{image->columns} * image->rows * (plan.depth > 8 ? 16 : 8)))
      FailOfMemoryLimit();
    const AvifImageOwner file = FileFor(plan, image);
    {
      const Samples samples = SamplesOf(plan, *file, image);
      CheckAvif(avifImageRGBToYUV(file.get(), &samples.rgb), CoderError);
    }
    progress.Tick(0);
    const AvifEncoderOwner encoder = EncoderFor(image_info, plan);
    Output output;
    CheckAvif(avifEncoderWrite(encoder.get(), file.get(), output.get()), CoderError);
    WriteBytes(image, output.get()->data, output.get()->size);
    progress.Tick(image->rows - 1);
  });
}

}  // namespace lodestone::coders
