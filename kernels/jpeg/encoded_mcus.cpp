#include "kernels/jpeg/encoded_mcus.hpp"

namespace lodestone::kernels {
namespace {

constexpr std::uint32_t kSide = 8;  // samples of a block

constexpr std::uint32_t Quotient(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>((std::uint64_t{a} + b - 1) / b);
}

}  // namespace

JpegMcus::JpegMcus(const LsJpegEncoding& encoding) : components(encoding.components) {
  for (std::size_t c = 0; c < components; ++c) {
    across = std::max(across, encoding.component[c].across);
    down = std::max(down, encoding.component[c].down);
  }
  columns = Quotient(encoding.columns, across * kSide);
  rows = Quotient(encoding.rows, down * kSide);
  const std::size_t stride = kJpegChunk * across * kSide, whole = stride * down * kSide;
  chunk_samples = components * whole;
  for (std::size_t c = 0; c < components; ++c) {
    JpegChunkPart& p = part[c];
    p.across = encoding.component[c].across;
    p.down = encoding.component[c].down;
    p.times_across = across / p.across;
    p.times_down = down / p.down;
    p.columns = Quotient(encoding.columns, p.times_across * kSide);
    p.rows = Quotient(encoding.rows, p.times_down * kSide);
    p.stride = stride / p.times_across;
    p.first_sample = c * whole;
    if (!p.is_whole()) {
      p.first_sample = chunk_samples;
      chunk_samples += p.stride * p.down * kSide;
    }
    p.first_block = chunk_blocks;
    for (std::size_t y = 0; y < p.down; ++y)
      for (std::size_t x = 0; x < p.across; ++x)
        place[blocks++] = {static_cast<std::uint8_t>(c),
                           static_cast<std::uint16_t>(chunk_blocks + y * p.row_blocks() + x),
                           static_cast<std::uint8_t>(p.across)};
    chunk_blocks += p.down * p.row_blocks();
  }
}

}  // namespace lodestone::kernels
