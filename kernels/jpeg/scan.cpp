#include "kernels/jpeg/scan.hpp"

#include <cstring>

namespace lodestone::kernels {
namespace {

// A block that begins before the end may be read on as far: 64 coefficients of 31 bits.
constexpr std::size_t kReadInAdvance = 512;
constexpr std::size_t kMostBytes = std::size_t{1} << 28;  // bits are counted in 32 bits

}  // namespace

const char* ReadJpegScan(std::span<const std::uint8_t> file, const JpegFrame& frame,
                         JpegScan& scan) {
  constexpr unsigned kMarker = 0xFF, kStuffing = 0, kFirstRestart = 0xD0, kEnd = 0xD9;
  const std::uint8_t* from = file.data() + frame.scan;
  const std::uint8_t* const end = file.data() + file.size();
  if (file.size() - frame.scan > kMostBytes) return "too long";
  scan.bytes = NewAligned<std::uint8_t>(file.size() - frame.scan + kReadInAdvance);
  std::uint8_t* to = scan.bytes.get();
  const std::size_t intervals = (frame.mcus() + frame.interval - 1) / frame.interval;
  scan.begins.assign(1, 0);
  scan.begins.reserve(intervals + 1);
  for (;;) {
    const void* const found = std::memchr(from, kMarker, static_cast<std::size_t>(end - from));
    if (found == nullptr || found == end - 1) return "the end is missing";
    const auto* const marker = static_cast<const std::uint8_t*>(found);
    const auto count = static_cast<std::size_t>(marker - from);
    std::memcpy(to, from, count);
    to += count;
    from = marker + 2;
    if (marker[1] == kStuffing) {
      *to++ = kMarker;
      continue;
    }
    scan.begins.push_back(static_cast<std::uint32_t>(to - scan.bytes.get()));
    if (marker[1] == kEnd) break;
    const std::size_t restarts = scan.begins.size() - 1;
    if (marker[1] != kFirstRestart + (restarts - 1) % 8) return "unusual marker in the scan";
    if (restarts == intervals) return "too many restart markers";
  }
  if (scan.begins.size() != intervals + 1) return "restart markers are missing";
  std::memset(to, 0, kReadInAdvance);
  return nullptr;
}

}  // namespace lodestone::kernels
