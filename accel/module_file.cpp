#include "accel/module_file.hpp"

#include <elf.h>
#include <link.h>

#include <cstring>
#include <fstream>

namespace lodestone::accel {
namespace {

template <class Record>
bool ReadAt(std::ifstream& stream, std::uint64_t offset, Record& record) {
  stream.seekg(static_cast<std::streamoff>(offset));
  stream.read(reinterpret_cast<char*>(&record), sizeof record);
  return stream.good();
}

}  // namespace

bool IsCutShort(const std::string& file) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::uint64_t>(stream.tellg());
  ElfW(Ehdr) header{};
  if (!stream || !ReadAt(stream, 0, header)) return false;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return false;
  if (header.e_phentsize != sizeof(ElfW(Phdr))) return false;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment{};
    if (!ReadAt(stream, header.e_phoff + std::uint64_t{i} * sizeof segment, segment)) return true;
    if (segment.p_filesz > size || segment.p_offset > size - segment.p_filesz) return true;
  }
  return false;
}

}  // namespace lodestone::accel
