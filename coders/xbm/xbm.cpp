// X bitmaps: C source text with one bit a pixel.
#include <array>
#include <charconv>
#include <string>

#include "coders/common/bilevel.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kValuesPerLine = 12;

// The first pixel of a byte is in its lowest bit.
std::uint8_t Reversed(std::uint8_t byte) {
  static const auto table = [] {
    std::array<std::uint8_t, 256> made{};
    for (unsigned i = 0; i < 256; ++i) {
      for (unsigned bit = 0; bit < 8; ++bit) {
        if ((i >> bit & 1) != 0) made[i] = static_cast<std::uint8_t>(made[i] | 0x80 >> bit);
      }
    }
    return made;
  }();
  return table[byte];
}

bool IsSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool IsDigit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// Takes the next word, which ends before white space.
std::string_view TakeWord(std::string_view& text) {
  while (!text.empty() && IsSpace(text.front())) text.remove_prefix(1);
  std::size_t length = 0;
  while (length < text.size() && !IsSpace(text[length])) ++length;
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(length);
  return word;
}

// Reads the number of the next "#define ..._SUFFIX NUMBER", and leaves `text` behind it.
std::uint32_t TakeDefinition(std::string_view& text, const std::string& suffix) {
  while (!text.empty()) {
    if (TakeWord(text) != "#define") continue;
    const std::string name(TakeWord(text));
    if (name.size() < suffix.size() ||
        LocaleCompare(name.c_str() + name.size() - suffix.size(), suffix.c_str()) != 0) {
      continue;
    }
    const std::string_view number = TakeWord(text);
    std::int64_t value = 0;
    const auto end = std::from_chars(number.data(), number.data() + number.size(), value);
    if (end.ec != std::errc() || value <= 0 || value > INT32_MAX) break;
    return static_cast<std::uint32_t>(value);
  }
  Fail(CorruptImageError, "Improper image header");
}

struct Header {
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  bool shorts = false;  // of version 10
  std::string_view values;

  std::size_t ValueBits() const { return shorts ? 16 : 8; }
  std::size_t ValuesPerRow() const { return (columns + ValueBits() - 1) / ValueBits(); }
};

Header TakeHeader(std::string_view text) {
  Header header;
  header.columns = TakeDefinition(text, "_width");
  header.rows = TakeDefinition(text, "_height");
  const std::size_t start = text.find("static");
  const std::size_t brace = text.find('{', start);
  if (start == std::string_view::npos || brace == std::string_view::npos) FailTruncated();
  header.shorts = text.substr(start, brace - start).find(" short ") != std::string_view::npos;
  header.values = text.substr(brace + 1);
  return header;
}

// The numbers between the braces, hexadecimal, octal or decimal as in C.
class Values {
 public:
  explicit Values(std::string_view text) : text_(text) {}

