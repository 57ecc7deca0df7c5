#include "coders/tiff/tiff_exif.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace lodestone::coders {
namespace {

constexpr std::uint16_t kInteroperabilityPointer = 0xa005;
constexpr unsigned kMaxDepth = 3;
constexpr unsigned kMaxDirectories = 16;  // which may refer to one another
constexpr std::uint64_t kMaxEntries = 4096;
constexpr std::size_t kMaxBytes = std::size_t{16} << 20;  // of all values
constexpr std::string_view kMark("Exif\0\0", 6);
constexpr std::uint16_t kLong = 4, kLong8 = 16;

bool IsPointer(std::uint16_t tag) {
  return tag == kExifPointer || tag == kGpsPointer || tag == kInteroperabilityPointer;
}

// Bytes of a value of this type, and of its parts, whose bytes have an order; 0: no such type.
struct TypeSize {
  unsigned bytes, part;
};

TypeSize SizeOf(std::uint16_t type) {
  switch (type) {
    case 1:
    case 2:
    case 6:
    case 7:
      return {1, 1};
    case 3:
    case 8:
      return {2, 2};
    case 4:
    case 9:
    case 11:
    case 13:
      return {4, 4};
    case 5:
    case 10:
      return {8, 4};
    case 12:
    case 16:
    case 17:
    case 18:
      return {8, 8};
    default:
      return {0, 1};
  }
}

void SwapParts(std::vector<std::uint8_t>& value, unsigned part) {
  for (auto at = value.begin(); at != value.end(); at += part) std::reverse(at, at + part);
}

// Sizes of the numbers in a directory.
struct Sizes {
  explicit Sizes(bool big) : total(big ? 8 : 2), count(big ? 8 : 4), offset(big ? 8 : 4) {}
  unsigned entry() const { return 4 + count + offset; }
  unsigned total, count, offset;
};

class Parser {
 public:
  Parser(std::span<const std::uint8_t> bytes, const ExifLayout& layout)
      : bytes_(bytes), layout_(layout), sizes_(layout.big_file) {}

  std::optional<ExifTree> Read(std::uint64_t offset, unsigned depth) {
    if (depth == 0 || ++directories_ > kMaxDirectories) return std::nullopt;
    if (!Holds(offset, sizes_.total)) return std::nullopt;
    const std::uint64_t entries = Number(offset, sizes_.total);
    if (entries > kMaxEntries) return std::nullopt;
    ExifTree tree;
    for (std::uint64_t i = 0; i < entries; ++i) {
      const std::uint64_t at = offset + sizes_.total + i * sizes_.entry();
      if (!Holds(at, sizes_.entry())) break;
      if (!ReadEntry(at, depth, tree)) return std::nullopt;
    }
    return tree;
  }

 private:
  bool Holds(std::uint64_t offset, std::uint64_t length) const {
    return length <= bytes_.size() && offset <= bytes_.size() - length;
  }

  std::uint64_t Number(std::uint64_t offset, unsigned length) const {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < length; ++i) {
      value = value << 8 | bytes_[offset + (layout_.big_endian ? i : length - 1 - i)];
    }
    return value;
  }

  // False if there is far too much.
  bool ReadEntry(std::uint64_t at, unsigned depth, ExifTree& tree) {
    const auto tag = static_cast<std::uint16_t>(Number(at, 2));
    const auto type = static_cast<std::uint16_t>(Number(at + 2, 2));
    const std::uint64_t count = Number(at + 4, sizes_.count);
    const TypeSize size = SizeOf(type);
    std::uint64_t from = at + 4 + sizes_.count;
    if (size.bytes == 0 || count > bytes_.size()) return true;
    const std::uint64_t length = count * size.bytes;
    if (IsPointer(tag)) {
      if (length > sizes_.offset) return true;
      std::optional<ExifTree> child = Read(Number(from, size.bytes), depth - 1);
      if (child && !child->empty()) tree.children[tag] = std::move(*child);
      return true;
    }
    if (length > sizes_.offset) from = Number(from, sizes_.offset);
    if (!Holds(from, length)) return true;
    total_ += length;
    if (total_ > kMaxBytes) return false;
    const auto begin = bytes_.begin() + static_cast<std::ptrdiff_t>(from);
    ExifEntry entry{type, count, {begin, begin + static_cast<std::ptrdiff_t>(length)}};
    if (layout_.big_endian) SwapParts(entry.value, size.part);
    tree.entries[tag] = std::move(entry);
    return true;
  }

