// How the pixels of an image will be stored.
#pragma once

#include "base/sampling_factors.hpp"
#include "coders/tiff/tiff.hpp"

namespace lodestone::coders {

struct TiffPlan {
  std::uint32_t columns = 0, rows = 0;
  std::uint16_t photometric = PHOTOMETRIC_RGB;
  std::uint16_t compression = COMPRESSION_NONE;
  bool bilevel = false;  // a bit, if there is no alpha
  TiffFormat format;
  TiffSamples samples;  // of a pixel
  TiffAlpha alpha = TiffAlpha::kNone;
  bool separate = false;
  std::uint16_t fill_order = FILLORDER_MSB2LSB;
  bool tiled = false;
  SamplingFactor chroma = {2, 2};  // pixels of one sample, where JPEG data is YCbCr
  std::uint32_t chunk_columns = 0, chunk_rows = 0;  // of a strip or tile

  bool gray() const { return samples[0] == TiffSample::kGray; }
  bool palette() const { return samples[0] == TiffSample::kIndex; }
  bool white_is_zero() const { return photometric == PHOTOMETRIC_MINISWHITE; }
  // RGB is stored as YCbCr in JPEG data, which libtiff converts.
  bool ycc() const {
    return compression == COMPRESSION_JPEG && photometric == PHOTOMETRIC_RGB && !separate;
  }
  unsigned planes() const { return separate ? static_cast<unsigned>(samples.size()) : 1; }
};

// Chooses by the image and the options of image_info. The image has the wanted type already.
TiffPlan PlanTiff(const ImageInfo* image_info, const Image* image, ExceptionInfo* exception);

// Everything that writing one directory needs.
struct TiffWriting {
  TiffFile& file;
  TiffStream& stream;       // of the file
  const std::string& mode;  // of the file
  const ImageInfo* image_info;
  Image* image;
  ExceptionInfo* exception;
};

// Sets the fields of a new directory that say so.
void SetTiffFields(TiffFile& file, const TiffPlan& plan, const ImageInfo* image_info,
                   const Image* image);
// Chooses the size of strips or tiles, when those fields are set.
void ChooseTiffChunks(const TiffFile& file, TiffPlan& plan, const ImageInfo* image_info);
void SetTiffChunks(TiffFile& file, const TiffPlan& plan);

// Writes all pixels of the image, which has the wanted type.
void WriteTiffPixels(const TiffWriting& writing, const TiffPlan& plan);

}  // namespace lodestone::coders
