// GIF against the real gm and the tools of libgif: what one writes, the others read alike.

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

// 16 bits of gm are rounded at 8 bits; colours of a GIF are exact at both.
void ExpectReadsAsGm(const std::string& file) {
  Exception exception;
  const ImageHandle image = Read(file, exception);
  ASSERT_TRUE(image) << file << exception.Text();
  unsigned number = 0;
  for (const Image* i = image.get(); i != nullptr; i = i->next, ++number) {
    const std::vector<std::uint16_t> expected =
        AtOurDepth(GmRgba16(file + "[" + std::to_string(number) + "]"));
    ASSERT_FALSE(expected.empty()) << file << number;
    EXPECT_TRUE(Rgba16(i) == expected) << file << " frame " << number;
  }
  const Bytes lines = RunGm("identify -format '\\n' " + file);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), number + 1) << file;
}

std::string Text(const Bytes& bytes) {
  return std::string(bytes.begin(), bytes.end());
}

// What gm says of each frame.
std::string GmDescribes(const std::string& file) {
  std::string text = Text(RunGm("identify -format '%w %h %g %T %k\\n' " + file));
  const std::string verbose = Text(RunGm("identify -verbose " + file));
  for (std::size_t at = 0; at < verbose.size();) {
    const std::size_t end = std::min(verbose.find('\n', at), verbose.size());
    const std::string line = verbose.substr(at, end - at);
    for (const char* key : {"Iterations:", "Dispose:", "Delay:", "Interlace:", "Page geometry:"}) {
      if (line.find(key) != std::string::npos) text += line + "\n";
    }
    at = end + 1;
  }
  return text;
}

std::string MakeAnimation(const TemporaryFolder& folder) {
  std::string frames;
  for (int i = 1; i <= 4; ++i) {
    const std::string name = folder.File("frame" + std::to_string(i) + ".gif");
    const std::string shift = std::to_string(i);
    const std::string colors = i == 3 ? "blue" : "red";
    RunGm("convert -size 40x30 xc:white -fill " + colors + " -draw 'circle " +
          std::to_string(8 * i) + ",15 " + std::to_string(8 * i) +
          ",20' -transparent white -page 60x50+" + shift + "+" + shift + " " + name);
    frames += " " + name;
  }
  return frames;
}

struct GifGm : FormatTest<> {
  GifGm() : FormatTest("GIF") {}
};

struct GifTools : FormatTest<> {
  GifTools() : FormatTest("GIF") {}
};

struct GifSamples : FormatTest<> {
  GifSamples() : FormatTest("GIF") {}
};

TEST_F(GifGm, ReadsStillImagesOfGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string file = folder.File("a.gif");
  for (const char* arguments :
       {"-size 97x61 gradient:red-blue", "-size 97x61 gradient:red-blue -interlace Line",
        "-size 97x61 gradient: -interlace Line -colors 3", "-size 1x1 xc:red",
        "-size 300x257 plasma:fractal", "-size 40x30 xc:white -compress None",
        "-size 64x64 gradient:white-red -transparent white"}) {
    RunGm(std::string("convert ") + arguments + " " + file);
    ASSERT_TRUE(Exists(file)) << arguments;
    ExpectReadsAsGm(file);
    RunGm(std::string("convert ") + arguments + " gif87:" + file);
    ExpectReadsAsGm(file);
    std::filesystem::remove(file);
  }
}

TEST_F(GifGm, ReadsAnimationsOfGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string file = folder.File("a.gif");
  for (const char* dispose : {"None", "Background", "Previous"}) {
    RunGm(std::string("convert -delay 20 -loop 3 -dispose ") + dispose + MakeAnimation(folder) +
          " " + file);
    ASSERT_TRUE(Exists(file));
    ExpectReadsAsGm(file);
    Exception exception;
    const ImageHandle image = Read(file, exception);
    ASSERT_TRUE(image) << exception.Text();
    const std::string copy = folder.File("copy.gif");
    WriteWholeFile(copy, Write("GIF", image, Info(), exception));
    EXPECT_EQ(GmDescribes(copy), GmDescribes(file));
    ExpectReadsAsGm(copy);
  }
}

