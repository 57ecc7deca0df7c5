// Animated PNG: files made by plain code, by Debian's apngasm, and here; what is shown of them.

#include <filesystem>

#include "tests/coders/apng_support.hpp"
#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

void ExpectShowsAll(const Image* image, const std::vector<std::vector<Shown>>& expected) {
  std::size_t number = 0;
  for (; image != nullptr; image = image->next, ++number) {
    SCOPED_TRACE("frame " + std::to_string(number));
    ASSERT_LT(number, expected.size());
    ExpectShows(image, expected[number]);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_EQ(number, expected.size());
}

TEST(Apng, ShowsWhatBrowsersShow) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const ApngTestFile file = MakeApngFile(seed);
    const ImageHandle image = ReadApng(PngFile(ApngChunks(file)));
    ASSERT_TRUE(image);
    EXPECT_EQ(image->iterations, file.plays);
    EXPECT_EQ(image->page.width, kApngWidth);
    EXPECT_EQ(Attribute(image.get(), "Title"), "x");
    Exception exception;
    const ImageHandle whole(CoalesceImages(image.get(), exception.get()));
    ASSERT_TRUE(whole) << exception.Text();
    ExpectShowsAll(whole.get(), WhatBrowsersShow(file));
    if (HasFatalFailure()) return;
  }
}

// Frames that only add to those before are given as they are.
TEST(Apng, LayersKeepTheirPlace) {
  ApngTestFile file = MakeApngFile(1);
  file.has_default = true;
  file.frames[0].image = MakeTestImage({kApngWidth, kApngHeight, 8, true});
  file.frames[0].x = file.frames[0].y = 0;
  for (ApngTestFrame& frame : file.frames) {
    frame.dispose = 0;
    frame.blend = 1;
  }
  const ImageHandle image = ReadApng(PngFile(ApngChunks(file)));
  ASSERT_TRUE(image);
  const Image* i = image.get();
  for (const ApngTestFrame& frame : file.frames) {
    ASSERT_NE(i, nullptr);
    EXPECT_EQ(i->columns, frame.image->columns);
    EXPECT_EQ(i->page.x, static_cast<long>(frame.x));
    EXPECT_EQ(i->page.y, static_cast<long>(frame.y));
    EXPECT_EQ(i->page.height, kApngHeight);
    EXPECT_EQ(i->dispose, NoneDispose);
    EXPECT_TRUE(Rgba16(i) == Rgba16(frame.image.get()));
    i = i->next;
  }
  EXPECT_EQ(i, nullptr);
}

TEST(Apng, Delays) {
  ApngTestFile file = MakeApngFile(2);
  const struct {
    std::uint16_t delay, unit;
    unsigned long expected;
  } delays[] = {{7, 100, 7}, {1, 3, 33}, {25, 0, 25}, {1500, 1000, 150}, {65535, 1, 6553500}};
  for (std::size_t i = 0; i < 5; ++i) {
    file.frames[i].delay = delays[i].delay;
    file.frames[i].unit = delays[i].unit;
  }
  const ImageHandle image = ReadApng(PngFile(ApngChunks(file)));
  std::size_t number = 0;
  for (const Image* i = image.get(); i != nullptr; i = i->next)
    EXPECT_EQ(i->delay, delays[number++].expected);
  EXPECT_EQ(number, 5u);
  Exception exception;
  const ImageHandle again = ReadApng(Write("APNG", image, Info(), exception));
  for (const Image *i = again.get(), *j = image.get(); i != nullptr; i = i->next, j = j->next)
    EXPECT_EQ(i->delay, j->delay);
}

// Times of milliseconds survive other formats that have them, until another delay is set.
TEST(Apng, Milliseconds) {
  ApngTestFile file = MakeApngFile(2);
  for (ApngTestFrame& frame : file.frames) frame.delay = 16, frame.unit = 1000;
  Exception exception;
  Bytes bytes = PngFile(ApngChunks(file));
  for (const char* magick : {"APNG", "WEBP", "APNG"}) {
    const ImageHandle image = ReadApng(bytes);
    EXPECT_EQ(2u, image->delay);
    Info info;
    info->quality = 100;
    const ImageHandle again = ReadBytes(magick, Write(magick, image, info, exception), exception);
    if (!again && std::string(magick) == "WEBP") continue;  // not in this build
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_EQ(2u, again->delay);
    bytes = Write("APNG", again, info, exception);
    const Bytes control = PngChunkData(bytes, "fcTL");
    EXPECT_EQ(16u, control[20] * 256u + control[21]) << magick;
    EXPECT_EQ(1000u, control[22] * 256u + control[23]) << magick;
  }
  const ImageHandle image = ReadApng(bytes);
  const auto set = [&](unsigned long delay) {
    const Bytes control = PngChunkData(Write("APNG", image, Info(), exception), "fcTL");
    EXPECT_EQ(delay, control[20] * 256u + control[21]);
    EXPECT_EQ(100u, control[22] * 256u + control[23]);
  };
  SetImageDelay(image.get(), 2);  // to which 16 ms round
  set(2);
  image->delay = 5;
  set(5);
}

