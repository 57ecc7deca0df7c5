// FITS: every kind of number, hand-made; lists; gm.
#include <bit>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

// A unit: cards, and data behind them.
Bytes Unit(std::initializer_list<std::string> cards, const Bytes& data) {
  std::string text;
  for (std::string card : cards) {
    card.resize(80, ' ');
    text += card;
  }
  std::string end = "END";
  end.resize(80, ' ');
  text += end;
  text.resize((text.size() + 2879) / 2880 * 2880, ' ');
  Bytes bytes(text.begin(), text.end());
  bytes.insert(bytes.end(), data.begin(), data.end());
  bytes.resize((bytes.size() + 2879) / 2880 * 2880);
  return bytes;
}

template <class Number>
Bytes BigEndian(std::initializer_list<Number> numbers) {
  Bytes bytes;
  for (const Number number : numbers)
    for (int shift = 8 * static_cast<int>(sizeof number) - 8; shift >= 0; shift -= 8)
      bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(number) >> shift));
  return bytes;
}

// The first sample of each pixel.
std::vector<unsigned> Grays(const Bytes& file) {
  Exception exception;
  const ImageHandle image = ReadBytes("FITS", file, exception);
  EXPECT_TRUE(image) << exception.Text();
  std::vector<unsigned> grays;
  if (!image) return grays;
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (std::size_t i = 0; i < samples.size(); i += 4) grays.push_back(samples[i]);
  return grays;
}

std::vector<unsigned> AtDepth(std::vector<unsigned> samples) {
  for (unsigned& sample : samples) sample = AtOurDepth(static_cast<std::uint16_t>(sample));
  return samples;
}

Bytes TwoByTwo(int bits, const Bytes& data, const std::string& card = "") {
  return Unit({"SIMPLE  =                    T", "BITPIX  = " + std::to_string(bits), "NAXIS   = 2",
               "NAXIS1  = 2 / columns", "NAXIS2  = 2", card},
              data);
}

// gm agrees with what is read.
void ExpectGmAgrees(const Bytes& file) {
  if (!HaveGm()) return;
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("a.fits"), file);
  Exception exception;
  const ImageHandle image = ReadBytes("FITS", file, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_LE(MostApart(Rgba16(image.get()), AtOurDepth(GmRgba16(folder.File("a.fits")))),
            QuantumDepth == 8 ? 257 : 1);
}

TEST(Fits, RowsGoUp) {
  const Bytes file = TwoByTwo(8, {1, 2, 3, 4});
  EXPECT_EQ(Grays(file), (std::vector<unsigned>{3 * 257, 4 * 257, 257, 2 * 257}));
  ExpectGmAgrees(file);
}

TEST(Fits, EveryKindOfNumber) {
  const std::vector<unsigned> expected = AtDepth({65535, 32768, 0, 16384});
  const Bytes files[] = {
      TwoByTwo(16, BigEndian<std::int16_t>({-32768, -16384, 32767, 0})),
      TwoByTwo(32, BigEndian<std::int32_t>({INT32_MIN, INT32_MIN / 2, INT32_MAX, 0})),
      TwoByTwo(64, BigEndian<std::int64_t>({INT64_MIN, INT64_MIN / 2, INT64_MAX, 0})),
      TwoByTwo(-32,
               BigEndian({std::bit_cast<std::uint32_t>(-4.0f), std::bit_cast<std::uint32_t>(-2.0f),
                          std::bit_cast<std::uint32_t>(4.0f), 0u})),
      TwoByTwo(-64, BigEndian(
                        {std::bit_cast<std::uint64_t>(10.0), std::bit_cast<std::uint64_t>(10.25),
                         std::bit_cast<std::uint64_t>(11.0), std::bit_cast<std::uint64_t>(10.5)}))};
  for (const Bytes& file : files) {
    EXPECT_EQ(Grays(file), expected) << file[81 + 9];
    // gm has no numbers of 64 bits.
    if (&file != &files[2]) ExpectGmAgrees(file);
  }
}

TEST(Fits, RangesAndScales) {
  const Bytes data =
      BigEndian({std::bit_cast<std::uint32_t>(0.0f), std::bit_cast<std::uint32_t>(1.0f),
                 std::bit_cast<std::uint32_t>(2.0f), std::bit_cast<std::uint32_t>(NAN)});
  const auto file = [&](const std::string& card) {
    return Unit({"SIMPLE  = T", "BITPIX  = -32", "NAXIS   = 2", "NAXIS1  = 4", "NAXIS2  = 1",
                 "DATAMIN = 0.0", "DATAMAX = 4.0D0", card},
                data);
  };
  EXPECT_EQ(Grays(file("")), AtDepth({0, 16384, 32768, 0}));
  EXPECT_EQ(Grays(file("BSCALE  = 2")), AtDepth({0, 32768, 65535, 0}));
  EXPECT_EQ(Grays(file("BZERO   = 1")), AtDepth({16384, 32768, 49151, 0}));
}

