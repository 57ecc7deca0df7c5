// Pixels as text, one line each: "x,y: (red,green,blue[,opacity])", then anything.
#include <cctype>
#include <charconv>
#include <string_view>

#include "coders/common/byte_cursor.hpp"
#include "coders/common/samples.hpp"
#include "coders/text/text.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kLeastLineBytes = 10;  // "0,0:(0,0,0"
constexpr unsigned kSamplesMax = 4;

struct Line {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t samples[kSamplesMax] = {};
  unsigned count = 0;
  std::size_t hex_digits = 0;
};

// A run of lines that are one image.
struct Frame {
  std::uint64_t columns = 0;
  std::uint64_t rows = 0;
  unsigned samples = 3;
  std::uint32_t max_value = 0;
  std::vector<Line> lines;
};

class LineParser {
 public:
  explicit LineParser(std::string_view text) : text_(text) {}

  // False if the line has no pixel.
  bool Parse(Line& line) {
    if (!Number(line.x) || !Take(',') || !Number(line.y) || !Take(':')) return false;
    Take('(');
    while (line.count < kSamplesMax) {
      if (!Number(line.samples[line.count])) return false;
      ++line.count;
      if (!Take(',')) break;
    }
    Take(')');
    if (Take('#')) {
      while (line.hex_digits < text_.size() &&
             std::isxdigit(static_cast<unsigned char>(text_[line.hex_digits]))) {
        ++line.hex_digits;
      }
    }
    return line.count >= 3;
  }

 private:
  void SkipSpace() {
    while (!text_.empty() && std::isspace(static_cast<unsigned char>(text_.front()))) {
      text_.remove_prefix(1);
    }
  }
  bool Take(char c) {
    SkipSpace();
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool Number(std::uint32_t& value) {
    SkipSpace();
    const auto result = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (result.ec != std::errc()) return false;
    text_.remove_prefix(static_cast<std::size_t>(result.ptr - text_.data()));
    return true;
  }

  std::string_view text_;
};

// What the digits behind '#' say about the largest value; 0 if there are none.
std::uint32_t MaxOfDigits(const Line& line) {
  const std::size_t digits = line.hex_digits / line.count;
  return digits == 2 ? 255 : digits == 4 ? 65535 : digits == 8 ? UINT32_MAX : 0;
}

std::uint32_t RoundUp(std::uint32_t value) {
  return value <= 255 ? 255 : value <= 65535 ? 65535 : UINT32_MAX;
}

void Add(const Line& line, Frame& frame) {
  if (frame.lines.empty()) frame.samples = line.count;
  frame.columns = std::max(frame.columns, std::uint64_t{line.x} + 1);
  frame.rows = std::max(frame.rows, std::uint64_t{line.y} + 1);
  frame.max_value = std::max(frame.max_value, MaxOfDigits(line));
  for (unsigned i = 0; i < line.count; ++i) {
    frame.max_value = std::max(frame.max_value, RoundUp(line.samples[i]));
  }
  frame.lines.push_back(line);
}

class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  // The next image: up to the next pixel 0,0. Empty at the end.
  Frame NextFrame() {
    Frame frame;
    std::size_t bytes = 0;
    while (!text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size() - 1) + 1;
      const std::string_view text = text_.substr(0, end);
      Line line;
      const bool pixel = LineParser(text).Parse(line);
      if (!pixel && !IsIgnored(text)) {
        Fail(CoderError, "Text that is not a list of pixels cannot be drawn");
      }
      if (pixel && line.x == 0 && line.y == 0 && !frame.lines.empty()) break;
      if (pixel) Add(line, frame);
      bytes += end;
      text_.remove_prefix(end);
    }
    const double pixels = static_cast<double>(frame.columns) * static_cast<double>(frame.rows);
    too_few_ = pixels * kLeastLineBytes > static_cast<double>(bytes);
    return frame;
  }
  // Whether the last frame claims more pixels than its text can have.
  bool TooFew() const { return too_few_; }

 private:
  static bool IsIgnored(std::string_view text) {
    return text.starts_with('#') || text.find_first_not_of(" \t\r\n") == std::string_view::npos;
  }

  std::string_view text_;
  bool too_few_ = false;
};

Quantum QuantumOf(std::uint32_t value, std::uint32_t max) {
  if (max == 255) return QuantumFromByte(std::min(value, 255u));
  return QuantumFromShort(max == 65535 ? std::min(value, 65535u) : value / 65537);
}

void ReadFrame(const ImageInfo* image_info, const Frame& frame, bool too_few, Image* image,
               ExceptionInfo* exception) {
  CheckLimits(frame.columns, frame.rows);
  image->columns = frame.columns;
  image->rows = frame.rows;
  image->depth = std::min<unsigned>(frame.max_value == 255 ? 8 : 16, QuantumDepth);
  image->matte = frame.samples == 4 ? MagickTrue : MagickFalse;
  CheckLimits(image);
  if (too_few) Fail(CorruptImageError, "Insufficient image data in file");
  if (image_info->ping) return;
  const Pixels target = NewPixels(image, exception);
  PixelPacket black = {};
  black.opacity = OpaqueOpacity;
  std::fill_n(target.pixels, image->columns * image->rows, black);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (const Line& line : frame.lines) {
    PixelPacket& pixel = target.Row(line.y)[line.x];
    pixel.red = QuantumOf(line.samples[0], frame.max_value);
    pixel.green = QuantumOf(line.samples[1], frame.max_value);
    pixel.blue = QuantumOf(line.samples[2], frame.max_value);
    if (image->matte) pixel.opacity = QuantumOf(line.samples[3], frame.max_value);
    if (line.x == 0) progress.Tick(line.y);
  }
  SyncPixels(image, exception);
}

}  // namespace

Image* ReadText(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    Lines lines({reinterpret_cast<const char*>(file.data()), file.size()});
    Frame frame = lines.NextFrame();
    if (frame.lines.empty()) Fail(CorruptImageError, "Improper image header");
    while (true) {
      ReadFrame(image_info, frame, lines.TooFew(), image, exception);
      if (IsLastWanted(image_info, image)) break;
      frame = lines.NextFrame();
      if (frame.lines.empty()) break;
      image = NextImage(image_info, image);
    }
  });
}

}  // namespace lodestone::coders
