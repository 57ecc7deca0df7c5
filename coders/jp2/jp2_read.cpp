#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/checked_size.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/whole_input.hpp"
#include "coders/jp2/jp2.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

// openjpeg's own memory for each tile, and for each component of one, before any is decoded.
constexpr std::size_t kTileBytes = 6000, kComponentBytes = 1100;

class Decoding {
 public:
  Decoding(std::span<const std::uint8_t> file, const ImageInfo* image_info, const Jp2Header& header)
      : stream_(file), codec_(opj_create_decompress(header.boxed ? OPJ_CODEC_JP2 : OPJ_CODEC_J2K)) {
    if (codec_ == nullptr) throw std::bad_alloc();
    opj_dparameters_t parameters;
    opj_set_default_decoder_parameters(&parameters);
    if (const char* layers = AccessDefinition(image_info, "jp2", "maxlyrs"))
      parameters.cp_layer = static_cast<OPJ_UINT32>(std::max(std::atoi(layers), 0));
    Check(opj_setup_decoder(codec_.get(), &parameters));
    const char* const truncated = AccessDefinition(image_info, "jp2", "allow_trunc");
    const bool strict = truncated == nullptr || std::strcmp(truncated, "1") != 0;
    Check(opj_decoder_set_strict_mode(codec_.get(), strict ? OPJ_TRUE : OPJ_FALSE));
    if (image_info->ping == MagickFalse) UseThreads(codec_.get(), header.columns * header.rows);
  }

  opj_image_t* ReadHeader() {
    opj_image_t* image = nullptr;
    const OPJ_BOOL read = opj_read_header(stream_.get(), codec_.get(), &image);
    image_.reset(image);
    Check(read);
    if (image_->numcomps == 0) Fail(CorruptImageError, "Missing an image channel");
    Reduce(0);
    return image_.get();
  }

  // Decodes at 1/2^factor of the size.
  void Reduce(unsigned factor) {
    Check(opj_set_decoded_resolution_factor(codec_.get(), factor));
    for (std::size_t i = 0; i < image_->numcomps; ++i) image_->comps[i].factor = factor;
    Check(opj_set_decode_area(codec_.get(), image_.get(), 0, 0, 0, 0));
  }

  // The largest factor that all components allow.
  unsigned MostReduced() const {
    opj_codestream_info_v2_t* info = opj_get_cstr_info(codec_.get());
    if (info == nullptr) throw std::bad_alloc();
    unsigned levels = 1;
    if (info->m_default_tile_info.tccp_info != nullptr) {
      levels = 33;
      for (std::size_t i = 0; i < info->nbcomps; ++i)
        levels = std::min(levels, info->m_default_tile_info.tccp_info[i].numresolutions);
    }
    opj_destroy_cstr_info(&info);
    return std::max(levels, 1u) - 1;
  }

  const opj_image_t* Decode() {
    Check(opj_decode(codec_.get(), stream_.get(), image_.get()));
    opj_end_decompress(codec_.get(), stream_.get());
    return image_.get();
  }

 private:
  static void Check(OPJ_BOOL succeeded) {
    if (succeeded == OPJ_FALSE) Fail(CorruptImageError, "Corrupt image");
  }

  J2kStream stream_;
  J2kCodec codec_;
  J2kImage image_;
};

void Claim(MemoryClaim& claim, const CheckedSize& bytes) {
  if (!bytes.valid() || !claim.Acquire(bytes.value())) FailOfMemoryLimit();
}

// With -size the image is decoded at the smallest power of two that still covers the size.
unsigned FactorFor(const ImageInfo* image_info, const opj_image_comp_t& widest, unsigned most) {
  if (image_info->size == nullptr) return 0;
  long x = 0, y = 0;
  unsigned long columns = 0, rows = 0;
  const int flags = GetGeometry(image_info->size, &x, &y, &columns, &rows);
  if ((flags & (WidthValue | HeightValue)) == 0) return 0;
  unsigned factor = 0;
  while (factor < most && (widest.w >> (factor + 1)) >= columns &&
         (widest.h >> (factor + 1)) >= rows)
    ++factor;
  return factor;
}

// openjpeg holds every component as numbers of 32 bits, and tiles of them.
CheckedSize DecodedBytes(const opj_image_t* image) {
  CheckedSize bytes = 0;
  for (std::size_t i = 0; i < image->numcomps; ++i)
    bytes = bytes + CheckedSize(image->comps[i].w) * image->comps[i].h * sizeof(OPJ_INT32) * 2;
  return bytes;
}

void DescribeFile(const Jp2Header& header, Image* image) {
  StoreExif(image, header.exif);
  StoreProfile(image, "XMP", header.xmp);
  StoreProfile(image, "IPTC", header.iptc);
  StoreProfile(image, "ICM", header.icc);
  if (!header.comment.empty()) StoreText(image, "comment", header.comment.c_str());
  SetOrientationFromExif(image);
  const Jp2Resolution& resolution = header.resolution;
  if (!(resolution.x > 0) || !(resolution.y > 0)) return;
  const double per_unit = resolution.inches ? 0.0254 : 0.01;
  image->units = resolution.inches ? PixelsPerInchResolution : PixelsPerCentimeterResolution;
  image->x_resolution = resolution.x * per_unit;
  image->y_resolution = resolution.y * per_unit;
}

// What is known before the components are decoded.
void DescribeHeader(const Jp2Header& header, const opj_image_t* decoded, Image* image) {
  const std::span<const opj_image_comp_t> components(decoded->comps, decoded->numcomps);
  const opj_image_comp_t& widest = WidestOf(components);
  image->columns = widest.w;
  image->rows = widest.h;
  unsigned depth = 0;
  for (const opj_image_comp_t& component : components) depth = std::max(depth, component.prec);
  image->depth = header.palette ? 8 : std::min<unsigned>(depth, QuantumDepth);
  const bool one_more = components.size() == 2 || (components.size() == 4 && !header.cmyk);
  image->matte = header.alpha || (!header.channels_named && one_more) ? MagickTrue : MagickFalse;
  SetShade(image, components.size() <= 2 && !header.palette, false);
}

}  // namespace

Image* ReadJp2(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const WholeInput file(image);
    const Jp2Header header = ParseJp2(file.bytes());
    MemoryClaim tiles;
    Claim(tiles, (CheckedSize(header.components) * kComponentBytes + kTileBytes) * header.tiles);
    Decoding decoding(file.bytes(), image_info, header);
    const opj_image_t* const decoded = decoding.ReadHeader();
    DescribeHeader(header, decoded, image);
    CheckLimits(image);
    image->magick_columns = image->columns;
    image->magick_rows = image->rows;
    if (const unsigned factor = FactorFor(image_info, WidestOf({decoded->comps, decoded->numcomps}),
                                          decoding.MostReduced())) {
      decoding.Reduce(factor);
      DescribeHeader(header, decoded, image);
    }
    if (image_info->ping != MagickFalse) return DescribeFile(header, image);
    MemoryClaim samples;
    Claim(samples, DecodedBytes(decoded));
    CodingProgress(CodingProgress::Task::kLoading, image, exception).Tick(0);
    const J2kPixels pixels(decoding.Decode(), header.channels_named);
    pixels.Describe(image);
    pixels.Store(image, exception);
    DescribeFile(header, image);
  });
}

}  // namespace lodestone::coders
