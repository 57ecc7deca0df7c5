#include "magick/core/metadata/iptc_attribute.hpp"

#include <cstdio>
#include <cstdlib>

#include "magick/common.h"
#include "magick/core/metadata/clipping_path.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

// What is asked for.
struct ResourceKey {
  int first = 0, last = 0;
  std::string name;  // "": any
  long number = 1;   // of those in the range
  bool svg = true;

  bool HasName() const { return !name.empty() && name.front() != '#'; }
};

std::optional<ResourceKey> ParseKey(const std::string& text) {
  ResourceKey key;
  char name[MaxTextExtent] = "", format[MaxTextExtent] = "SVG";
  static_assert(MaxTextExtent == 2053, "the widths below");
  const int count = std::sscanf(text.c_str(), "8BIM:%d,%d:%2052[^\n]\n%2052[^\n]", &key.first,
                                &key.last, name, format);
  if (count < 2) return std::nullopt;
  key.name = name;
  if (*name == '#') key.number = std::max(1L, std::strtol(name + 1, nullptr, 10));
  key.svg = LocaleCompare(format, "SVG") == 0;
  return key;
}

// Moves behind the next mark of a resource.
bool FindMark(ByteReader& bytes) {
  while (bytes.left() != 0)
    if (bytes.Byte() == '8' && bytes.Byte() == 'B' && bytes.Byte() == 'I' && bytes.Byte() == 'M')
      return true;
  return false;
}

std::string ReadName(ByteReader& bytes) {
  const unsigned length = bytes.Byte();
  std::string name;
  if (length <= bytes.left()) name = bytes.Text(length);
  if (length % 2 == 0) bytes.Byte();
  return name;
}

// A text ends at its first zero.
std::string AsText(const std::string& bytes) {
  return bytes.c_str();
}

std::string ValueOf(const ResourceKey& key, int id, const std::string& data, unsigned long columns,
                    unsigned long rows) {
  if (id <= 1999 || id >= 2999) return AsText(data);
  const ByteReader path(reinterpret_cast<const unsigned char*>(data.data()), data.size());
  return key.svg ? ClippingPathToSvg(path, columns, rows) : ClippingPathToPostScript(path);
}

}  // namespace

std::optional<std::string> IptcAttribute(ByteReader profile, const std::string& key) {
  int dataset = 0, record = 0;
  if (std::sscanf(key.c_str(), "IPTC:%d:%d", &dataset, &record) != 2) return std::nullopt;
  while (profile.left() != 0) {
    if (profile.Byte() != 0x1c) continue;
    ByteReader ahead = profile;
    if (ahead.left() < 4 || ahead.Byte() != dataset || ahead.Byte() != record) continue;
    const auto length = static_cast<std::size_t>(ahead.Short());
    return AsText(ahead.Text(length));
  }
  return std::nullopt;
}

std::optional<std::string> ResourceAttribute(ByteReader profile, const std::string& key,
                                             unsigned long columns, unsigned long rows) {
  const std::optional<ResourceKey> wanted = ParseKey(key);
  if (!wanted) return std::nullopt;
  long number = wanted->number;
  while (FindMark(profile)) {
    const int id = profile.Short();
    if (id < wanted->first || id > wanted->last) continue;
    const std::string name = ReadName(profile);
    const std::int32_t length = profile.Long();
    if (length < 0 || static_cast<std::size_t>(length) > profile.left()) return std::nullopt;
    const std::string data = profile.Text(static_cast<std::size_t>(length));
    const bool fits = !wanted->HasName() || LocaleCompare(wanted->name.c_str(), name.c_str()) == 0;
    if (fits && number-- == 1) return ValueOf(*wanted, id, data, columns, rows);
  }
  return std::nullopt;
}

}  // namespace lodestone
