#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "coders/jpeg/jpeg.hpp"
#include "coders/jpeg/jpeg_content.hpp"
#include "coders/jpeg/jpeg_rows.hpp"
#include "coders/common/metadata.hpp"
#include "magick/resource.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::int64_t kMinFileBytes = 107;
constexpr double kMaxRatio = 2500.0;  // samples per byte; an all-black image comes close
constexpr double kLeftForFilter = 2.0;

// Frees the decompressor at the end of its scope.
struct Decompressor {
  explicit Decompressor(JpegClient& client) {
    info.err = &client.errors;
    info.client_data = &client;
  }
  ~Decompressor() { jpeg_destroy_decompress(&info); }
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;
  jpeg_decompress_struct info = {};
};

void LimitMemory(j_decompress_ptr info) {
  const magick_int64_t limit = GetMagickResourceLimit(MemoryResource);
  if (limit <= 0) return;
  const magick_int64_t left = limit - GetMagickResource(MemoryResource);
  info->mem->max_memory_to_use =
      static_cast<long>(std::clamp<magick_int64_t>(left, 1, std::numeric_limits<long>::max()));
}

void ReadDefinitions(const ImageInfo* image_info, JpegClient& client) {
  if (const char* value = AccessDefinition(image_info, "jpeg", "max-warnings")) {
    client.max_warnings = static_cast<unsigned>(std::strtoul(value, nullptr, 10));
  }
  if (const char* value = AccessDefinition(image_info, "jpeg", "max-scan-number")) {
    client.max_scans = std::atoi(value);
  }
}

void ReadHeader(JpegClient& client, j_decompress_ptr info) {
  JpegCall(client, [&] {
    jpeg_create_decompress(info);
    info->client_data = &client;
    info->progress = &client.progress;
    LimitMemory(info);
    SetJpegSource(info);
    CollectJpegMarkers(info);
    jpeg_read_header(info, TRUE);
  });
}

void SetResolution(const jpeg_decompress_struct& info, Image* image) {
  if (!info.saw_JFIF_marker || info.X_density == 1 || info.Y_density == 1) return;
  image->x_resolution = info.X_density;
  image->y_resolution = info.Y_density;
  if (info.density_unit == 1) image->units = PixelsPerInchResolution;
  if (info.density_unit == 2) image->units = PixelsPerCentimeterResolution;
}

// With -size the decoder shrinks by an integer factor such that the image still covers the size. A
// size larger than the image doubles it, as in GraphicsMagick.
void ScaleToSize(j_decompress_ptr info, const Image* image) {
  const double factor = std::min(static_cast<double>(info->image_width) / image->columns,
                                 static_cast<double>(info->image_height) / image->rows);
  info->scale_denom *= static_cast<unsigned>(factor);
  if (info->scale_denom == 0) {
    info->scale_num = 2;
    info->scale_denom = 1;
  }
}

// True if decoding `size` samples of a line at 1/factor leaves the filter enough for `target`. The
// decoded size is rounded up, which shifts the far end of the result: by a quarter of a pixel at
// most.
bool MayShrink(double size, unsigned factor, double target) {
  const double left = std::ceil(size / factor);
  return left >= kLeftForFilter * target && (left - size / factor) * target <= left / 4.0;
}

// -define jpeg:shrink-on-load=GEOMETRY, for an image that will be resized to that geometry: the
// smallest scale at which decoding is fast and which leaves the filter twice the target size in
// both directions. Its content decides whether it stays so.
void ScaleForResize(const char* geometry, j_decompress_ptr info) {
  if (IsGeometry(geometry) == MagickFalse) return;
  RectangleInfo target{info->image_width, info->image_height, 0, 0};
  GetMagickGeometry(geometry, &target.x, &target.y, &target.width, &target.height);
  if (target.width == 0 || target.height == 0) return;
  for (const unsigned factor : {8u, 4u, 2u}) {
    if (!MayShrink(info->image_width, factor, static_cast<double>(target.width))) continue;
    if (!MayShrink(info->image_height, factor, static_cast<double>(target.height))) continue;
    info->scale_denom = factor;
    return;
  }
}

void SetScale(const ImageInfo* image_info, j_decompress_ptr info, Image* image) {
  const char* geometry = AccessDefinition(image_info, "jpeg", "shrink-on-load");
  if (image->columns != 0 && image->rows != 0) {
    ScaleToSize(info, image);
  } else if (geometry != nullptr) {
    ScaleForResize(geometry, info);
  }
  image->magick_columns = info->image_width;
  image->magick_rows = info->image_height;
}

void SetDecodingOptions(const ImageInfo* image_info, j_decompress_ptr info) {
  info->do_block_smoothing =
      JpegFlag(image_info, "block-smoothing", info->do_block_smoothing) ? TRUE : FALSE;
  info->do_fancy_upsampling =
      JpegFlag(image_info, "fancy-upsampling", info->do_fancy_upsampling) ? TRUE : FALSE;
  SetDctMethod(image_info, info->dct_method);
}

const char* ColorSpaceName(J_COLOR_SPACE space) {
  switch (space) {
    case JCS_GRAYSCALE:
      return "GRAYSCALE";
    case JCS_RGB:
      return "RGB";
    case JCS_YCbCr:
      return "YCbCr";
    case JCS_CMYK:
      return "CMYK";
    case JCS_YCCK:
      return "YCCK";
    default:
      return "UNKNOWN";
  }
}

