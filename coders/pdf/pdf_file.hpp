// The objects of a PDF file, written one after another, and the table of their places.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "coders/pages/stream_encoders.hpp"

namespace lodestone::coders {

// Positions are counted here, so that files can go to pipes.
class PdfFile : public ByteOutput {
 public:
  explicit PdfFile(Image* blob);

  // The number of an object that will be written.
  unsigned Reserve();

  void WriteObject(unsigned object, const std::string& content);

  // The data follow by Put. The length is another object, known at the end.
  void BeginStream(unsigned object, const std::string& entries);
  void Put(ByteSpan bytes) override;
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
// "/Filter /FlateDecode ", or nothing.
std::string PdfFilterEntry(StreamFilter filter);
// A text string: as it is, or UTF-16 if it has other characters than those of ASCII.
std::string PdfText(std::string_view utf8);

// A whole stream, compressed by zlib.
void WritePdfStream(PdfFile& file, unsigned object, const std::string& entries, ByteSpan bytes);

}  // namespace lodestone::coders
