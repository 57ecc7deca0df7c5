// Files in a zip archive.
#pragma once

#include <string_view>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

struct ZipEntry {
  std::string_view name;
  unsigned flags = 0, method = 0;
  std::uint32_t checksum = 0;
  std::uint32_t packed_bytes = 0, bytes = 0;
  std::uint32_t offset = 0;  // of the header before the content
};

// What a file of the archive holds. Memory for it counts against the limit.
class ZipContent {
 public:
  ZipContent(ByteSpan archive, const ZipEntry& entry);
  ByteSpan bytes() const { return bytes_; }

 private:
  void Inflate(ByteSpan packed, std::size_t length);

  MemoryClaim memory_;
  std::vector<std::uint8_t> storage_;
  ByteSpan bytes_;  // in place if it is stored as it is
};

class ZipArchive {
 public:
  explicit ZipArchive(ByteSpan file);

  bool Has(std::string_view name) const;
  // Fails if there is no such file.
  ZipContent Read(std::string_view name) const;

 private:
  ByteSpan file_;
  std::vector<ZipEntry> entries_;
};

}  // namespace lodestone::coders
