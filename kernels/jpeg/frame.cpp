#include "kernels/jpeg/frame.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>

namespace lodestone::kernels {
namespace {

constexpr std::size_t kTables = 4;  // of a kind, in a file
constexpr unsigned kSide = 8;

constexpr std::uint32_t DivideUp(std::uint32_t a, std::uint32_t b) {
  return (a + b - 1) / b;
}

using Bytes = std::span<const std::uint8_t>;

// How many MCUs there are; interval: those between restart markers, 0 for none.
const char* SetMcus(std::uint32_t interval, JpegFrame& frame) {
  unsigned across = 1, down = 1;
  for (std::size_t c = 0; c < frame.components; ++c) {
    across = std::max(across, frame.component[c].horizontal);
    down = std::max(down, frame.component[c].vertical);
  }
  for (std::size_t c = 0; c < frame.components; ++c)
    if (across % frame.component[c].horizontal != 0 || down % frame.component[c].vertical != 0)
      return "unusual sampling factors";
  frame.mcu_columns = DivideUp(frame.columns, kSide * across);
  frame.mcu_rows = DivideUp(frame.rows, kSide * down);
  const auto all = static_cast<std::uint32_t>(frame.mcus());
  frame.interval = interval == 0 ? all : std::min(interval, all);
  return nullptr;
}

unsigned Short(Bytes bytes, std::size_t at) {
  return bytes[at] << 8 | bytes[at + 1];
}

// The segments before the scan, one after the other.
class MarkerReader {
 public:
  MarkerReader(Bytes file, JpegFrame& frame) : file_(file), frame_(frame) {}

  const char* Read(Bytes& scan) {
    if (file_.size() < 4 || Short(file_, 0) != 0xFFD8) return "no JPEG";
    for (std::size_t at = 2;;) {
      if (at + 4 > file_.size() || file_[at] != 0xFF) return "a marker is missing";
      if (file_[at + 1] == 0xFF) {
        ++at;  // a fill byte
        continue;
      }
      const unsigned marker = file_[at + 1];
      const std::size_t length = Short(file_, at + 2);
      if (length < 2 || length > file_.size() - at - 2) return "a marker is cut off";
      const Bytes segment = file_.subspan(at + 4, length - 2);
      at += 2 + length;
      if (marker == kStartOfScan) {
        scan = file_.subspan(at);
        return Scan(segment);
      }
      if (const char* reason = Segment(marker, segment)) return reason;
    }
  }

 private:
  static constexpr unsigned kStartOfScan = 0xDA;

  const char* Segment(unsigned marker, Bytes segment) {
    switch (marker) {
      case 0xC0:  // baseline
      case 0xC1:  // extended, sequential
        return Frame(segment);
      case 0xC4:
        return Codes(segment);
      case 0xDB:
        return Quanta(segment);
      case 0xDD:
        if (segment.size() != 2) return "wrong restart interval";
        interval_ = Short(segment, 0);
        return nullptr;
      case 0xE0:
        has_jfif_ |= segment.size() >= 14 && std::memcmp(segment.data(), "JFIF", 5) == 0;
        return nullptr;
      case 0xEE:
        if (segment.size() >= 12 && std::memcmp(segment.data(), "Adobe", 5) == 0)
          adobe_transform_ = segment[11];
        return nullptr;
      case 0xC2:
        return "progressive";
      default:
        if (marker == 0xFE || (marker >= 0xE0 && marker <= 0xEF)) return nullptr;
        return marker >= 0xC3 && marker <= 0xCF ? "not baseline" : "unusual marker";
    }
  }

  const char* Frame(Bytes s) {
    if (frame_.components != 0 || s.size() < 6) return "wrong frame";
    if (s[0] != 8) return "not 8 bits";
    frame_.rows = Short(s, 1);
    frame_.columns = Short(s, 3);
    frame_.components = s[5];
    if (frame_.components != 1 && frame_.components != 3) return "neither grey nor three colours";
    if (s.size() != 6 + 3 * frame_.components) return "wrong frame";
    if (frame_.columns == 0 || frame_.rows == 0 || frame_.columns > kJpegMostSide ||
        frame_.rows > kJpegMostSide)
      return "unusual size";
    for (std::size_t c = 0; c < frame_.components; ++c) {
      const Bytes described = s.subspan(6 + 3 * c, 3);
      ids_[c] = described[0];
      const unsigned horizontal = described[1] >> 4, vertical = described[1] & 15;
      if (horizontal < 1 || horizontal > kJpegMostFactor || vertical < 1 ||
          vertical > kJpegMostFactor || described[2] >= kTables)
        return "wrong frame";
      quanta_of_[c] = described[2];
      if (frame_.components == 1) continue;  // its MCUs are single blocks
      frame_.component[c].horizontal = horizontal;
      frame_.component[c].vertical = vertical;
    }
    return nullptr;
  }

