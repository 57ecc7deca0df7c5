// Images of the Utah Raster Toolkit: runs, each of one channel of a row; rows go upwards.
#include <array>

#include "coders/common/metadata.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kLongestSide = 32767;
constexpr std::string_view kMark = "\x52\xcc";

struct Header {
  std::size_t columns = 0, rows = 0;
  std::size_t colors = 3;  // channels of colour that are used
  bool alpha = false;
  std::array<std::uint8_t, 3> background = {};
  std::size_t map_count = 0;
  std::vector<std::uint8_t> maps;  // one after the other
  std::string comment;

  std::size_t MapSize() const { return maps.size() / map_count; }
  std::uint8_t Mapped(std::size_t color, std::uint8_t value) const {
    if (maps.empty()) return value;
    const std::size_t map = std::min(color, map_count - 1);
    return maps[map * MapSize() + value % MapSize()];
  }
};

[[noreturn]] void FailHeader(std::source_location where = std::source_location::current()) {
  Fail(CorruptImageError, "Improper image header", where);
}

[[noreturn]] void FailRuns(std::source_location where = std::source_location::current()) {
  Fail(CorruptImageError, "Unable to runlength decode image", where);
}

// Strings that each end with a zero become lines.
std::string TakeComment(ByteCursor& cursor) {
  const std::size_t length = cursor.U16Le();
  const ByteSpan bytes = cursor.Take(length);
  cursor.Skip(length % 2);
  std::string text(bytes.begin(), bytes.end());
  text.resize(text.find_last_not_of('\0') + 1);
  std::ranges::replace(text, '\0', '\n');
  return text;
}

Header TakeHeader(ByteCursor& cursor) {
  constexpr unsigned kClearFirst = 1, kNoBackground = 2, kAlpha = 4, kComments = 8;
  if (!cursor.TakeIf(kMark)) FailHeader();
  cursor.Skip(4);  // the place
  Header header;
  header.columns = cursor.U16Le();
  header.rows = cursor.U16Le();
  const unsigned flags = cursor.U8(), channels = cursor.U8(), bits = cursor.U8();
  header.map_count = cursor.U8();
  const unsigned map_bits = cursor.U8();
  for (const std::size_t side : {header.columns, header.rows})
    if (side == 0 || side > kLongestSide) FailHeader();
  if (channels == 0 || channels == 2 || bits != 8)
    Fail(CoderError, "Data encoding scheme is not supported");
  if (map_bits > 8) FailHeader();
  header.alpha = (flags & kAlpha) != 0;
  header.colors = channels == 1 ? 1 : 3;
  const bool background = (flags & kNoBackground) == 0;
  const ByteSpan color = cursor.Take(background ? channels | 1 : 1);  // an odd number of bytes
  if (background && (flags & kClearFirst) != 0)
    std::copy_n(color.begin(), header.colors, header.background.begin());
  const ByteSpan maps = cursor.Take(2 * header.map_count << map_bits);
  for (std::size_t high = 1; high < maps.size(); high += 2) header.maps.push_back(maps[high]);
  if ((flags & kComments) != 0) header.comment = TakeComment(cursor);
  return header;
}

// The row that runs are put into, and those above it, which are done.
class Raster {
 public:
  Raster(const Header& header, Image* image, ExceptionInfo* exception)
      : header_(header),
        image_(image),
        exception_(exception),
        pixels_(NewPixels(image, exception)),
        palette_(image, pixels_),
        progress_(CodingProgress::Task::kLoading, image, exception) {
    for (std::size_t color = 0; color < header.colors; ++color)
      blank_.insert(blank_.end(), header.columns, header.background[color]);
    if (header.alpha) blank_.insert(blank_.end(), header.columns, 0);
    row_ = blank_;
  }

  void SetChannel(unsigned number) {
    constexpr unsigned kAlphaNumber = 255;
    channel_ = number == kAlphaNumber && header_.alpha ? header_.colors : number;
    used_ = number < header_.colors || (number == kAlphaNumber && header_.alpha);
    x_ = 0;
  }
  void SkipPixels(std::size_t count) { x_ += count; }
  void SkipRows(std::size_t count) {
    for (std::size_t i = 0; i < count && y_ < header_.rows; ++i) Store();
    x_ = 0;
  }
  void PutRun(std::uint8_t value, std::size_t count) {
    Advance(count, [&](std::uint8_t* samples) { std::fill_n(samples, count, value); });
  }
  void PutBytes(ByteSpan bytes) {
    Advance(bytes.size(), [&](std::uint8_t* samples) { std::ranges::copy(bytes, samples); });
  }
  void Finish() {
    SkipRows(header_.rows);
    SyncPixels(image_, exception_);
  }

