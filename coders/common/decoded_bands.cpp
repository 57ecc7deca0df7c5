#include "coders/common/decoded_bands.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <vector>

#include "base/thread_pool.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kSlots = 4;
constexpr std::size_t kBandPixels = std::size_t{1} << 17;       // worth a task
constexpr std::size_t kBandPixelsAlone = std::size_t{1} << 15;  // stay in the cache
constexpr std::size_t kRowsAtATime = 16;                        // of decoders that give several

std::size_t RowsOfBand(const Image* image, bool alone) {
  std::size_t rows = (alone ? kBandPixelsAlone : kBandPixels) / image->columns;
  if (rows > kRowsAtATime) rows -= rows % kRowsAtATime;
  return std::clamp<std::size_t>(rows, 1, image->rows);
}

// The memory of one band.
struct Slot {
  std::vector<std::uint8_t> bytes;
  std::atomic<bool> busy{false};
};

// As many slots as the memory limit allows: one will do.
std::size_t ClaimSlots(std::size_t band_bytes, std::size_t wanted, MemoryClaim& claim) {
  if (wanted != 1 && claim.Acquire(band_bytes * wanted)) return wanted;
  if (!claim.Acquire(band_bytes)) FailOfMemoryLimit();
  return 1;
}

class Slots {
 public:
  Slots(std::size_t count, std::size_t bytes) : count_(count), bytes_(bytes) {}

  // Null if all are busy.
  Slot* Free() {
    for (std::size_t i = 0; i < count_; ++i) {
      Slot& slot = slots_[i];
      if (slot.busy.load(std::memory_order_acquire)) continue;
      slot.bytes.resize(bytes_);
      return &slot;
    }
    return nullptr;
  }

 private:
  std::array<Slot, kSlots> slots_;
  const std::size_t count_;
  const std::size_t bytes_;
};

}  // namespace

void DecodeBands(const Image* image, std::size_t row_bytes, ExceptionInfo* exception,
                 const std::function<void(const DecodedBand&)>& decode,
                 const std::function<void(const DecodedBand&)>& convert) {
  const std::size_t rows = image->rows;
  const bool alone = accel::ThreadLimit() == 1;
  const std::size_t band_rows = RowsOfBand(image, alone);
  if (row_bytes > std::numeric_limits<std::size_t>::max() / kSlots / band_rows)
    throw std::bad_alloc();
  MemoryClaim claim;
  const std::size_t band_bytes = band_rows * row_bytes;
  Slots slots(ClaimSlots(band_bytes, alone || band_rows == rows ? 1 : kSlots, claim), band_bytes);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  accel::BackgroundTasks tasks;
  Slot* slot = slots.Free();
  for (std::size_t first = 0; first < rows; first += band_rows) {
    const DecodedBand band{slot->bytes.data(), first, std::min(band_rows, rows - first)};
    decode(band);
    slot->busy.store(true, std::memory_order_relaxed);
    Slot* const next = tasks.available() && first + band.count < rows ? slots.Free() : nullptr;
    const auto finish = [&convert, slot, band] {
      convert(band);
      slot->busy.store(false, std::memory_order_release);
    };
    // If the others do not keep up, this thread converts too.
    if (next == nullptr) {
      finish();
    } else {
      tasks.Start(finish);
      slot = next;
    }
    progress.Tick(first + band.count - 1);
  }
  tasks.Wait();
}

}  // namespace lodestone::coders
