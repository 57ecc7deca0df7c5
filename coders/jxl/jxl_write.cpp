#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "base/thread_pool.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/upright.hpp"
#include "coders/jxl/jxl.hpp"
#include "magick/core/pixels/grey_samples.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr unsigned long kLossless = 100;  // of qualities

// How the pixels will be stored.
struct JxlPlan {
  bool gray = false;
  bool alpha = false;
  bool wide = false;  // 16 bits
  std::span<const std::uint8_t> icc;
  JxlColorEncoding colors;  // without a profile

  SampleFormat Format() const {
    SampleFormat format;
    format.channels = gray ? (alpha ? Channels::kGrayAlpha : Channels::kGray)
                           : (alpha ? Channels::kRgba : Channels::kRgb);
    format.bytes = wide ? 2 : 1;
    format.little_endian = std::endian::native == std::endian::little;
    return format;
  }
  JxlPixelFormat PixelFormat() const {
    return {SamplesPerPixel(Format().channels), wide ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
            JXL_NATIVE_ENDIAN, 0};
  }
};

class Encoding {
 public:
  explicit Encoding(JxlWorkers& workers)
      : workers_(workers), encoder_(JxlEncoderCreate(JxlLimitedMemory())) {
    if (encoder_ == nullptr) throw std::bad_alloc();
    Check(JxlEncoderSetParallelRunner(get(), JxlWorkers::Run, &workers), "Unable to encode image");
  }
  JxlEncoder* get() const { return encoder_.get(); }

  void Check(JxlEncoderStatus status, const char* reason) const {
    workers_.Rethrow();
    if (status == JXL_ENC_SUCCESS) return;
    if (JxlEncoderGetError(get()) == JXL_ENC_ERR_OOM) throw std::bad_alloc();
    Fail(CoderError, reason);
  }

 private:
  const JxlWorkers& workers_;
  JxlEncoderOwner encoder_;
};

// What libjxl has a name for; its numbers are those of ITU-T H.273.
std::optional<JxlColorEncoding> EncodingOf(const Cicp& cicp, bool gray) {
  JxlColorEncoding colors;
  JxlColorEncodingSetToSRGB(&colors, gray ? JXL_TRUE : JXL_FALSE);
  if (cicp.IsPlain()) return colors;
  constexpr unsigned kP3OfD65 = 12;
  switch (cicp.primaries) {
    case JXL_PRIMARIES_SRGB:
    case JXL_PRIMARIES_2100:
      colors.primaries = static_cast<JxlPrimaries>(cicp.primaries);
      break;
    case JXL_PRIMARIES_P3:
      colors.white_point = JXL_WHITE_POINT_DCI;
      [[fallthrough]];
    case kP3OfD65:
      colors.primaries = JXL_PRIMARIES_P3;
      break;
    default:
      return std::nullopt;
  }
  switch (cicp.transfer) {
    case JXL_TRANSFER_FUNCTION_709:
    case JXL_TRANSFER_FUNCTION_LINEAR:
    case JXL_TRANSFER_FUNCTION_SRGB:
    case JXL_TRANSFER_FUNCTION_PQ:
    case JXL_TRANSFER_FUNCTION_DCI:
    case JXL_TRANSFER_FUNCTION_HLG:
      colors.transfer_function = static_cast<JxlTransferFunction>(cicp.transfer);
      return colors;
    default:
      return std::nullopt;
  }
}

JxlPlan PlanFor(const ImageInfo* image_info, Image* image) {
  const ImageType type = image_info->type;
  const Traits traits = Analyze(image, type == OptimizeType, &image->exception);
  JxlPlan plan;
  plan.alpha = !traits.opaque;
  plan.gray = traits.grayscale && type != TrueColorType && type != TrueColorMatteType;
  plan.wide = image->depth > 8 && QuantumDepth > 8;
  if (ColorsOfIcc(ProfileOf(image, "ICM")) == IccColors::kRgb) plan.gray = false;
  const auto named = EncodingOf(CicpOf(image), plan.gray);
  plan.icc = FittingIcc(image, plan.gray ? IccColors::kGray : IccColors::kRgb, &image->exception,
                        named ? ColorNumbers::kKept : ColorNumbers::kLost);
  plan.colors = named ? *named : *EncodingOf(Cicp(), plan.gray);
  return plan;
}

