// Shared by the tests of OpenEXR.
#pragma once

#include <cstring>

#include "tests/coders/format_checks.hpp"
#include "tests/coders/linear_support.hpp"

namespace lodestone::coders::test {

class ExrTest : public CodecTest {
 protected:
  ExrTest() : CodecTest("EXR", "") {}

  ImageHandle Linear(const Kind& kind) {
    ImageHandle image = MakeTestImage(kind);
    image->gamma = 1.0;
    return image;
  }
  // Samples as they are, without the curve of sRGB.
  ImageHandle LightIn(const Bytes& bytes) { return DecodedWith(bytes, "exr:linear=true"); }
  ImageHandle LightIn(const std::string& file) {
    Info info(file);
    info.Define("exr:linear=true");
    ImageHandle image(ReadImage(info.get(), exception_.get()));
    EXPECT_TRUE(image) << exception_.Text();
    return image;
  }
  std::string FileOf(const Bytes& bytes, const std::string& name = "a.exr") {
    WriteWholeFile(folder_.File(name), bytes);
    return folder_.File(name);
  }
};

// A file without compression, byte by byte: lines of float samples, channel after channel.
class HandMade {
 public:
  explicit HandMade(bool parts = false) {
    Number(20000630, 4);
    Number(parts ? 0x1002 : 2, 4);
  }
  void Attribute(const char* name, const char* type, const Bytes& value) {
    Text(name);
    Text(type);
    Number(value.size(), 4);
    bytes.insert(bytes.end(), value.begin(), value.end());
  }
  static Bytes Numbers(std::initializer_list<std::uint32_t> numbers) {
    HandMade out(0);
    for (const std::uint32_t number : numbers) out.Number(number, 4);
    return out.bytes;
  }
  static std::uint32_t Float(float value) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, 4);
    return bits;
  }
  struct Channel {
    const char* name;
    unsigned step;
  };
  // All attributes that a file must have.
  void Header(std::initializer_list<Channel> channels, unsigned columns, unsigned rows) {
    HandMade list(0);
    for (const Channel& channel : channels) {
      list.Text(channel.name);
      for (const unsigned number : {2u, 0u, channel.step, channel.step}) list.Number(number, 4);
    }
    list.Number(0, 1);
    Attribute("channels", "chlist", list.bytes);
    Attribute("compression", "compression", {0});
    Attribute("dataWindow", "box2i", Numbers({0, 0, columns - 1, rows - 1}));
    Attribute("displayWindow", "box2i", Numbers({0, 0, columns - 1, rows - 1}));
    Attribute("lineOrder", "lineOrder", {0});
    Attribute("pixelAspectRatio", "float", Numbers({Float(1)}));
    Attribute("screenWindowCenter", "v2f", Numbers({0, 0}));
    Attribute("screenWindowWidth", "float", Numbers({Float(1)}));
  }
  // Offsets and lines; line(y) gives the samples of one.
  template <class Line>
  void Lines(unsigned rows, const Line& line) {
    std::vector<std::vector<float>> lines;
    for (unsigned y = 0; y < rows; ++y) lines.push_back(line(y));
    std::size_t offset = bytes.size() + 8 * rows;
    for (const auto& samples : lines) {
      Number(offset, 8);
      offset += 8 + 4 * samples.size();
    }
    for (unsigned y = 0; y < rows; ++y) {
      Number(y, 4);
      Number(4 * lines[y].size(), 4);
      for (const float sample : lines[y]) Number(Float(sample), 4);
    }
  }
  void Number(std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
  }
  void Text(const char* text) { bytes.insert(bytes.end(), text, text + std::strlen(text) + 1); }

  Bytes bytes;

 private:
  explicit HandMade(int) {}
};

}  // namespace lodestone::coders::test
