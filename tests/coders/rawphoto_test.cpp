// Raw photographs: DNG files of a Bayer pattern, made here.

#include <array>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

constexpr unsigned kColumns = 96, kRows = 64;

// A TIFF file of one directory, little-endian, with its data behind it.
class TiffBuilder {
 public:
  void Shorts(unsigned tag, const std::vector<unsigned>& values) {
    Bytes data;
    for (const unsigned value : values) Put(data, value, 2);
    Add(tag, 3, values.size(), data);
  }
  void Longs(unsigned tag, const std::vector<unsigned>& values) {
    Bytes data;
    for (const unsigned value : values) Put(data, value, 4);
    Add(tag, 4, values.size(), data);
  }
  void Octets(unsigned tag, const Bytes& values) { Add(tag, 1, values.size(), values); }
  void Text(unsigned tag, const std::string& text) {
    Bytes data(text.begin(), text.end());
    data.push_back(0);
    Add(tag, 2, data.size(), data);
  }
  // In ten thousandths.
  void Ratios(unsigned tag, const std::vector<int>& values, unsigned type) {
    Bytes data;
    for (const int value : values) {
      Put(data, static_cast<unsigned>(value), 4);
      Put(data, 10000, 4);
    }
    Add(tag, type, values.size(), data);
  }

  // Entries have been added in the order of their tags. `offsets`: of the entry for the strip.
  Bytes File(const Bytes& strip) const {
    const std::size_t directory = 8, after = directory + 2 + entries_.size() * 12 + 4;
    Bytes out = {'I', 'I', 42, 0, 8, 0, 0, 0};
    Put(out, static_cast<unsigned>(entries_.size()), 2);
    std::size_t more = after;
    for (const Entry& entry : entries_) more += entry.data.size() > 4 ? entry.data.size() : 0;
    Bytes behind;
    for (const Entry& entry : entries_) {
      Put(out, entry.tag, 2);
      Put(out, entry.type, 2);
      Put(out, static_cast<unsigned>(entry.count), 4);
      Bytes value = entry.data;
      if (entry.tag == 273) {
        value.clear();
        Put(value, static_cast<unsigned>(more), 4);
      }
      if (value.size() > 4) {
        Bytes place;
        Put(place, static_cast<unsigned>(after + behind.size()), 4);
        behind.insert(behind.end(), value.begin(), value.end());
        value = place;
      }
      value.resize(4);
      out.insert(out.end(), value.begin(), value.end());
    }
    Put(out, 0, 4);
    out.insert(out.end(), behind.begin(), behind.end());
    out.insert(out.end(), strip.begin(), strip.end());
    return out;
  }

 private:
  struct Entry {
    unsigned tag, type;
    std::size_t count;
    Bytes data;
  };
  static void Put(Bytes& out, unsigned value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) out.push_back(static_cast<std::uint8_t>(value >> 8 * i));
  }
  void Add(unsigned tag, unsigned type, std::size_t count, const Bytes& data) {
    entries_.push_back({tag, type, count, data});
  }
  std::vector<Entry> entries_;
};

// The sensor's samples for a field of each color: red, green and blue as the sensor sees them.
using Fields = std::vector<std::array<unsigned, 3>>;

// Vertical fields of uniform colours, whose neutral grey is (1, 2, 1) for the sensor.
Bytes Dng(const Fields& fields, unsigned orientation = 1) {
  Bytes strip;
  for (unsigned y = 0; y < kRows; ++y) {
    for (unsigned x = 0; x < kColumns; ++x) {
      const std::array<unsigned, 3>& field = fields[x * fields.size() / kColumns];
      const unsigned sample = field[(y & 1) + (x & 1)];  // RG over GB
      strip.push_back(static_cast<std::uint8_t>(sample));
      strip.push_back(static_cast<std::uint8_t>(sample >> 8));
    }
  }
  TiffBuilder tiff;
  tiff.Longs(254, {0});
  tiff.Longs(256, {kColumns});
  tiff.Longs(257, {kRows});
  tiff.Shorts(258, {16});
  tiff.Shorts(259, {1});
  tiff.Shorts(262, {32803});  // colour filter array
  tiff.Text(271, "Lodestone");
  tiff.Text(272, "Test camera");
  tiff.Longs(273, {0});
  tiff.Shorts(274, {orientation});
  tiff.Shorts(277, {1});
  tiff.Longs(278, {kRows});
  tiff.Longs(279, {static_cast<unsigned>(strip.size())});
  tiff.Text(306, "2022:04:28 10:47:19");
  tiff.Shorts(33421, {2, 2});
  tiff.Octets(33422, {0, 1, 1, 2});
  tiff.Octets(50706, {1, 4, 0, 0});
  tiff.Text(50708, "Lodestone Test camera");
  tiff.Shorts(50714, {0});
  tiff.Longs(50717, {65535});
  // From XYZ to the sensor: that of sRGB's primaries.
  tiff.Ratios(50721, {32405, -15371, -4985, -9693, 18760, 416, 556, -2040, 10572}, 10);
  tiff.Ratios(50728, {5000, 10000, 5000}, 5);
  tiff.Shorts(50778, {21});
  return tiff.File(strip);
}

Bytes GrayDng(unsigned orientation = 1) {
  return Dng({{15000, 30000, 15000}, {5000, 10000, 5000}}, orientation);
}

class RawPhoto : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!ReadsFormat("DNG")) GTEST_SKIP() << "this build does not read camera files";
  }
  ImageHandle Decoded(const Bytes& bytes) {
    ImageHandle image = ReadBytes("DNG", bytes, exception_);
    EXPECT_TRUE(image) << exception_.Text();
    return image;
  }
  Exception exception_;
};