  const std::span<const std::uint8_t> bytes_;
  const ExifLayout layout_;
  const Sizes sizes_;
  std::uint64_t total_ = 0;
  unsigned directories_ = 0;
};

class Formatter {
 public:
  Formatter(std::uint64_t base, const ExifLayout& layout)
      : base_(base), layout_(layout), sizes_(layout.big_file) {}

  // The directory first, then its values and children.
  void Append(const ExifTree& tree) {
    std::map<std::uint16_t, ExifEntry> all = tree.entries;
    for (const auto& [tag, child] : tree.children) all[tag] = {};
    std::size_t at = bytes_.size();
    bytes_.resize(at + sizes_.total + all.size() * sizes_.entry() + sizes_.offset);
    Put(at, all.size(), sizes_.total);
    at += sizes_.total;
    for (const auto& [tag, entry] : all) {
      Put(at, tag, 2);
      const auto child = tree.children.find(tag);
      if (child == tree.children.end()) {
        PutEntry(at, entry);
      } else {
        Put(at + 2, layout_.big_file ? kLong8 : kLong, 2);
        Put(at + 4, 1, sizes_.count);
        Put(at + 4 + sizes_.count, base_ + bytes_.size(), sizes_.offset);
        Append(child->second);
      }
      at += sizes_.entry();
    }
  }

  std::vector<std::uint8_t> Take() { return std::move(bytes_); }

 private:
  void Put(std::size_t at, std::uint64_t value, unsigned length) {
    for (unsigned i = 0; i < length; ++i) {
      bytes_[at + i] =
          static_cast<std::uint8_t>(value >> 8 * (layout_.big_endian ? length - 1 - i : i));
    }
  }

  void PutEntry(std::size_t at, const ExifEntry& entry) {
    Put(at + 2, entry.type, 2);
    Put(at + 4, entry.count, sizes_.count);
    std::vector<std::uint8_t> value = entry.value;
    if (layout_.big_endian) SwapParts(value, SizeOf(entry.type).part);
    at += 4 + sizes_.count;
    if (value.size() <= sizes_.offset) {
      std::copy(value.begin(), value.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    }
    Put(at, base_ + bytes_.size(), sizes_.offset);
    bytes_.insert(bytes_.end(), value.begin(), value.end());
    if (bytes_.size() % 2 != 0) bytes_.push_back(0);
  }

  const std::uint64_t base_;
  const ExifLayout layout_;
  const Sizes sizes_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace

std::optional<ExifTree> ParseExifTree(std::span<const std::uint8_t> bytes, std::uint64_t offset,
                                      const ExifLayout& layout) {
  return Parser(bytes, layout).Read(offset, kMaxDepth);
}

std::vector<std::uint8_t> FormatExifTree(const ExifTree& tree, std::uint64_t base,
                                         const ExifLayout& layout) {
  Formatter formatter(base, layout);
  formatter.Append(tree);
  return formatter.Take();
}

std::optional<ExifTree> ParseExifProfile(std::span<const std::uint8_t> profile) {
  constexpr std::size_t kHeaderBytes = 8;
  const bool marked = profile.size() >= kMark.size() &&
                      std::memcmp(profile.data(), kMark.data(), kMark.size()) == 0;
  const std::span<const std::uint8_t> file = marked ? profile.subspan(kMark.size()) : profile;
  if (file.size() < kHeaderBytes || file[0] != file[1]) return std::nullopt;
  const bool big_endian = file[0] == 'M';
  if (!big_endian && file[0] != 'I') return std::nullopt;
  std::uint64_t offset = 0;
  for (unsigned i = 0; i < 4; ++i) offset = offset << 8 | file[big_endian ? 4 + i : 7 - i];
  return ParseExifTree(file, offset, {big_endian, false});
}

std::vector<std::uint8_t> FormatExifProfile(const ExifTree& tree, bool big_endian) {
  constexpr std::uint8_t kLittle[] = {'I', 'I', 42, 0, 8, 0, 0, 0};
  constexpr std::uint8_t kBig[] = {'M', 'M', 0, 42, 0, 0, 0, 8};
  std::vector<std::uint8_t> profile(kMark.begin(), kMark.end());
  const std::span<const std::uint8_t> header(big_endian ? kBig : kLittle);
  profile.insert(profile.end(), header.begin(), header.end());
  const std::vector<std::uint8_t> bytes = FormatExifTree(tree, header.size(), {big_endian, false});
  profile.insert(profile.end(), bytes.begin(), bytes.end());
  return profile;
}

}  // namespace lodestone::coders