  const char* Quanta(Bytes s) {
    while (!s.empty()) {
      const unsigned bytes = (s[0] >> 4) + 1, table = s[0] & 15;
      if (bytes > 2 || table >= kTables || s.size() < 1 + kJpegBlock * bytes)
        return "wrong quantization table";
      auto& quanta = quanta_[table].emplace();
      for (std::size_t k = 0; k < kJpegBlock; ++k)
        quanta[k] = static_cast<std::uint16_t>(bytes == 1 ? s[1 + k] : Short(s, 1 + 2 * k));
      s = s.subspan(1 + kJpegBlock * bytes);
    }
    return nullptr;
  }

  const char* Codes(Bytes s) {
    while (!s.empty()) {
      const unsigned kind = s[0] >> 4, table = s[0] & 15;
      if (kind > 1 || table >= kTables || s.size() < 17) return "wrong Huffman table";
      MagickAccelerateJpegCode code{};
      std::size_t count = 0;
      for (std::size_t bits = 1; bits <= 16; ++bits) count += code.counts[bits] = s[bits];
      if (count == 0 || count > 256 || s.size() < 17 + count) return "wrong Huffman table";
      std::copy_n(s.begin() + 17, count, code.symbols);
      (kind == 0 ? dc_ : ac_)[table] = code;
      s = s.subspan(17 + count);
    }
    return nullptr;
  }

  const char* Scan(Bytes s) {
    const std::size_t components = frame_.components;
    if (components == 0) return "no frame";
    if (s.size() != 4 + 2 * components || s[0] != components) return "several scans";
    const Bytes rest = s.last(3);
    if (rest[0] != 0 || rest[1] != kJpegBlock - 1 || rest[2] != 0) return "not baseline";
    for (std::size_t c = 0; c < components; ++c) {
      for (std::size_t other = 0; other < c; ++other)
        if (ids_[other] == ids_[c]) return "unusual components";
      if (s[1 + 2 * c] != ids_[c]) return "unusual components";
      if (const char* reason = Component(c, s[2 + 2 * c])) return reason;
    }
    if (components == kJpegMostComponents) SetColors();
    FindPeriod();
    return SetMcus(interval_, frame_);
  }

  const char* Component(std::size_t c, unsigned tables) {
    const unsigned dc = tables >> 4, ac = tables & 15;
    if (dc >= kTables || ac >= kTables || !dc_[dc] || !ac_[ac]) return "a Huffman table is missing";
    const auto& quanta = quanta_[quanta_of_[c]];
    if (!quanta) return "a quantization table is missing";
    MagickAccelerateJpegComponent& component = frame_.component[c];
    std::copy(quanta->begin(), quanta->end(), component.quanta);
    const std::optional<unsigned> dc_number = NumberOf(*dc_[dc], frame_.dc);
    const std::optional<unsigned> ac_number = NumberOf(*ac_[ac], frame_.ac);
    if (!dc_number || !ac_number) return "three Huffman tables";
    for (unsigned y = 0; y < component.vertical; ++y) {
      for (unsigned x = 0; x < component.horizontal; ++x) {
        if (frame_.mcu_blocks == kJpegMostBlocksOfMcu) return "too many blocks";
        const auto byte = [](std::size_t number) { return static_cast<std::uint8_t>(number); };
        frame_.mcu[frame_.mcu_blocks++] = {byte(c), byte(x), byte(y), byte(*dc_number),
                                           byte(*ac_number)};
      }
    }
    return nullptr;
  }

  static bool IsUsed(const MagickAccelerateJpegCode& code) {
    return std::any_of(std::begin(code.counts), std::end(code.counts),
                       [](unsigned count) { return count != 0; });
  }

  // Equal tables are one.
  static std::optional<unsigned> NumberOf(const MagickAccelerateJpegCode& code,
                                          MagickAccelerateJpegCode (&codes)[2]) {
    for (unsigned i = 0; i < std::size(codes); ++i) {
      if (!IsUsed(codes[i])) codes[i] = code;
      if (std::memcmp(&codes[i], &code, sizeof code) == 0) return i;
    }
    return std::nullopt;
  }

  void SetColors() {
    frame_.is_ycc = 1;
    if (has_jfif_) return;
    if (adobe_transform_)
      frame_.is_ycc = *adobe_transform_ != 0;
    else
      frame_.is_ycc = ids_ != std::array<unsigned, kJpegMostComponents>{'R', 'G', 'B'};
  }

  void FindPeriod() {
    const auto repeats = [this](std::size_t period) {
      if (frame_.mcu_blocks % period != 0) return false;
      for (std::size_t i = period; i < frame_.mcu_blocks; ++i) {
        const MagickAccelerateJpegBlock &block = frame_.mcu[i], &before = frame_.mcu[i - period];
        if (block.dc != before.dc || block.ac != before.ac) return false;
      }
      return true;
    };
    while (!repeats(frame_.period)) ++frame_.period;
  }

