#include "kernels/jpeg/decode.hpp"

#include <algorithm>
#include <atomic>
#include <new>
#include <vector>

#include "base/thread_pool.hpp"
#include "kernels/jpeg/entropy.hpp"
#include "kernels/jpeg/scan.hpp"
#include "kernels/jpeg/transform.hpp"

namespace lodestone::kernels {
namespace {

using accel::ParallelBands;
using accel::ThreadLimit;

// Bytes [begin, end) of a restart interval that ends at byte `limit`, or several whole intervals.
struct Piece {
  std::size_t interval, intervals;
  std::size_t begin, end, limit;

  bool is_first(const JpegScan& scan) const { return begin == scan.begins[interval]; }
};

// Of many bytes, so that little is decoded twice, and enough of them for all threads.
std::vector<Piece> Cut(const JpegScan& scan) {
  constexpr std::size_t kFewestBytes = 16 << 10, kMostBytes = 96 << 10;
  const std::size_t wanted =
      std::clamp<std::size_t>(scan.begins.back() / (3 * ThreadLimit()), kFewestBytes, kMostBytes);
  std::vector<Piece> pieces;
  for (std::size_t i = 0, next; i + 1 < scan.begins.size(); i = next) {
    const std::size_t begin = scan.begins[i];
    next = i + 1;
    while (next + 1 < scan.begins.size() && scan.begins[next + 1] - begin <= wanted) ++next;
    const std::size_t limit = scan.begins[next];
    const std::size_t count = next > i + 1 ? 1 : std::max<std::size_t>(1, (limit - begin) / wanted);
    const auto at = [&](std::size_t k) { return begin + (limit - begin) * k / count; };
    for (std::size_t k = 0; k < count; ++k)
      pieces.push_back({i, next - i, at(k), at(k + 1), limit});
  }
  return pieces;
}

constexpr const char* kDamaged = "damaged data";

class Decoder {
 public:
  Decoder(const JpegFrame& frame, const JpegLayout& layout, const JpegScan& scan,
          std::uint8_t* planes)
      : frame_(frame), layout_(layout), scan_(scan), planes_(planes) {}

  const char* Run() {
    if (const char* reason = entropy_.Prepare(frame_, scan_)) return reason;
    pieces_ = Cut(scan_);
    const std::size_t most = 4 * std::size_t{ThreadLimit()};
    for (wave_ = 0; wave_ < pieces_.size(); wave_ += count_) {
      count_ = std::min(most, pieces_.size() - wave_);
      if (!DecodeWave()) return kDamaged;
    }
    return nullptr;
  }

 private:
  // Pieces decoded side by side, joined, and transformed. parts_[0] is the last one of the wave
  // before, which had none to go on into.
  bool DecodeWave() {
    parts_.resize(std::max(parts_.size(), count_ + 1));
    joined_.assign(count_ + 1, 0);
    ForParts(1, 1, [this](std::size_t i) { return Decode(i); });
    for (const std::size_t first : {0, 1})
      ForParts(first, 2, [this](std::size_t i) { return JoinToNext(i); });
    if (has_failed_ || !Chain()) return false;
    ForParts(0, 1, [this](std::size_t i) { return Transform(i); });
    std::swap(parts_[0], parts_[head_]);
    head_ = 0;
    return !has_failed_;
  }

  // task(i) for parts first, first + step ... False, or no memory: the decoder has failed.
  template <class Task>
  void ForParts(std::size_t first, std::size_t step, const Task& task) {
    const std::size_t count = (count_ + step - first) / step;
    ParallelBands(count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end && !has_failed_; ++i) {
        try {
          if (!task(first + i * step)) has_failed_ = true;
        } catch (const std::bad_alloc&) {
          has_failed_ = true;
        }
      }
    });
  }

  const Piece& PieceOf(std::size_t part) const { return pieces_[wave_ + part - 1]; }
  std::size_t BlocksOf(std::size_t interval) const {
    const std::size_t before = interval * frame_.interval;
    return std::min<std::size_t>(frame_.interval, frame_.mcus() - before) * frame_.mcu_blocks;
  }

