#include "coders/dcm/dcm_elements.hpp"

#include <array>
#include <charconv>

#include <zlib.h>

#include "magick/resource.h"

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kUndefined = 0xffffffff;
constexpr std::uint32_t kPixels = DcmTag(0x7fe0, 0x0010);
constexpr std::uint32_t kSyntaxName = DcmTag(0x0002, 0x0010);
constexpr std::uint32_t kItem = DcmTag(0xfffe, 0xe000);
constexpr std::uint32_t kItemEnd = DcmTag(0xfffe, 0xe00d);
constexpr std::uint32_t kSequenceEnd = DcmTag(0xfffe, 0xe0dd);
constexpr unsigned kDeepest = 32;
constexpr std::size_t kPreambleBytes = 128;

// Groups of elements that hold for all frames: how values are transformed, and the window.
bool HoldsForAll(std::uint32_t tag) {
  return tag == DcmTag(0x5200, 0x9229) || tag == DcmTag(0x0028, 0x9145) ||
         tag == DcmTag(0x0028, 0x9132) || tag == DcmTag(0x0028, 0x9110);
}

bool IsWanted(std::uint32_t tag) {
  const std::uint32_t group = tag >> 16;
  return group == 0x0008 || group == 0x0010 || group == 0x0018 || group == 0x0020 ||
         group == 0x0028;
}

bool HasLongLength(std::string_view type) {
  constexpr std::array<std::string_view, 13> kTypes = {"OB", "OD", "OF", "OL", "OV", "OW", "SQ",
                                                       "SV", "UC", "UN", "UR", "UT", "UV"};
  return std::ranges::find(kTypes, type) != kTypes.end();
}

bool IsType(ByteSpan bytes) {
  return bytes.size() == 2 &&
         std::ranges::all_of(bytes, [](std::uint8_t c) { return c >= 'A' && c <= 'Z'; });
}

DcmSyntax SyntaxOf(std::string name) {
  DcmSyntax syntax;
  syntax.explicit_types = name != "1.2.840.10008.1.2";
  syntax.big_endian = name == "1.2.840.10008.1.2.2";
  syntax.deflated = name == "1.2.840.10008.1.2.1.99";
  syntax.name = std::move(name);
  return syntax;
}

std::string Trimmed(ByteSpan value) {
  std::string text(value.begin(), value.end());
  const auto is_padding = [](char c) { return c == ' ' || c == '\0'; };
  while (!text.empty() && is_padding(text.back())) text.pop_back();
  std::size_t start = 0;
  while (start < text.size() && is_padding(text[start])) ++start;
  return text.substr(start);
}

// At most as many bytes as memory is granted for, part by part.
std::vector<std::uint8_t> Inflate(ByteSpan data) {
  constexpr std::size_t kPart = 1 << 16;
  const auto memory = static_cast<std::uint64_t>(GetMagickResourceLimit(MemoryResource));
  const std::uint64_t most = std::min(memory, std::uint64_t{1} << 31);
  z_stream stream = {};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  const struct Ended {
    z_stream* stream;
    ~Ended() { inflateEnd(stream); }
  } ended{&stream};
  stream.next_in = const_cast<Bytef*>(data.data());
  stream.avail_in = static_cast<uInt>(std::min<std::uint64_t>(data.size(), most));
  std::vector<std::uint8_t> inflated;
  for (int code = Z_OK; code == Z_OK;) {
    const std::size_t done = inflated.size();
    if (done + kPart > most) Fail(ResourceLimitError, "The compressed data are too large");
    inflated.resize(done + kPart);
    stream.next_out = inflated.data() + done;
    stream.avail_out = kPart;
    code = inflate(&stream, Z_NO_FLUSH);
    inflated.resize(done + kPart - stream.avail_out);
    if (code != Z_OK && code != Z_STREAM_END && inflated.size() == done)
      Fail(CorruptImageError, "Unable to decompress");
  }
  return inflated;
}

}  // namespace

DcmElements::DcmElements(ByteSpan file, std::vector<std::uint8_t>& inflated) {
  ByteSpan data = file.subspan(ReadMeta(file));
  if (syntax_.name.empty()) GuessSyntax(data);
  if (syntax_.deflated) {
    inflated = Inflate(data);
    data = inflated;
  }
  // Some files say that they are explicit, and are not.
  if (data.size() >= 6 && !IsType(data.subspan(4, 2))) syntax_.explicit_types = false;
  ReadData(data);
}

// The group that is always explicit and little-endian; where it ends.
std::size_t DcmElements::ReadMeta(ByteSpan file) {
  ByteCursor cursor(file);
  if (file.size() > kPreambleBytes) {
    cursor.Skip(kPreambleBytes);
    if (!cursor.TakeIf("DICM")) cursor.Seek(0);
  }
  for (;;) {
    const std::size_t start = cursor.Position();
    if (cursor.Remaining() < 8 || cursor.U16Le() != 2) return start;
    cursor.Seek(start);
    const Element element = TakeElement(cursor, DcmSyntax());
    const ByteSpan value = cursor.Take(element.length);
    if (element.tag == kSyntaxName) syntax_ = SyntaxOf(Trimmed(value));
  }
}

