// Shared by the parts of the TIFF coder; no other code sees libtiff.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <source_location>
#include <string>
#include <vector>

#include <tiffio.h>

#include "coders/common/coder.hpp"

namespace lodestone::coders {

// Where libtiff reads or writes. Nothing here throws: libtiff calls it.
class TiffStream {
 public:
  virtual ~TiffStream() = default;
  virtual std::size_t Read(void* data, std::size_t length) = 0;
  virtual std::size_t Write(const void* data, std::size_t length) = 0;
  virtual std::uint64_t Seek(std::uint64_t offset, int whence) = 0;
  virtual std::uint64_t size() const = 0;
  // All bytes, if they are in memory and will not change.
  virtual const std::uint8_t* Map() const { return nullptr; }
};

// A whole file in memory, to be read.
class TiffMemory : public TiffStream {
 public:
  TiffMemory(const std::uint8_t* data, std::size_t length) : data_(data), length_(length) {}
  std::size_t Read(void* data, std::size_t length) override;
  std::size_t Write(const void*, std::size_t) override { return 0; }
  std::uint64_t Seek(std::uint64_t offset, int whence) override;
  std::uint64_t size() const override { return length_; }
  const std::uint8_t* Map() const override { return data_; }

 private:
  const std::uint8_t* data_;
  std::size_t length_;
  std::uint64_t position_ = 0;
};

// The output of an image, which must be readable: libtiff goes back to link directories.
class TiffOutput : public TiffStream {
 public:
  explicit TiffOutput(Image* image) : image_(image), base_(TellBlob(image)) {}
  std::size_t Read(void* data, std::size_t length) override;
  std::size_t Write(const void* data, std::size_t length) override;
  std::uint64_t Seek(std::uint64_t offset, int whence) override;
  std::uint64_t size() const override { return size_; }

 private:
  bool Move();

  Image* const image_;
  const magick_off_t base_;  // where the file begins
  std::uint64_t size_ = 0;
  std::uint64_t position_ = 0;
  std::uint64_t blob_position_ = 0;  // which follows when it must
};

// A file being written, kept in memory.
class TiffBuffer : public TiffStream {
 public:
  std::size_t Read(void* data, std::size_t length) override;
  std::size_t Write(const void* data, std::size_t length) override;
  std::uint64_t Seek(std::uint64_t offset, int whence) override;
  std::uint64_t size() const override { return bytes_.size(); }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
  std::uint64_t position_ = 0;
};

// What becomes of libtiff's warnings. Many files have harmless ones.
struct TiffWarnings {
  ExceptionInfo* exception = nullptr;  // null: they go to the log only
  const char* filename = "";
};

// An open TIFF. libtiff's messages arrive here, not at its handlers for the whole process.
class TiffFile {
 public:
  // Fails with libtiff's reason. `mode` as for TIFFOpen.
  TiffFile(TiffStream& stream, const char* filename, const char* mode,
           const TiffWarnings& warnings);
  ~TiffFile();
  TiffFile(const TiffFile&) = delete;
  TiffFile& operator=(const TiffFile&) = delete;

  TIFF* get() const { return tiff_; }

  // Fails with the first error that libtiff has reported, else with `reason`.
  [[noreturn]] void FailWith(const char* reason,
                             std::source_location where = std::source_location::current()) const;
  // The first error since the last call, or "".
  std::string TakeError();

  // Sets a field or fails.
  template <typename... Values>
  void Set(std::uint32_t tag, Values... values) {
    errno = 0;  // libtiff does not always say that there was no memory
    const bool set = TIFFSetField(tiff_, tag, values...) == 1;
    if (errno == ENOMEM) throw std::bad_alloc();
    if (!set) FailWith("Unable to write a TIFF field");
  }
  // The value of a field or its default; fails if it has none.
  template <typename Value>
  Value Get(std::uint32_t tag) const {
    Value value = {};
    if (TIFFGetFieldDefaulted(tiff_, tag, &value) != 1) FailWith("Improper image header");
    return value;
  }

 private:
  static int OnError(TIFF*, void* file, const char* module, const char* format, va_list values);
  static int OnWarning(TIFF*, void* file, const char* module, const char* format, va_list values);

  const TiffWarnings warnings_;
  const ExceptionType severity_;
  char error_[512] = "";
  bool no_memory_ = false;  // at an error
  TIFF* tiff_ = nullptr;
};

// The settings of libtiff's warnings that -define tiff:report-warnings asks for.
TiffWarnings WarningsFor(const ImageInfo* image_info, ExceptionInfo* exception,
                         const char* filename);

// The value of -define tiff:KEY, or null.
const char* TiffDefinition(const ImageInfo* image_info, const char* key);
bool TiffDefinitionIs(const ImageInfo* image_info, const char* key, const char* value);

// Most bytes of decoded strips and tiles at a time, of which larger strips go line by line: a limit
// that is there for speed, or half of what the memory limit leaves.
std::uint64_t TiffChunkBytesMax();

enum class TiffAlpha { kNone, kUnspecified, kAssociated, kUnassociated };
// The kind of alpha that a name stands for; kNone if it is none.
TiffAlpha TiffAlphaByName(const char* name);
const char* NameOf(TiffAlpha alpha);

// What a sample of a pixel means.
enum class TiffSample {
  kGray,
  kRed,
  kGreen,
  kBlue,
  kBlack,
  kLab,
  kIndex,
  kOther,
  kAlpha,
  kInkAlpha
};
using TiffSamples = std::vector<TiffSample>;

// How samples are stored.
struct TiffFormat {
  unsigned bits = 8;
  std::uint16_t type = SAMPLEFORMAT_UINT;
  double black = 0.0, white = 1.0;  // of floating point samples

  bool is_float() const { return type == SAMPLEFORMAT_IEEEFP; }
  bool IsPlain(unsigned size) const { return bits == size && type == SAMPLEFORMAT_UINT; }
};

struct TiffPlan;

// tiff_metadata_*.cpp
void ReadTiffMetadata(const TiffFile& file, Image* image);
void WriteTiffMetadata(TiffFile& file, const TiffPlan& plan, const Image* image,
                       ExceptionInfo* exception);

// tiff_exif_fields.cpp. Writing puts the directories at the end of the file. `big_file`: BigTIFF,
// of which libtiff's own function knows nothing while it writes in the other byte order.
void ReadTiffExif(const TiffFile& file, const TiffMemory& data, Image* image);
void WriteTiffExif(TiffFile& file, TiffStream& stream, const Image* image, bool big_file);

Image* ReadTiff(const ImageInfo* image_info, ExceptionInfo* exception);
// Writes the image, or with image_info->adjoin the list, to `blob` or to a stream.
void WriteTiffFile(Image* blob, const ImageInfo* image_info, Image* first,
                   ExceptionInfo* exception);
void WriteTiffList(TiffStream& stream, const ImageInfo* image_info, Image* first,
                   ExceptionInfo* exception);
unsigned int WriteTiff(const ImageInfo* image_info, Image* image);
unsigned int WritePyramidTiff(const ImageInfo* image_info, Image* image);
unsigned int WriteGroup4Raw(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