std::string SamplingFactors(const jpeg_decompress_struct& info) {
  std::string text;
  for (int i = 0; i < info.num_components; ++i) {
    if (i != 0) text += ',';
    text += std::to_string(info.comp_info[i].h_samp_factor) + 'x' +
            std::to_string(info.comp_info[i].v_samp_factor);
  }
  return text;
}

void SetAttributes(const jpeg_decompress_struct& info, Image* image) {
  const auto set = [image](const char* key, const std::string& value) {
    StoreText(image, key, value.c_str());
  };
  set("JPEG-Quality", std::to_string(EstimateJpegQuality(info)));
  set("JPEG-Colorspace", std::to_string(static_cast<int>(info.out_color_space)));
  set("JPEG-Colorspace-Name", ColorSpaceName(info.out_color_space));
  set("JPEG-Sampling-factors", SamplingFactors(info));
}

void SetSize(const jpeg_decompress_struct& info, Image* image) {
  image->columns = info.output_width;
  image->rows = info.output_height;
  CheckLimits(image);
}

void Describe(const jpeg_decompress_struct& info, Image* image) {
  SetResolution(info, image);
  image->depth = 8;
  image->compression = JPEGCompression;
  image->interlace = info.progressive_mode ? LineInterlace : NoInterlace;
  if (info.out_color_space == JCS_CMYK) image->colorspace = CMYKColorspace;
  SetAttributes(info, image);
}

void CheckPlausible(const jpeg_decompress_struct& info, const Image* image) {
  if (info.out_color_components != 1 && info.out_color_components != 3 &&
      info.out_color_components != 4) {
    Fail(CoderError, "Image type not supported");
  }
  if (BlobIsSeekable(image) == MagickFalse) return;
  const double samples =
      static_cast<double>(info.image_width) * info.image_height * info.out_color_components;
  const magick_off_t size = GetBlobSize(image);
  if (size > 0 && samples / static_cast<double>(size) > kMaxRatio) {
    Fail(CorruptImageError, "Insufficient image data in file");
  }
}

// The image is complete by now, so errors after it are only worth a warning.
void Finish(JpegClient& client, j_decompress_ptr info, const Image* image) {
  try {
    JpegCall(client, [&] { jpeg_finish_decompress(info); });
  } catch (const Failure& failure) {
    Report(client.exception, CorruptImageWarning, failure.what(), image->filename, failure.where());
  }
}

// Reads the file from where it stands. `first`: not again, at full size. Whether that is wanted.
bool ReadFile(const ImageInfo* image_info, Image* image, bool first, ExceptionInfo* exception) {
  const magick_off_t start = TellBlob(image);
  JpegClient client(image, exception, CorruptImageError);
  JpegMarkers markers;
  client.markers = &markers;
  ReadDefinitions(image_info, client);
  Decompressor decompressor(client);
  j_decompress_ptr info = &decompressor.info;
  ReadHeader(client, info);
  if (first) SetScale(image_info, info, image);
  SetDecodingOptions(image_info, info);
  JpegCall(client, [&] { jpeg_calc_output_dimensions(info); });
  if (first) {
    StoreJpegMarkers(markers, image);
    Describe(*info, image);
    SetOrientationFromExif(image);
  }
  SetSize(*info, image);
  CheckPlausible(*info, image);
  if (info->out_color_space == JCS_GRAYSCALE) MakeColormap(image, 256);
  const bool whole = image_info->ping == MagickFalse;
  const bool is_asked = whole && image_info->size == nullptr && info->scale_denom > 1;
  MagickAccelerateDecoded decoded{};
  const bool by_libjpeg =
      whole && ReadJpegRows(client, info, image, start, is_asked ? &decoded : nullptr, exception);
  SetShade(image, image->storage_class == PseudoClass, false);
  if (by_libjpeg) Finish(client, info, image);
  if (is_asked && by_libjpeg) decoded = LookAt(image, exception);
  return is_asked && LooksDrawn(image, decoded);
}

bool IsWithin(ResourceType resource, std::uint64_t wanted) {
  const magick_int64_t limit = GetMagickResourceLimit(resource);
  const magick_int64_t used = resource == MemoryResource ? GetMagickResource(resource) : 0;
  return limit < 0 ||
         wanted <= static_cast<std::uint64_t>(std::max<magick_int64_t>(limit - used, 0));
}

// Whether nothing forbids the image at full size, which was not asked for.
bool MayBeWhole(const Image* image) {
  const std::uint64_t columns = image->magick_columns, rows = image->magick_rows;
  return IsWithin(WidthResource, columns) && IsWithin(HeightResource, rows) &&
         IsWithin(PixelsResource, columns * rows) &&
         IsWithin(MemoryResource, columns * rows * sizeof(PixelPacket));
}

}  // namespace

Image* ReadJpeg(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const std::int64_t size = RemainingBytes(image);
    if (size >= 0 && size < kMinFileBytes) {
      Fail(CorruptImageError, "Insufficient image data in file");
    }
    const magick_off_t start = TellBlob(image);
    const bool is_drawn = ReadFile(image_info, image, true, exception);
    if (is_drawn && MayBeWhole(image) && BlobIsSeekable(image) &&
        SeekBlob(image, start, SEEK_SET) == start)
      ReadFile(image_info, image, false, exception);
  });
}

}  // namespace lodestone::coders