  const Bytes file_;
  JpegFrame& frame_;
  std::optional<std::array<std::uint16_t, kJpegBlock>> quanta_[kTables];
  std::optional<MagickAccelerateJpegCode> dc_[kTables], ac_[kTables];
  std::array<unsigned, kJpegMostComponents> ids_{}, quanta_of_{};
  std::uint32_t interval_ = 0;
  bool has_jfif_ = false;
  std::optional<unsigned> adobe_transform_;
};

// libjpeg's choice: a component that is to grow by two on both axes is transformed at twice the
// size instead, while that is at most 8.
std::uint32_t SideOf(const MagickAccelerateJpegComponent& component, unsigned across, unsigned down,
                     std::uint32_t least) {
  std::uint32_t side = least;
  while (side < kSide && across * least % (component.horizontal * side * 2) == 0 &&
         down * least % (component.vertical * side * 2) == 0)
    side *= 2;
  return side;
}

JpegUpsampling UpsamplingOf(const JpegPlane& plane, std::uint32_t least) {
  constexpr std::uint32_t kFewestColumns = 3;  // for those of two to be told apart
  if (plane.across == 1 && plane.down == 1) return JpegUpsampling::kNone;
  const bool fancy = least > 1;
  if (fancy && plane.across == 1 && plane.down == 2) return JpegUpsampling::kFancyDown;
  if (fancy && plane.across == 2 && plane.down <= 2 && plane.columns >= kFewestColumns)
    return plane.down == 1 ? JpegUpsampling::kFancyAcross : JpegUpsampling::kFancy;
  return JpegUpsampling::kRepeated;
}

}  // namespace

bool IsConsistent(const JpegFrame& frame) {
  const std::uint32_t components = frame.components, denominator = frame.denominator;
  if ((components != 1 && components != kJpegMostComponents) || frame.columns == 0 ||
      frame.columns > kJpegMostSide || frame.rows == 0 || frame.rows > kJpegMostSide ||
      denominator == 0 || denominator > kSide || kSide % denominator != 0)
    return false;
  std::size_t blocks = 0;
  for (std::size_t c = 0; c < components; ++c) {
    const MagickAccelerateJpegComponent& component = frame.component[c];
    const std::uint32_t most = components == 1 ? 1 : kJpegMostFactor;
    if (component.horizontal - 1 >= most || component.vertical - 1 >= most) return false;
    for (std::uint32_t i = 0; i < component.horizontal * component.vertical; ++i, ++blocks) {
      if (blocks == kJpegMostBlocksOfMcu) return false;
      const MagickAccelerateJpegBlock& block = frame.mcu[blocks];
      if (block.component != c || block.row != i / component.horizontal ||
          block.column != i % component.horizontal || block.dc > 1 || block.ac > 1)
        return false;
    }
  }
  JpegFrame again = frame;
  return frame.mcu_blocks == blocks && frame.period - 1 < blocks && blocks % frame.period == 0 &&
         SetMcus(frame.interval, again) == nullptr && again.mcu_columns == frame.mcu_columns &&
         again.mcu_rows == frame.mcu_rows && again.interval == frame.interval;
}

const char* ReadJpegFrame(Bytes file, JpegFrame& frame, Bytes& scan) {
  return MarkerReader(file, frame).Read(scan);
}

JpegLayout LayOutJpeg(const JpegFrame& frame, std::uint32_t mcu_rows) {
  constexpr std::size_t kAlignment = 64;
  const std::uint32_t least = kSide / frame.denominator;
  unsigned across = 1, down = 1;
  for (std::size_t c = 0; c < frame.components; ++c) {
    across = std::max(across, frame.component[c].horizontal);
    down = std::max(down, frame.component[c].vertical);
  }
  JpegLayout layout;
  layout.columns = DivideUp(frame.columns, frame.denominator);
  layout.rows = DivideUp(frame.rows, frame.denominator);
  layout.mcu_rows = std::min(mcu_rows, frame.mcu_rows);
  layout.mcu_height = down * least;
  for (std::size_t c = 0; c < frame.components; ++c) {
    const MagickAccelerateJpegComponent& component = frame.component[c];
    JpegPlane& plane = layout.plane[c];
    plane.side = SideOf(component, across, down, least);
    const auto size = [&](std::uint32_t all, unsigned blocks, unsigned most) {
      return DivideUp(all * blocks * plane.side, most * kSide);
    };
    plane.columns = size(frame.columns, component.horizontal, across);
    plane.rows = size(frame.rows, component.vertical, down);
    plane.stride =
        DivideUp(frame.mcu_columns * component.horizontal * plane.side, kAlignment) * kAlignment;
    plane.height = std::size_t{layout.mcu_rows} * component.vertical * plane.side;
    plane.offset = layout.bytes;
    layout.bytes += plane.stride * plane.height;
    plane.across = across * least / (component.horizontal * plane.side);
    plane.down = down * least / (component.vertical * plane.side);
    plane.upsampling = UpsamplingOf(plane, least);
  }
  return layout;
}

}  // namespace lodestone::kernels
