// What the PNG writer chooses and keeps: colour types, depths, palettes and chunks, against gm.

#include <cstdlib>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/png_chunks.hpp"

namespace lodestone::coders::test {
namespace {

// Texts in which gm repeats what the EXIF profile says, and how a JPEG that was read is compressed.
bool IsOnlyOfGm(const PngChunk& chunk) {
  const std::string text(chunk.data.begin(), chunk.data.end());
  return chunk.name == "tEXt" && (text.starts_with("EXIF:") || text.starts_with("JPEG-"));
}

// Chunks in the order of their names (gm writes texts behind the pixels), the pixels inflated.
std::vector<PngChunk> Comparable(const Bytes& file) {
  std::vector<PngChunk> chunks;
  Bytes deflated;
  for (PngChunk& chunk : PngChunks(file)) {
    if (chunk.name == "IDAT")
      deflated.insert(deflated.end(), chunk.data.begin(), chunk.data.end());
    else if (!IsOnlyOfGm(chunk))
      chunks.push_back(std::move(chunk));
  }
  Bytes rows(1u << 22);
  uLongf length = rows.size();
  EXPECT_EQ(uncompress(rows.data(), &length, deflated.data(), deflated.size()), Z_OK);
  rows.resize(length);
  chunks.push_back({"IDAT", rows});
  std::stable_sort(chunks.begin(), chunks.end(),
                   [](const PngChunk& a, const PngChunk& b) { return a.name < b.name; });
  return chunks;
}

std::string Names(const std::vector<PngChunk>& chunks) {
  std::string names;
  for (const PngChunk& chunk : chunks)
    names += " " + chunk.name + ":" + std::to_string(chunk.data.size());
  return names;
}

// Images of 8 bits, as gm makes them; the extension is that of the file in between.
struct Source {
  const char* arguments;
  const char* file;
};

const Source kSources[] = {
    {"-size 17x9 gradient: -monochrome", "PBM:a.pbm"},
    {"-size 5x5 xc:white", "PBM:a.pbm"},
    {"-size 64x64 gradient: -depth 8", "PGM:a.pgm"},
    {"-size 17x9 gradient: -colors 4", "PNG8:a.png"},
    {"-size 17x9 xc:red -fill blue -draw 'point 3,3'", "PNG8:a.png"},
    {"-size 17x32 gradient:red-blue -colors 3", "PNG8:a.png"},
    {"-size 17x32 gradient:red-blue -colors 5", "PNG8:a.png"},
    {"-size 17x32 gradient:red-blue -colors 16", "PNG8:a.png"},
    {"-size 17x320 gradient:red-blue -colors 200", "PNG8:a.png"},
    {"-size 17x320 gradient:red-blue -colors 256", "PNG8:a.png"},
    {"-size 64x300 gradient:red-blue -depth 8", "PPM:a.ppm"},
    {"-size 40x40 plasma:fractal -depth 8", "PPM:a.ppm"},
    {"-size 17x32 gradient:red-blue -colors 5 -operator opacity assign 50%", "PNG32:a.png"},
    {"-size 64x64 gradient:red-blue -transparent red", "PNG32:a.png"},
    {"-size 17x9 xc:red -density 300x200 -units PixelsPerInch", "PNG24:a.png"},
    {"-size 17x9 xc:red -density 30x20 -units PixelsPerCentimeter", "PNG24:a.png"},
    {"-size 17x9 xc:red -page 60x50+3+4", "PNG24:a.png"},
    {"-size 17x9 xc:red -page +3+4", "PNG24:a.png"},
    {"-size 17x9 xc:red -comment hello", "PNG24:a.png"},
    {"-size 17x9 xc:red -intent Perceptual", "PNG24:a.png"},
};

struct Way {
  const char* magick;
  const char* arguments;
  unsigned long quality;
  InterlaceType interlace;
};

const Way kWays[] = {{"PNG", "", 75, UndefinedInterlace},
                     {"PNG", "-quality 5", 5, UndefinedInterlace},
                     {"PNG", "-quality 91", 91, UndefinedInterlace},
                     {"PNG", "-quality 55", 55, UndefinedInterlace},
                     {"PNG", "-interlace Line", 75, LineInterlace},
                     {"PNG24", "", 75, UndefinedInterlace},
                     {"PNG32", "", 75, UndefinedInterlace}};

void ExpectAsGm(const TemporaryFolder& folder, const std::string& source, const Way& way) {
  const std::string theirs = folder.File("theirs.png");
  RunGm("convert " + source + " " + way.arguments + " " + way.magick + ":" + theirs);
  ASSERT_TRUE(Exists(theirs));
  Exception exception;
  const ImageHandle image = Read(source, exception);
  ASSERT_TRUE(image) << exception.Text();
  Info info;
  info->quality = way.quality;
  info->interlace = way.interlace;
  const std::vector<PngChunk> expected = Comparable(ReadWholeFile(theirs));
  const std::vector<PngChunk> ours = Comparable(Write(way.magick, image, info, exception));
  EXPECT_EQ(Names(ours), Names(expected));
  for (std::size_t i = 0; i < ours.size() && i < expected.size(); ++i) {
    const bool same = ours[i].name == "PLTE" ? IsRounded(ours[i].data, expected[i].data, 1)
                                             : ours[i] == expected[i];
    EXPECT_TRUE(same) << ours[i].name;
  }
}

TEST(PngChoices, AreThoseOfGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  for (const Source& source : kSources) {
    const std::string name(source.file);
    const std::string file = folder.File(name.substr(name.find(':') + 1));
    RunGm(std::string("convert ") + source.arguments + " " + name.substr(0, name.find(':') + 1) +
          file);
    ASSERT_TRUE(Exists(file)) << source.arguments;
    for (const Way& way : kWays) {
      SCOPED_TRACE(std::string(source.arguments) + " " + way.magick + " " + way.arguments);
      ExpectAsGm(folder, file, way);
    }
    std::remove(file.c_str());
  }
}

TEST(PngChoices, ProfilesAreThoseOfGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  const ImageHandle image = MakeTestImage({33, 17});
  const Bytes icc = Icc(3144), exif = ExifWith(RightTopOrientation);
  SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
  SetImageProfile(image.get(), "EXIF", exif.data(), exif.size());
  SetImageAttribute(image.get(), "comment", std::string(300, 'x').c_str());
  // gm forgets the EXIF profile of a PNG.
  const std::string file = folder.File("a.jpg");
  WriteWholeFile(file, Write("JPEG", image, Info(), exception));
  ExpectAsGm(folder, file, kWays[0]);
  const Bytes bytes = ReadWholeFile(folder.File("theirs.png"));
  for (const char* name : {"iCCP", "eXIf", "zTXt", "orNT"})
    EXPECT_FALSE(PngChunkData(bytes, name).empty()) << name;
}

TEST(PngChoices, ReducesColorsForPng8AsGm) {
  SKIP_WITHOUT_GM();
#if QuantumDepth == 8
  GTEST_SKIP() << "gm here has 16 bits a sample, and reduces colors by them";
#endif
  const TemporaryFolder folder;
  const std::string file = folder.File("a.ppm");
  for (const char* source : {"-size 64x300 gradient:red-blue", "-size 40x40 plasma:fractal",
                             "-size 17x9 gradient:red-blue"}) {
    RunGm(std::string("convert ") + source + " " + file);
    SCOPED_TRACE(source);
    ExpectAsGm(folder, file, {"PNG8", "", 75, UndefinedInterlace});
  }
}

Bytes Png(const ImageHandle& image, const char* magick = "PNG") {
  Exception exception;
  Bytes bytes = Write(magick, image, Info(), exception);
  EXPECT_FALSE(bytes.empty()) << exception.Text();
  return bytes;
}

ImageHandle Again(const Bytes& bytes) {
  Exception exception;
  ImageHandle image = ReadBytes("PNG", bytes, exception);
  EXPECT_TRUE(image) << exception.Text();
  return image;
}

TEST(PngChoices, Png8OfManyColorsWithAlpha) {
  const ImageHandle image = MakeTestImage({60, 50, 8, true});
  const std::vector<std::uint16_t> before = Rgba16(image.get());
  const ImageHandle again = Again(Png(image, "PNG8"));
  ASSERT_TRUE(again);
  EXPECT_TRUE(Rgba16(image.get()) == before);
  const std::vector<std::uint16_t> after = Rgba16(again.get());
  for (std::size_t i = 3; i < before.size(); i += 4)
    ASSERT_EQ(after[i], before[i] < 0x8000 ? 0 : 0xffff) << i / 4;
}

TEST(PngChoices, Png8IsReadByGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string file = folder.File("a.png");
  for (const Kind& kind : {Kind{15, 17, 8, true}, Kind{60, 50, 8, true}, Kind{60, 50}}) {
    const Bytes bytes = Png(MakeTestImage(kind), "PNG8");
    WriteWholeFile(file, bytes);
    EXPECT_TRUE(Rgba16(Again(bytes).get()) == AtOurDepth(GmRgba16(file))) << kind.Name();
  }
}

// PNG00 keeps colour type and depth of the file that was read, unless they hold less.
TEST(PngChoices, Png00InheritsTypeAndDepth) {
  Kind gray{9, 5};
  gray.gray = true;
  for (const char* original : {"PNG24", "PNG32"}) {
    const Bytes bytes = Png(MakeTestImage(gray), original);
    const Bytes again = Png(Again(bytes), "PNG00");
    EXPECT_EQ(again[24], bytes[24]) << original;
    EXPECT_EQ(again[25], bytes[25]) << original;
    EXPECT_TRUE(Rgba16(Again(again).get()) == Rgba16(Again(bytes).get()));
  }
  const ImageHandle deep = Again(Png(MakeTestImage(gray), "PNG48"));
  const Bytes inherited = Png(deep, "PNG00");
  EXPECT_EQ(inherited[25], 2);
  EXPECT_EQ(inherited[24], 16);
  // A palette file whose image has got alpha and more colours.
  Kind palette{9, 5};
  palette.colors = 4;
  const ImageHandle changed = MakeTestImage({9, 5, 8, true});
  SetImageAttribute(changed.get(), "png:IHDR.color-type-orig", "3");
  SetImageAttribute(changed.get(), "png:IHDR.bit-depth-orig", "2");
  EXPECT_EQ(Png(changed, "PNG00")[25], 6);
  const Bytes small = Png(Again(Png(MakeTestImage(palette))), "PNG00");
  EXPECT_EQ(small[25], 3);
  EXPECT_EQ(small[24], 2);
}

TEST(PngChunksKept, ColorsByNumbers) {
  const struct {
    const char* attribute;
    Bytes chunk;
    const char* again;
  } cases[] = {{"9/16/0", {9, 16, 0, 1}, "9/16/0"},
               {"9/16/9", {9, 16, 0, 1}, "9/16/0"},
               {"12/13", {12, 13, 0, 1}, "12/13/0"},
               {"1/1/0/0", {1, 1, 0, 0}, "1/1/0/0"},
               {"9/999/0", {}, ""},
               {"colors", {}, ""}};
  for (const auto& [attribute, chunk, again] : cases) {
    Kind palette{9, 5};
    palette.colors = 4;
    for (const Kind& kind : {Kind{9, 5}, palette}) {
      const ImageHandle image = MakeTestImage(kind);
      SetImageAttribute(image.get(), "CICP", attribute);
      const Bytes bytes = Png(image);
      EXPECT_EQ(PngChunkData(bytes, "cICP"), chunk) << attribute;
      EXPECT_EQ(Attribute(Again(bytes).get(), "CICP"), again) << attribute;
      const std::vector<PngChunk> chunks = PngChunks(bytes);
      if (chunk.empty()) continue;
      EXPECT_EQ(chunks[1].name, "cICP");  // before PLTE and IDAT
    }
  }
}

TEST(PngChunksKept, CanvasAndOrientation) {
  const ImageHandle image = MakeTestImage({9, 5});
  image->page = {60, 50, -3, 4};
  image->orientation = RightTopOrientation;
  const Bytes bytes = Png(image);
  EXPECT_EQ(PngChunkData(bytes, "orNT"), Bytes{6});
  EXPECT_EQ(PngChunkData(bytes, "oFFs"), Bytes());
  const ImageHandle again = Again(bytes);
  EXPECT_EQ(again->page.width, 60u);
  EXPECT_EQ(again->page.height, 50u);
  EXPECT_EQ(again->page.x, -3);
  EXPECT_EQ(again->page.y, 4);
  EXPECT_EQ(again->orientation, RightTopOrientation);
}

// Chunks of another length than theirs are left out.
TEST(PngChunksKept, DamagedOnesDoNoHarm) {
  for (const char* name : {"caNv", "orNT", "cICP"}) {
    for (const std::size_t length : {0u, 2u, 3u, 5u, 15u, 17u}) {
      std::vector<PngChunk> chunks = PngChunks(Png(MakeTestImage({9, 5})));
      chunks.insert(chunks.begin() + 1, {name, Bytes(length, 7)});
      const ImageHandle image = Again(PngFile(chunks));
      ASSERT_TRUE(image) << name << length;
      EXPECT_EQ(image->page.width, 9u);
      EXPECT_EQ(image->orientation, UndefinedOrientation);
      EXPECT_EQ(Attribute(image.get(), "CICP"), "");
    }
  }
}

TEST(PngChunksKept, WhatSrgbMeans) {
  const ImageHandle image = MakeTestImage({9, 5});
  image->rendering_intent = PerceptualIntent;
  const Bytes bytes = Png(image);
  EXPECT_EQ(PngChunkData(bytes, "sRGB"), Bytes{2 - 1});
  const ImageHandle again = Again(bytes);
  EXPECT_EQ(again->rendering_intent, PerceptualIntent);
  EXPECT_NEAR(again->gamma, 0.45455, 1e-6);
  EXPECT_NEAR(again->chromaticity.white_point.x, 0.3127, 1e-6);
  const Bytes second = Png(again);
  EXPECT_EQ(PngChunkData(second, "cHRM").size(), 32u);
  EXPECT_EQ(PngChunkData(second, "sRGB"), PngChunkData(bytes, "sRGB"));
}

}  // namespace
}  // namespace lodestone::coders::test