  bool Decode(std::size_t i) {
    const Piece& piece = PieceOf(i);
    if (piece.intervals == 1) {
      parts_[i].Decode(entropy_, piece.begin, piece.end, piece.limit, !piece.is_first(scan_));
      return true;
    }
    parts_[i].Start(entropy_, piece.begin, piece.end);
    for (std::size_t k = 0; k < piece.intervals; ++k) {
      const std::size_t interval = piece.interval + k;
      if (!parts_[i].DecodeInterval(interval, BlocksOf(interval))) return false;
    }
    return true;
  }

  bool JoinToNext(std::size_t i) {
    if (i == count_ || PieceOf(i + 1).is_first(scan_)) return true;
    joined_[i] = parts_[i].ContinueInto(parts_[i + 1]);
    return true;
  }

  // What counts of each part, from the first one on, and where its blocks are.
  bool Chain() {
    blocks_.assign(count_ + 1, {});
    for (std::size_t i = 1; i <= count_; ++i) {
      if (PieceOf(i).is_first(scan_)) {
        if (wave_ + i > 1 && !EndInterval(i - 1)) return false;
        head_ = i;
        wanted_ = 0;
        for (std::size_t k = 0; k < PieceOf(i).intervals; ++k)
          wanted_ += BlocksOf(PieceOf(i).interval + k);
      } else if (head_ + 1 == i ? joined_[head_] != 0 : parts_[head_].ContinueInto(parts_[i])) {
        Place();
        head_ = i;
      }
    }
    return wave_ + count_ < pieces_.size() || EndInterval(count_);
  }

  // What is left behind the last block is less than a byte.
  bool EndInterval(std::size_t last) {
    JpegPart& part = parts_[head_];
    if (part.blocks() < wanted_) return false;
    part.Keep(wanted_);
    const bool is_whole = PieceOf(last).limit * 8 - part.end_bit() < 8;
    Place();
    return is_whole;
  }

  // The blocks of the head come next in the image.
  void Place() {
    JpegBlocks& blocks = blocks_[head_] = parts_[head_].Blocks();
    blocks.first = placed_;
    blocks.dc_before = dc_;
    std::size_t place = placed_ % frame_.mcu_blocks;
    const std::size_t interval = std::size_t{frame_.interval} * frame_.mcu_blocks;
    std::size_t left = interval - placed_ % interval;
    for (std::size_t k = 0; k < blocks.count; ++k) {
      dc_[frame_.mcu[place].component] += blocks.records[k].dc;
      if (++place == frame_.mcu_blocks) place = 0;
      if (--left != 0) continue;
      left = interval;
      dc_ = {};
    }
    placed_ += blocks.count;
    wanted_ -= std::min(wanted_, blocks.count);
  }

  bool Transform(std::size_t i) {
    return blocks_[i].count == 0 || TransformJpegBlocks(frame_, layout_, blocks_[i], planes_);
  }

  const JpegFrame& frame_;
  const JpegLayout& layout_;
  const JpegScan& scan_;
  std::uint8_t* const planes_;
  JpegEntropy entropy_;
  std::vector<Piece> pieces_;
  std::size_t wave_ = 0, count_ = 0;  // its first piece, and how many
  std::vector<JpegPart> parts_;
  std::vector<char> joined_;  // each to the next
  std::vector<JpegBlocks> blocks_;
  std::atomic<bool> has_failed_ = false;
  std::size_t head_ = 0;                                // the part that has not been placed yet
  std::size_t placed_ = 0;                              // blocks
  std::size_t wanted_ = 0;                              // of the interval, from the head on
  std::array<std::int32_t, kJpegMostComponents> dc_{};  // before the head
};

}  // namespace

const char* DecodeJpegPlanes(std::span<const std::uint8_t> file, const JpegFrame& frame,
                             const JpegLayout& layout, std::uint8_t* planes) {
  JpegScan scan;
  if (const char* reason = ReadJpegScan(file, frame, scan)) return reason;
  return Decoder(frame, layout, scan, planes).Run();
}

}  // namespace lodestone::kernels
