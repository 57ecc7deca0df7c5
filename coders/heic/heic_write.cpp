#include <algorithm>
#include <bit>
#include <string>

#include "base/thread_pool.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/sampling.hpp"
#include "coders/common/upright.hpp"
#include "coders/heic/heic.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned long kLossless = 100;  // of qualities
constexpr bool kLittleEndian = std::endian::native == std::endian::little;

// How the pixels will be stored.
struct HeifPlan {
  int bits = 8;
  bool alpha = false;
  bool lossless = false;

  heif_chroma Chroma() const {
    if (bits <= 8) return alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
    if (kLittleEndian)
      return alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE;
    return alpha ? heif_chroma_interleaved_RRGGBBAA_BE : heif_chroma_interleaved_RRGGBB_BE;
  }
  SampleFormat Format() const {
    return {alpha ? Channels::kRgba : Channels::kRgb, bits > 8 ? 2u : 1u, kLittleEndian};
  }
};

HeifPlan PlanFor(const ImageInfo* image_info, Image* image) {
  const Traits traits = Analyze(image, image_info->type == OptimizeType, &image->exception);
  HeifPlan plan;
  plan.bits = QuantumDepth == 8 || image->depth <= 8 ? 8 : image->depth <= 10 ? 10 : 12;
  plan.alpha = !traits.opaque;
  plan.lossless = image_info->quality >= kLossless;
  return plan;
}

// Samples of 16 bits, rounded to those of the file.
void Reduce(std::uint8_t* row, std::size_t samples, int bits) {
  auto* const values = reinterpret_cast<std::uint16_t*>(row);
  const std::uint32_t most = (1u << bits) - 1;
  for (std::size_t i = 0; i < samples; ++i)
    values[i] = static_cast<std::uint16_t>((values[i] * most + 32767u) / 65535u);
}

void FillRows(const HeifPlan& plan, Image* image, std::uint8_t* rows, std::size_t stride) {
  const ConstPixels pixels = AllPixels(image, &image->exception);
  const SampleFormat format = plan.Format();
  accel::ParallelBands(
      image->rows, accel::RowsPerTask(image->columns), [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y) {
          std::uint8_t* const row = rows + y * stride;
          ExportRow(format, pixels.Row(y), nullptr, image->columns, plan.alpha, row);
          if (plan.bits > 8)
            Reduce(row, image->columns * SamplesPerPixel(format.channels), plan.bits);
        }
      });
}

HeifOwner<heif_color_profile_nclx> ColorsOf(const HeifPlan& plan, const Image* image) {
  auto colors = OwnHeif(heif_nclx_color_profile_alloc());
  const Cicp cicp = CicpOf(image);
  colors->color_primaries = static_cast<heif_color_primaries>(cicp.primaries);
  colors->transfer_characteristics = static_cast<heif_transfer_characteristics>(cicp.transfer);
  colors->matrix_coefficients =
      plan.lossless ? heif_matrix_coefficients_RGB_GBR : heif_matrix_coefficients_ITU_R_BT_601_6;
  colors->full_range_flag = 1;
  return colors;
}

HeifOwner<heif_image> SamplesOf(const HeifPlan& plan, const heif_color_profile_nclx* colors,
                                Image* image) {
  const int columns = static_cast<int>(image->columns), rows = static_cast<int>(image->rows);
  heif_image* made = nullptr;
  CheckHeif(heif_image_create(columns, rows, heif_colorspace_RGB, plan.Chroma(), &made),
            CoderError);
  HeifOwner<heif_image> samples = OwnHeif(made);
  CheckHeif(heif_image_add_plane(made, heif_channel_interleaved, columns, rows, plan.bits),
            CoderError);
  int stride = 0;
  std::uint8_t* const plane = heif_image_get_plane(made, heif_channel_interleaved, &stride);
  if (plane == nullptr) throw std::bad_alloc();
  FillRows(plan, image, plane, static_cast<std::size_t>(stride));
  CheckHeif(heif_image_set_nclx_color_profile(made, colors), CoderError);
  const auto icc = FittingIcc(image, IccColors::kRgb, &image->exception, ColorNumbers::kKept);
  if (!icc.empty())
    CheckHeif(heif_image_set_raw_color_profile(made, "prof", icc.data(), icc.size()), CoderError);
  return samples;
}

void SetString(heif_encoder* encoder, const char* name, const std::string& value) {
  CheckHeif(heif_encoder_set_parameter_string(encoder, name, value.c_str()), CoderError);
}

