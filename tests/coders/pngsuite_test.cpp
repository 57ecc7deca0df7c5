// Every file of PngSuite, against the real gm.

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

std::string NameOf(const std::string& path) {
  return std::filesystem::path(path).stem().string();
}

std::vector<std::string> Suite(bool corrupt) {
  std::vector<std::string> files;
  for (const std::string& path : CorpusFiles("pngsuite", ".png")) {
    if ((NameOf(path)[0] == 'x') == corrupt) files.push_back(path);
  }
  return files;
}

void CheckIndexes(const Image* image) {
  Exception exception;
  const PixelPacket* p =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception.get());
  const IndexPacket* indexes = AccessImmutableIndexes(image);
  ASSERT_NE(indexes, nullptr);
  for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i) {
    ASSERT_LT(indexes[i], image->colors);
    ASSERT_EQ(p[i].red, image->colormap[indexes[i]].red);
    ASSERT_EQ(p[i].green, image->colormap[indexes[i]].green);
    ASSERT_EQ(p[i].blue, image->colormap[indexes[i]].blue);
  }
}

// Sets a variable during its lifetime; null unsets it.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    Set(value);
  }
  ~Variable() { Set(before_ ? before_->c_str() : nullptr); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void Set(const char* value) { value ? setenv(name_, value, 1) : unsetenv(name_); }

  const char* name_;
  std::optional<std::string> before_;
};

TEST(Corpus, IsWhereTheEnvironmentSaysAndNowhereElse) {
  const TemporaryFolder folder;
  const std::string source = folder.File("source"), corpus = folder.File("shared/corpus");
  std::filesystem::create_directories(source);
  std::filesystem::create_directories(corpus + "/pngsuite");
  const Variable abs_srcdir("abs_srcdir", source.c_str()), srcdir("srcdir", source.c_str());
  {
    const Variable unset("LODESTONE_CORPUS", nullptr);
    EXPECT_EQ("", Corpus());
  }
  const Variable set("LODESTONE_CORPUS", corpus.c_str());
  EXPECT_EQ(corpus, Corpus());
}

TEST(PngSuite, DecodesAsGm) {
  SKIP_WITHOUT_CORPUS();
  SKIP_WITHOUT_GM();
  const std::vector<std::string> files = Suite(false);
  EXPECT_GT(files.size(), 150u);
  for (const std::string& path : files) {
    SCOPED_TRACE(path);
    // gm forgets to scale the transparent colour of 8-bit RGB and so finds no such pixel.
    if (NameOf(path) == "tbrn2c08") continue;
    Exception exception;
    const ImageHandle decoded = Read(path, exception);
    ASSERT_TRUE(decoded) << exception.Text();
    EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
    EXPECT_TRUE(Rgba16(decoded.get()) == AtOurDepth(GmRgba16(path)));
  }
}

TEST(PngSuite, TransparentColorOfRgb) {
  SKIP_WITHOUT_CORPUS();
  Exception exception;
  const ImageHandle decoded = Read(Corpus() + "/pngsuite/tbrn2c08.png", exception);
  ASSERT_TRUE(decoded) << exception.Text();
  EXPECT_TRUE(decoded->matte);
  const PixelPacket corner = AcquireOnePixel(decoded.get(), 0, 0, exception.get());
  const PixelPacket middle = AcquireOnePixel(decoded.get(), 16, 16, exception.get());
  EXPECT_EQ(corner.opacity, TransparentOpacity);
  EXPECT_EQ(middle.opacity, OpaqueOpacity);
}

TEST(PngSuite, ClassAsGm) {
  SKIP_WITHOUT_CORPUS();
  SKIP_WITHOUT_GM();
  for (const std::string& path : Suite(false)) {
    SCOPED_TRACE(path);
    Exception exception;
    const ImageHandle decoded = Read(path, exception);
    ASSERT_TRUE(decoded) << exception.Text();
    const Bytes bytes = RunGm("identify " + path);
    const std::string text(bytes.begin(), bytes.end());
    const bool pseudo = text.find("PseudoClass") != std::string::npos;
    EXPECT_EQ(decoded->storage_class == PseudoClass, pseudo) << text;
    if (pseudo) CheckIndexes(decoded.get());
  }
}

TEST(PngSuite, CorruptFilesFailNamingFileAndReason) {
  SKIP_WITHOUT_CORPUS();
  const std::vector<std::string> files = Suite(true);
  EXPECT_GT(files.size(), 10u);
  for (const std::string& path : files) {
    SCOPED_TRACE(path);
    Exception exception;
    EXPECT_FALSE(Read(path, exception));
    EXPECT_GE(exception.severity(), ErrorException);
    EXPECT_NE(exception.Text().find(NameOf(path)), std::string::npos) << exception.Text();
  }
}

TEST(PngSuite, PingTellsTheSameSize) {
  SKIP_WITHOUT_CORPUS();
  for (const std::string& path : Suite(false)) {
    SCOPED_TRACE(path);
    Exception exception;
    const Info info(path);
    const ImageHandle ping(PingImage(info.get(), exception.get()));
    ASSERT_TRUE(ping) << exception.Text();
    const ImageHandle full = Read(path, exception);
    ASSERT_TRUE(full);
    EXPECT_EQ(ping->columns, full->columns);
    EXPECT_EQ(ping->rows, full->rows);
    EXPECT_EQ(ping->depth, full->depth);
    EXPECT_EQ(ping->matte, full->matte);
    EXPECT_EQ(ping->storage_class, full->storage_class);
  }
}

TEST(PngSuite, SurvivesRewriting) {
  SKIP_WITHOUT_CORPUS();
  for (const std::string& path : Suite(false)) {
    SCOPED_TRACE(path);
    Exception exception;
    const ImageHandle decoded = Read(path, exception);
    ASSERT_TRUE(decoded) << exception.Text();
    for (const InterlaceType interlace : {NoInterlace, LineInterlace}) {
      const Info info;
      info->interlace = interlace;
      const Bytes bytes = Write("PNG", decoded, info, exception);
      ASSERT_FALSE(bytes.empty()) << exception.Text();
      const ImageHandle again = ReadBytes("PNG", bytes, exception);
      ASSERT_TRUE(again) << exception.Text();
      EXPECT_TRUE(Rgba16(again.get()) == Rgba16(decoded.get()));
      EXPECT_EQ(again->depth, decoded->depth);
    }
  }
}

}  // namespace
}  // namespace lodestone::coders::test
