#include "tests/coders/tiff_support.hpp"

#include <cstdlib>

namespace lodestone::coders::test {
namespace {

constexpr std::uint16_t kAscii = 2, kShort = 3, kLong = 4;
constexpr std::size_t kHeaderBytes = 8, kEntryBytes = 12;

}  // namespace

void TiffMaker::Put(Bytes& out, std::uint32_t value, unsigned bytes) const {
  for (unsigned i = 0; i < bytes; ++i) {
    out.push_back(static_cast<std::uint8_t>(value >> 8 * (big_endian_ ? bytes - 1 - i : i)));
  }
}

TiffMaker& TiffMaker::Raw(std::uint16_t tag, std::uint16_t type, std::uint32_t count,
                          const Bytes& bytes) {
  entries_[tag] = {type, count, bytes};
  return *this;
}

TiffMaker& TiffMaker::Short(std::uint16_t tag, const std::vector<std::uint16_t>& values) {
  Bytes bytes;
  for (const std::uint16_t value : values) Put(bytes, value, 2);
  return Raw(tag, kShort, static_cast<std::uint32_t>(values.size()), bytes);
}

TiffMaker& TiffMaker::Long(std::uint16_t tag, const std::vector<std::uint32_t>& values) {
  Bytes bytes;
  for (const std::uint32_t value : values) Put(bytes, value, 4);
  return Raw(tag, kLong, static_cast<std::uint32_t>(values.size()), bytes);
}

TiffMaker& TiffMaker::Text(std::uint16_t tag, const std::string& text) {
  Bytes bytes(text.begin(), text.end());
  bytes.push_back(0);
  return Raw(tag, kAscii, static_cast<std::uint32_t>(bytes.size()), bytes);
}

TiffMaker& TiffMaker::Image(std::uint32_t columns, std::uint32_t rows, std::uint16_t bits,
                            std::uint16_t photometric, std::uint16_t samples) {
  Long(256, {columns}).Long(257, {rows}).Short(259, {1}).Short(262, {photometric});
  Short(258, std::vector<std::uint16_t>(samples, bits));
  return Short(277, {samples}).Long(278, {rows});
}

Bytes TiffMaker::Make(const Bytes& strip) const {
  TiffMaker all = *this;
  all.Long(279, {static_cast<std::uint32_t>(strip.size())});
  all.Long(273, {0});
  std::uint32_t at =
      static_cast<std::uint32_t>(kHeaderBytes + 2 + kEntryBytes * all.entries_.size() + 4);
  all.Long(273, {at});
  Bytes rest = strip;
  Bytes out = {static_cast<std::uint8_t>(big_endian_ ? 'M' : 'I')};
  out.push_back(out[0]);
  Put(out, 42, 2);
  Put(out, kHeaderBytes, 4);
  Put(out, static_cast<std::uint32_t>(all.entries_.size()), 2);
  for (const auto& [tag, entry] : all.entries_) {
    Put(out, tag, 2);
    Put(out, entry.type, 2);
    Put(out, entry.count, 4);
    Bytes value = entry.bytes;
    if (value.size() > 4) {
      if (rest.size() % 2 != 0) rest.push_back(0);
      const std::uint32_t offset = at + static_cast<std::uint32_t>(rest.size());
      rest.insert(rest.end(), value.begin(), value.end());
      value.clear();
      Put(value, offset, 4);
    }
    value.resize(4);
    out.insert(out.end(), value.begin(), value.end());
  }
  Put(out, 0, 4);
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

Bytes PackSamples(const std::vector<std::uint64_t>& samples, unsigned bits, bool big_endian) {
  Bytes out;
  if (bits % 8 == 0) {
    for (const std::uint64_t sample : samples) {
      for (unsigned i = 0; i < bits / 8; ++i) {
        const unsigned shift = 8 * (big_endian ? bits / 8 - 1 - i : i);
        out.push_back(static_cast<std::uint8_t>(sample >> shift));
      }
    }
    return out;
  }
  std::size_t used = 0;
  for (const std::uint64_t sample : samples) {
    for (unsigned i = bits; i-- > 0; ++used) {
      if (used % 8 == 0) out.push_back(0);
      if ((sample >> i & 1) != 0) out.back() |= static_cast<std::uint8_t>(0x80 >> used % 8);
    }
  }
  return out;
}

bool RunProgram(const std::string& command) {
  return std::system((command + " > /dev/null 2>&1").c_str()) == 0;
}

bool HaveTiffTool(const std::string& name) {
  return RunProgram("command -v " + name);
}

}  // namespace lodestone::coders::test