// Of old files that do not say it.
void DcmElements::GuessSyntax(ByteSpan data) {
  if (data.size() < 8) FailTruncated();
  syntax_ = DcmSyntax();
  syntax_.big_endian = data[0] == 0 && data[1] != 0;
  syntax_.explicit_types = IsType(data.subspan(4, 2));
}

std::uint32_t DcmElements::U16(ByteCursor& cursor) const {
  return syntax_.big_endian ? cursor.U16Be() : cursor.U16Le();
}

std::uint32_t DcmElements::U32(ByteCursor& cursor) const {
  return syntax_.big_endian ? cursor.U32Be() : cursor.U32Le();
}

DcmElements::Element DcmElements::TakeElement(ByteCursor& cursor, const DcmSyntax& syntax) const {
  const auto u16 = [&] { return syntax.big_endian ? cursor.U16Be() : cursor.U16Le(); };
  const auto u32 = [&] { return syntax.big_endian ? cursor.U32Be() : cursor.U32Le(); };
  Element element;
  const unsigned group = u16();
  element.tag = DcmTag(group, u16());
  const bool is_item = group == 0xfffe;
  if (is_item || !syntax.explicit_types) {
    element.length = u32();
    element.is_sequence = element.length == kUndefined || HoldsForAll(element.tag);
    return element;
  }
  const ByteSpan type_bytes = cursor.Take(2);
  const std::string_view type(reinterpret_cast<const char*>(type_bytes.data()), 2);
  if (!IsType(type_bytes)) Fail(CorruptImageError, "Improper element of a DICOM file");
  if (HasLongLength(type)) {
    cursor.Skip(2);
    element.length = u32();
  } else {
    element.length = u16();
  }
  element.is_sequence = type == "SQ" || element.length == kUndefined;
  return element;
}

void DcmElements::ReadData(ByteSpan data) {
  ByteCursor cursor(data);
  ReadElements(cursor, std::nullopt, true, 0);
  if (pixels_.data() == nullptr) Fail(CorruptImageError, "The file has no pixels");
}

// Up to `end`, or to what ends an item; at the top, up to the pixels.
void DcmElements::ReadElements(ByteCursor& cursor, std::optional<std::size_t> end, bool keep,
                               unsigned depth) {
  if (depth > kDeepest) Fail(CorruptImageError, "Elements are nested too deeply");
  while (end ? cursor.Position() < *end : !cursor.AtEnd()) {
    const Element element = TakeElement(cursor, syntax_);
    if (element.tag == kItemEnd) return;
    if (depth == 0 && element.tag == kPixels) {
      pixels_ = cursor.Take(cursor.Remaining());
      if (element.length != kUndefined) pixel_bytes_ = element.length;
      return;
    }
    if (element.is_sequence) {
      ReadItems(cursor, element.length, keep && HoldsForAll(element.tag), depth);
      continue;
    }
    const ByteSpan value = cursor.Take(element.length);
    if (keep && IsWanted(element.tag)) values_.emplace(element.tag, value);
  }
}

void DcmElements::ReadItems(ByteCursor& cursor, std::uint32_t length, bool keep, unsigned depth) {
  if (length != kUndefined && !keep) return cursor.Skip(length);
  if (length != kUndefined && length > cursor.Remaining()) FailTruncated();
  const std::size_t end = cursor.Position() + length;
  while (length == kUndefined || cursor.Position() < end) {
    const std::uint32_t group = U16(cursor);
    const std::uint32_t tag = DcmTag(group, U16(cursor));
    const std::uint32_t item_length = U32(cursor);
    if (tag == kSequenceEnd) return;
    if (tag != kItem) Fail(CorruptImageError, "Improper sequence in a DICOM file");
    if (item_length == kUndefined) {
      ReadElements(cursor, std::nullopt, keep, depth + 1);
    } else if (keep) {
      if (item_length > cursor.Remaining()) FailTruncated();
      ReadElements(cursor, cursor.Position() + item_length, keep, depth + 1);
    } else {
      cursor.Skip(item_length);
    }
  }
}

std::string DcmElements::Text(std::uint32_t tag) const {
  return Trimmed(Bytes(tag));
}

std::optional<unsigned> DcmElements::Short(std::uint32_t tag) const {
  return Short(tag, 0);
}

std::optional<unsigned> DcmElements::Short(std::uint32_t tag, std::size_t index) const {
  const ByteSpan value = Bytes(tag);
  if (value.size() < 2 * (index + 1)) return std::nullopt;
  ByteCursor cursor(value.subspan(2 * index));
  return U16(cursor);
}

std::optional<double> DcmElements::Number(std::uint32_t tag, std::size_t index) const {
  std::string text = Text(tag);
  for (; index > 0; --index) {
    const std::size_t end = text.find('\\');
    if (end == std::string::npos) return std::nullopt;
    text.erase(0, end + 1);
  }
  const std::size_t start = text.find_first_not_of(" +");
  if (start == std::string::npos) return std::nullopt;
  double number = 0.0;
  const auto parsed = std::from_chars(text.data() + start, text.data() + text.size(), number);
  return parsed.ec == std::errc() ? std::optional(number) : std::nullopt;
}

ByteSpan DcmElements::Bytes(std::uint32_t tag) const {
  const auto found = values_.find(tag);
  return found == values_.end() ? ByteSpan() : found->second;
}

}  // namespace lodestone::coders
