#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>

#include <jerror.h>

#include "coders/jpeg/baseline_encoder.hpp"
#include "coders/jpeg/jpeg.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/sampling.hpp"
#include "coders/common/upright.hpp"
#include "magick/attribute.h"
#include "magick/colorspace.h"
#include "magick/core/pixels/grey_samples.hpp"
#include "magick/resource.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kBufferBytes = 65536;
constexpr std::size_t kRowsAtATime = 16;
constexpr double kDefaultDpi = 72.0;
constexpr bool kLittleEndian = std::endian::native == std::endian::little;

struct Compressor {
  explicit Compressor(JpegClient& client) {
    info.err = &client.errors;
    info.client_data = &client;
  }
  ~Compressor() { jpeg_destroy_compress(&info); }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;
  jpeg_compress_struct info = {};
};

// Lives in libjpeg's memory pool, so it is trivial and freed with the compressor.
struct BlobDestination {
  jpeg_destination_mgr manager;
  JOCTET* buffer;
};

BlobDestination* DestinationOf(j_compress_ptr info) {
  return reinterpret_cast<BlobDestination*>(info->dest);
}

void Rewind(j_compress_ptr info) {
  info->dest->next_output_byte = DestinationOf(info)->buffer;
  info->dest->free_in_buffer = kBufferBytes;
}

void Put(j_compress_ptr info, std::size_t length) {
  JpegClient& client = ClientOf(reinterpret_cast<j_common_ptr>(info));
  if (WriteBlob(client.blob, length, DestinationOf(info)->buffer) == length) return;
  client.severity = BlobError;
  JumpWithError(reinterpret_cast<j_common_ptr>(info), "Unable to write to file");
}

boolean EmptyBuffer(j_compress_ptr info) {
  Put(info, kBufferBytes);
  Rewind(info);
  return TRUE;
}

void EndDestination(j_compress_ptr info) {
  Put(info, kBufferBytes - info->dest->free_in_buffer);
}

void SetDestination(j_compress_ptr info) {
  const j_common_ptr common = reinterpret_cast<j_common_ptr>(info);
  auto* destination = static_cast<BlobDestination*>(
      info->mem->alloc_small(common, JPOOL_PERMANENT, sizeof(BlobDestination)));
  destination->buffer =
      static_cast<JOCTET*>(info->mem->alloc_large(common, JPOOL_PERMANENT, kBufferBytes));
  destination->manager.init_destination = Rewind;
  destination->manager.empty_output_buffer = EmptyBuffer;
  destination->manager.term_destination = EndDestination;
  info->dest = &destination->manager;
}

void ToWritableColorspace(const ImageInfo* image_info, Image* image) {
  const ColorspaceType wanted = image_info->colorspace;
  const bool inks = image->colorspace == CMYKColorspace;
  if (wanted == UndefinedColorspace ? IsRGBCompatibleColorspace(image->colorspace)
                                    : wanted == RGBColorspace && inks) {
    ToRgb(image);
  } else if (wanted != UndefinedColorspace && TransformColorspace(image, wanted) == MagickFail) {
    Fail(CoderError, "Unable to convert the colorspace");
  }
}

J_COLOR_SPACE InputColorSpace(const ImageInfo* image_info, Image* image) {
  const ColorspaceType wanted = image_info->colorspace;
  if (wanted == CMYKColorspace) return JCS_CMYK;
  if (IsYCbCrColorspace(wanted)) return JCS_YCbCr;
  if (IsGrayColorspace(wanted)) return JCS_GRAYSCALE;
  if (image->colorspace == CMYKColorspace) return JCS_CMYK;
  if (IsYCbCrColorspace(image->colorspace)) return JCS_YCbCr;
  if (IsGrayColorspace(image->colorspace)) return JCS_GRAYSCALE;
  const bool exhaustive = image_info->type == OptimizeType;
  if (Analyze(image, exhaustive, &image->exception).grayscale) return JCS_GRAYSCALE;
  return JCS_RGB;
}

// How the source file of the image was compressed, for -define jpeg:preserve-settings.
const char* Preserved(const ImageInfo* image_info, const Image* image, const char* key) {
  if (AccessDefinition(image_info, "jpeg", "preserve-settings") == nullptr) return nullptr;
  const ImageAttribute* attribute = GetImageAttribute(image, key);
  return attribute == nullptr ? nullptr : attribute->value;
}

