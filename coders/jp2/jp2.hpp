// Shared by the parts of the JPEG 2000 coder; no other code sees openjpeg.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <openjpeg.h>

#include "base/owner.hpp"
#include "coders/common/coder.hpp"

namespace lodestone::coders {

using J2kCodec = Owner<opj_codec_t, opj_destroy_codec>;
using J2kStreamOwner = Owner<opj_stream_t, opj_stream_destroy>;
using J2kImage = Owner<opj_image_t, opj_image_destroy>;

// A codestream in memory, as openjpeg reads or writes it.
class J2kStream {
 public:
  explicit J2kStream(std::span<const std::uint8_t> source);
  explicit J2kStream(std::vector<std::uint8_t>& target);
  opj_stream_t* get() const { return stream_.get(); }
  // The target could not grow.
  bool exhausted() const { return exhausted_; }

 private:
  void Create(bool reads);
  static OPJ_SIZE_T Read(void* buffer, OPJ_SIZE_T bytes, void* self);
  static OPJ_SIZE_T Write(void* buffer, OPJ_SIZE_T bytes, void* self);
  static OPJ_OFF_T Skip(OPJ_OFF_T bytes, void* self);
  static OPJ_BOOL Seek(OPJ_OFF_T position, void* self);

  std::span<const std::uint8_t> source_;
  std::vector<std::uint8_t>* target_ = nullptr;
  std::size_t position_ = 0;
  bool exhausted_ = false;
  J2kStreamOwner stream_;
};

// Threads that are worth their start for so many pixels; openjpeg has its own. Between setting up
// the codec and reading a header: later it has no effect.
void UseThreads(opj_codec_t* codec, std::uint64_t pixels);

// Pixels per metre, as a box tells them.
struct Jp2Resolution {
  double x = 0, y = 0;
  bool inches = false;  // they come from pixels per inch
};

// What a file says besides its pixels.
struct Jp2Header {
  bool boxed = false;
  bool palette = false;
  bool cmyk = false;            // as a box says
  bool channels_named = false;  // a box says what each component is
  bool alpha = false;           // one of the components, as that box says
  std::span<const std::uint8_t> icc, exif, xmp, iptc;
  Jp2Resolution resolution;
  std::uint64_t columns = 0, rows = 0;  // of the reference grid
  std::uint64_t tiles = 0;
  std::size_t components = 0;
  std::string comment;
};

// jp2_boxes.cpp: fails if there is no codestream.
Jp2Header ParseJp2(std::span<const std::uint8_t> file);
bool IsBoxed(std::span<const std::uint8_t> file);

// How the components of a codestream become a file of boxes.
struct Jp2Colors {
  unsigned bits = 8;
  bool gray = false;
  bool alpha = false;
  std::span<const std::uint8_t> icc;
  std::size_t Components() const { return (gray ? 1u : 3u) + (alpha ? 1u : 0u); }
};
// Everything before the codestream, which has `bytes` bytes.
std::vector<std::uint8_t> Jp2Boxes(const Jp2Colors& colors, const Image* image,
                                   std::uint64_t bytes);

// jp2_options.cpp: the parameters for -quality and -define jp2:...
opj_cparameters_t J2kParameters(const ImageInfo* image_info, const Jp2Colors& colors, Image* image);

// jp2_pixels.cpp: the component with most samples, which has the size of the image.
const opj_image_comp_t& WidestOf(std::span<const opj_image_comp_t> components);

// What openjpeg has decoded becomes pixels.
class J2kPixels {
 public:
  // Finds the colours; fails if they are none that an image can have. One component more is alpha,
  // unless the file names its channels.
  J2kPixels(const opj_image_t* decoded, bool channels_named);
  void Describe(Image* image) const;
  void Store(Image* image, ExceptionInfo* exception) const;

 private:
  struct Plane;
  bool is_cmyk() const;
  bool is_ycc() const;
  std::vector<const opj_image_comp_t*> Used() const;
  void Check() const;
  void StoreRow(const std::vector<Plane>& planes, std::size_t y, PixelPacket* row,
                IndexPacket* indexes) const;

  const std::span<const opj_image_comp_t> components_;
  OPJ_COLOR_SPACE space_;
  std::size_t colors_ = 0;  // the first components
  const opj_image_comp_t* alpha_ = nullptr;
};

Image* ReadJp2(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteJp2(const ImageInfo* image_info, Image* image);

// PGX: the samples of one component as they are, for the tests of the standard.
Image* ReadPgx(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WritePgx(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
