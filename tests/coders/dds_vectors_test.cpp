// Blocks of BC6 and BC7 as another program decodes them.

#include <cstdlib>

#include "tests/coders/dds_builder.hpp"
#include "tests/coders/dds_vectors.hpp"

namespace lodestone::coders::test {
namespace {

Bytes FromHex(const std::string& text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
  return bytes;
}

std::vector<std::uint16_t> SamplesOf(unsigned layout, const DdsVector& vector) {
  Info info("DDS:");
  info.Define("dds:linear=true");
  Exception exception;
  const Bytes file = DdsOfNumber(layout, FromHex(vector.block)).File();
  const ImageHandle image(BlobToImage(info.get(), file.data(), file.size(), exception.get()));
  EXPECT_TRUE(image) << exception.Text();
  return image ? Rgba16(image.get()) : std::vector<std::uint16_t>();
}

TEST(DdsVectors, Bc7) {
  for (const DdsVector& vector : kBc7Vectors) {
    SCOPED_TRACE(vector.block);
    const std::vector<std::uint16_t> samples = SamplesOf(98, vector);
    const Bytes expected = FromHex(vector.pixels);
    ASSERT_EQ(samples.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(samples[i], expected[i] * 257) << i;
  }
}

// The other program does not round between endpoints, and cuts off.
TEST(DdsVectors, Bc6) {
  for (const DdsVector& vector : kBc6Vectors) {
    SCOPED_TRACE(vector.block);
    const std::vector<std::uint16_t> samples = SamplesOf(95, vector);
    const Bytes expected = FromHex(vector.pixels);
    ASSERT_EQ(samples.size() / 4 * 3, expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(samples[i / 3 * 4 + i % 3] / 257.0, expected[i] + 0.5, 0.8) << i;
  }
}

}  // namespace
}  // namespace lodestone::coders::test