TEST(Fits, PlanesAndExtensionsAreLists) {
  Bytes file = Unit({"SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 0", "EXTEND  = T"}, {});
  const Bytes table = Unit({"XTENSION= 'BINTABLE'", "BITPIX  = 8", "NAXIS   = 2", "NAXIS1  = 5",
                            "NAXIS2  = 3", "PCOUNT  = 3000", "GCOUNT  = 1"},
                           Bytes(15 + 3000, 'x'));
  const Bytes cube = Unit({"XTENSION= 'IMAGE   '", "BITPIX  = 8", "NAXIS   = 3", "NAXIS1  = 2",
                           "NAXIS2  = 1", "NAXIS3  = 3", "COMMENT a cube"},
                          {1, 2, 3, 4, 5, 6});
  const Bytes line =
      Unit({"XTENSION= 'IMAGE   '", "BITPIX  = 8", "NAXIS   = 1", "NAXIS1  = 4"}, {9, 8, 7, 6});
  for (const Bytes& part : {table, cube, line}) file.insert(file.end(), part.begin(), part.end());
  Exception exception;
  const ImageHandle all = ReadBytes("FITS", file, exception);
  ASSERT_TRUE(all) << exception.Text();
  ASSERT_EQ(GetImageListLength(all.get()), 4u);
  EXPECT_EQ(Attribute(all.get(), "comment"), "a cube");
  EXPECT_EQ(Rgba16(GetImageFromList(all.get(), 2))[4], 6 * 257);
  EXPECT_EQ(GetImageFromList(all.get(), 3)->columns, 4u);
  EXPECT_EQ(GetImageFromList(all.get(), 3)->rows, 1u);
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("a.fits"), file);
  const ImageHandle one = Read(folder.File("a.fits") + "[1]", exception);
  ASSERT_TRUE(one) << exception.Text();
  EXPECT_EQ(GetImageListLength(one.get()), 1u);
  EXPECT_EQ(Rgba16(one.get())[0], 3 * 257);
}

TEST(Fits, RoundTrip) {
  for (const unsigned long size : kSizes)
    for (const unsigned depth : {8u, 16u}) {
      if (depth > QuantumDepth) continue;
      CheckRoundTrip({"FITS"}, GrayKind(size, 7, depth, false));
      CheckRoundTrip({"FTS"}, GrayKind(5, size, depth, false));
    }
}

TEST(Fits, GmReadsTheSame) {
  SKIP_WITHOUT_GM();
  for (const unsigned depth : {8u, 16u})
    for (const bool gray : {true, false}) {
      Kind kind{67, 41, depth};
      kind.gray = gray;
      ExpectGmAgrees(WriteAs({"FITS"}, MakeTestImage(kind)));
    }
}

TEST(Fits, FilesOfGmAreReadAsItDoes) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  WriteWholeFile(folder.File("in.png"),
                 Write("PNG", MakeTestImage({67, 41, 16}), Info(), exception));
  for (const char* options : {"-depth 8", "-depth 16"}) {
    int status = 1;
    RunGm("convert " + folder.File("in.png") + " " + options + " " + folder.File("gm.fits"),
          &status);
    ASSERT_EQ(status, 0);
    ExpectGmAgrees(ReadWholeFile(folder.File("gm.fits")));
  }
}

TEST(Fits, ListsAndCommentsAreKept) {
  const ImageHandle first = MakeTestImage(GrayKind(9, 4, 8, false), 1);
  SetImageAttribute(first.get(), "comment", "one\ntwo");
  first->next = MakeTestImage(GrayKind(5, 3, 16, false), 2).Release();
  first->next->previous = first.get();
  Exception exception;
  const ImageHandle all = ReadBytes("FITS", WriteAs({"FITS"}, first), exception);
  ASSERT_TRUE(all) << exception.Text();
  ASSERT_EQ(GetImageListLength(all.get()), 2u);
  EXPECT_EQ(Attribute(all.get(), "comment"), "one\ntwo");
  EXPECT_TRUE(Rgba16(all.get()) == Rgba16(first.get()));
  EXPECT_TRUE(Rgba16(all->next) == Rgba16(first->next));
}

TEST(Fits, BadFilesFailWithAReason) {
  const std::pair<Bytes, const char*> files[] = {
      {TwoByTwo(7, {1, 2, 3, 4}), "header"},
      {Unit({"SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 2", "NAXIS1  = -2"}, {}), "header"},
      {Unit({"SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 0"}, {}), "No images"},
      {Unit({"SIMPLE  = T", "BITPIX  = 8", "NAXIS   = 2", "NAXIS1  = 300", "NAXIS2  = 300"}, {1}),
       "end-of-file"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("FITS", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

TEST(Fits, DamageDoesNoHarm) {
  const Bytes bytes = WriteAs({"FITS"}, MakeTestImage(GrayKind(33, 29, 16, false)));
  CheckDamage("FITS", bytes);
  CheckLimit("FITS", bytes);
  CheckDamage("FITS", TwoByTwo(-64, Bytes(32, 'x')));
  CheckCancel({"FITS"});
}

}  // namespace
}  // namespace lodestone::coders::test