// The distance from the original for a quality below that of lossless files, as cjxl has it.
float DistanceOf(unsigned long quality) {
  const double rest = static_cast<double>(quality);
  const double distance =
      quality >= 30 ? 0.1 + (100.0 - rest) * 0.09 : 6.4 + std::pow(2.5, (30.0 - rest) / 5.0) / 6.25;
  return static_cast<float>(distance);
}

void SetHeader(const Encoding& encoding, const JxlPlan& plan, const Image* image, bool lossless) {
  JxlBasicInfo info;
  JxlEncoderInitBasicInfo(&info);
  info.xsize = static_cast<std::uint32_t>(image->columns);
  info.ysize = static_cast<std::uint32_t>(image->rows);
  info.bits_per_sample = plan.wide ? 16 : 8;
  info.num_color_channels = plan.gray ? 1 : 3;
  info.num_extra_channels = plan.alpha ? 1 : 0;
  info.alpha_bits = plan.alpha ? info.bits_per_sample : 0;
  info.uses_original_profile = lossless ? JXL_TRUE : JXL_FALSE;
  if (image->orientation > UndefinedOrientation && image->orientation <= LeftBottomOrientation)
    info.orientation = static_cast<JxlOrientation>(image->orientation);
  encoding.Check(JxlEncoderSetCodestreamLevel(encoding.get(), -1), "Unable to encode image");
  encoding.Check(JxlEncoderSetBasicInfo(encoding.get(), &info), "Unable to encode such an image");
}

void SetColors(const Encoding& encoding, const JxlPlan& plan, Image* image) {
  if (!plan.icc.empty()) {
    if (JxlEncoderSetICCProfile(encoding.get(), plan.icc.data(), plan.icc.size()) ==
        JXL_ENC_SUCCESS)
      return;
    Report(&image->exception, CoderWarning, "Unusable ICC profile; left out", image->filename);
  }
  encoding.Check(JxlEncoderSetColorEncoding(encoding.get(), &plan.colors),
                 "Unable to encode image");
}

void AddBox(const Encoding& encoding, const char* type, std::span<const std::uint8_t> bytes) {
  encoding.Check(JxlEncoderAddBox(encoding.get(), type, bytes.data(), bytes.size(), JXL_FALSE),
                 "Unable to write profile");
}

void AddBoxes(const Encoding& encoding, const Image* image) {
  const std::span<const std::uint8_t> exif = ExifTiffOf(image), xmp = ProfileOf(image, "XMP");
  if (exif.empty() && xmp.empty()) return;
  encoding.Check(JxlEncoderUseBoxes(encoding.get()), "Unable to write profile");
  if (!exif.empty()) {
    std::vector<std::uint8_t> box(4);  // the offset of the TIFF file
    box.insert(box.end(), exif.begin(), exif.end());
    AddBox(encoding, "Exif", box);
  }
  if (!xmp.empty()) AddBox(encoding, "xml ", xmp);
  JxlEncoderCloseBoxes(encoding.get());
}

// Values that libjxl would refuse are not given to it: it prints what it thinks of them.
struct JxlOption {
  const char* key;
  JxlEncoderFrameSettingId id;
  int least, most;
};
constexpr JxlOption kOptions[] = {
    {"effort", JXL_ENC_FRAME_SETTING_EFFORT, 1, 9},
    {"decodingspeed", JXL_ENC_FRAME_SETTING_DECODING_SPEED, 0, 4},
};

