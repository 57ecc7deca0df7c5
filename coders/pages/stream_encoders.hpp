// How the data of a stream in a PDF or PostScript file are compressed.
#pragma once

#include <memory>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

enum class StreamFilter { kNone, kFlate, kLzw, kRunLengths };

// "FlateDecode": what both formats call it. "" is none.
const char* NameOfFilter(StreamFilter filter);

class ByteOutput {
 public:
  virtual ~ByteOutput() = default;
  virtual void Put(ByteSpan bytes) = 0;
};

// Compresses the data of a stream, part after part.
class StreamEncoder {
 public:
  virtual ~StreamEncoder() = default;
  virtual void Put(ByteSpan bytes) = 0;
  virtual void Finish() = 0;
};
// `bytes` will be put altogether. `quality`: its tens digit is the level of zlib.
std::unique_ptr<StreamEncoder> NewStreamEncoder(StreamFilter filter, ByteOutput& output,
                                                Image* image, std::uint64_t bytes,
                                                unsigned long quality);

}  // namespace lodestone::coders