void SetDensity(const ImageInfo* image_info, const Image* image, j_compress_ptr info) {
  double x = image->x_resolution;
  double y = image->y_resolution;
  ResolutionType units = image->units;
  if (x == 0.0 || y == 0.0) {
    x = y = kDefaultDpi;
    units = PixelsPerInchResolution;
  }
  if (image_info->density != nullptr) {
    double ignored_x = 0.0, ignored_y = 0.0;
    if (GetMagickDimension(image_info->density, &x, &y, &ignored_x, &ignored_y) == 1) y = x;
  }
  const auto fits = [](double density) { return density >= 0.0 && density <= UINT16_MAX; };
  if (!fits(x) || !fits(y)) return;
  // JFIF has no density of 0.
  const auto whole = [](double density) {
    return static_cast<UINT16>(std::max(1L, std::lround(density)));
  };
  info->density_unit = units == PixelsPerCentimeterResolution ? 2 : 1;
  info->write_JFIF_header = TRUE;
  info->X_density = whole(x);
  info->Y_density = whole(y);
}

// Nothing: as libjpeg does.
std::optional<SamplingFactors> ChooseSampling(const ImageInfo* image_info, const Image* image,
                                              J_COLOR_SPACE input, unsigned long quality) {
  const char* text = JpegSamplingText(image_info);
  const char* space = Preserved(image_info, image, "JPEG-Colorspace");
  if (space != nullptr && std::atoi(space) == static_cast<int>(input)) {
    const char* factors = Preserved(image_info, image, "JPEG-Sampling-factors");
    if (factors != nullptr) text = factors;
  }
  const auto factors = SamplingFrom(text);
  if (!factors && quality >= kFullChromaQuality) return SamplingFactors();
  const std::size_t count = input == JCS_GRAYSCALE ? 1 : input == JCS_CMYK ? 4 : 3;
  if (factors && !FitsJpeg(*factors, count)) FailSampling(text);
  return factors;
}

void SetSampling(const SamplingFactors& factors, j_compress_ptr info) {
  for (int i = 0; i < info->num_components && i < 4; ++i) {
    info->comp_info[i].h_samp_factor = factors[i].across;
    info->comp_info[i].v_samp_factor = factors[i].down;
  }
}

// Optimal Huffman tables need all coefficients in memory first. Returns how many bytes are claimed
// for them.
std::uint64_t SetEntropyCoding(const ImageInfo* image_info, const Image* image, j_compress_ptr info,
                               MemoryClaim& claim) {
  info->arith_code = JpegFlag(image_info, "arithmetic-coding", false) ? TRUE : FALSE;
  const bool is_asked = AccessDefinition(image_info, "jpeg", "optimize-coding") != nullptr;
  const bool is_wanted = JpegFlag(image_info, "optimize-coding", true);
  if (info->arith_code || !is_wanted) return 0;
  const std::uint64_t bytes =
      std::uint64_t{image->columns} * image->rows * static_cast<unsigned>(info->input_components);
  const bool is_granted = claim.Acquire(bytes);
  info->optimize_coding = is_granted || is_asked ? TRUE : FALSE;
  return is_granted ? bytes : 0;
}

unsigned long ChooseQuality(const ImageInfo* image_info, const Image* image) {
  const char* preserved = Preserved(image_info, image, "JPEG-Quality");
  return preserved == nullptr ? image_info->quality : std::strtoul(preserved, nullptr, 10);
}

// RGB is passed in the byte order of PixelPacket, which saves reordering.
J_COLOR_SPACE StoredColorSpace(J_COLOR_SPACE input) {
  if (input != JCS_RGB) return input;
  return kLittleEndian ? JCS_EXT_BGRX : JCS_EXT_RGBX;
}

int Components(J_COLOR_SPACE stored) {
  if (stored == JCS_GRAYSCALE) return 1;
  return stored == JCS_YCbCr ? 3 : 4;
}

// Returns how many bytes are claimed for coefficients.
std::uint64_t Configure(JpegClient& client, j_compress_ptr info, const ImageInfo* image_info,
                        const Image* image, J_COLOR_SPACE input, MemoryClaim& claim) {
  const unsigned long quality = ChooseQuality(image_info, image);
  const auto sampling = ChooseSampling(image_info, image, input, quality);
  std::uint64_t claimed = 0;
  JpegCall(client, [&] {
    jpeg_create_compress(info);
    info->client_data = &client;
    SetDestination(info);
    info->image_width = static_cast<JDIMENSION>(image->columns);
    info->image_height = static_cast<JDIMENSION>(image->rows);
    info->in_color_space = StoredColorSpace(input);
    info->input_components = Components(info->in_color_space);
    jpeg_set_defaults(info);
    SetDensity(image_info, image, info);
    SetDctMethod(image_info, info->dct_method);
    claimed = SetEntropyCoding(image_info, image, info, claim);
    if (image_info->interlace == LineInterlace) jpeg_simple_progression(info);
    // What is nearest to lossless; chroma is as of `quality`.
    const bool best = quality > 100 || image->compression == LosslessJPEGCompression;
    jpeg_set_quality(info, best ? 100 : static_cast<int>(quality), TRUE);
    if (sampling) SetSampling(*sampling, info);
  });
  return claimed;
}

