#include "kernels/jpeg/encode.hpp"

#include <algorithm>
#include <new>

#include "base/thread_pool.hpp"
#include "kernels/jpeg/optimal_code.hpp"

namespace lodestone::kernels {
namespace {

using accel::ParallelBands;

// Of a piece. Large ones take memory, small ones time, since the MCU before is transformed for
// each.
constexpr std::size_t kMostBlocks = 512;
constexpr std::size_t kPiecesOfThread = 4;
// Of a task: handing out fewer costs more than it gains.
constexpr std::size_t kFewestBlocks = 512;

std::size_t PiecesOfRow(const JpegMcus& mcus) {
  const std::size_t most = kMostBlocks / mcus.blocks;
  return (mcus.columns + most - 1) / most;
}

// The most MCUs that a piece has.
std::size_t PieceMcus(const JpegMcus& mcus) {
  return (mcus.columns + PiecesOfRow(mcus) - 1) / PiecesOfRow(mcus);
}

std::size_t SlotCount(const JpegMcus& mcus) {
  const std::size_t tasks = mcus.count() * mcus.blocks / kFewestBlocks + 1;
  return std::min(mcus.rows * PiecesOfRow(mcus),
                  kPiecesOfThread * std::min<std::size_t>(accel::ThreadLimit(), tasks));
}

}  // namespace

JpegEncoder::Slot::Slot(const JpegMcus& mcus, std::size_t piece_mcus)
    : samples(NewAligned<std::uint8_t>(mcus.chunk_samples)),
      coefficients(NewAligned<std::int16_t>(mcus.chunk_blocks * kJpegBlock)),
      others(NewAligned<std::uint64_t>(mcus.chunk_blocks)),
      kept(NewAligned<std::int16_t>(piece_mcus * mcus.blocks * kMostKept)),
      bits(piece_mcus, piece_mcus * mcus.blocks),
      bytes(NewAligned<std::uint8_t>(MostJpegBytes(piece_mcus, piece_mcus * mcus.blocks))) {}

std::size_t JpegEncoder::BytesFor(const MagickAccelerateEncoding& encoding) {
  const JpegMcus mcus(encoding);
  const std::size_t blocks = PieceMcus(mcus) * mcus.blocks;
  constexpr std::size_t kMostBits = 4 * kJpegBlock;  // bytes, and as many of stuffing
  return SlotCount(mcus) * (mcus.chunk_samples + mcus.chunk_blocks * 2 * kJpegBlock +
                            blocks * (2 * kMostKept + 3 * kMostBits) + sizeof(JpegSymbolCounts));
}

JpegEncoder::JpegEncoder(const MagickAccelerateEncoding& encoding, const SourceView& pixels)
    : encoding_(encoding),
      pixels_(pixels),
      mcus_(encoding_),
      pieces_of_row_(PiecesOfRow(mcus_)),
      grain_(kFewestBlocks / (PieceMcus(mcus_) * mcus_.blocks) + 1),
      divisors_(encoding_.component, encoding_.component + mcus_.components) {
  const std::size_t slots = SlotCount(mcus_);  // shares of the thread limit change meanwhile
  slots_.reserve(slots);
  while (slots_.size() < slots) slots_.emplace_back(mcus_, PieceMcus(mcus_));
  kept_.resize(pieces());
}

JpegEncoder::Piece JpegEncoder::PieceAt(std::size_t i) const {
  const std::size_t row = i / pieces_of_row_, k = i % pieces_of_row_;
  const std::size_t first = mcus_.columns * k / pieces_of_row_;
  const std::size_t end = mcus_.columns * (k + 1) / pieces_of_row_;
  return {row, first, end - first, row * mcus_.columns + first};
}

void JpegEncoder::Transform(const JpegChunk& chunk, const Slot& slot) const {
  TakeJpegSamples({encoding_, mcus_, pixels_}, chunk, slot.samples.get());
  TransformJpegChunk(mcus_, chunk, divisors_.data(), slot.samples.get(), slot.blocks());
}

template <class Function>
void JpegEncoder::ForChunks(const Piece& piece, const Slot& slot, const Function& function) const {
  for (std::size_t done = 0; done < piece.count; done += kJpegChunk) {
    const JpegChunk chunk{piece.row, piece.first + done, std::min(kJpegChunk, piece.count - done)};
    Transform(chunk, slot);
    function(JpegBlocksToCode{encoding_, mcus_, chunk.count});
  }
}

// Where a piece begins that is not coded behind the one before.
JpegPlaceInScan JpegEncoder::PlaceOf(const Piece& piece, const Slot& slot) const {
  JpegPlaceInScan place(encoding_, piece.mcu);
  if (piece.mcu == 0 || (place.interval != 0 && place.left == place.interval)) return place;
  const std::size_t before = piece.mcu - 1;
  Transform({before / mcus_.columns, before % mcus_.columns, 1}, slot);
  for (std::size_t c = 0; c < mcus_.components; ++c) {
    const JpegChunkPart& part = mcus_.part[c];
    const std::size_t last = (part.down - 1) * part.row_blocks() + part.across - 1;
    place.dc[c] = *slot.blocks().Block(part.first_block + last);
  }
  return place;
}

std::size_t JpegEncoder::EndOfWave(std::size_t begin) const {
  return std::min(begin + slots_.size(), pieces());
}

// Calls task(i, slot, place, continues) for the next pieces; if it continues, the same thread has
// done the piece before, and the place is where it ended.
template <class Task>
void JpegEncoder::ForWave(std::size_t begin, const Task& task) {
  ParallelBands(EndOfWave(begin) - begin, grain_, [&](std::size_t first, std::size_t last) {
    JpegPlaceInScan place(encoding_, 0);
    for (std::size_t i = first; i < last; ++i) task(begin + i, slots_[i], place, i != first);
  });
}

bool JpegEncoder::Optimize(std::size_t most_kept) {
  may_keep_ = most_kept;
  for (std::size_t begin = 0; begin < pieces(); begin = EndOfWave(begin))
    ForWave(begin, [this](std::size_t i, Slot& slot, JpegPlaceInScan& place, bool continues) {
      if (!continues) place = PlaceOf(PieceAt(i), slot);
      Count(i, slot, place);
    });
  JpegSymbolCounts counts;
  for (const Slot& slot : slots_) counts.Add(slot.counts);
  return OptimizeJpegCodes(counts, encoding_);
}

void JpegEncoder::Count(std::size_t i, Slot& slot, JpegPlaceInScan& place) {
  std::int16_t* end = slot.kept.get();
  ForChunks(PieceAt(i), slot, [&](const JpegBlocksToCode& what) {
    CountJpegBlocks(what, slot.blocks(), place, slot.counts, end);
  });
  Keep(i, slot.kept.get(), static_cast<std::size_t>(end - slot.kept.get()));
}

void JpegEncoder::Keep(std::size_t i, const std::int16_t* kept, std::size_t count) {
  const std::size_t bytes = count * sizeof *kept;
  std::size_t may_keep = may_keep_;
  do {
    if (may_keep < bytes) return;
  } while (!may_keep_.compare_exchange_weak(may_keep, may_keep - bytes));
  try {
    kept_[i] = NewAligned<std::int16_t>(count);
    std::copy_n(kept, count, kept_[i].get());
  } catch (const std::bad_alloc&) {
    may_keep_ = 0;
  }
}

void JpegEncoder::Code(std::size_t i, const JpegCodeTables& tables, Slot& slot,
                       JpegPlaceInScan& place) const {
  const Piece piece = PieceAt(i);
  JpegBlockCoder coder(tables, slot.bits);
  if (kept_[i])
    coder.AddKept({encoding_, mcus_, piece.count}, kept_[i].get(), place);
  else
    ForChunks(piece, slot,
              [&](const JpegBlocksToCode& what) { coder.Add(what, slot.blocks(), place); });
  coder.Finish();
}

void JpegEncoder::Encode(const JpegPut& put) {
  const JpegCodeTables tables(encoding_);
  JpegTail tail;
  for (std::size_t begin = 0, end; begin < pieces(); begin = end) {
    end = EndOfWave(begin);
    ForWave(begin, [&](std::size_t i, Slot& slot, JpegPlaceInScan& place, bool continues) {
      if (kept_[i])
        place = JpegPlaceInScan(encoding_, PieceAt(i).mcu);
      else if (!continues || kept_[i - 1])
        place = PlaceOf(PieceAt(i), slot);
      Code(i, tables, slot, place);
    });
    for (std::size_t i = begin; i < end; ++i) {
      slots_[i - begin].tail = tail;
      tail = TailOf(slots_[i - begin].bits, tail);
    }
    ParallelBands(end - begin, grain_, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) Stuff(begin + i, slots_[i]);
    });
    for (std::size_t i = begin; i < end; ++i) {
      const Slot& slot = slots_[i - begin];
      const std::size_t rows = (i + 1) / pieces_of_row_ * mcus_.down * 8;
      put({slot.bytes.get(), slot.byte_count}, std::min<std::size_t>(rows, encoding_.rows));
    }
  }
}

void JpegEncoder::Stuff(std::size_t i, Slot& slot) const {
  const bool is_last = i + 1 == pieces();
  // No marker follows the last interval.
  if (is_last && slot.bits.segments.size() > 1 && slot.bits.segments.back().bits == 0) {
    slot.bits.segments.pop_back();
    slot.bits.segments.back().ends = false;
  }
  const std::size_t restart = encoding_.interval == 0 ? 0 : PieceAt(i).mcu / encoding_.interval;
  slot.byte_count = PutJpegBytes(slot.bits, slot.tail, restart, is_last, slot.bytes.get());
}

}  // namespace lodestone::kernels
