// MATLAB: matrices of both levels, hand-made, every kind of number; lists; gm.
#include <zlib.h>

#include <bit>
#include <cmath>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

class Writer {
 public:
  explicit Writer(bool little_endian = true) : little_(little_endian) {}
  Writer& Number(std::uint64_t value, int count = 4) {
    for (int i = 0; i < count; ++i)
      bytes.push_back(static_cast<std::uint8_t>(value >> 8 * (little_ ? i : count - 1 - i)));
    return *this;
  }
  Writer& Add(const Bytes& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
    return *this;
  }
  Writer& Element(unsigned type, const Bytes& data) {
    Number(type).Number(data.size()).Add(data);
    bytes.resize((bytes.size() + 7) / 8 * 8);
    return *this;
  }
  Bytes bytes;

 private:
  const bool little_;
};

template <class Number>
Bytes Numbers(std::initializer_list<Number> numbers, bool little = true) {
  Writer writer(little);
  for (const Number number : numbers)
    writer.Number(static_cast<std::uint64_t>(number), sizeof number);
  return writer.bytes;
}

// A matrix of level 5, alone.
Bytes Matrix(unsigned flags, std::initializer_list<std::uint32_t> sizes, unsigned type,
             const Bytes& real, const Bytes& imaginary = {}, bool little = true) {
  Writer parts(little);
  parts.Element(6, Numbers<std::uint32_t>({flags, 0}, little));
  parts.Element(5, Numbers<std::uint32_t>(sizes, little));
  parts.Element(1, {'n', 'a', 'm', 'e', 's'});
  parts.Element(type, real);
  if (!imaginary.empty()) parts.Element(type, imaginary);
  return Writer(little).Element(14, parts.bytes).bytes;
}

Bytes File(const Bytes& elements, bool little = true) {
  std::string text = "MATLAB 5.0 MAT-file, hand-made";
  text.resize(124, ' ');
  Writer writer(little);
  writer.Add(Bytes(text.begin(), text.end())).Number(0x0100, 2).Number(0x4d49, 2);
  return writer.Add(elements).bytes;
}

Bytes Compressed(const Bytes& element) {
  uLongf length = compressBound(element.size());
  Bytes data(length);
  compress(data.data(), &length, element.data(), element.size());
  data.resize(length);
  return Writer().Number(15).Number(data.size()).Add(data).bytes;
}

// Red of each pixel, row after row.
std::vector<unsigned> Reds(const Bytes& file) {
  Exception exception;
  const ImageHandle image = ReadBytes("MAT", file, exception);
  EXPECT_TRUE(image) << exception.Text();
  std::vector<unsigned> reds;
  if (!image) return reds;
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (std::size_t i = 0; i < samples.size(); i += 4) reds.push_back(samples[i]);
  return reds;
}

std::vector<unsigned> AtDepth(std::vector<unsigned> samples) {
  for (unsigned& sample : samples) sample = AtOurDepth(static_cast<std::uint16_t>(sample));
  return samples;
}

void ExpectGmAgrees(const Bytes& file) {
  if (!HaveGm()) return;
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("a.mat"), file);
  Exception exception;
  const ImageHandle image = ReadBytes("MAT", file, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_LE(MostApart(Rgba16(image.get()), AtOurDepth(GmRgba16(folder.File("a.mat") + "[0]"))),
            QuantumDepth == 8 ? 257 : 1);
}