void FillRow(J_COLOR_SPACE stored, const PixelPacket* pixels, std::size_t columns,
             std::uint8_t* row) {
  switch (stored) {
    case JCS_GRAYSCALE:
      for (std::size_t x = 0; x < columns; ++x) row[x] = ByteFromQuantum(Intensity(pixels[x]));
      return;
    case JCS_CMYK:  // Adobe stores ink inverted
      for (std::size_t x = 0; x < columns; ++x) {
        const auto inverted = [](Quantum v) {
          return ByteFromQuantum(static_cast<Quantum>(MaxRGB - v));
        };
        row[4 * x] = inverted(pixels[x].red);
        row[4 * x + 1] = inverted(pixels[x].green);
        row[4 * x + 2] = inverted(pixels[x].blue);
        row[4 * x + 3] = inverted(pixels[x].opacity);
      }
      return;
    case JCS_YCbCr:
      ExportRow({Channels::kRgb, 1, false}, pixels, nullptr, columns, false, row);
      return;
    default:  // the order of PixelPacket, so this is a plain narrowing
      NarrowQuanta(reinterpret_cast<const Quantum*>(pixels), 4 * columns, row);
  }
}

// One of both.
struct JpegPixels {
  GreySamples gray;
  ConstPixels packets;
};

JpegPixels PixelsToWrite(const jpeg_compress_struct& info, Image* image) {
  JpegPixels pixels;
  if (info.in_color_space == JCS_GRAYSCALE) pixels.gray = GreySamples::Of(image, &image->exception);
  if (!pixels.gray) pixels.packets = AllPixels(image, &image->exception);
  return pixels;
}

void WriteRows(JpegClient& client, j_compress_ptr info, const JpegPixels& pixels,
               CodingProgress& progress) {
  const std::size_t columns = info->image_width, row_bytes = columns * info->input_components;
  std::vector<std::uint8_t> buffer(row_bytes * kRowsAtATime);
  JSAMPROW rows[kRowsAtATime];
  for (std::size_t first = 0; first < info->image_height; first += kRowsAtATime) {
    const std::size_t count = std::min<std::size_t>(kRowsAtATime, info->image_height - first);
    for (std::size_t i = 0; i < count; ++i) {
      rows[i] = buffer.data() + i * row_bytes;
      if (pixels.gray) {
        NarrowQuanta(pixels.gray.Row(first + i), columns, rows[i]);
      } else {
        FillRow(info->in_color_space, pixels.packets.Row(first + i), columns, rows[i]);
      }
    }
    JpegCall(client, [&] { jpeg_write_scanlines(info, rows, static_cast<JDIMENSION>(count)); });
    progress.Tick(first + count - 1);
  }
}

void WriteBytes(Image* image, std::span<const std::uint8_t> bytes) {
  if (WriteBlob(image, bytes.size(), bytes.data()) != bytes.size())
    Fail(BlobError, "Unable to write to file");
}

}  // namespace

unsigned int WriteJpeg(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToWritableColorspace(image_info, image);
    PutOrientationIntoExif(image, OrientationPlace::kExif, kJpegMarkerBytesMax);
    const J_COLOR_SPACE input = InputColorSpace(image_info, image);
    JpegClient client(image, &image->exception, CoderError);
    Compressor compressor(client);
    const j_compress_ptr info = &compressor.info;
    MemoryClaim claim;
    const std::uint64_t claimed = Configure(client, info, image_info, image, input, claim);
    CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
    const auto begin = [&] {
      JpegCall(client, [&] { jpeg_start_compress(info, TRUE); });
      WriteJpegMarkers(client, info, image);
    };
    BaselineEncoder own(*info, image, claimed);
    const bool by_ourselves = own.Encode(progress, [&] {
      const JpegPixels pixels = PixelsToWrite(*info, image);
      begin();
      WriteRows(client, info, pixels, progress);
      JpegCall(client, [&] { jpeg_finish_compress(info); });
    });
    if (!by_ourselves) return;
    // libjpeg writes only the first markers, and needs no memory for coefficients.
    info->optimize_coding = FALSE;
    begin();
    JpegCall(client, [&] { EndDestination(info); });
    own.Write([&](std::span<const std::uint8_t> bytes) { WriteBytes(image, bytes); });
  });
}

}  // namespace lodestone::coders
