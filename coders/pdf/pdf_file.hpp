// The objects of a PDF file, written one after another, and the table of their places.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

// Positions are counted here, so that files can go to pipes.
class PdfFile {
 public:
  explicit PdfFile(Image* blob);

  // The number of an object that will be written.
  unsigned Reserve();

  void WriteObject(unsigned object, const std::string& content);

  // The data follow by Put. The length is another object, known at the end.
  void BeginStream(unsigned object, const std::string& entries);
  void Put(ByteSpan bytes);
  void EndStream();

  // The end of the file. All reserved objects have been written.
  void Finish(unsigned root, unsigned info);

 private:
  void Text(std::string_view text) { Put(AsBytes(text)); }
  void Begin(unsigned object);

  Image* const blob_;
  std::uint64_t position_ = 0;
  std::vector<std::uint64_t> places_;  // of object 1, 2, ...
  std::uint64_t stream_start_ = 0;
  unsigned length_object_ = 0;
};

std::string PdfReference(unsigned object);
// With up to four decimals, whatever the locale.
std::string PdfNumber(double value);
std::string PdfHex(ByteSpan bytes);
// A text string: as it is, or UTF-16 if it has other characters than those of ASCII.
std::string PdfText(std::string_view utf8);

// How the data of a stream are compressed.
enum class PdfFilter { kNone, kFlate, kLzw, kRunLengths };

// "/Filter /FlateDecode", or nothing.
std::string PdfFilterEntry(PdfFilter filter);

// Compresses the data of a stream, part after part.
class PdfEncoder {
 public:
  virtual ~PdfEncoder() = default;
  virtual void Put(ByteSpan bytes) = 0;
  virtual void Finish() = 0;
};
// `bytes` will be put altogether. `quality`: its tens digit is the level of zlib.
std::unique_ptr<PdfEncoder> NewPdfEncoder(PdfFilter filter, PdfFile& file, Image* image,
                                          std::uint64_t bytes, unsigned long quality);

// A whole stream, compressed by zlib.
void WritePdfStream(PdfFile& file, unsigned object, const std::string& entries, ByteSpan bytes);

}  // namespace lodestone::coders