// A GIF counts repetitions, the others how often the animation is played.
TEST(Apng, PlaysOfAGif) {
  ApngTestFile file = MakeApngFile(2);
  Exception exception;
  for (const std::uint32_t plays : {0u, 1u, 2u, 3u, 65536u}) {
    file.plays = plays;
    const ImageHandle image = ReadApng(PngFile(ApngChunks(file)));
    EXPECT_EQ(plays, image->iterations);
    const Bytes gif = Write("GIF", image, Info(), exception);
    if (gif.empty()) GTEST_SKIP() << "this build does not write GIF";
    const std::string tag = "NETSCAPE2.0";
    const auto at = std::search(gif.begin(), gif.end(), tag.begin(), tag.end());
    ASSERT_EQ(plays == 1, at == gif.end()) << plays;
    if (plays != 1) {
      EXPECT_EQ(plays == 0 ? 0 : plays - 1, at[13] + 256u * at[14]) << plays;
    }
    const ImageHandle again = ReadBytes("GIF", gif, exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_EQ(plays, again->iterations);
  }
}

// Without the name of the format, the image that is no animation is shown, as gm does.
TEST(Apng, IsAPngWithOneImageElse) {
  const ApngTestFile file = MakeApngFile(3);
  const Bytes bytes = PngFile(ApngChunks(file));
  const TemporaryFolder folder;
  for (const char* name : {"a.png", "a.apng", "a.dat"}) WriteWholeFile(folder.File(name), bytes);
  Exception exception;
  const auto count = [&](const std::string& name) {
    const ImageHandle image = Read(name, exception);
    return image ? GetImageListLength(image.get()) : 0;
  };
  EXPECT_EQ(count(folder.File("a.png")), 1u);
  EXPECT_EQ(count(folder.File("a.dat")), 1u);
  EXPECT_EQ(count(folder.File("a.apng")), 5u);
  EXPECT_EQ(count("apng:" + folder.File("a.dat")), 5u);
  EXPECT_EQ(count(folder.File("a.apng") + "[1-2]"), 2u);
  EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
  // A file of another format, whatever its name.
  WriteWholeFile(folder.File("gif.apng"), Write("PPM", MakeTestImage({3, 2}), Info(), exception));
  EXPECT_EQ(count(folder.File("gif.apng")), 1u);
  // A PNG that is no animation.
  WriteWholeFile(folder.File("still.apng"), Png32(MakeTestImage({3, 2})));
  EXPECT_EQ(count(folder.File("still.apng")), 1u);
}

TEST(Apng, PingAndFrames) {
  const ApngTestFile file = MakeApngFile(4);
  const Bytes bytes = PngFile(ApngChunks(file));
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("a.apng"), bytes);
  const ImageHandle all = ReadApng(bytes);
  Exception exception;
  const ImageHandle pinged(PingImage(Info(folder.File("a.apng")).get(), exception.get()));
  ASSERT_TRUE(pinged) << exception.Text();
  ASSERT_EQ(GetImageListLength(pinged.get()), 5u);
  for (unsigned i = 0; i < 5; ++i) {
    const Image* expected = GetImageFromList(all.get(), i);
    const Image* described = GetImageFromList(pinged.get(), i);
    EXPECT_EQ(described->columns, expected->columns);
    EXPECT_EQ(described->matte, expected->matte);
    EXPECT_EQ(described->delay, expected->delay);
    const ImageHandle one = Read(folder.File("a.apng[" + std::to_string(i) + "]"), exception);
    ASSERT_TRUE(one) << exception.Text();
    EXPECT_EQ(one->scene, i);
    EXPECT_TRUE(Rgba16(one.get()) == Rgba16(expected));
  }
  EXPECT_FALSE(Read(folder.File("a.apng[5]"), exception));
  EXPECT_EQ(exception.severity(), OptionError);
}

