// Transfers of pageable memory through pinned staging memory: several threads fill or empty its
// slots while the link transfers others.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "accel/gpu/device/host_memory.hpp"
#include "accel/gpu/launch/launch.hpp"
#include "accel/gpu/transfers/options.hpp"

namespace lodestone::accel::gpu {

// Rows of an image in host memory, from row `top` on.
struct HostRows {
  unsigned char* data = nullptr;
  size_t stride_bytes = 0, row_bytes = 0;
  bool pinned = false;
  uint32_t top = 0;

  unsigned char* Row(uint32_t row) const { return data + (row - top) * stride_bytes; }
  HostBlock Block(Rows rows) const {
    return {Row(rows.begin), stride_bytes, row_bytes, rows.end - rows.begin};
  }
};

// Rows that are uploaded together.
struct HostStrip {
  HostRows image;
  Rows rows;
};

// Rows of an image, and their position on the device.
struct DeviceRows {
  Rows rows;
  Memory* buffer;
  uint32_t top;             // row that the image begins with there
  size_t begin = 0;         // where it begins in the buffer
  size_t stride_bytes = 0;  // 0: packed

  size_t Offset(size_t row_bytes) const {
    return begin + (rows.begin - top) * (stride_bytes ? stride_bytes : row_bytes);
  }
};

// What staging needs, for all calls on a device. Thread-safety: any.
class Staging {
 public:
  Staging(const DeviceOptions& options, Workers& workers)
      : slots_(options.slots),
        slot_bytes_(options.slot_bytes),
        least_bytes_(options.staged_bytes),
        workers_(workers) {}

  // For a transfer in that direction; null if it needs no staging.
  StagingRings::Lease Take(Stage direction, Context& context, const HostRows& image,
                           uint64_t bytes);
  // For other purposes; null if there is none.
  StagingRings::Lease TakeRing(Context& context) { return TakeFrom(uploads_, context); }
  Workers& workers() { return workers_; }

 private:
  StagingRings::Lease TakeFrom(StagingRings& rings, Context& context) {
    return rings.Take(context, slots_, slot_bytes_, workers_);
  }

  const size_t slots_, slot_bytes_;
  const uint64_t least_bytes_;
  Workers& workers_;
  StagingRings uploads_, downloads_;
};

// The pieces of one direction. Pieces pass through three states in order; piece k uses slot k %
// slots.
class StagedTransfer {
 public:
  StagedTransfer(Session& session, Staging& staging, StagingRings::Lease ring, TaskGroup& tasks)
      : session_(session),
        staging_(staging),
        ring_(std::move(ring)),
        tasks_(tasks),
        slots_(ring_->slots) {}
  ~StagedTransfer();
  StagedTransfer(const StagedTransfer&) = delete;
  StagedTransfer& operator=(const StagedTransfer&) = delete;

 protected:
  struct Slot {
    std::atomic<bool> copied{false};
    const Event* moved = nullptr;
  };

  // In a piece of about this many bytes.
  uint32_t RowsIn(uint64_t bytes, const HostRows& image) const;
  Slot& SlotOf(size_t piece) { return slots_[piece % slots_.size()]; }
  // Has a worker copy rows from the image to the piece's slot, or the other way.
  void Copy(size_t piece, const HostRows& image, Rows rows, bool to_slot);

  Session& session_;
  Staging& staging_;
  StagingRings::Lease ring_;
  TaskGroup& tasks_;
  std::vector<Slot> slots_;
};

class StagedUpload : public StagedTransfer {
 public:
  using StagedTransfer::StagedTransfer;

  // To be sent in this order, one Send each, but for those that are pinned.
  void Schedule(const std::vector<HostStrip>& strips);
  // Does what can be done without waiting; false if there was nothing.
  bool Advance();
  // Enqueues what is ready of the announced strip. True if nothing of it is left.
  bool Send(size_t strip, const DeviceRows& to, const Event* after);
  // Null before the first piece.
  const Event* Latest() const { return latest_; }

 private:
  struct Piece {
    size_t strip;
    HostStrip from;
  };

  std::vector<Piece> pieces_;
  const Event* latest_ = nullptr;
  size_t filling_ = 0, sent_ = 0, arrived_ = 0;  // pieces that reached each state
};

class StagedDownload : public StagedTransfer {
 public:
  StagedDownload(Session& session, Staging& staging, StagingRings::Lease ring,
                 const HostRows& image, TaskGroup& tasks)
      : StagedTransfer(session, staging, std::move(ring), tasks), image_(image) {}

  void Add(const DeviceRows& from, const Event* after);
  bool Advance();
  // The strips, numbered as they were added, whose commands are all enqueued.
  bool Enqueued(size_t strip) const { return strips_[strip].end <= fetching_; }
  const Event* LatestOf(size_t strip) const { return strips_[strip].latest; }
  bool done() const { return emptied_ == pieces_.size(); }

 private:
  struct Piece {
    size_t strip;
    DeviceRows from;
  };
  struct Strip {
    size_t end;  // of its pieces
    const Event* after;
    const Event* latest;
  };

  void Fetch();

  const HostRows image_;
  std::vector<Piece> pieces_;
  std::vector<Strip> strips_;
  size_t fetching_ = 0, emptying_ = 0, emptied_ = 0;  // pieces that reached each state
};

// Enqueues one command that copies rows between host memory and the device.
const Event* EnqueueWrite(Session& session, const HostRows& from, const DeviceRows& to,
                          const Event* after);
const Event* EnqueueRead(Session& session, const DeviceRows& from, const HostRows& to,
                         const Event* after);

}  // namespace lodestone::accel::gpu
