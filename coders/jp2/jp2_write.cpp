#include <algorithm>
#include <cstring>

#include "base/checked_size.hpp"
#include "base/thread_pool.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/upright.hpp"
#include "coders/jp2/jp2.hpp"
#include "magick/attribute.h"
#include "magick/core/pixels/grey_samples.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kPacketQuanta = sizeof(PixelPacket) / sizeof(Quantum);

// Numbers of pixels are 32 bits in files, and int in openjpeg.
void CheckSize(const Image* image) {
  constexpr unsigned long kMost = 0x3fffffff;
  if (image->columns > kMost || image->rows > kMost)
    Fail(CoderError, "Image column or row size is not supported");
}

std::span<const std::uint8_t> UsableProfile(Image* image, bool gray) {
  const IccColors colors = gray ? IccColors::kGray : IccColors::kRgb;
  const std::span<const std::uint8_t> icc = FittingIcc(image, colors, &image->exception);
  if (icc.empty() || ColorsOfIcc(icc) == colors) return icc;
  Report(&image->exception, CoderWarning, "Unusable ICC profile; left out", image->filename);
  return {};
}

Jp2Colors ColorsOf(const ImageInfo* image_info, Image* image, bool boxed) {
  const ImageType type = image_info->type;
  const Traits traits = Analyze(image, type == OptimizeType, &image->exception);
  Jp2Colors colors;
  colors.bits = static_cast<unsigned>(std::clamp<unsigned long>(image->depth, 2, QuantumDepth));
  colors.alpha = image->matte != MagickFalse;
  colors.gray = traits.grayscale && type != TrueColorType && type != TrueColorMatteType;
  if (!boxed) return colors;
  if (ColorsOfIcc(ProfileOf(image, "ICM")) == IccColors::kRgb) colors.gray = false;
  colors.icc = UsableProfile(image, colors.gray);
  return colors;
}

// The components of an image, as openjpeg takes them.
class Components {
 public:
  Components(const Jp2Colors& colors, const opj_cparameters_t& parameters, Image* image)
      : colors_(colors), columns_(image->columns) {
    const CheckedSize bytes =
        CheckedSize(image->columns) * image->rows * colors.Components() * sizeof(OPJ_INT32);
    // While it encodes, openjpeg has another copy.
    const CheckedSize both = bytes * 2;
    if (!both.valid() || !claim_.Acquire(both.value())) FailOfMemoryLimit();
    std::vector<opj_image_cmptparm_t> shapes(colors.Components());
    for (opj_image_cmptparm_t& shape : shapes) {
      shape.dx = shape.dy = 1;
      shape.w = static_cast<OPJ_UINT32>(image->columns);
      shape.h = static_cast<OPJ_UINT32>(image->rows);
      shape.prec = colors.bits;
    }
    image_.reset(opj_image_create(static_cast<OPJ_UINT32>(shapes.size()), shapes.data(),
                                  colors.gray ? OPJ_CLRSPC_GRAY : OPJ_CLRSPC_SRGB));
    if (image_ == nullptr) throw std::bad_alloc();
    image_->x0 = static_cast<OPJ_UINT32>(parameters.image_offset_x0);
    image_->y0 = static_cast<OPJ_UINT32>(parameters.image_offset_y0);
    image_->x1 = image_->x0 + shapes[0].w;
    image_->y1 = image_->y0 + shapes[0].h;
    MakeTable();
  }
  opj_image_t* get() const { return image_.get(); }

  void Fill(Image* image) {
    const GreySamples grey =
        colors_.gray && !colors_.alpha ? GreySamples::Of(image, &image->exception) : GreySamples();
    const ConstPixels pixels = grey ? ConstPixels() : AllPixels(image, &image->exception);
    accel::ParallelBands(image->rows, accel::RowsPerTask(columns_),
                         [&](std::size_t begin, std::size_t end) {
                           for (std::size_t y = begin; y < end; ++y) {
                             if (grey)
                               FillFrom<1>(grey.Row(y), 0, y);
                             else
                               FillRow(pixels.Row(y), y);
                           }
                         });
  }