  unsigned Next(unsigned max) {
    while (at_ < text_.size() && (IsSpace(text_[at_]) || text_[at_] == ',')) ++at_;
    if (at_ == text_.size() || text_[at_] == '}')
      Fail(CorruptImageError, "Insufficient image data in file");
    int base = 10;
    if (text_[at_] == '0' && at_ + 1 < text_.size()) {
      const bool hex = text_[at_ + 1] == 'x' || text_[at_ + 1] == 'X';
      base = hex ? 16 : 8;
      at_ += hex ? 2 : 0;
    }
    unsigned value = 0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value, base);
    if (error != std::errc() || value > max) Fail(CorruptImageError, "Corrupt image");
    at_ = static_cast<std::size_t>(end - text_.data());
    if (at_ < text_.size() && IsDigit(text_[at_])) Fail(CorruptImageError, "Corrupt image");
    return value;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

void ReadPixels(const Header& header, Image* image, ExceptionInfo* exception) {
  const std::size_t per_row = header.ValuesPerRow();
  // A value takes a digit and a comma at least.
  if (header.values.size() / 2 < header.rows * per_row - 1)
    Fail(CorruptImageError, "Insufficient image data in file");
  PaletteRows rows(image, NewPixels(image, exception));
  Values values(header.values);
  std::vector<std::uint8_t> bits(2 * per_row), indexes(header.columns);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < header.rows; ++y) {
    std::uint8_t* out = bits.data();
    for (std::size_t i = 0; i < per_row; ++i) {
      const unsigned value = values.Next(header.shorts ? 0xffff : 0xff);
      *out++ = Reversed(static_cast<std::uint8_t>(value));
      if (header.shorts) *out++ = Reversed(static_cast<std::uint8_t>(value >> 8));
    }
    UnpackBits(bits.data(), 1, header.columns, indexes.data());
    rows.Put(y, indexes.data());
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

Image* ReadXbm(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    const Header header = TakeHeader({reinterpret_cast<const char*>(file.data()), file.size()});
    image->columns = header.columns;
    image->rows = header.rows;
    image->depth = 8;
    CheckLimits(image);
    MakeColormap(image, 2);
    std::swap(image->colormap[0], image->colormap[1]);  // white comes first
    SetShade(image, true, true);
    if (!image_info->ping) ReadPixels(header, image, exception);
  });
}

// The name of the file as an identifier of C.
std::string Identifier(const Image* image) {
  char base[MaxTextExtent];
  GetPathComponent(image->filename, BasePath, base);
  std::string name = base;
  for (char& c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!letter && !(c >= '0' && c <= '9')) c = '_';
  }
  return name;
}

// Values as text, so many to a line whatever the rows.
class ValueText {
 public:
  void Add(std::uint8_t value) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    const char text[] = {'0', 'x', kDigits[value >> 4], kDigits[value & 15], ',', ' '};
    text_.append(text, sizeof text);
    if (++count_ % kValuesPerLine == 0) text_ += "\n  ";
  }
  std::string Take() { return std::exchange(text_, {}); }

 private:
  std::string text_ = "  ";
  std::size_t count_ = 0;
};

void WriteValues(Image* image) {
  const BilevelCopy copy(image);
  const WhiteIndexes white(copy.get());
  const ConstPixels source = AllPixels(copy.get(), &image->exception);
  const std::size_t row_bytes = PackedBytes(source.columns, 1);
  const unsigned last = 0xffu >> (8 * row_bytes - source.columns);  // bits that are used
  ValueText text;
  MakeRows(
      image, row_bytes,
      [&](std::size_t y, std::uint8_t* row) {
        white.Pack(source.IndexRow(y), source.columns, row);
        for (std::size_t i = 0; i < row_bytes; ++i)
          row[i] = Reversed(static_cast<std::uint8_t>(~row[i]));
        row[row_bytes - 1] = static_cast<std::uint8_t>(row[row_bytes - 1] & last);
      },
      [&](const std::uint8_t* row) {
        for (std::size_t i = 0; i < row_bytes; ++i) text.Add(row[i]);
        WriteText(image, text.Take());
      });
}

unsigned int WriteXbm(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    const std::string name = Identifier(image);
    WriteText(image, "#define " + name + "_width " + std::to_string(image->columns) + "\n#define " +
                         name + "_height " + std::to_string(image->rows) + "\nstatic char " + name +
                         "_bits[] = {\n");
    WriteValues(image);
    WriteText(image, "};\n");
  });
}

unsigned int IsXbm(const unsigned char* magick, const std::size_t length) {
  constexpr std::string_view kStart = "#define";
  return length >= kStart.size() &&
         LocaleNCompare(reinterpret_cast<const char*>(magick), kStart.data(), kStart.size()) == 0;
}

}  // namespace

void RegisterXbmImage() {
  FormatEntry entry{"XBM", "X Windows system bitmap (black/white)", "XBM", ReadXbm, WriteXbm,
                    IsXbm};
  entry.adjoin = false;
  entry.traits = {"1", "", "", "", ""};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