std::uint32_t Single(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
std::uint64_t Double(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

// Two columns of three rows.
TEST(Mat, ColumnsComeFirst) {
  const Bytes file = File(Matrix(9, {3, 2}, 2, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(Reds(file), (std::vector<unsigned>{257, 4 * 257, 2 * 257, 5 * 257, 3 * 257, 6 * 257}));
  ExpectGmAgrees(file);
}

TEST(Mat, EveryKindOfNumber) {
  const std::vector<unsigned> expected = AtDepth({0, 16384, 65535, 32768});
  const Bytes unsigned_files[] = {
      File(Matrix(11, {2, 2}, 4, Numbers<std::uint16_t>({0, 65535, 16384, 32768}))),
      File(Matrix(13, {2, 2}, 6, Numbers<std::uint32_t>({0, 0xffffffff, 1u << 30, 1u << 31}))),
      File(Matrix(7, {2, 2}, 7, Numbers({Single(-4), Single(4), Single(-2), Single(0)}))),
      File(Matrix(6, {2, 2}, 9, Numbers({Double(1), Double(5), Double(2), Double(3)}))),
      File(Matrix(6, {2, 2}, 9, Numbers({Double(1), Double(5), Double(2), Double(3)}, false), {},
                  false),
           false)};
  for (const Bytes& file : unsigned_files) {
    EXPECT_EQ(Reds(file), expected);
    // gm does not find its way in the other order of bytes.
    if (file[126] == 'I') ExpectGmAgrees(file);
  }
  // gm makes colours of numbers with a sign.
  const Bytes signed_files[] = {
      File(Matrix(10, {2, 2}, 3, Numbers<std::int16_t>({-32768, 32767, -16384, 0}))),
      File(Matrix(12, {2, 2}, 5, Numbers<std::int32_t>({INT32_MIN, INT32_MAX, INT32_MIN / 2, 0}))),
      File(
          Matrix(14, {2, 2}, 12, Numbers<std::int64_t>({INT64_MIN, INT64_MAX, INT64_MIN / 2, 0})))};
  for (const Bytes& file : signed_files) EXPECT_EQ(Reds(file), expected);
}

TEST(Mat, LogicalIsBlackAndWhite) {
  const Bytes file = File(Matrix(9 | 0x200, {1, 4}, 2, {0, 1, 0, 7}));
  EXPECT_EQ(Reds(file), (std::vector<unsigned>{0, 65535, 0, 65535}));
  ExpectGmAgrees(file);
}

TEST(Mat, ColorsFramesAndOtherThings) {
  const Bytes colors = Matrix(9, {1, 2, 3}, 2, {10, 20, 30, 40, 50, 60});
  ExpectGmAgrees(File(colors));
  const Bytes text = Matrix(4, {1, 3}, 16, {'a', 'b', 'c'});
  const Bytes frames = Matrix(9, {1, 2, 1, 3}, 2, {1, 2, 3, 4, 5, 6});
  const Bytes odd = Matrix(9, {1, 1, 4}, 2, {1, 2, 3, 4});
  Bytes all;
  for (const Bytes& part : {text, frames, odd, Compressed(colors)})
    all.insert(all.end(), part.begin(), part.end());
  Exception exception;
  const ImageHandle list = ReadBytes("MAT", File(all), exception);
  ASSERT_TRUE(list) << exception.Text();
  ASSERT_EQ(GetImageListLength(list.get()), 4u);
  EXPECT_EQ(Rgba16(GetImageFromList(list.get(), 1))[4], 4 * 257);
  const std::vector<std::uint16_t> last = Rgba16(GetImageFromList(list.get(), 3));
  EXPECT_EQ(last, (std::vector<std::uint16_t>{10 * 257, 30 * 257, 50 * 257, 65535, 20 * 257,
                                              40 * 257, 60 * 257, 65535}));
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("a.mat"), File(all));
  const ImageHandle one = Read(folder.File("a.mat") + "[2]", exception);
  ASSERT_TRUE(one) << exception.Text();
  EXPECT_EQ(Rgba16(one.get())[0], 5 * 257);
}

TEST(Mat, CompressedMatrices) {
  const Bytes file = File(Compressed(Matrix(9, {3, 2}, 2, {1, 2, 3, 4, 5, 6})));
  EXPECT_EQ(Reds(file), (std::vector<unsigned>{257, 4 * 257, 2 * 257, 5 * 257, 3 * 257, 6 * 257}));
  ExpectGmAgrees(file);
}

TEST(Mat, ComplexNumbersHaveColors) {
  const Bytes file = File(Matrix(6 | 0x800, {1, 3}, 9, Numbers({Double(0), Double(1), Double(0.5)}),
                                 Numbers({Double(2), Double(0), Double(-4)})));
  Exception exception;
  const ImageHandle image = ReadBytes("MAT", file, exception);
  ASSERT_TRUE(image) << exception.Text();
  const PixelPacket* const row = AcquireImagePixels(image.get(), 0, 0, 3, 1, exception.get());
  EXPECT_EQ(row[0].red, MaxRGB);
  EXPECT_EQ(row[0].green, 0);
  EXPECT_EQ(row[1].green, MaxRGB);
  EXPECT_EQ(row[2].blue, MaxRGB);
  EXPECT_NEAR(row[2].red / MaxRGBDouble, 0.25, 0.01);
}

TEST(Mat, Level4) {
  for (const bool little : {true, false}) {
    const unsigned order = little ? 0 : 1000;
    const auto file = [&](unsigned type, const Bytes& data) {
      return Writer(little)
          .Number(order + type)
          .Number(2)
          .Number(2)
          .Number(0)
          .Number(2)
          .Add({'x', 0})
          .Add(data)
          .bytes;
    };
    EXPECT_EQ(Reds(file(50, {1, 2, 3, 4})),
              (std::vector<unsigned>{257, 3 * 257, 2 * 257, 4 * 257}));
    EXPECT_EQ(Reds(file(0, Numbers({Double(1), Double(5), Double(2), Double(3)}, little))),
              AtDepth({0, 16384, 65535, 32768}));
    EXPECT_EQ(Reds(file(40, Numbers<std::uint16_t>({0, 65535, 16384, 32768}, little))),
              AtDepth({0, 16384, 65535, 32768}));
  }
  // gm takes another digit for the kind of number, which only matters where it is not 0.
  Writer doubles;
  for (const unsigned number : {0u, 6u, 5u, 0u, 2u}) doubles.Number(number);
  doubles.Add({'x', 0});
  for (int i = 0; i < 30; ++i) doubles.Number(Double(i * 7 % 30), 8);
  ExpectGmAgrees(doubles.bytes);
}

TEST(Mat, RoundTrip) {
  for (const unsigned long size : kSizes)
    for (const unsigned depth : {8u, 16u}) {
      if (depth > QuantumDepth) continue;
      CheckRoundTrip({"MAT"}, Kind{size, 7, depth});
      CheckRoundTrip({"MAT"}, GrayKind(5, size, depth, false));
    }
}

TEST(Mat, GmReadsTheSame) {
  SKIP_WITHOUT_GM();
  for (const unsigned depth : {8u, 16u})
    for (const bool gray : {true, false}) {
      Kind kind{67, 41, depth};
      kind.gray = gray;
      ExpectGmAgrees(WriteAs({"MAT"}, MakeTestImage(kind)));
    }
}

TEST(Mat, FilesOfGmAreReadAsItDoes) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  for (const bool gray : {true, false}) {
    Kind kind{67, 41};
    kind.gray = gray;
    WriteWholeFile(folder.File("in.png"), Write("PNG", MakeTestImage(kind), Info(), exception));
    int status = 1;
    RunGm("convert " + folder.File("in.png") + " " + folder.File("gm.mat"), &status);
    ASSERT_EQ(status, 0);
    ExpectGmAgrees(ReadWholeFile(folder.File("gm.mat")));
    EXPECT_TRUE(Rgba16(Read(folder.File("gm.mat"), exception).get()) ==
                Rgba16(MakeTestImage(kind).get()));
  }
}

TEST(Mat, ListsAreKept) {
  const ImageHandle first = MakeTestImage({9, 4}, 1);
  first->next = MakeTestImage(GrayKind(5, 3, 16, false), 2).Release();
  first->next->previous = first.get();
  Exception exception;
  const ImageHandle all = ReadBytes("MAT", WriteAs({"MAT"}, first), exception);
  ASSERT_TRUE(all) << exception.Text();
  ASSERT_EQ(GetImageListLength(all.get()), 2u);
  EXPECT_TRUE(Rgba16(all.get()) == Rgba16(first.get()));
  EXPECT_TRUE(Rgba16(all->next) == Rgba16(first->next));
}

TEST(Mat, BadFilesFailWithAReason) {
  Bytes swapped = File({});
  swapped[126] = 'X';
  const std::pair<Bytes, const char*> files[] = {
      {swapped, "header"},
      {File({}), "No images"},
      {File(Matrix(9, {300, 300}, 2, {1})), "end-of-file"},
      {File(Matrix(9, {1, 1}, 99, {1})), "Corrupt"},
      {Writer().Number(2000).Number(1).Number(1).Number(0).Number(0).bytes, "header"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("MAT", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

TEST(Mat, DamageDoesNoHarm) {
  const Bytes bytes = WriteAs({"MAT"}, MakeTestImage({33, 29}));
  CheckDamage("MAT", bytes);
  CheckLimit("MAT", bytes);
  CheckDamage("MAT",
              File(Compressed(Matrix(6 | 0x800, {4, 4}, 9, Bytes(128, 'x'), Bytes(128, 'y')))));
  CheckCancel({"MAT"});
}

}  // namespace
}  // namespace lodestone::coders::test
