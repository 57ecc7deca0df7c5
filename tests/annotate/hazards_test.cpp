// Text under difficulties: damaged fonts, sizes out of range, many threads.
#include <gtest/gtest.h>

#include <barrier>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <random>
#include <thread>

#include "tests/annotate/settings.hpp"
#include "tests/coders/test_support.hpp"

namespace lodestone {
namespace {

using namespace test;
using coders::test::Bytes;
using coders::test::ReadWholeFile;
using coders::test::TemporaryFolder;
using coders::test::WriteWholeFile;

class Hazards : public ::testing::Test {
 protected:
  void SetUp() override { SKIP_WITHOUT_FONT(kTrueTypeFont); }
};

// What an image says went wrong.
std::string Problem(const Image* image) {
  return std::string(image->exception.reason ? image->exception.reason : "") + " " +
         (image->exception.description ? image->exception.description : "");
}

void ExpectRefused(const DrawInfo* info, ExceptionType severity, const std::string& part) {
  const ImagePtr image = Canvas();
  const auto before = Pixels(image.get());
  EXPECT_EQ(MagickFail, AnnotateImage(image.get(), info)) << part;
  EXPECT_EQ(severity, image->exception.severity) << part;
  EXPECT_NE(std::string::npos, Problem(image.get()).find(part)) << Problem(image.get());
  const auto after = Pixels(image.get());
  EXPECT_EQ(0, std::memcmp(before.data(), after.data(), before.size() * sizeof(PixelPacket)));
}

TEST_F(Hazards, FontsThatAreNone) {
  const TemporaryFolder folder;
  const std::string empty = folder.File("empty.ttf"), text = folder.File("text.ttf");
  WriteWholeFile(empty, {});
  WriteWholeFile(text, Bytes(5000, 'x'));
  for (const std::string& file : {empty, text})
    ExpectRefused(Settings(file.c_str(), "x").get(), TypeError, file);
  ExpectRefused(Settings(folder.File("missing.ttf").c_str(), "x").get(), TypeError, "no such file");
  ExpectRefused(Settings(("@" + folder.path().string()).c_str(), "x").get(), TypeError,
                folder.path());
}

// An image, or an exception that names the file; never a crash or an endless loop.
void DrawWith(const std::string& file, int* refused) {
  const InfoPtr info = Settings(file.c_str(), "Damaged: \xc3\xa9 AVX", 20);
  const ImagePtr image = Canvas();
  TypeMetric metrics;
  (void)GetTypeMetrics(image.get(), info.get(), &metrics);
  if (AnnotateImage(image.get(), info.get()) == MagickPass) return;
  ++*refused;
  EXPECT_GE(image->exception.severity, ErrorException);
  EXPECT_FALSE(Problem(image.get()).empty());
}

TEST_F(Hazards, DamagedFonts) {
  const TemporaryFolder folder;
  std::mt19937 random(5);
  for (const char* font : kTestFonts) {
    if (access(font, R_OK) != 0) continue;
    const Bytes whole = ReadWholeFile(font);
    const std::string file = folder.File("damaged.ttf");
    int refused = 0;
    for (std::size_t i = 0; i < 40; ++i) {
      WriteWholeFile(
          file, Bytes(whole.begin(), whole.begin() + static_cast<long>(whole.size() * i / 40)));
      DrawWith(file, &refused);
    }
    EXPECT_GT(refused, 0) << font;
    for (int i = 0; i < 120; ++i) {
      Bytes flipped = whole;
      // Tables at the start decide how the rest is read.
      for (int k = 0; k < 1 + i % 8; ++k)
        flipped[random() % (i % 2 ? flipped.size() : 2000)] ^=
            static_cast<unsigned char>(1u << random() % 8);
      WriteWholeFile(file, flipped);
      DrawWith(file, &refused);
    }
  }
}

// Fonts are kept open for the next text, but not when another file is in their place.
TEST_F(Hazards, FilesThatAreReplaced) {
  const auto drawn_with = [](const std::string& file) {
    const ImagePtr image = Canvas();
    EXPECT_EQ(MagickPass, AnnotateImage(image.get(), Settings(file.c_str(), "Text").get()));
    const auto pixels = Pixels(image.get());
    const auto* bytes = reinterpret_cast<const unsigned char*>(pixels.data());
    return Bytes(bytes, bytes + pixels.size() * sizeof(PixelPacket));
  };
  const std::string bold = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf";
  SKIP_WITHOUT_FONT(bold.c_str());
  const TemporaryFolder folder;
  const std::string file = folder.File("font.ttf"), other = folder.File("other.ttf");
  WriteWholeFile(file, ReadWholeFile(kTrueTypeFont));
  EXPECT_EQ(drawn_with(kTrueTypeFont), drawn_with(file));
  WriteWholeFile(file, ReadWholeFile(bold));
  EXPECT_EQ(drawn_with(bold), drawn_with(file));
  std::filesystem::last_write_time(
      file, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(3100));  // it counts as settled
  EXPECT_EQ(drawn_with(bold), drawn_with(file));
  EXPECT_EQ(drawn_with(bold), drawn_with(file));
  WriteWholeFile(other, ReadWholeFile(kTrueTypeFont));
  std::filesystem::rename(other, file);
  EXPECT_EQ(drawn_with(kTrueTypeFont), drawn_with(file));
}

TEST_F(Hazards, SizesOutOfRange) {
  for (const double points :
       {1e9, 70000.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
    ExpectRefused(Settings(kTrueTypeFont, "x", points).get(), OptionError,
                  "Unable to set the size of the font");
  for (const char* density : {"1e9", "0.001", "0x0"}) {
    const InfoPtr info = Settings(kTrueTypeFont, "x");
    info->density = AllocateString(density);
    ExpectRefused(info.get(), OptionError, density);
  }
  for (const double scale : {1e9, std::nan(""), -std::numeric_limits<double>::infinity()}) {
    const InfoPtr info = Settings(kTrueTypeFont, "x");
    info->affine.sx = scale;
    ExpectRefused(info.get(), OptionError, "the matrix is out of range");
  }
  const InfoPtr info = Settings(kTrueTypeFont, "WWWW", 1000);
  info->affine.sx = info->affine.sy = 50;
  ExpectRefused(info.get(), ResourceLimitError, "a character is too large");
}

TEST_F(Hazards, LargeGlyphsCountAsMemory) {
  const magick_int64_t before = GetMagickResourceLimit(MemoryResource);
  const ImagePtr image = Canvas();
  ASSERT_EQ(MagickPass, SetMagickResourceLimit(MemoryResource, 4 << 20));
  const InfoPtr info = Settings(kTrueTypeFont, "W", 9000);
  EXPECT_EQ(MagickFail, AnnotateImage(image.get(), info.get()));
  EXPECT_EQ(ResourceLimitError, image->exception.severity);
  SetMagickResourceLimit(MemoryResource, before);
}

TEST_F(Hazards, AMillionCharacters) {
  const InfoPtr info = Settings(kTrueTypeFont, std::string(1000000, 'x').c_str(), 12);
  const ImagePtr image = Canvas();
  TypeMetric metrics, one;
  ASSERT_EQ(MagickPass, GetTypeMetrics(image.get(), info.get(), &metrics));
  CloneString(&info->text, "x");
  ASSERT_EQ(MagickPass, GetTypeMetrics(image.get(), info.get(), &one));
  EXPECT_EQ(one.width * 1e6, metrics.width);
}

TEST_F(Hazards, MissingArguments) {
  const InfoPtr info = Settings(kTrueTypeFont, "x");
  const ImagePtr image = Canvas();
  TypeMetric metrics;
  EXPECT_EQ(MagickFail, AnnotateImage(nullptr, info.get()));
  EXPECT_EQ(MagickFail, AnnotateImage(image.get(), nullptr));
  EXPECT_EQ(MagickFail, GetTypeMetrics(image.get(), nullptr, &metrics));
  EXPECT_EQ(MagickFail, GetTypeMetrics(image.get(), info.get(), nullptr));
  EXPECT_EQ(MagickFail, GetTypeMetrics(nullptr, info.get(), &metrics));
  MagickFree(info->text);
  info->text = nullptr;
  EXPECT_EQ(MagickFail, AnnotateImage(image.get(), info.get()));
  EXPECT_EQ(MagickFail, GetTypeMetrics(image.get(), info.get(), &metrics));
}

TEST_F(Hazards, ThreadsDrawTheSame) {
  constexpr int kThreads = 64;
  std::vector<ImagePtr> expected(std::size(kTestFonts)), drawn(kThreads);
  const auto draw = [](std::size_t font) {
    ImagePtr image = Canvas();
    const InfoPtr info = Settings(kTestFonts[font], "Threads\nof text", 21);
    if (AnnotateImage(image.get(), info.get()) == MagickFail) image.reset();
    return image;
  };
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (access(kTestFonts[i], R_OK) != 0) GTEST_SKIP() << kTestFonts[i] << " is missing";
    expected[i] = draw(i);
  }
  std::barrier together(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i)
    threads.emplace_back([&, i] {
      together.arrive_and_wait();
      for (int k = 0; k < 5; ++k) drawn[i] = draw(i % expected.size());
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < kThreads; ++i) {
    ASSERT_NE(nullptr, drawn[i]);
    const auto a = Pixels(expected[i % expected.size()].get()), b = Pixels(drawn[i].get());
    EXPECT_EQ(0, std::memcmp(a.data(), b.data(), a.size() * sizeof(PixelPacket))) << i;
  }
}

}  // namespace
}  // namespace lodestone