TEST_F(GifGm, DeconstructedFramesMakeTheSameAnimation) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string file = folder.File("a.gif");
  std::string frames;
  for (int i = 1; i <= 4; ++i) {
    const std::string x = std::to_string(8 * i);
    const std::string name = folder.File("whole" + x + ".gif");
    RunGm("convert -size 60x40 xc:white -fill red -draw 'circle " + x + ",15 " + x + ",20' " +
          name);
    frames += " " + name;
  }
  RunGm("convert -delay 5" + frames + " " + file);
  Exception exception;
  const ImageHandle image = Read(file, exception);
  ASSERT_TRUE(image) << exception.Text();
  const ImageHandle parts(DeconstructImages(image.get(), exception.get()));
  ASSERT_TRUE(parts) << exception.Text();
  EXPECT_LT(parts->next->columns, 60u);
  const ImageHandle again = ReadBytes("GIF", Write("GIF", parts, Info(), exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  const ImageHandle whole(CoalesceImages(again.get(), exception.get()));
  const Image* b = whole.get();
  for (const Image* a = image.get(); a != nullptr; a = a->next, b = b->next) {
    ASSERT_NE(b, nullptr);
    EXPECT_TRUE(Rgba16(a) == Rgba16(b));
  }
}

// To opaque and transparent: GraphicsMagick takes all between for opaque.
void RoundOpacities(Image* image) {
  if (image->matte == MagickFalse) return;
  PixelPacket* const pixels = GetImagePixels(image, 0, 0, image->columns, image->rows);
  ASSERT_NE(pixels, nullptr);
  for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i)
    pixels[i].opacity =
        pixels[i].opacity > MaxRGB / 2 ? Quantum{TransparentOpacity} : Quantum{OpaqueOpacity};
  SyncImagePixels(image);
}

// The same palettes and indexes as gm's for true colours, dithered and not.
TEST_F(GifGm, TrueColorsAreReducedAsGmDoes) {
  SKIP_WITHOUT_GM();
  if (QuantumDepth != 16) GTEST_SKIP() << "gm here has 16 bits a sample";
  const TemporaryFolder folder;
  for (const Kind& kind :
       {Kind{61, 47}, Kind{61, 47, 16}, Kind{61, 47, 8, true}, Kind{17, 9, 8, false, true}}) {
    for (const bool dither : {true, false}) {
      SCOPED_TRACE(kind.Name() + (dither ? " dithered" : ""));
      Exception exception;
      const ImageHandle image = MakeTestImage(kind);
      RoundOpacities(image.get());
      const std::string source = folder.File("source.png");
      WriteWholeFile(source, Write("PNG", image, Info(), exception));
      const std::string theirs = folder.File("theirs.gif"), ours = folder.File("ours.gif");
      RunGm("convert " + source + (dither ? "" : " +dither") + " " + theirs);
      Info info;
      info->dither = dither ? MagickTrue : MagickFalse;
      WriteWholeFile(ours, Write("GIF", image, info, exception));
      const std::vector<std::uint16_t> expected = GmRgba16(theirs);
      ASSERT_FALSE(expected.empty());
      EXPECT_TRUE(IsRounded(GmRgba16(ours), expected));
    }
  }
}

TEST_F(GifGm, ReadsWhatIsWrittenHere) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string file = folder.File("a.gif");
  for (const unsigned colors : {1u, 2u, 5u, 16u, 255u, 256u}) {
    for (const CompressionType compression : {UndefinedCompression, NoCompression}) {
      for (const InterlaceType interlace : {NoInterlace, LineInterlace}) {
        Kind kind{57, 43};
        kind.colors = colors;
        Exception exception;
        const ImageHandle image = MakeTestImage(kind);
        Info info;
        info->compression = compression;
        info->interlace = interlace;
        WriteWholeFile(file, Write("GIF", image, info, exception));
        EXPECT_TRUE(AtOurDepth(GmRgba16(file)) == Rgba16(image.get())) << colors;
      }
    }
  }
}

TEST_F(GifTools, LibgifReadsWhatIsWrittenHere) {
  if (std::system("command -v gif2rgb > /dev/null") != 0) {
    GTEST_SKIP() << "gif2rgb is not installed (Debian: giflib-tools)";
  }
  const TemporaryFolder folder;
  for (const InterlaceType interlace : {NoInterlace, LineInterlace}) {
    Kind kind{57, 43};
    kind.colors = 77;
    Exception exception;
    const ImageHandle image = MakeTestImage(kind);
    Info info;
    info->interlace = interlace;
    const std::string file = folder.File("a.gif"), rgb = folder.File("a.rgb");
    WriteWholeFile(file, Write("GIF", image, info, exception));
    ASSERT_EQ(std::system(("gif2rgb -1 -o " + rgb + " " + file).c_str()), 0);
    const Bytes bytes = ReadWholeFile(rgb);
    const std::vector<std::uint16_t> expected = Rgba16(image.get());
    ASSERT_EQ(bytes.size(), expected.size() / 4 * 3);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      ASSERT_EQ(bytes[i] * 257u, expected[i / 3 * 4 + i % 3]) << i;
    }
  }
}

TEST_F(GifSamples, FlagsAreReadAsGmReadsThem) {
  SKIP_WITHOUT_GM();
  const std::string flags = "/usr/share/flags/countries/16x11";
  if (!std::filesystem::is_directory(flags)) {
    GTEST_SKIP() << "no sample files (Debian: famfamfam-flag-gif)";
  }
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(flags)) {
    if (entry.path().extension() == ".gif" && count++ % 10 == 0) {
      ExpectReadsAsGm(entry.path().string());
    }
  }
  EXPECT_GT(count, 100);
}

}  // namespace
}  // namespace lodestone::coders::test