 private:
  // The next pixels of the channel are filled by put(samples).
  template <class Put>
  void Advance(std::size_t count, const Put& put) {
    if (y_ == header_.rows || x_ > header_.columns || count > header_.columns - x_) FailRuns();
    if (used_) put(&row_[channel_ * header_.columns + x_]);
    x_ += count;
  }
  void Store() {
    const std::size_t y = header_.rows - 1 - y_;
    if (image_->storage_class == PseudoClass)
      StoreIndexes(y);
    else
      StoreColors(pixels_.Row(y));
    row_ = blank_;
    progress_.Tick(y_++);
  }
  void StoreIndexes(std::size_t y) {
    for (std::uint8_t& value : row_) value = static_cast<std::uint8_t>(value % image_->colors);
    palette_.Put(y, row_.data());
  }
  void StoreColors(PixelPacket* pixels) {
    const std::size_t columns = header_.columns;
    for (std::size_t x = 0; x < columns; ++x) {
      const auto color = [&](std::size_t i) {
        return QuantumFromByte(header_.Mapped(i, row_[i % header_.colors * columns + x]));
      };
      pixels[x] = {};
      pixels[x].red = color(0);
      pixels[x].green = color(1);
      pixels[x].blue = color(2);
      const Quantum alpha =
          header_.alpha ? QuantumFromByte(row_[header_.colors * columns + x]) : MaxRGB;
      pixels[x].opacity = static_cast<Quantum>(MaxRGB - alpha);
    }
  }

  const Header& header_;
  Image* const image_;
  ExceptionInfo* const exception_;
  const Pixels pixels_;
  PaletteRows palette_;
  CodingProgress progress_;
  std::vector<std::uint8_t> blank_, row_;  // a channel after the other
  std::size_t channel_ = 0, x_ = 0, y_ = 0;
  bool used_ = true;
};

void ReadRuns(ByteCursor& cursor, Raster& raster) {
  enum Code : unsigned { kSkipRows = 1, kChannel, kSkipPixels, kBytes = 5, kRun, kEnd };
  constexpr unsigned kLong = 0x40;
  for (;;) {
    const unsigned code = cursor.U8();
    if ((code & ~kLong) == kEnd) return raster.Finish();
    const unsigned byte = cursor.U8();
    const std::size_t operand = (code & kLong) != 0 ? cursor.U16Le() : byte;
    switch (code & ~kLong) {
      case kSkipRows:
        raster.SkipRows(operand);
        break;
      case kChannel:
        raster.SetChannel(byte);
        break;
      case kSkipPixels:
        raster.SkipPixels(operand);
        break;
      case kBytes:
        raster.PutBytes(cursor.Take(operand + 1));
        cursor.Skip((operand + 1) % 2);
        break;
      case kRun:
        raster.PutRun(cursor.U8(), operand + 1);
        cursor.Skip(1);
        break;
      default:
        FailRuns();
    }
  }
}

void Describe(const Header& header, Image* image) {
  image->columns = header.columns;
  image->rows = header.rows;
  image->depth = 8;
  image->matte = header.alpha ? MagickTrue : MagickFalse;
  CheckLimits(image);
  if (!header.comment.empty()) StoreText(image, "comment", header.comment.c_str());
  SetShade(image, header.colors == 1 && header.map_count <= 1, false);
  if (header.colors != 1 || header.alpha) return;
  MakeColormap(image, header.maps.empty() ? 256 : header.MapSize());
  for (std::size_t i = 0; i < image->colors; ++i) {
    const auto color = [&](std::size_t channel) {
      return QuantumFromByte(header.Mapped(channel, static_cast<std::uint8_t>(i)));
    };
    image->colormap[i].red = color(0);
    image->colormap[i].green = color(1);
    image->colormap[i].blue = color(2);
  }
}

Image* ReadRle(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    const Header header = TakeHeader(cursor);
    Describe(header, image);
    if (image_info->ping != MagickFalse) return;
    Raster raster(header, image, exception);
    ReadRuns(cursor, raster);
  });
}

unsigned int IsRle(const unsigned char* magick, const std::size_t length) {
  return ByteCursor({magick, length}).TakeIf(kMark) ? MagickTrue : MagickFalse;
}

}  // namespace

void RegisterRleImage() {
  FormatEntry entry{"RLE", "Utah Run length encoded image", "RLE", ReadRle, nullptr, IsRle};
  entry.adjoin = false;
  entry.coder_class = UnstableCoderClass;
  entry.traits = {"8", "yes", "", "comment", "32767x32767"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
