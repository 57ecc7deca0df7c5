// Transfers of pageable memory through pinned staging memory: several threads fill or empty its
// slots while the link transfers others.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "accel/opencl/device/host_memory.hpp"
#include "accel/opencl/launch/launch.hpp"
#include "accel/opencl/transfers/options.hpp"

namespace lodestone::accel::opencl {

// Rows of an image in host memory, from row `top` on.
struct HostRows {
  unsigned char* data = nullptr;
  size_t stride_bytes = 0, row_bytes = 0;
  bool pinned = false;
  cl_uint top = 0;

  unsigned char* Row(cl_uint row) const { return data + (row - top) * stride_bytes; }
  bool packed() const { return stride_bytes == row_bytes; }
};

// Rows of an image, packed, and their position on the device.
struct DeviceRows {
  Rows rows;
  cl_mem buffer;
  cl_uint top;  // row that the buffer begins with
};

// What staging needs, for all calls on a device. Thread-safety: any.
class Staging {
 public:
  Staging(const DeviceOptions& options, Workers& workers, std::string device)
      : slots_(options.slots),
        slot_bytes_(options.slot_bytes),
        least_bytes_(options.staged_bytes),
        workers_(workers),
        device_(std::move(device)) {}

  // For a transfer in that direction; null if it needs no staging.
  StagingRings::Lease Take(Stage direction, cl_context context, const HostRows& image,
                           uint64_t bytes);
  // For other purposes; null if there is none.
  StagingRings::Lease TakeRing(cl_context context) { return TakeFrom(uploads_, context); }
  Workers& workers() { return workers_; }

 private:
  StagingRings::Lease TakeFrom(StagingRings& rings, cl_context context) {
    return rings.Take(context, slots_, slot_bytes_, workers_, device_);
  }

  const size_t slots_, slot_bytes_;
  const uint64_t least_bytes_;
  Workers& workers_;
  const std::string device_;
  StagingRings uploads_, downloads_;
};

// The pieces of one direction. Pieces pass through three states in order; piece k uses slot k %
// slots.
class StagedTransfer {
 public:
  StagedTransfer(Session& session, Staging& staging, StagingRings::Lease ring,
                 const HostRows& image, TaskGroup& tasks)
      : session_(session),
        staging_(staging),
        ring_(std::move(ring)),
        image_(image),
        tasks_(tasks),
        slots_(ring_->slots) {}
  ~StagedTransfer();
  StagedTransfer(const StagedTransfer&) = delete;
  StagedTransfer& operator=(const StagedTransfer&) = delete;

 protected:
  struct Slot {
    std::atomic<bool> copied{false};
    cl_event moved = nullptr;
  };

  // In a piece of about this many bytes.
  cl_uint RowsIn(uint64_t bytes) const;
  Slot& SlotOf(size_t piece) { return slots_[piece % slots_.size()]; }
  // Has a worker copy rows from the image to the piece's slot, or the other way.
  void Copy(size_t piece, Rows rows, bool to_slot);

  Session& session_;
  Staging& staging_;
  StagingRings::Lease ring_;
  const HostRows image_;
  TaskGroup& tasks_;
  std::vector<Slot> slots_;
};

class StagedUpload : public StagedTransfer {
 public:
  using StagedTransfer::StagedTransfer;

  // To be sent in this order, one Send each.
  void Schedule(const std::vector<Rows>& strips);
  // Does what can be done without waiting; false if there was nothing.
  bool Advance();
  // Enqueues what is ready of the announced strip. True if nothing of it is left.
  bool Send(size_t strip, const DeviceRows& to, cl_event after);
  // Null before the first piece.
  cl_event Latest() const { return latest_; }

 private:
  struct Piece {
    size_t strip;
    Rows rows;
  };

  std::vector<Piece> pieces_;
  cl_event latest_ = nullptr;
  size_t filling_ = 0, sent_ = 0, arrived_ = 0;  // pieces that reached each state
};

class StagedDownload : public StagedTransfer {
 public:
  using StagedTransfer::StagedTransfer;

  void Add(const DeviceRows& from, cl_event after);
  bool Advance();
  // The strips, numbered as they were added, whose commands are all enqueued.
  bool Enqueued(size_t strip) const { return strips_[strip].end <= fetching_; }
  cl_event Event(size_t strip) const { return strips_[strip].latest; }
  bool done() const { return emptied_ == pieces_.size(); }

 private:
  struct Piece {
    size_t strip;
    DeviceRows from;
  };
  struct Strip {
    size_t end;  // of its pieces
    cl_event after, latest;
  };

  void Fetch();

  std::vector<Piece> pieces_;
  std::vector<Strip> strips_;
  size_t fetching_ = 0, emptying_ = 0, emptied_ = 0;  // pieces that reached each state
};

// Enqueues one command that copies rows between host memory and the device.
cl_event EnqueueWrite(Session& session, const HostRows& from, const DeviceRows& to, cl_event after);
cl_event EnqueueRead(Session& session, const DeviceRows& from, const HostRows& to, cl_event after);

}  // namespace lodestone::accel::opencl
