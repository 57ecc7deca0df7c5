#include "accel/gpu/transfers/staging.hpp"

#include <algorithm>
#include <cstring>

namespace lodestone::accel::gpu {
namespace {

constexpr size_t kFirstPieces = 8;

// The layout of the same rows in a slot.
HostRows InSlot(unsigned char* slot, const HostRows& image, Rows rows) {
  return {slot, image.row_bytes, image.row_bytes, true, rows.begin};
}

}  // namespace

const Event* EnqueueWrite(Session& session, const HostRows& from, const DeviceRows& to,
                          const Event* after) {
  return session.timeline().Add(Stage::kUpload, session.queue(Stage::kUpload)
                                                    .Upload(from.Block(to.rows), *to.buffer,
                                                            to.Offset(from.row_bytes), after));
}

const Event* EnqueueRead(Session& session, const DeviceRows& from, const HostRows& to,
                         const Event* after) {
  HostBlock block = to.Block(from.rows);
  block.device_stride_bytes = from.stride_bytes;
  return session.timeline().Add(
      Stage::kDownload, session.queue(Stage::kDownload)
                            .Download(*from.buffer, from.Offset(to.row_bytes), block, after));
}

StagingRings::Lease Staging::Take(Stage direction, Context& context, const HostRows& image,
                                  uint64_t bytes) {
  if (image.pinned || bytes < least_bytes_ || image.row_bytes > slot_bytes_) return nullptr;
  return TakeFrom(direction == Stage::kUpload ? uploads_ : downloads_, context);
}

StagedTransfer::~StagedTransfer() {
  // Of an unfinished call: neither workers nor the device may use the slots any more.
  tasks_.WaitForAll();
  session_.Drain();
}

uint32_t StagedTransfer::RowsIn(uint64_t bytes, const HostRows& image) const {
  const uint64_t rows = std::min<uint64_t>(bytes, ring_->slot_bytes) / image.row_bytes;
  return static_cast<uint32_t>(std::clamp<uint64_t>(rows, 1, UINT32_MAX));
}

void StagedTransfer::Copy(size_t piece, const HostRows& image, Rows rows, bool to_slot) {
  SlotOf(piece).copied = false;
  staging_.workers().Submit(tasks_, [this, piece, image, rows, to_slot] {
    unsigned char* slot = ring_->Slot(piece);
    HostBlock block = image.Block(rows);
    if (block.stride_bytes == block.row_bytes)
      block = {block.data, 0, block.row_bytes * block.rows, 1};
    for (size_t row = 0; row < block.rows; ++row, slot += block.row_bytes) {
      unsigned char* const pixels = block.data + row * block.stride_bytes;
      std::memcpy(to_slot ? slot : pixels, to_slot ? pixels : slot, block.row_bytes);
    }
    SlotOf(piece).copied = true;
  });
}

void StagedUpload::Schedule(const std::vector<HostStrip>& strips) {
  for (size_t strip = 0; strip < strips.size(); ++strip) {
    const HostRows& image = strips[strip].image;
    if (image.pinned) continue;
    for (Rows rows = strips[strip].rows; rows.begin < rows.end;) {
      // Small ones at first: the link waits for the first.
      const bool first = pieces_.size() < kFirstPieces;
      const uint32_t step = RowsIn(first ? ring_->slot_bytes / 4 : ring_->slot_bytes, image);
      const uint32_t end = rows.begin + std::min(step, rows.end - rows.begin);
      pieces_.push_back({strip, {image, {rows.begin, end}}});
      rows.begin = end;
    }
  }
}

bool StagedUpload::Advance() {
  const size_t before = arrived_ + filling_;
  while (arrived_ < sent_ && SlotOf(arrived_).moved->HasEnded()) ++arrived_;
  while (filling_ < pieces_.size() && filling_ - arrived_ < slots_.size()) {
    Copy(filling_, pieces_[filling_].from.image, pieces_[filling_].from.rows, true);
    ++filling_;
  }
  return arrived_ + filling_ != before;
}

bool StagedUpload::Send(size_t strip, const DeviceRows& to, const Event* after) {
  const size_t before = sent_;
  while (sent_ < filling_ && pieces_[sent_].strip == strip && SlotOf(sent_).copied) {
    const auto& [image, rows] = pieces_[sent_].from;
    latest_ = SlotOf(sent_).moved = EnqueueWrite(session_, InSlot(ring_->Slot(sent_), image, rows),
                                                 {rows, to.buffer, to.top, to.begin}, after);
    ++sent_;
  }
  if (sent_ != before) session_.Flush(Stage::kUpload);
  return sent_ == pieces_.size() || pieces_[sent_].strip != strip;
}

void StagedDownload::Add(const DeviceRows& from, const Event* after) {
  // Large ones: small ones across many idle CPUs slowed the whole link down.
  const uint32_t step = RowsIn(ring_->slot_bytes, image_);
  for (Rows rows = from.rows; rows.begin < rows.end;) {
    const uint32_t end = rows.begin + std::min(step, rows.end - rows.begin);
    DeviceRows piece = from;
    piece.rows = {rows.begin, end};
    pieces_.push_back({strips_.size(), piece});
    rows.begin = end;
  }
  strips_.push_back({pieces_.size(), after, nullptr});
}

void StagedDownload::Fetch() {
  const Piece& piece = pieces_[fetching_];
  Strip& strip = strips_[piece.strip];
  const HostRows slot = InSlot(ring_->Slot(fetching_), image_, piece.from.rows);
  strip.latest = SlotOf(fetching_).moved = EnqueueRead(session_, piece.from, slot, strip.after);
  ++fetching_;
}

bool StagedDownload::Advance() {
  const size_t before = fetching_ + emptying_ + emptied_;
  while (emptied_ < emptying_ && SlotOf(emptied_).copied) ++emptied_;
  while (emptying_ < fetching_ && SlotOf(emptying_).moved->HasEnded()) {
    Copy(emptying_, image_, pieces_[emptying_].from.rows, false);
    ++emptying_;
  }
  const size_t fetched = fetching_;
  while (fetching_ < pieces_.size() && fetching_ - emptied_ < slots_.size()) Fetch();
  if (fetching_ != fetched) session_.Flush(Stage::kDownload);
  return fetching_ + emptying_ + emptied_ != before;
}

}  // namespace lodestone::accel::gpu
