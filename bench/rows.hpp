// What is measured: one line per row. A row with a new operation needs that operation in peer.hpp
// and a case in each adapter whose library has it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/peer.hpp"

namespace lodestone::bench {

// The goal of a row at one thread.
enum class Goal {
  kBeatPeers,    // 0.8 of the best peer's time
  kMemorySpeed,  // reading the source and writing the result, at 80% of the measured bandwidth
  kNearOpaque,   // 1.6 times the same row without alpha
  kFifth,        // a fifth of the best peer's time
  kKeepUp,  // the best peer's time: most of the work is that of a library that all of them call
};

struct Row {
  const char* id;  // "-alpha" at the end: the row of that name with an alpha channel
  const char* title;
  Operation operation;
  double factor;  // of both sides
  bool alpha;
  Goal goal;
  double support;             // half the width of the filter, in result pixels; for one that
                              // is not separable, a quarter of its taps
  double published_ms[2];     // fast_image_resize at 8 and 16 bits, see kPublishedCopyMs; 0: none
  double allowed_difference;  // mean, in steps of 1/255: any more means another operation
  double radius = 0, sigma = 0;  // of neighbourhood operations
  bool grey = false;             // one channel, on an image of its own
};

// fast_image_resize is in no Debian package. Its figures were measured with one thread on a
// two-core x86-64 machine with AVX-512 where copying the same source took kPublishedCopyMs.
constexpr const char* kPublishedName = "fast_image_resize";
constexpr double kPublishedCopyMs[2] = {5.9, 11};

// Of whole processes, the row with a goal in milliseconds.
constexpr const char* kThumbnailRow = "process-jpeg-25";

// The image size of those figures.
constexpr unsigned kPublishedColumns = 5640, kPublishedRows = 3172;

const std::vector<Row>& Rows();

// 8 or 16 bits: the index into the arrays above.
constexpr std::size_t DepthIndex(unsigned depth) {
  return depth == 8 ? 0 : 1;
}

// factor * size, to the nearest pixel and at least one.
unsigned Scaled(unsigned size, double factor);

// Columns and rows of the result.
std::pair<unsigned, unsigned> ResultSize(const Row& row, const RawImage& source);

}  // namespace lodestone::bench