// A list with frames of several kinds, sizes, places and disposals.
ImageHandle MakeList(const Kind& kind, bool first_whole) {
  Image* list = nullptr;
  for (unsigned i = 0; i < 4; ++i) {
    Kind own = kind;
    own.columns = i == 0 && first_whole ? kApngWidth : kApngWidth - 5 * i - 1;
    own.rows = i == 0 && first_whole ? kApngHeight : kApngHeight - 3 * i - 1;
    ImageHandle frame = MakeTestImage(own, i + 1);
    frame->page = {kApngWidth, kApngHeight,
                   own.columns == kApngWidth ? 0 : static_cast<long>(i + 1),
                   own.rows == kApngHeight ? 0 : static_cast<long>(i + 1)};
    frame->scene = i;
    frame->delay = 10 + i;
    frame->dispose = static_cast<DisposeType>(i);
    frame->iterations = 7;
    AppendImageToList(&list, frame.Release());
  }
  return ImageHandle(GetFirstImageInList(list));
}

std::vector<std::vector<Shown>> WhatTheListShows(const Image* list) {
  ApngTestFile file;
  file.width = kApngWidth;
  file.height = kApngHeight;
  for (Exception exception; list != nullptr; list = list->next) {
    ApngTestFrame frame;
    frame.image = ImageHandle(CloneImage(list, 0, 0, MagickTrue, exception.get()));
    frame.x = static_cast<std::uint32_t>(list->page.x);
    frame.y = static_cast<std::uint32_t>(list->page.y);
    frame.dispose = list->dispose == BackgroundDispose ? 1
                    : list->dispose == PreviousDispose ? 2
                                                       : 0;
    frame.blend = 1;
    file.frames.push_back(std::move(frame));
  }
  return WhatBrowsersShow(file);
}

std::vector<Kind> Kinds() {
  Kind gray = GrayKind(1, 1, 8, false), palette{1, 1}, deep{1, 1, 16, true};
  palette.colors = 20;
  return {Kind{1, 1}, Kind{1, 1, 8, true}, gray, GrayKind(1, 1, 8, true), palette, deep};
}

