#include <charconv>
#include <optional>
#include <string>
#include <unordered_map>

#include "coders/common/samples.hpp"
#include "coders/xpm/xpm.hpp"
#include "magick/color_lookup.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kKeyBytesMax = 8;  // characters of a pixel
constexpr std::size_t kColorsMax = 0x20000;
constexpr std::string_view kSpace = " \t\n\r\v\f";

// The texts between the quotes of C source; of version 2, the lines.
class Strings {
 public:
  explicit Strings(std::string_view text) : text_(text), lines_(text.starts_with(kXpm2Mark)) {
    if (lines_) Next();
  }

  std::string_view Next() {
    if (lines_) return NextLine();
    SkipToQuote();
    const std::size_t end = text_.find('"', at_);
    if (end == std::string_view::npos) FailTruncated();
    const std::string_view found = text_.substr(at_, end - at_);
    at_ = end + 1;
    return found;
  }
  std::size_t Remaining() const { return text_.size() - at_; }

 private:
  std::string_view NextLine() {
    if (at_ == text_.size()) FailTruncated();
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view line = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  // Leaves the place behind the next quote outside of a comment.
  void SkipToQuote() {
    while (true) {
      at_ = text_.find_first_of("\"/", at_);
      if (at_ == std::string_view::npos) break;
      const std::string_view rest = text_.substr(at_);
      if (rest.front() == '"') {
        ++at_;
        return;
      }
      if (rest.starts_with("/*")) {
        at_ = text_.find("*/", at_ + 2);
        if (at_ == std::string_view::npos) break;
      }
      ++at_;
    }
    at_ = text_.size();
    FailTruncated();
  }

  std::string_view text_;
  bool lines_;
  std::size_t at_ = 0;
};

std::string_view TakeWord(std::string_view& text) {
  const std::size_t start = std::min(text.find_first_not_of(kSpace), text.size());
  const std::size_t end = std::min(text.find_first_of(kSpace, start), text.size());
  const std::string_view word = text.substr(start, end - start);
  text.remove_prefix(end);
  return word;
}

struct Header {
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  std::uint32_t colors = 0;
  std::uint32_t key_bytes = 0;  // of a pixel
};

Header ParseHeader(std::string_view text) {
  Header header;
  for (std::uint32_t* field : {&header.columns, &header.rows, &header.colors, &header.key_bytes}) {
    const std::string_view word = TakeWord(text);
    const auto end = std::from_chars(word.data(), word.data() + word.size(), *field);
    if (end.ec != std::errc() || *field == 0) Fail(CorruptImageError, "Improper image header");
  }
  if (header.key_bytes > kKeyBytesMax) Fail(CorruptImageError, "Improper image header");
  if (header.colors > kColorsMax) Fail(CoderError, "Colormap too large");
  return header;
}

// Of the colours for several kinds of display, that for the best one. Names may have several words.
std::string ColorName(std::string_view text) {
  constexpr std::string_view kKinds[] = {"c", "g", "g4", "m", "b", "s"};
  std::string names[std::size(kKinds)];
  std::string* name = nullptr;
  for (std::string_view word = TakeWord(text); !word.empty(); word = TakeWord(text)) {
    const auto* kind = std::find(std::begin(kKinds), std::end(kKinds), word);
    const bool complete = name == nullptr || !name->empty();
    if (kind != std::end(kKinds) && complete) {
      name = &names[kind - std::begin(kKinds)];
      name->clear();
    } else if (name != nullptr) {
      *name += (name->empty() ? "" : " ") + std::string(word);
    }
  }
  const auto* best = std::find_if(std::begin(names), std::end(names),
                                  [](const std::string& each) { return !each.empty(); });
  return best == std::end(names) ? "gray" : *best;
}

bool Query(const std::string& name, PixelPacket* color) {
  ExceptionInfo ignored;
  GetExceptionInfo(&ignored);
  const bool found = QueryColorDatabase(name.c_str(), color, &ignored) != MagickFail;
  DestroyExceptionInfo(&ignored);
  return found;
}

// X11 ignores white space in names.
PixelPacket FindColor(const std::string& name) {
  PixelPacket color{};
  if (LocaleCompare(name.c_str(), "none") == 0) {
    color.opacity = TransparentOpacity;
    return color;
  }
  std::string plain = name;
  std::erase(plain, ' ');
  if (!Query(name, &color) && !Query(plain, &color))
    Fail(CorruptImageError, "Unrecognized color: " + name.substr(0, 60));
  color.opacity = OpaqueOpacity;
  return color;
}

// Which colour the characters of a pixel mean.
class Keys {
 public:
  explicit Keys(std::size_t bytes) : bytes_(bytes), direct_(bytes == 1 ? 256 : 65536, kNone) {}

