// Reading fax pages, which come from files and may hold anything.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "base/owner.hpp"
#include "magick/blob.h"
#include "magick/compress.h"
#include "base/on_first_use.hpp"
#include "magick/operations/compress/huffman_codes.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/progress/row_monitor.hpp"
#include "magick/core/pixels/pixel_cache.hpp"

namespace lodestone {
namespace {

constexpr unsigned kMaxBits = 13;
constexpr int kZerosBeforeEndOfLine = 11;
constexpr int kEmptyLinesThatEndAPage = 3;

using ImageOwner = Owner<Image, DestroyImage>;

// What the bits since the last run mean.
struct Run {
  enum class Kind : std::uint8_t { kNone, kEnd, kPart } kind = Kind::kNone;
  std::uint16_t length = 0;
};

// Runs by the bits of their codes, with a one before them.
class RunTable {
 public:
  RunTable(const HuffmanCode* ends, const HuffmanCode* parts, unsigned part_count)
      : runs_(std::size_t{2} << kMaxBits) {
    for (unsigned i = 0; i < kShortRuns; ++i) Add(ends[i], {Run::Kind::kEnd, Narrow(i)});
    for (unsigned i = 0; i < part_count; ++i)
      Add(parts[i], {Run::Kind::kPart, Narrow(64 * (i + 1))});
    for (unsigned i = 0; i < std::size(kSharedParts); ++i)
      Add(kSharedParts[i], {Run::Kind::kPart, Narrow(kFirstSharedRun + 64 * i)});
  }
  Run Find(unsigned code, unsigned bits) const { return runs_[std::size_t{1} << bits | code]; }

 private:
  static std::uint16_t Narrow(unsigned length) { return static_cast<std::uint16_t>(length); }
  void Add(const HuffmanCode& code, Run run) {
    runs_[std::size_t{1} << code.length | code.code] = run;
  }

  std::vector<Run> runs_;
};

const RunTable& WhiteRuns() {
  struct Table : RunTable {
    Table() : RunTable(kWhiteEnds, kWhiteParts, std::size(kWhiteParts)) {}
  };
  static constinit OnFirstUse<Table> table;
  return table.Get();
}

const RunTable& BlackRuns() {
  struct Table : RunTable {
    Table() : RunTable(kBlackEnds, kBlackParts, std::size(kBlackParts)) {}
  };
  static constinit OnFirstUse<Table> table;
  return table.Get();
}

// The bits of the open file, and how many zeros there were in a row.
class BitReader {
 public:
  explicit BitReader(Image* image) : image_(image) {}

  // False at the end of the file.
  bool Read() {
    if (mask_ == 0) {
      byte_ = ReadBlobByte(image_);
      if (byte_ == EOF) return false;
      mask_ = 0x80;
    }
    bit_ = (byte_ & mask_) != 0;
    mask_ >>= 1;
    zeros_ = bit_ ? 0 : zeros_ + 1;
    return true;
  }
  void PassEndOfLine() {
    while (zeros_ < kZerosBeforeEndOfLine && Read()) {
    }
    while (Read() && !bit_) {
    }
  }
  bool bit() const { return bit_; }
  bool ended() const { return byte_ == EOF; }
  bool in_end_of_line() const { return zeros_ >= kZerosBeforeEndOfLine; }
  void StartRow() { zeros_ = 0; }

 private:
  Image* const image_;
  int byte_ = 0;
  unsigned mask_ = 0;
  bool bit_ = false;
  int zeros_ = 0;
};

class PageDecoder {
 public:
  explicit PageDecoder(Image* image) : reader_(image), row_(image->columns) {
    reader_.PassEndOfLine();
  }

  bool AtEnd() const { return empty_lines_ >= kEmptyLinesThatEndAPage; }

  // A row of zeros for white and ones for black. Beyond the end of the file all are white.
  const std::vector<std::uint8_t>& NextRow() {
    std::fill(row_.begin(), row_.end(), std::uint8_t{0});
    reader_.StartRow();
    at_ = count_ = 0;
    white_ = true;
    while (!reader_.ended()) {
      if (at_ >= row_.size()) {
        reader_.PassEndOfLine();
        break;
      }
      if (!NextRun()) break;
    }
    return row_;
  }

