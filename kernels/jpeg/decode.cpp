#include "kernels/jpeg/decode.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
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

// Pieces that threads decode side by side, before their blocks are transformed.
std::size_t PiecesOfWave() {
  return 4 * std::size_t{ThreadLimit()};
}

constexpr std::size_t kFewestBytes = 16 << 10, kMostBytes = 32 << 10;  // of a piece

// Of many bytes, so that little is decoded twice, and as many in each wave.
std::vector<Piece> Cut(const JpegScan& scan) {
  const std::size_t bytes = scan.begins.back();
  const std::size_t waves = bytes / (PiecesOfWave() * kMostBytes) + 1;
  const std::size_t wanted = std::max(kFewestBytes, bytes / (waves * PiecesOfWave()));
  std::vector<Piece> pieces;
  for (std::size_t i = 0, next; i + 1 < scan.begins.size(); i = next) {
    const std::size_t begin = scan.begins[i];
    next = i + 1;
    while (next + 1 < scan.begins.size() && scan.begins[next + 1] - begin <= wanted) ++next;
    const std::size_t limit = scan.begins[next];
    const std::size_t count = next > i + 1 ? 1 : std::max<std::size_t>(1, (limit - begin) / wanted);
    const auto at = [&](std::uint64_t k) {
      return begin + static_cast<std::size_t>((limit - begin) * k / count);
    };
    for (std::size_t k = 0; k < count; ++k)
      pieces.push_back({i, next - i, at(k), at(k + 1), limit});
  }
  return pieces;
}

constexpr const char *kDamaged = "damaged data", *kNoMemory = "no memory";

class Decoder {
 public:
  Decoder(const JpegFrame& frame, const JpegLayout& layout, const JpegScan& scan,
          const JpegTake& take)
      : frame_(frame),
        layout_(layout),
        scan_(scan),
        take_(take),
        planes_(NewAligned<std::uint8_t>(layout.bytes + kBeyond)) {}

  const char* Run() {
    if (const char* reason = entropy_.Prepare(frame_, scan_)) return reason;
    pieces_ = Cut(scan_);
    for (wave_ = 0; wave_ < pieces_.size(); wave_ += count_) {
      count_ = std::min(PiecesOfWave(), pieces_.size() - wave_);
      if (!DecodeWave()) return failure_ != nullptr ? failure_.load() : kDamaged;
    }
    return nullptr;
  }

 private:
  // Bytes that vectors may read behind the planes.
  static constexpr std::size_t kBeyond = 64;

  // Pieces decoded side by side, joined, and transformed. parts_[0] goes on where the wave before
  // has ended.
  bool DecodeWave() {
    parts_.resize(std::max(parts_.size(), count_ + 1));
    joined_.assign(count_ + 1, 0);
    jobs_.clear();
    ForParts(1, 1, [this](std::size_t i) { return Decode(i); });
    for (const std::size_t first : {0, 1})
      ForParts(first, 2, [this](std::size_t i) { return JoinToNext(i); });
    if (failure_ != nullptr || !Chain() || !SumDifferences()) return false;
    for (std::size_t begin = 0; begin < jobs_.size();) {
      const std::size_t end = JobsThatFit(begin);
      ForAll(end - begin, [&](std::size_t i) { return Transform(jobs_[begin + i]); });
      if (failure_ != nullptr) return false;
      TakeRows(jobs_[end - 1].first + jobs_[end - 1].count);
      begin = end;
    }
    parts_[0].Resume(parts_[count_]);
    return true;
  }

  // Those that need no memory of rows which are not taken yet, nor of the row before.
  std::size_t JobsThatFit(std::size_t begin) const {
    const std::size_t first = std::max<std::size_t>(taken_ / layout_.mcu_height, 1) - 1;
    const std::size_t end = (first + layout_.mcu_rows) * BlocksOfRow();
    while (begin < jobs_.size() && jobs_[begin].first < end) ++begin;
    return begin;
  }

  std::size_t BlocksOfRow() const { return std::size_t{frame_.mcu_columns} * frame_.mcu_blocks; }

  // Of `blocks`, those that need no sample of the next.
  void TakeRows(std::size_t blocks) {
    const std::size_t whole = blocks / BlocksOfRow();
    std::size_t ready = layout_.rows;
    if (whole < frame_.mcu_rows) ready = std::max<std::size_t>(whole * layout_.mcu_height, 1) - 1;
    if (ready <= taken_) return;
    take_({frame_, layout_, planes_.get()}, taken_, ready);
    taken_ = ready;
  }