  void Add(std::string_view text, std::uint32_t index) {
    if (bytes_ <= 2) {
      std::uint32_t& entry = direct_[Pack(text.data())];
      if (entry == kNone) entry = index;
    } else {
      others_.emplace(Pack(text.data()), index);
    }
  }

  // Fills a row of indexes; false if there are characters without a colour.
  bool Find(const char* text, std::size_t count, std::uint32_t* indexes) {
    bool all = true;
    for (std::size_t x = 0; x < count; ++x, text += bytes_) {
      indexes[x] = bytes_ <= 2 ? direct_[Pack(text)] : Other(Pack(text));
      all = all && indexes[x] != kNone;
    }
    return all;
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint64_t Pack(const char* text) const {
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < bytes_; ++i) key = key << 8 | static_cast<unsigned char>(text[i]);
    return key;
  }

  // Neighbours are often equal.
  std::uint32_t Other(std::uint64_t key) {
    if (key != last_key_ || last_ == kNone) {
      const auto found = others_.find(key);
      last_key_ = key;
      last_ = found == others_.end() ? kNone : found->second;
    }
    return last_;
  }

  std::size_t bytes_;
  std::vector<std::uint32_t> direct_;
  std::unordered_map<std::uint64_t, std::uint32_t> others_;
  std::uint64_t last_key_ = 0;
  std::uint32_t last_ = kNone;
};

std::vector<PixelPacket> TakeColors(const Header& header, Strings& strings, Keys& keys) {
  // Each takes its key and quotes at least.
  if (strings.Remaining() / (header.key_bytes + 2) < header.colors) FailTruncated();
  std::vector<PixelPacket> colors;
  for (std::uint32_t i = 0; i < header.colors; ++i) {
    const std::string_view text = strings.Next();
    if (text.size() < header.key_bytes) Fail(CorruptImageError, "Corrupt image");
    keys.Add(text, i);
    colors.push_back(FindColor(ColorName(text.substr(header.key_bytes))));
  }
  return colors;
}

bool IsTransparent(const PixelPacket& color) {
  return color.opacity != OpaqueOpacity;
}

bool FitsBytes(const PixelPacket& color) {
  const auto fits = [](Quantum value) { return value == QuantumFromByte(ByteFromQuantum(value)); };
  return fits(color.red) && fits(color.green) && fits(color.blue);
}

// Images with a transparent colour have no colormap.
void Describe(const std::vector<PixelPacket>& colors, Image* image) {
  image->depth = std::ranges::all_of(colors, FitsBytes) ? 8 : QuantumDepth;
  image->matte = std::ranges::any_of(colors, IsTransparent) ? MagickTrue : MagickFalse;
  if (image->matte != MagickFalse || colors.size() > MaxColormapSize) return;
  MakeColormap(image, colors.size());
  std::ranges::copy(colors, image->colormap);
}

void ReadPixels(const Header& header, const std::vector<PixelPacket>& colors, Strings& strings,
                Keys& keys, Image* image, ExceptionInfo* exception) {
  const std::size_t row_bytes = std::size_t{header.columns} * header.key_bytes;
  if (strings.Remaining() / header.rows < row_bytes) FailTruncated();
  const Pixels target = NewPixels(image, exception);
  std::vector<std::uint32_t> found(header.columns);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < header.rows; ++y) {
    const std::string_view row = strings.Next();
    if (row.size() < row_bytes) FailTruncated();
    if (!keys.Find(row.data(), header.columns, found.data()))
      Fail(CorruptImageError, "Pixel without a color");
    PixelPacket* pixels = target.Row(y);
    for (std::size_t x = 0; x < header.columns; ++x) pixels[x] = colors[found[x]];
    if (image->storage_class == PseudoClass) {
      IndexPacket* indexes = target.IndexRow(y);
      for (std::size_t x = 0; x < header.columns; ++x)
        indexes[x] = static_cast<IndexPacket>(found[x]);
    }
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

}  // namespace

Image* ReadXpm(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    Strings strings({reinterpret_cast<const char*>(file.data()), file.size()});
    const Header header = ParseHeader(strings.Next());
    image->columns = header.columns;
    image->rows = header.rows;
    CheckLimits(image);
    Keys keys(header.key_bytes);
    const std::vector<PixelPacket> colors = TakeColors(header, strings, keys);
    Describe(colors, image);
    if (!image_info->ping) ReadPixels(header, colors, strings, keys, image, exception);
  });
}

}  // namespace lodestone::coders
