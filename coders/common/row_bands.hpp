// Whole images in bands of rows, which several threads convert.
#pragma once

#include <algorithm>
#include <vector>

#include "base/thread_pool.hpp"
#include "coders/common/coder.hpp"

namespace lodestone::coders {

// Rows of one band.
inline std::size_t BandRows(const Image* image) {
  constexpr std::size_t kBandPixels = std::size_t{1} << 18;
  return std::clamp<std::size_t>(kBandPixels / image->columns, 1, image->rows);
}

// Calls convert(y, slot) for each row of the image, and finish(first, count) after each band; slot
// is the number of the row within its band. convert must not throw.
template <class Convert, class Finish>
void ConvertBands(CodingProgress::Task task, const Image* image, ExceptionInfo* exception,
                  const Convert& convert, const Finish& finish) {
  CodingProgress progress(task, image, exception);
  const std::size_t rows = image->rows;
  const std::size_t band = BandRows(image);
  for (std::size_t first = 0; first < rows; first += band) {
    const std::size_t count = std::min(band, rows - first);
    accel::ParallelBands(count, accel::RowsPerTask(image->columns),
                         [&](std::size_t begin, std::size_t end) {
                           for (std::size_t slot = begin; slot < end; ++slot)
                             convert(first + slot, slot);
                         });
    finish(first, count);
    progress.Tick(first + count - 1);
  }
}

// Calls convert(y) for each row of an image that is being read.
template <class Convert>
void ReadRows(const Image* image, ExceptionInfo* exception, const Convert& convert) {
  ConvertBands(
      CodingProgress::Task::kLoading, image, exception,
      [&](std::size_t y, std::size_t) { convert(y); }, [](std::size_t, std::size_t) {});
}

// Makes rows of `row_bytes` by fill(y, bytes), and passes them on in order by put(bytes).
template <class Fill, class Put>
void MakeRows(Image* image, std::size_t row_bytes, const Fill& fill, const Put& put) {
  std::vector<std::uint8_t> bytes(BandRows(image) * row_bytes);
  ConvertBands(
      CodingProgress::Task::kSaving, image, &image->exception,
      [&](std::size_t y, std::size_t slot) { fill(y, &bytes[slot * row_bytes]); },
      [&](std::size_t, std::size_t count) {
        for (std::size_t slot = 0; slot < count; ++slot) put(&bytes[slot * row_bytes]);
      });
}

// Writes such rows, one after the other, to the open blob of `first`.
template <class Fill>
void WriteRows(Image* first, Image* image, std::size_t row_bytes, const Fill& fill) {
  std::vector<std::uint8_t> bytes(BandRows(image) * row_bytes);
  ConvertBands(
      CodingProgress::Task::kSaving, image, &image->exception,
      [&](std::size_t y, std::size_t slot) { fill(y, &bytes[slot * row_bytes]); },
      [&](std::size_t, std::size_t count) { WriteBytes(first, bytes.data(), count * row_bytes); });
}

}  // namespace lodestone::coders