// The mean of a sample over the middle of a field.
double Mean(const Image* image, unsigned long left, unsigned long top, unsigned channel) {
  const std::vector<std::uint16_t> rgba = Rgba16(image);
  double sum = 0.0;
  for (unsigned long y = top; y < top + 16; ++y) {
    for (unsigned long x = left; x < left + 16; ++x)
      sum += rgba[(y * image->columns + x) * 4 + channel];
  }
  return sum / 256;
}

// What is neutral for the camera becomes grey, and twice the light is brighter.
TEST_F(RawPhoto, WhiteBalanceOfTheCamera) {
  const ImageHandle image = Decoded(GrayDng());
  ASSERT_TRUE(image);
  EXPECT_EQ(image->columns, kColumns);
  EXPECT_EQ(image->rows, kRows);
  EXPECT_EQ(image->depth, unsigned{QuantumDepth});
  for (const unsigned long left : {16, 64}) {
    const double red = Mean(image.get(), left, 24, 0);
    EXPECT_NEAR(Mean(image.get(), left, 24, 1), red, 700) << left;
    EXPECT_NEAR(Mean(image.get(), left, 24, 2), red, 700) << left;
  }
  EXPECT_GT(Mean(image.get(), 16, 24, 1), Mean(image.get(), 64, 24, 1) * 1.2);
}

TEST_F(RawPhoto, Colors) {
  const ImageHandle image =
      Decoded(Dng({{15000, 3000, 1500}, {1500, 30000, 1500}, {1500, 3000, 15000}}));
  ASSERT_TRUE(image);
  for (unsigned field = 0; field < 3; ++field) {
    const unsigned long left = field * 32 + 8;
    for (unsigned other = 0; other < 3; ++other) {
      if (other == field) continue;
      EXPECT_GT(Mean(image.get(), left, 24, field), 1.5 * Mean(image.get(), left, 24, other))
          << field << other;
    }
  }
}

#if QuantumDepth > 8
TEST_F(RawPhoto, MoreThanEightBits) {
  const ImageHandle image = Decoded(GrayDng());
  ASSERT_TRUE(image);
  const std::vector<std::uint16_t> rgba = Rgba16(image.get());
  EXPECT_TRUE(std::any_of(rgba.begin(), rgba.end(), [](std::uint16_t s) { return s % 257 != 0; }));
}
#endif

TEST_F(RawPhoto, TurnedUpright) {
  const ImageHandle plain = Decoded(GrayDng());
  for (const unsigned orientation : {3u, 6u, 8u}) {
    const ImageHandle image = Decoded(GrayDng(orientation));
    ASSERT_TRUE(plain && image);
    const ImageHandle turned(
        AutoOrientImage(plain.get(), static_cast<OrientationType>(orientation), exception_.get()));
    EXPECT_EQ(image->orientation, TopLeftOrientation);
    EXPECT_TRUE(Rgba16(image.get()) == Rgba16(turned.get())) << orientation;
  }
}

TEST_F(RawPhoto, PingGivesTheSize) {
  for (const unsigned orientation : {1u, 6u}) {
    const Bytes bytes = GrayDng(orientation);
    const Info info;
    MagickStrlCpy(info->magick, "DNG", sizeof info->magick);
    const ImageHandle image(PingBlob(info.get(), bytes.data(), bytes.size(), exception_.get()));
    ASSERT_TRUE(image) << exception_.Text();
    EXPECT_EQ(image->columns, orientation == 1 ? kColumns : kRows);
    EXPECT_EQ(image->rows, orientation == 1 ? kRows : kColumns);
    EXPECT_EQ(Attribute(image.get(), "make"), "Lodestone");
    EXPECT_EQ(Attribute(image.get(), "model"), "Test camera");
    EXPECT_EQ(Attribute(image.get(), "timestamp"), "2022:04:28 10:47:19");
  }
}

// The name decides: the content is TIFF.
TEST_F(RawPhoto, ByExtension) {
  const TemporaryFolder folder;
  const Bytes bytes = GrayDng();
  const auto expected = Rgba16(Decoded(bytes).get());
  for (const char* name : {"a.dng", "a.NEF", "a.cr2", "a.arw"}) {
    WriteWholeFile(folder.File(name), bytes);
    const ImageHandle image = Read(folder.File(name), exception_);
    ASSERT_TRUE(image) << exception_.Text();
    EXPECT_TRUE(Rgba16(image.get()) == expected) << name;
  }
}

TEST_F(RawPhoto, Limits) {
  CheckLimit("DNG", GrayDng());
  const magick_int64_t before = GetMagickResourceLimit(MemoryResource);
  SetMagickResourceLimit(MemoryResource, 60000);
  EXPECT_FALSE(ReadBytes("DNG", GrayDng(), exception_));
  SetMagickResourceLimit(MemoryResource, before);
  EXPECT_EQ(exception_.severity(), ResourceLimitError) << exception_.Text();
}

TEST_F(RawPhoto, Damage) {
  CheckDamage("DNG", GrayDng());
}

TEST_F(RawPhoto, NoCameraFile) {
  EXPECT_FALSE(
      ReadBytes("DNG", Write("PNG", MakeTestImage({9, 4}), Info(), exception_), exception_));
  EXPECT_EQ(exception_.severity(), CorruptImageError) << exception_.Text();
}

TEST_F(RawPhoto, Cancel) {
  SetMonitorHandler([](const char*, magick_int64_t, magick_uint64_t,
                       ExceptionInfo*) -> MagickPassFail { return MagickFail; });
  EXPECT_FALSE(ReadBytes("DNG", GrayDng(), exception_));
  SetMonitorHandler(nullptr);
  EXPECT_EQ(exception_.severity(), MonitorError) << exception_.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