TEST(Apng, WrittenListsShowTheSame) {
  for (const Kind& kind : Kinds()) {
    for (const bool first_whole : {true, false}) {
      for (const InterlaceType interlace : {NoInterlace, LineInterlace}) {
        SCOPED_TRACE(kind.Name() + (first_whole ? " whole" : ""));
        const ImageHandle image = MakeList(kind, first_whole);
        Exception exception;
        const Info info;
        info->interlace = interlace;
        const Bytes bytes = Write("APNG", image, info, exception);
        ASSERT_FALSE(bytes.empty()) << exception.Text();
        EXPECT_TRUE(bytes == Write("APNG", image, info, exception)) << "not deterministic";
        const ImageHandle again = ReadApng(bytes);
        ASSERT_TRUE(again);
        EXPECT_EQ(again->iterations, 7u);
        EXPECT_EQ(again->next->delay, 11u);
        const ImageHandle whole(CoalesceImages(again.get(), exception.get()));
        ExpectShowsAll(whole.get(), WhatTheListShows(image.get()));
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(Apng, FewColorsMakeAPalette) {
  Kind palette{1, 1};
  palette.colors = 4;
  Exception exception;
  const Bytes bytes = Write("APNG", MakeList(palette, true), Info(), exception);
  EXPECT_EQ(PngChunkData(bytes, "IHDR")[9], 3);
  EXPECT_EQ(Write("APNG", MakeList(GrayKind(1, 1, 8, false), true), Info(), exception)[25], 0);
}

TEST(Apng, MetadataOfTheFirstImage) {
  const ImageHandle image = MakeList({1, 1, 8, true}, true);
  const Bytes exif = ExifWith(RightTopOrientation), icc(700, 0x5a);
  SetImageProfile(image.get(), "EXIF", exif.data(), exif.size());
  SetImageAttribute(image.get(), "comment", "an animation");
  SetImageAttribute(image.get(), "CICP", "9/16/0");
  Exception exception;
  const ImageHandle again = ReadApng(Write("APNG", image, Info(), exception));
  ASSERT_TRUE(again);
  EXPECT_TRUE(Profile(again.get(), "EXIF") == exif);
  EXPECT_EQ(Attribute(again.get(), "comment"), "an animation");
  EXPECT_EQ(Attribute(again.get(), "CICP"), "9/16/0");
  EXPECT_EQ(Attribute(again->next, "CICP"), "9/16/0");
  EXPECT_EQ(Attribute(again->next, "comment"), "");
}

// A list is one file each as PNG, as in gm, and one animation as APNG, unless `+adjoin`.
TEST(Apng, PngHasOneImageEach) {
  const TemporaryFolder folder;
  Exception exception;
  const ImageHandle image = MakeList({1, 1}, true);
  EXPECT_EQ(WriteImages(Info(folder.File("a.apng")).get(), image.get(),
                        folder.File("a.apng").c_str(), exception.get()),
            MagickPass);
  EXPECT_TRUE(Exists(folder.File("a.apng")));
  EXPECT_EQ(GetImageListLength(Read(folder.File("a.apng"), exception).get()), 4u);
  WriteImages(Info(folder.File("b%d.png")).get(), image.get(), folder.File("b%d.png").c_str(),
              exception.get());
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    files += entry.path().filename().string().starts_with("b") ? 1u : 0u;
  EXPECT_EQ(files, 4u);
}

// Pixels of a file that the program apngdis extracts, frame by frame.
TEST(ApngTools, ApngdisExtractsTheSame) {
  if (!Runs("command -v apngdis")) GTEST_SKIP() << "apngdis (package apngdis) is not installed";
  const TemporaryFolder folder;
  Exception exception;
  for (const Kind& kind : {Kind{1, 1}, Kind{1, 1, 8, true}}) {
    const ImageHandle image = MakeList(kind, false);
    WriteWholeFile(folder.File("a.png"), Write("APNG", image, Info(), exception));
    ASSERT_TRUE(Runs("cd " + folder.path().string() + " && apngdis a.png f"));
    const auto expected = WhatTheListShows(image.get());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const ImageHandle frame = Read(folder.File("f" + std::to_string(i + 1) + ".png"), exception);
      ASSERT_TRUE(frame) << exception.Text();
      // It blends with 8 bits.
      const std::vector<std::uint16_t> samples = Rgba16(frame.get());
      for (std::size_t k = 0; k < expected[i].size(); ++k) {
        const double alpha = samples[4 * k + 3] / 65535.0;
        ASSERT_NEAR(alpha, expected[i][k].alpha, 2.5 / 255) << i << " " << k;
        ASSERT_NEAR(samples[4 * k] / 65535.0 * alpha,
                    expected[i][k].color[0] * expected[i][k].alpha, 4.0 / 255)
            << i << " " << k;
      }
    }
  }
}

// apngasm finds what changes, and disposes and blends in all ways.
TEST(ApngTools, ReadsFilesOfApngasm) {
  if (!Runs("command -v apngasm")) GTEST_SKIP() << "apngasm (package apngasm) is not installed";
  const TemporaryFolder folder;
  Exception exception;
  std::vector<std::vector<std::uint16_t>> frames;
  const ImageHandle base = MakeTestImage({kApngWidth, kApngHeight}, 9);
  for (unsigned i = 0; i < 4; ++i) {
    const ImageHandle frame(CloneImage(base.get(), 0, 0, MagickTrue, exception.get()));
    const ImageHandle spot = MakeTestImage({5, 4}, i);
    CompositeImage(frame.get(), CopyCompositeOp, spot.get(), static_cast<long>(4 * i),
                   static_cast<long>(2 * i));
    frames.push_back(Rgba16(frame.get()));
    WriteWholeFile(folder.File("f" + std::to_string(i) + ".png"),
                   Write("PNG24", frame, Info(), exception));
  }
  ASSERT_TRUE(Runs("cd " + folder.path().string() +
                   " && apngasm o.png f0.png 1 10 -l3 || apngasm -o o.png " +
                   folder.path().string() + "/f?.png"));
  const ImageHandle image = Read("apng:" + folder.File("o.png"), exception);
  ASSERT_TRUE(image) << exception.Text();
  const ImageHandle whole(CoalesceImages(image.get(), exception.get()));
  std::size_t number = 0;
  for (const Image* i = whole.get(); i != nullptr; i = i->next, ++number)
    EXPECT_TRUE(Rgba16(i) == frames[number]) << number;
  EXPECT_EQ(number, 4u);
}

TEST(Apng, CanBeCancelled) {
  CheckCancel({"APNG"});
}

}  // namespace
}  // namespace lodestone::coders::test
