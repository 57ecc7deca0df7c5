// SGI: both storages and sizes of samples, hand-made; as written; gm.

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

struct Irix {
  unsigned storage = 0;
  unsigned bytes = 1;
  unsigned dimensions = 3;
  unsigned planes = 3;
  unsigned map = 0;
  Bytes data;

  // 2x2 pixels.
  Bytes File() const {
    Bytes out = {1, 0xda, static_cast<std::uint8_t>(storage), static_cast<std::uint8_t>(bytes)};
    for (const unsigned field : {dimensions, 2u, 2u, planes}) Big(out, field, 2);
    out.resize(107);
    out.push_back(static_cast<std::uint8_t>(map));
    out.resize(512);
    out.insert(out.end(), data.begin(), data.end());
    return out;
  }
  static void Big(Bytes& out, std::size_t value, unsigned length) {
    while (length-- > 0) out.push_back(static_cast<std::uint8_t>(value >> 8 * length));
  }
};

std::vector<unsigned> Samples(const Bytes& file) {
  Exception exception;
  const ImageHandle image = ReadBytes("SGI", file, exception);
  EXPECT_TRUE(image) << exception.Text();
  std::vector<unsigned> samples;
  if (!image) return samples;
  for (const std::uint16_t sample : Rgba16(image.get())) samples.push_back(sample);
  return samples;
}

std::vector<unsigned> Wide(std::vector<unsigned> bytes) {
  for (unsigned& byte : bytes) byte *= 257;
  return bytes;
}