 private:
  // False if the line ends.
  bool NextRun() {
    unsigned code = 0, bits = 0;
    while (true) {
      do {
        const bool may_end = reader_.in_end_of_line();
        if (!reader_.Read()) return true;
        if (may_end && reader_.bit()) {
          empty_lines_ = at_ == 0 ? empty_lines_ + 1 : 0;
          return false;
        }
        code = code << 1 | (reader_.bit() ? 1 : 0);
        ++bits;
      } while (code == 0);
      if (bits > kMaxBits) {
        reader_.PassEndOfLine();
        return false;
      }
      const Run run = (white_ ? WhiteRuns() : BlackRuns()).Find(code, bits);
      if (run.kind == Run::Kind::kNone) continue;
      Take(run);
      return true;
    }
  }

  void Take(const Run& run) {
    count_ = std::min<std::size_t>(count_ + run.length, row_.size() - at_);
    if (run.kind == Run::Kind::kPart) return;
    if (!white_)
      std::fill_n(row_.begin() + static_cast<std::ptrdiff_t>(at_), count_, std::uint8_t{1});
    at_ += count_;
    count_ = 0;
    white_ = !white_;
  }

  BitReader reader_;
  std::vector<std::uint8_t> row_;
  std::size_t at_ = 0;     // in the row
  std::size_t count_ = 0;  // of the run so far
  bool white_ = true;
  int empty_lines_ = 0;
};

bool WriteRow(const std::vector<std::uint8_t>& row, unsigned long y, Image* image) {
  PixelPacket* pixels = SetImagePixels(image, 0, static_cast<long>(y), image->columns, 1);
  IndexPacket* indexes = AccessMutableIndexes(image);
  if (pixels == nullptr || indexes == nullptr) return false;
  for (std::size_t x = 0; x < row.size(); ++x) {
    indexes[x] = row[x];
    pixels[x] = image->colormap[row[x]];
  }
  return SyncImagePixels(image) != MagickFail;
}

// Leaves the first rows.
bool CutRows(Image* image, unsigned long rows) {
  if (rows == image->rows) return true;
  ExceptionInfo* exception = &image->exception;
  const ImageOwner cut(CloneImage(image, image->columns, rows, MagickTrue, exception));
  if (cut == nullptr) return false;
  const PixelPacket* from = AcquireImagePixels(image, 0, 0, image->columns, rows, exception);
  const IndexPacket* from_indexes = AccessImmutableIndexes(image);
  PixelPacket* to = SetImagePixelsEx(cut.get(), 0, 0, image->columns, rows, exception);
  IndexPacket* to_indexes = AccessMutableIndexes(cut.get());
  if (from == nullptr || from_indexes == nullptr || to == nullptr || to_indexes == nullptr)
    return false;
  const std::size_t count = std::size_t{image->columns} * rows;
  std::copy_n(from, count, to);
  std::copy_n(from_indexes, count, to_indexes);
  if (SyncImagePixelsEx(cut.get(), exception) == MagickFail) return false;
  image->cache->Take(cut->cache->Hold());
  image->rows = rows;
  return true;
}

MagickPassFail Decode(Image* image) {
  if (image->storage_class != PseudoClass || image->colormap == nullptr || image->colors < 2) {
    Throw(&image->exception, OptionError, "Image has no colormap", image->filename);
    return MagickFail;
  }
  if (CheckImagePixelLimits(image, &image->exception) == MagickFail) return MagickFail;
  PageDecoder page(image);
  image->x_resolution = 204.0;
  image->y_resolution = 196.0;
  image->units = PixelsPerInchResolution;
  RowMonitor monitor(image, "[%s] Huffman decode image...", &image->exception);
  bool done = true;
  unsigned long y = 0;
  for (; done && y < image->rows && !page.AtEnd(); ++y)
    done = WriteRow(page.NextRow(), y, image) && monitor.Done();
  image->compression = FaxCompression;
  return done && CutRows(image, y > 3 ? y - 3 : 1) ? MagickPass : MagickFail;
}

}  // namespace
}  // namespace lodestone

MagickPassFail HuffmanDecodeImage(Image* image) {
  if (image == nullptr) return MagickFail;
  return lodestone::Guard(&image->exception, MagickFail, [&] { return lodestone::Decode(image); });
}