const char* NameOf(ChromaSampling chroma) {
  switch (chroma) {
    case ChromaSampling::k444:
      return "444";
    case ChromaSampling::k422:
      return "422";
    default:
      return "420";
  }
}

HeifOwner<heif_encoder> EncoderFor(const ImageInfo* image_info, const HeifPlan& plan,
                                   heif_context* context) {
  heif_encoder* found = nullptr;
  CheckHeif(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &found),
            CoderError);
  HeifOwner<heif_encoder> encoder = OwnHeif(found);
  heif_encoder_set_logging_level(found, 0);
  const unsigned long quality = std::min(image_info->quality, kLossless);
  CheckHeif(heif_encoder_set_lossy_quality(found, static_cast<int>(quality)), CoderError);
  CheckHeif(heif_encoder_set_lossless(found, plan.lossless ? 1 : 0), CoderError);
  SetString(found, "chroma", plan.lossless ? "444" : NameOf(ChromaOf(image_info)));
  if (const char* const preset = AccessDefinition(image_info, "heif", "preset"))
    SetString(found, "preset", preset);
  // One of x265's begins all, another does the frame, of which there is only one.
  (void)heif_encoder_set_parameter_string(found, "x265:pools",
                                          std::to_string(HeifThreads(3)).c_str());
  return encoder;
}

HeifOwner<heif_encoding_options> OptionsFor(const Image* image, heif_color_profile_nclx* colors) {
  auto options = OwnHeif(heif_encoding_options_alloc());
  options->output_nclx_profile = colors;
  options->save_two_colr_boxes_when_ICC_and_nclx_available = 1;
  options->macOS_compatibility_workaround_no_nclx_profile = 0;
  if (image->orientation > UndefinedOrientation && image->orientation <= LeftBottomOrientation)
    options->image_orientation = static_cast<heif_orientation>(image->orientation);
  return options;
}

void AddMetadata(heif_context* context, const heif_image_handle* handle, Image* image) {
  const auto exif = ExifTiffOf(image), xmp = ProfileOf(image, "XMP");
  if (!exif.empty() && !IsTiff(exif)) {
    Report(&image->exception, CoderWarning, "Unusable EXIF profile; left out", image->filename);
  } else if (!exif.empty()) {
    CheckHeif(
        heif_context_add_exif_metadata(context, handle, exif.data(), static_cast<int>(exif.size())),
        CoderError);
  }
  if (!xmp.empty())
    CheckHeif(
        heif_context_add_XMP_metadata(context, handle, xmp.data(), static_cast<int>(xmp.size())),
        CoderError);
}

// The callback may not throw.
heif_error Store(heif_context*, const void* data, std::size_t size, void* image) {
  if (WriteBlob(static_cast<Image*>(image), size, data) == size)
    return {heif_error_Ok, heif_suberror_Unspecified, ""};
  return {heif_error_Encoding_error, heif_suberror_Cannot_write_output_data,
          "unable to write to file"};
}

}  // namespace

unsigned int WriteHeic(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    constexpr unsigned long kMost = 65535;
    if (image->columns > kMost || image->rows > kMost)
      Fail(CoderError, "Image is too large for HEIF");
    ToRgb(image);
    PutOrientationIntoExif(image, OrientationPlace::kFormat);
    CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
    progress.Tick(0);
    const HeifPlan plan = PlanFor(image_info, image);
    MemoryClaim claim;  // the samples, and the planes made of them
    if (!claim.Acquire(std::uint64_t{image->columns} * image->rows * (plan.bits > 8 ? 16 : 8)))
      FailOfMemoryLimit();
    const auto context = OwnHeif(heif_context_alloc());
    const auto encoder = EncoderFor(image_info, plan, context.get());
    const auto colors = ColorsOf(plan, image);
    const auto options = OptionsFor(image, colors.get());
    const auto samples = SamplesOf(plan, colors.get(), image);
    heif_image_handle* made = nullptr;
    CheckHeif(heif_context_encode_image(context.get(), samples.get(), encoder.get(), options.get(),
                                        &made),
              CoderError);
    const auto handle = OwnHeif(made);
    AddMetadata(context.get(), handle.get(), image);
    heif_writer writer = {1, Store};
    CheckHeif(heif_context_write(context.get(), &writer, image), BlobError);
    progress.Tick(image->rows - 1);
  });
}

}  // namespace lodestone::coders