// Planes from the bottom up.
TEST(Sgi, Verbatim) {
  Irix file;
  file.data = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  EXPECT_EQ(Samples(file.File()),
            Wide({3, 7, 11, 255, 4, 8, 12, 255, 1, 5, 9, 255, 2, 6, 10, 255}));
  file.planes = 4;
  file.data.insert(file.data.end(), {20, 21, 22, 23});
  EXPECT_EQ(Samples(file.File()), Wide({3, 7, 11, 22, 4, 8, 12, 23, 1, 5, 9, 20, 2, 6, 10, 21}));
  file.planes = 2;
  file.data = {1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(Samples(file.File()), Wide({3, 3, 3, 7, 4, 4, 4, 8, 1, 1, 1, 5, 2, 2, 2, 6}));
}

TEST(Sgi, Gray) {
  Irix file;
  file.dimensions = 2;
  file.data = {1, 2, 3, 4};
  EXPECT_EQ(Samples(file.File()), Wide({3, 3, 3, 255, 4, 4, 4, 255, 1, 1, 1, 255, 2, 2, 2, 255}));
  file.dimensions = 1;
  EXPECT_EQ(Samples(file.File()), Wide({1, 1, 1, 255, 2, 2, 2, 255}));
}

TEST(Sgi, Shorts) {
  Irix file;
  file.dimensions = 2;
  file.bytes = 2;
  file.data = {0, 1, 0, 2, 1, 0, 0xff, 0xff};
  const unsigned a = AtOurDepth(256), b = 65535, c = AtOurDepth(1), d = AtOurDepth(2);
  EXPECT_EQ(Samples(file.File()),
            (std::vector<unsigned>{a, a, a, b, b, b, b, b, c, c, c, b, d, d, d, b}));
}

// Tables of offsets and lengths; rows in any order and shared.
TEST(Sgi, Runs) {
  for (const unsigned bytes : {1u, 2u}) {
    Irix file;
    file.storage = 1;
    file.dimensions = 2;
    file.planes = 1;
    file.bytes = bytes;
    Bytes runs, literals;
    for (const unsigned value : {2u, 0x55u, 0u}) Irix::Big(runs, value, bytes);
    for (const unsigned value : {0x82u, 0x33u, 0x44u, 0u}) Irix::Big(literals, value, bytes);
    const std::size_t tables = 512 + 4 * 4;
    for (const std::size_t value : {tables + runs.size(), tables, literals.size(), runs.size()})
      Irix::Big(file.data, value, 4);
    file.data.insert(file.data.end(), runs.begin(), runs.end());
    file.data.insert(file.data.end(), literals.begin(), literals.end());
    const unsigned scale = bytes == 1 ? 257 : 1;
    const auto at = [&](unsigned value) {
      return unsigned{AtOurDepth(static_cast<std::uint16_t>(value * scale))};
    };
    const std::vector<unsigned> samples = Samples(file.File());
    ASSERT_EQ(samples.size(), 16u);
    EXPECT_EQ(samples[0], at(0x55));
    EXPECT_EQ(samples[4], at(0x55));
    EXPECT_EQ(samples[8], at(0x33));
    EXPECT_EQ(samples[12], at(0x44));
  }
}

TEST(Sgi, NameIsTheComment) {
  const ImageHandle image = MakeTestImage({5, 3});
  SetImageAttribute(image.get(), "comment", std::string(100, 'n').c_str());
  Exception exception;
  const ImageHandle again = ReadBytes("SGI", WriteAs({"SGI"}, image), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(Attribute(again.get(), "comment"), std::string(79, 'n'));
}

const FormatCase kRuns{"SGI"};
const FormatCase kPlain{"SGI", true, 8, "-compress None", NoCompression};

TEST(Sgi, RoundTrip) {
  for (const FormatCase& format : {kRuns, kPlain}) {
    for (const Kind& kind : KindsOf(format)) CheckRoundTrip(format, kind);
    FormatCase deep = format;
    deep.depth = 16;
    deep.define = "sgi:bits-per-sample=16";
    for (const Kind& kind : KindsOf(deep)) CheckRoundTrip(deep, kind);
  }
}

TEST(Sgi, AsGm) {
  SKIP_WITHOUT_GM();
  for (const FormatCase& format : {kRuns, kPlain}) {
    for (const Kind& kind : KindsOf(format)) {
      if (kind.columns <= 16) CheckWithGm(format, kind, true);
    }
  }
}

TEST(Sgi, GmReadsShorts) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  for (const bool matte : {false, true}) {
    for (const CompressionType compression : {RLECompression, NoCompression}) {
      const ImageHandle image = MakeTestImage({37, 5, QuantumDepth, matte});
      FormatCase format{"SGI", true, 16};
      format.compression = compression;
      format.define = "sgi:bits-per-sample=16";
      WriteWholeFile(folder.File("x.sgi"), WriteAs(format, image));
      EXPECT_TRUE(GmRgba16(folder.File("x.sgi")) == Rgba16(image.get()));
    }
  }
}

TEST(Sgi, BadFilesFailWithAReason) {
  const auto with = [](auto change) {
    Irix file;
    file.data = Bytes(12);
    change(file);
    return file.File();
  };
  const std::pair<Bytes, const char*> files[] = {
      {with([](Irix& f) { f.storage = 2; }), "header"},
      {with([](Irix& f) { f.bytes = 3; }), "header"},
      {with([](Irix& f) { f.dimensions = 4; }), "header"},
      {with([](Irix& f) { f.planes = 5; }), "header"},
      {with([](Irix& f) { f.map = 1; }), "not supported"},
      {with([](Irix& f) { f.data.pop_back(); }), "Insufficient"},
      {with([](Irix& f) { f.storage = 1; }), "end-of-file"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("SGI", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
  Exception exception;
  Info info;
  info.Define("sgi:bits-per-sample=12");
  EXPECT_TRUE(Write("SGI", MakeTestImage({3, 3}), info, exception).empty());
  EXPECT_EQ(exception.severity(), OptionError) << exception.Text();
}

TEST(Sgi, DamageDoesNoHarm) {
  Kind palette{19, 9};
  palette.colors = 5;
  for (const FormatCase& format : {kRuns, kPlain}) {
    for (const Kind& kind : {Kind{19, 9}, palette}) {
      const Bytes bytes = WriteAs(format, MakeTestImage(kind));
      CheckDamage("SGI", bytes);
      CheckLimit("SGI", bytes);
    }
    CheckCancel(format);
  }
}

}  // namespace
}  // namespace lodestone::coders::test
