// What gzip, bzip2 and xz do to files: one stream of bytes becomes another.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace lodestone {

class StreamCodec {
 public:
  enum class State { kMore, kEnd, kCorrupt, kNoMemory };
  // Moves on over what was taken and given.
  struct Buffers {
    const std::uint8_t* in = nullptr;
    std::size_t in_length = 0;
    std::uint8_t* out = nullptr;
    std::size_t out_length = 0;
  };

  virtual ~StreamCodec() = default;
  // Takes and gives what it can. `last`: no more will come in, so that compressing comes to its
  // end.
  virtual State Run(Buffers& buffers, bool last) = 0;

 protected:
  // Runs one step of a library's stream, which has the fields that all of them took from zlib.
  template <class Stream, class Step>
  static auto RunOn(Stream& stream, Buffers& buffers, Step step) {
    constexpr std::size_t kMost = std::numeric_limits<decltype(stream.avail_in)>::max();
    stream.next_in =
        reinterpret_cast<decltype(stream.next_in)>(const_cast<std::uint8_t*>(buffers.in));
    stream.avail_in = static_cast<decltype(stream.avail_in)>(std::min(buffers.in_length, kMost));
    stream.next_out = reinterpret_cast<decltype(stream.next_out)>(buffers.out);
    stream.avail_out = static_cast<decltype(stream.avail_out)>(std::min(buffers.out_length, kMost));
    const auto status = step();
    const std::uint8_t* const in = reinterpret_cast<const std::uint8_t*>(stream.next_in);
    std::uint8_t* const out = reinterpret_cast<std::uint8_t*>(stream.next_out);
    buffers.in_length -= static_cast<std::size_t>(in - buffers.in);
    buffers.out_length -= static_cast<std::size_t>(out - buffers.out);
    buffers.in = in;
    buffers.out = out;
    return status;
  }
};

}  // namespace lodestone
