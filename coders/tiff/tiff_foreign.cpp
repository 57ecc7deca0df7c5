// Pixels that the core or libtiff converts.
#include <algorithm>

#include "coders/tiff/tiff_pixels.hpp"
#include "magick/constitute.h"

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kRowsAtATime = 64;

// libtiff's conversion of an image to 8 bits; rows and columns stay in the order of the file.
class LibraryImage {
 public:
  explicit LibraryImage(TiffFile& file) : file_(file) {
    char reason[kReasonBytes] = "";
    if (TIFFRGBAImageBegin(&image_, file.get(), 1, reason) != 1) {
      Fail(CoderError, reason[0] == '\0' ? "Image type not supported" : reason);
    }
    image_.req_orientation = image_.orientation;
  }
  ~LibraryImage() { TIFFRGBAImageEnd(&image_); }
  LibraryImage(const LibraryImage&) = delete;
  LibraryImage& operator=(const LibraryImage&) = delete;

  void Read(std::uint32_t y, std::uint32_t columns, std::uint32_t rows, std::uint32_t* raster) {
    image_.row_offset = static_cast<int>(y);
    if (TIFFRGBAImageGet(&image_, raster, columns, rows) != 1) {
      file_.FailWith("Unable to read image data");
    }
  }

 private:
  static constexpr std::size_t kReasonBytes = 1024;  // as libtiff demands
  TiffFile& file_;
  TIFFRGBAImage image_ = {};
};

void StoreLibraryRow(const std::uint32_t* raster, std::size_t count, bool matte,
                     PixelPacket* pixels) {
  for (std::size_t x = 0; x < count; ++x) {
    pixels[x].red = QuantumFromByte(TIFFGetR(raster[x]));
    pixels[x].green = QuantumFromByte(TIFFGetG(raster[x]));
    pixels[x].blue = QuantumFromByte(TIFFGetB(raster[x]));
    pixels[x].opacity = matte ? QuantumFromByte(255 - TIFFGetA(raster[x])) : OpaqueOpacity;
  }
}

}  // namespace

void ReadTiffLight(const TiffReading& reading, const TiffLayout& layout) {
  TIFF* tiff = reading.file.get();
  Image* image = reading.image;
  ImportPixelAreaOptions options;
  ImportPixelAreaOptionsInit(&options);
  options.sample_type = FloatQuantumSampleType;
  options.endian = NativeEndian;
  const QuantumType type = layout.samples == 1 ? CIEYQuantum : CIEXYZQuantum;
  std::vector<std::uint8_t> line(TIFFScanlineSize64(tiff));
  CodingProgress progress(CodingProgress::Task::kLoading, image, reading.exception);
  for (std::uint32_t y = 0; y < layout.rows; ++y) {
    if (TIFFReadScanline(tiff, line.data(), y) != 1) {
      reading.file.FailWith("Unable to read image data");
    }
    PixelPacket* pixels = SetImagePixelsEx(image, 0, y, image->columns, 1, reading.exception);
    if (pixels == nullptr) FailAfter(reading.exception, CacheError, "Unable to allocate pixels");
    std::fill_n(pixels, image->columns, PixelPacket{0, 0, 0, OpaqueOpacity});
    ImportImagePixelArea(image, type, 32, line.data(), &options, nullptr);
    SyncPixels(image, reading.exception);
    progress.Tick(y);
  }
}

void ReadTiffByLibrary(const TiffReading& reading, const TiffLayout& layout) {
  LibraryImage library(reading.file);
  const std::uint32_t step =
      std::min(std::max(kRowsAtATime / layout.chunk_rows, 1u) * layout.chunk_rows, layout.rows);
  const std::uint64_t count = std::uint64_t{step} * layout.columns;
  MemoryClaim claim;
  if (!claim.Acquire(count * sizeof(std::uint32_t))) {
    FailOfMemoryLimit();
  }
  std::vector<std::uint32_t> raster(count);
  const Pixels pixels = NewPixels(reading.image, reading.exception);
  const bool matte = layout.alpha != TiffAlpha::kNone;
  CodingProgress progress(CodingProgress::Task::kLoading, reading.image, reading.exception);
  for (std::uint32_t start = 0; start < layout.rows; start += step) {
    const std::uint32_t rows = std::min(step, layout.rows - start);
    library.Read(start, layout.columns, rows, raster.data());
    for (std::uint32_t y = 0; y < rows; ++y) {
      StoreLibraryRow(raster.data() + std::size_t{y} * layout.columns, layout.columns, matte,
                      pixels.Row(start + y));
    }
    progress.Tick(start + rows - 1);
  }
  if (matte) UnassociateAlpha(pixels, layout.rows);
  SyncPixels(reading.image, reading.exception);
}

}  // namespace lodestone::coders