void SetOption(JxlEncoderFrameSettings* settings, const JxlOption& option, const char* text,
               Image* image) {
  const int value = std::atoi(text);
  if (value >= option.least && value <= option.most &&
      JxlEncoderFrameSettingsSetOption(settings, option.id, value) == JXL_ENC_SUCCESS)
    return;
  const std::string reason =
      "Value is not possible; ignored: jxl:" + std::string(option.key) + "=" + text;
  Report(&image->exception, CoderWarning, reason.c_str(), image->filename);
}

JxlEncoderFrameSettings* Settings(const Encoding& encoding, const ImageInfo* image_info,
                                  Image* image, bool lossless) {
  JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoding.get(), nullptr);
  if (settings == nullptr) throw std::bad_alloc();
  encoding.Check(lossless ? JxlEncoderSetFrameLossless(settings, JXL_TRUE)
                          : JxlEncoderSetFrameDistance(settings, DistanceOf(image_info->quality)),
                 "Unable to encode with this quality");
  for (const JxlOption& option : kOptions) {
    if (const char* const text = AccessDefinition(image_info, "jxl", option.key))
      SetOption(settings, option, text, image);
  }
  return settings;
}

// All samples of the image, which libjxl wants at once.
std::vector<std::uint8_t> SamplesOf(const JxlPlan& plan, Image* image) {
  const SampleFormat format = plan.Format();
  const std::size_t row_bytes = format.PixelBytes() * image->columns;
  std::vector<std::uint8_t> samples(row_bytes * image->rows);
  const GreySamples grey = format.channels == Channels::kGray
                               ? GreySamples::Of(image, &image->exception)
                               : GreySamples();
  const ConstPixels pixels = grey ? ConstPixels() : AllPixels(image, &image->exception);
  const auto rows = [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) {
      std::uint8_t* const row = samples.data() + y * row_bytes;
      if (grey)
        ExportGraySamples(format, grey.Row(y), image->columns, row);
      else
        ExportRow(format, pixels.Row(y), nullptr, image->columns, plan.alpha, row);
    }
  };
  accel::ParallelBands(image->rows, accel::RowsPerTask(image->columns), rows);
  return samples;
}

void WriteOutput(const Encoding& encoding, Image* image) {
  constexpr std::size_t kBytes = 65536;
  std::vector<std::uint8_t> buffer(kBytes);
  for (;;) {
    std::uint8_t* next = buffer.data();
    std::size_t left = buffer.size();
    const JxlEncoderStatus status = JxlEncoderProcessOutput(encoding.get(), &next, &left);
    WriteBytes(image, buffer.data(), buffer.size() - left);
    if (status == JXL_ENC_NEED_MORE_OUTPUT) continue;
    return encoding.Check(status, "Unable to encode image");
  }
}

}  // namespace

unsigned int WriteJxl(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    PutOrientationIntoExif(image, OrientationPlace::kFormat);
    const JxlPlan plan = PlanFor(image_info, image);
    const bool lossless = image_info->quality >= kLossless;
    CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
    std::size_t step = 0;  // libjxl does not say how far it is
    JxlWorkers workers([&] {
      if (step + 1 < image->rows) progress.Tick(step++);
    });
    const Encoding encoding(workers);
    SetHeader(encoding, plan, image, lossless);
    SetColors(encoding, plan, image);
    AddBoxes(encoding, image);
    JxlEncoderFrameSettings* const settings = Settings(encoding, image_info, image, lossless);
    MemoryClaim claim;
    if (!claim.Acquire(std::uint64_t{image->columns} * image->rows * plan.Format().PixelBytes()))
      FailOfMemoryLimit();
    const std::vector<std::uint8_t> samples = SamplesOf(plan, image);
    const JxlPixelFormat format = plan.PixelFormat();
    encoding.Check(JxlEncoderAddImageFrame(settings, &format, samples.data(), samples.size()),
                   "Unable to encode image");
    JxlEncoderCloseInput(encoding.get());
    WriteOutput(encoding, image);
    progress.Tick(image->rows - 1);
  });
}

}  // namespace lodestone::coders
