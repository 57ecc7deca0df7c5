#include "kernels/jpeg/encoded_mcus.hpp"

#include <iterator>
#include <span>

#include "kernels/jpeg/code.hpp"
#include "kernels/jpeg/frame.hpp"

namespace lodestone::kernels {
namespace {

constexpr std::uint32_t kSide = 8;  // samples of a block

constexpr std::uint32_t Quotient(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>((std::uint64_t{a} + b - 1) / b);
}

constexpr std::uint32_t kMostQuantum = 255;

bool IsSampledEvenly(const MagickAccelerateEncoding& encoding) {
  const std::span components(encoding.component, encoding.components);
  std::uint32_t across = 1, down = 1, blocks = 0;
  for (const MagickAccelerateEncodedComponent& each : components) {
    if (std::min(each.across, each.down) < 1 || std::max(each.across, each.down) > kJpegMostFactor)
      return false;
    across = std::max(across, each.across);
    down = std::max(down, each.down);
    blocks += each.across * each.down;
  }
  return blocks <= (encoding.components == 1 ? 1 : kJpegMostBlocksOfMcu) &&
         std::all_of(components.begin(), components.end(), [&](const auto& each) {
           return across % each.across == 0 && down % each.down == 0;
         });
}

bool HasCodes(const MagickAccelerateEncoding& encoding) {
  for (std::size_t i = 0; i < MAGICK_ACCELERATE_JPEG_CODES; ++i)
    if (!IsJpegCode(encoding.dc[i], kMostDcSymbolToEncode) ||
        !IsJpegCode(encoding.ac[i], kMostAcSymbol))
      return false;
  return true;
}

}  // namespace

bool IsConsistent(const MagickAccelerateEncoding& encoding) {
  if (encoding.components != 1 && encoding.components != MAGICK_ACCELERATE_JPEG_COMPONENTS)
    return false;
  const std::span components(encoding.component, encoding.components);
  return std::min(encoding.columns, encoding.rows) > 0 &&
         std::max(encoding.columns, encoding.rows) <= kJpegMostSide && IsSampledEvenly(encoding) &&
         std::all_of(components.begin(), components.end(),
                     [](const MagickAccelerateEncodedComponent& each) {
                       return each.code < MAGICK_ACCELERATE_JPEG_CODES &&
                              std::all_of(std::begin(each.quanta), std::end(each.quanta),
                                          [](std::uint16_t quantum) {
                                            return quantum > 0 && quantum <= kMostQuantum;
                                          });
                     }) &&
         (encoding.optimizes != 0 || HasCodes(encoding));
}

std::size_t JpegRoom(const MagickAccelerateEncoding& encoding) {
  constexpr std::uint64_t kMargin = 4096, kBytesOfBlock = 2 * MAGICK_ACCELERATE_JPEG_BLOCK;
  const JpegMcus mcus(encoding);
  constexpr std::uint64_t kBytesOfRestart = 3;  // and what fills up a byte
  const std::uint64_t restarts = encoding.interval == 0 ? 0 : mcus.count() / encoding.interval;
  const std::uint64_t bytes =
      kMargin + kBytesOfBlock * mcus.count() * mcus.blocks + restarts * kBytesOfRestart;
  return static_cast<std::size_t>(std::min<std::uint64_t>(bytes, UINT32_MAX));
}

JpegMcus::JpegMcus(const MagickAccelerateEncoding& encoding) : components(encoding.components) {
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
