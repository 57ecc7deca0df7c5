#include "kernels/jpeg/scan.hpp"

#include <algorithm>
#include <cstring>

#include "base/thread_pool.hpp"

namespace lodestone::kernels {
namespace {

// A block that begins before the end may be read on as far: 64 coefficients of 31 bits.
constexpr std::size_t kReadInAdvance = 512;
constexpr std::size_t kChunkBytes = std::size_t{1} << 17;

constexpr unsigned kMarker = 0xFF, kStuffing = 0, kFirstRestart = 0xD0, kEnd = 0xD9;

// Calls keep(bytes) for the runs of data from `begin` on, and at(marker) for markers other than
// stuffing, which ends it if it returns false. A marker may end behind `end`, but before `limit`.
template <class Keep, class At>
void ForRuns(const std::uint8_t* begin, const std::uint8_t* end, const std::uint8_t* limit,
             const Keep& keep, const At& at) {
  for (const std::uint8_t* from = begin; from < end;) {
    const auto* const marker = static_cast<const std::uint8_t*>(
        std::memchr(from, kMarker, static_cast<std::size_t>(end - from)));
    if (marker == nullptr) return keep(std::span(from, end));
    const unsigned kind = marker + 1 < limit ? marker[1] : kMarker;
    keep(std::span(from, marker + (kind == kStuffing ? 1 : 0)));
    if (kind != kStuffing && !at(kind)) return;
    from = marker + 2;
  }
}

struct Marker {
  std::size_t place;  // of the bytes kept of the chunk
  unsigned kind;
};

struct Chunk {
  const std::uint8_t *begin, *end;
  std::size_t kept = 0, place = 0;  // bytes, and where they go
  std::vector<Marker> markers;
};

class ScanReader {
 public:
  ScanReader(std::span<const std::uint8_t> data, JpegScan& scan)
      : limit_(data.data() + data.size()), scan_(scan) {
    for (std::size_t at = 0; at < data.size(); at += kChunkBytes) {
      const std::uint8_t* const begin = data.data() + at;
      // The second byte of a marker is not of this chunk.
      chunks_.push_back({begin + (at != 0 && begin[-1] == kMarker ? 1 : 0),
                         begin + std::min(kChunkBytes, data.size() - at),
                         0,
                         0,
                         {}});
    }
  }

  const char* Read(std::size_t intervals) {
    ForChunks([&](Chunk& chunk) { Count(chunk, intervals); });
    if (const char* reason = Place(intervals)) return reason;
    const std::size_t bytes = scan_.begins.back();
    scan_.bytes = NewAligned<std::uint8_t>(bytes + kReadInAdvance);
    std::memset(scan_.bytes.get() + bytes, 0, kReadInAdvance);
    ForChunks([this](Chunk& chunk) { Copy(chunk); });
    return nullptr;
  }

 private:
  template <class Function>
  void ForChunks(const Function& function) {
    accel::ParallelBands(chunks_.size(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) function(chunks_[i]);
    });
  }

  // Up to what is unusual, or one restart marker too many: so markers take little memory.
  void Count(Chunk& chunk, std::size_t intervals) const {
    ForRuns(
        chunk.begin, chunk.end, limit_,
        [&](std::span<const std::uint8_t> run) { chunk.kept += run.size(); },
        [&](unsigned kind) {
          chunk.markers.push_back({chunk.kept, kind});
          return kind >= kFirstRestart && kind < kFirstRestart + 8 &&
                 chunk.markers.size() < intervals;
        });
  }

  const char* Place(std::size_t intervals) {
    scan_.begins.assign(1, 0);
    std::size_t place = 0;
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      chunks_[i].place = place;
      for (const Marker& marker : chunks_[i].markers) {
        scan_.begins.push_back(static_cast<std::uint32_t>(place + marker.place));
        const std::size_t restarts = scan_.begins.size() - 1;
        if (marker.kind == kEnd) {
          chunks_.resize(i + 1);
          return restarts == intervals ? nullptr : "restart markers are missing";
        }
        if (marker.kind != kFirstRestart + (restarts - 1) % 8) return "unusual marker in the scan";
        if (restarts == intervals) return "too many restart markers";
      }
      place += chunks_[i].kept;
    }
    return "the end is missing";
  }

  void Copy(const Chunk& chunk) const {
    std::uint8_t* to = scan_.bytes.get() + chunk.place;
    ForRuns(
        chunk.begin, chunk.end, limit_,
        [&](std::span<const std::uint8_t> run) {
          std::memcpy(to, run.data(), run.size());
          to += run.size();
        },
        [](unsigned kind) { return kind != kEnd; });
  }

  const std::uint8_t* const limit_;
  JpegScan& scan_;
  std::vector<Chunk> chunks_;
};

}  // namespace

const char* ReadJpegScan(std::span<const std::uint8_t> data, const JpegFrame& frame,
                         JpegScan& scan) {
  if (data.size() > kJpegMostBytes) return "a scan of more than 256 MiB";
  return ScanReader(data, scan).Read((frame.mcus() + frame.interval - 1) / frame.interval);
}

}  // namespace lodestone::kernels
