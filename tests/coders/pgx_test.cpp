// PGX: one component of grey, as openjpeg's own programs read and write it.
#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

class Pgx : public FormatTest<> {
 protected:
  Pgx() : FormatTest("PGX") {}
};

TEST_F(Pgx, GrayIsReadBack) {
  for (const unsigned depth : {8u, 16u})
    for (const unsigned long size : kSizes)
      CheckRoundTrip({"PGX"}, GrayKind(size, 7, depth, false));
}

TEST_F(Pgx, OpenjpegReadsTheSame) {
  SKIP_WITHOUT_OPENJPEG();
  const TemporaryFolder folder;
  Exception exception;
  for (const unsigned depth : {8u, 16u}) {
    const ImageHandle image = MakeTestImage(GrayKind(37, 21, depth, false));
    WriteWholeFile(folder.File("a.pgx"), WriteAs({"PGX"}, image));
    ASSERT_TRUE(
        Runs("opj_compress -i " + folder.File("a.pgx") + " -o " + folder.File("a.jp2") + " -n 3"));
    EXPECT_TRUE(Rgba16(Read(folder.File("a.jp2"), exception).get()) == Rgba16(image.get()));
    ASSERT_TRUE(Runs("opj_decompress -i " + folder.File("a.jp2") + " -o " + folder.File("b.pgx")));
    EXPECT_TRUE(Rgba16(Read(folder.File("b_0.pgx"), exception).get()) == Rgba16(image.get()));
  }
}

TEST_F(Pgx, SignsAndOrders) {
  const std::pair<std::string, std::vector<unsigned>> files[] = {
      {"PG ML +8 2 1\n" + std::string("\x00\xff", 2), {0, 65535}},
      {"PG LM - 8 2 1\n" + std::string("\x80\x7f", 2), {0, 65535}},
      {"PG ML 4 2 1\n" + std::string("\x00\x0f", 2), {0, 65535}},
      {"PG LM +16 2 1\n" + std::string("\x00\x00\xff\xff", 4), {0, 65535}},
      {"PG ML -32 2 1\n" + std::string("\x80\0\0\0\x7f\xff\xff\xff", 8), {0, 65535}}};
  for (const auto& [text, expected] : files) {
    Exception exception;
    const ImageHandle image = ReadBytes("PGX", Bytes(text.begin(), text.end()), exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(Rgba16(image.get())[0], expected[0]);
    EXPECT_EQ(Rgba16(image.get())[4], expected[1]);
  }
}

}  // namespace
}  // namespace lodestone::coders::test