 private:
  void MakeTable() {
    const double scale = ((1u << colors_.bits) - 1) / MaxRGBDouble;
    levels_.resize(std::size_t{MaxRGB} + 1);
    for (std::size_t i = 0; i < levels_.size(); ++i)
      levels_[i] = static_cast<OPJ_INT32>(scale * static_cast<double>(i) + 0.5);
  }

  template <std::size_t kStep>
  void FillFrom(const Quantum* quanta, std::size_t component, std::size_t y) {
    OPJ_INT32* const samples = image_->comps[component].data + y * columns_;
    for (std::size_t x = 0; x < columns_; ++x) samples[x] = levels_[quanta[x * kStep]];
  }

  void FillRow(const PixelPacket* row, std::size_t y) {
    std::size_t next = 0;
    if (colors_.gray) {
      OPJ_INT32* const samples = image_->comps[next++].data + y * columns_;
      for (std::size_t x = 0; x < columns_; ++x) samples[x] = levels_[Intensity(row[x])];
    } else {
      FillFrom<kPacketQuanta>(&row->red, next++, y);
      FillFrom<kPacketQuanta>(&row->green, next++, y);
      FillFrom<kPacketQuanta>(&row->blue, next++, y);
    }
    if (!colors_.alpha) return;
    OPJ_INT32* const samples = image_->comps[next].data + y * columns_;
    for (std::size_t x = 0; x < columns_; ++x) samples[x] = levels_[MaxRGB - row[x].opacity];
  }

  const Jp2Colors& colors_;
  const std::size_t columns_;
  MemoryClaim claim_;
  J2kImage image_;
  std::vector<OPJ_INT32> levels_;  // of quanta
};

void Check(OPJ_BOOL succeeded, const J2kStream& stream) {
  if (stream.exhausted()) throw std::bad_alloc();
  if (succeeded == OPJ_FALSE) Fail(CoderError, "Unable to encode such an image");
}

// The comment of the codestream, which has one in any case.
void SetComment(Image* image, std::string& comment, opj_cparameters_t& parameters) {
  constexpr std::size_t kMost = 65000;
  const ImageAttribute* const attribute = GetImageAttribute(image, "comment");
  if (attribute == nullptr || attribute->value == nullptr || attribute->value[0] == '\0') return;
  comment = attribute->value;
  if (comment.size() > kMost) {
    Report(&image->exception, CoderWarning, "Comment is too long; left out", image->filename);
    return;
  }
  parameters.cp_comment = comment.data();
}

std::vector<std::uint8_t> EncodeStream(const ImageInfo* image_info, const Jp2Colors& colors,
                                       Image* image) {
  opj_cparameters_t parameters = J2kParameters(image_info, colors, image);
  std::string comment;
  SetComment(image, comment, parameters);
  Components components(colors, parameters, image);
  components.Fill(image);
  std::vector<std::uint8_t> bytes;
  J2kStream stream(bytes);
  const J2kCodec codec(opj_create_compress(OPJ_CODEC_J2K));
  if (codec == nullptr) throw std::bad_alloc();
  Check(opj_setup_encoder(codec.get(), &parameters, components.get()), stream);
  UseThreads(codec.get(), std::uint64_t{image->columns} * image->rows);
  Check(opj_start_compress(codec.get(), components.get(), stream.get()), stream);
  Check(opj_encode(codec.get(), stream.get()), stream);
  Check(opj_end_compress(codec.get(), stream.get()), stream);
  return bytes;
}

}  // namespace

unsigned int WriteJp2(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    CheckSize(image);
    ToRgb(image);
    const bool boxed = LocaleCompare(image_info->magick, "JP2") == 0;
    const Jp2Colors colors = ColorsOf(image_info, image, boxed);
    CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
    progress.Tick(0);
    const std::vector<std::uint8_t> stream = EncodeStream(image_info, colors, image);
    if (boxed) {
      PutOrientationIntoExif(image, OrientationPlace::kExif);
      const std::vector<std::uint8_t> boxes = Jp2Boxes(colors, image, stream.size());
      WriteBytes(image, boxes.data(), boxes.size());
    }
    WriteBytes(image, stream.data(), stream.size());
    progress.Tick(image->rows - 1);
  });
}

}  // namespace lodestone::coders