  // task(i) for i below `count`. False, or std::bad_alloc: the decoder has failed.
  template <class Task>
  void ForAll(std::size_t count, const Task& task) {
    ParallelBands(count, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end && failure_ == nullptr; ++i) {
        try {
          if (!task(i)) failure_ = kDamaged;
        } catch (const std::bad_alloc&) {
          failure_ = kNoMemory;
        }
      }
    });
  }

  // For parts first, first + step ...
  template <class Task>
  void ForParts(std::size_t first, std::size_t step, const Task& task) {
    ForAll((count_ + step - first) / step, [&](std::size_t i) { return task(first + i * step); });
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
    for (std::size_t i = 1; i <= count_; ++i) {
      if (joined_[i - 1] != 0 || PieceOf(i).is_first(scan_)) continue;
      // What it was decoded from was wrong, and so is where it has gone on into.
      parts_[i].Resume(parts_[i - 1]);
      JoinToNext(i);
    }
    if (std::any_of(parts_.begin(), parts_.end(), [](auto& part) { return part.has_runs(); }))
      ForParts(0, 1, [this](std::size_t i) { return parts_[i].FillRuns(), true; });
    if (wave_ != 0) Place(parts_[0]);
    for (std::size_t i = 1; i <= count_; ++i) {
      if (PieceOf(i).is_first(scan_)) {
        wanted_ = 0;
        for (std::size_t k = 0; k < PieceOf(i).intervals; ++k)
          wanted_ += BlocksOf(PieceOf(i).interval + k);
      }
      Place(parts_[i]);
      const bool is_last = PieceOf(i).end == PieceOf(i).limit;
      if (is_last && !HasEnded(PieceOf(i))) return false;
    }
    return true;
  }

  // All blocks of the interval are there, and less than a byte is left behind them.
  bool HasEnded(const Piece& piece) const { return wanted_ == 0 && piece.limit * 8 - end_ < 8; }

  // The blocks of a part come next in the image: a job for each row of MCUs.
  void Place(JpegPart& part) {
    part.Keep(std::min(part.blocks(), wanted_));
    const JpegBlocks all = part.Blocks();
    if (all.count != 0) end_ = part.end_bit();
    wanted_ -= all.count;
    for (std::size_t done = 0; done < all.count;) {
      const std::size_t left = BlocksOfRow() - placed_ % BlocksOfRow();
      JpegBlocks job = all;
      job.records += done;
      if (done != 0) job.first_coefficient = all.records[done - 1].end;
      job.count = std::min(left, all.count - done);
      job.first = placed_;
      jobs_.push_back(job);
      placed_ += job.count;
      done += job.count;
    }
  }

  // Of the blocks since the last restart.
  struct Sum {
    std::array<std::int32_t, kJpegMostComponents> dc;
    bool has_restart;
  };

  // False: they become so large that 32 bits may not hold them, which newer libjpegs refuse. Those
  // of one job stay below the limit.
  bool SumDifferences() {
    constexpr std::int32_t kMost = 1 << 30;
    sums_.resize(jobs_.size());
    ForAll(jobs_.size(), [this](std::size_t i) {
      sums_[i] = SumOf(jobs_[i]);
      return true;
    });
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      jobs_[i].dc_before = dc_;
      for (std::size_t c = 0; c < dc_.size(); ++c) {
        dc_[c] = sums_[i].dc[c] + (sums_[i].has_restart ? 0 : dc_[c]);
        if (std::abs(dc_[c]) > kMost) return false;
      }
    }
    return true;
  }

  Sum SumOf(const JpegBlocks& job) const {
    const std::size_t interval = std::size_t{frame_.interval} * frame_.mcu_blocks;
    std::size_t place = job.first % frame_.mcu_blocks, left = interval - job.first % interval;
    Sum sum{};
    for (std::size_t k = 0; k < job.count; ++k) {
      sum.dc[frame_.mcu[place].component] += job.records[k].dc;
      if (++place == frame_.mcu_blocks) place = 0;
      if (--left != 0) continue;
      left = interval;
      sum = {{}, true};
    }
    return sum;
  }

  bool Transform(const JpegBlocks& job) {
    return TransformJpegBlocks(frame_, layout_, job, planes_.get());
  }

  const JpegFrame& frame_;
  const JpegLayout& layout_;
  const JpegScan& scan_;
  const JpegTake& take_;
  const AlignedArray<std::uint8_t> planes_;
  JpegEntropy entropy_;
  std::vector<Piece> pieces_;
  std::size_t wave_ = 0, count_ = 0;  // its first piece, and how many
  std::vector<JpegPart> parts_;
  std::vector<char> joined_;      // each to the next
  std::vector<JpegBlocks> jobs_;  // of the wave, in turn
  std::vector<Sum> sums_;
  std::atomic<const char*> failure_ = nullptr;
  std::size_t placed_ = 0;                              // blocks
  std::size_t taken_ = 0;                               // rows of the result
  std::size_t wanted_ = 0;                              // of the interval, still to be placed
  std::size_t end_ = 0;                                 // bit behind the last block placed
  std::array<std::int32_t, kJpegMostComponents> dc_{};  // before the next job
};

}  // namespace

JpegLayout LayOutForDecoding(const JpegFrame& frame) {
  constexpr std::uint32_t kFewestRows = 16, kRowsOfThread = 4;
  return LayOutJpeg(frame, std::max(kFewestRows, kRowsOfThread * ThreadLimit()));
}

std::size_t JpegCoefficientBytes(std::size_t file_bytes) {
  return std::min(file_bytes, PiecesOfWave() * kMostBytes) * JpegPart::kMemoryOfByte;
}

const char* DecodeJpeg(std::span<const std::uint8_t> data, const JpegFrame& frame,
                       const JpegLayout& layout, const JpegTake& take) {
  JpegScan scan;
  if (const char* reason = ReadJpegScan(data, frame, scan)) return reason;
  return Decoder(frame, layout, scan, take).Run();
}

}  // namespace lodestone::kernels
