// TIFF files made byte by byte, and libtiff's own programs.
#pragma once

#include <map>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {

// A file of one directory and one strip. Values that do not fit an entry follow it.
class TiffMaker {
 public:
  explicit TiffMaker(bool big_endian = false) : big_endian_(big_endian) {}

  TiffMaker& Short(std::uint16_t tag, const std::vector<std::uint16_t>& values);
  TiffMaker& Long(std::uint16_t tag, const std::vector<std::uint32_t>& values);
  TiffMaker& Text(std::uint16_t tag, const std::string& text);
  TiffMaker& Raw(std::uint16_t tag, std::uint16_t type, std::uint32_t count, const Bytes& bytes);
  // Size, bits, photometric and samples of an uncompressed image of one strip.
  TiffMaker& Image(std::uint32_t columns, std::uint32_t rows, std::uint16_t bits,
                   std::uint16_t photometric, std::uint16_t samples);
  Bytes Make(const Bytes& strip) const;

 private:
  struct Entry {
    std::uint16_t type;
    std::uint32_t count;
    Bytes bytes;
  };
  void Put(Bytes& out, std::uint32_t value, unsigned bytes) const;

  const bool big_endian_;
  std::map<std::uint16_t, Entry> entries_;
};

// Samples of any number of bits, the most significant first; whole bytes in the given order.
Bytes PackSamples(const std::vector<std::uint64_t>& samples, unsigned bits, bool big_endian);

class TiffTest : public ::testing::Test {
 protected:
  void SetUp() override { SKIP_WITHOUT_FORMAT("TIFF"); }
};

// Runs a program; false if it fails or is not there.
bool RunProgram(const std::string& command);

// True if this program of libtiff is installed.
bool HaveTiffTool(const std::string& name);

#define SKIP_WITHOUT_TIFF_TOOL(name) \
  if (!HaveTiffTool(name)) GTEST_SKIP() << name << " is not installed (Debian: libtiff-tools)"

}  // namespace lodestone::coders::test
