// Images with one sample per pixel appear to all readers like the same images in packets.
#include <functional>
#include <thread>

#include "tests/magick/support.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

constexpr unsigned long kColumns = 17, kRows = 7;
constexpr std::size_t kArea = kColumns * kRows;

magick_int64_t MemoryInUse() {
  return GetMagickResource(MemoryResource);
}

PixelPacket At(const Image* image, long x, long y) {
  Exception exception;
  return AcquireOnePixel(image, x, y, exception);
}

PixelPacket Grey(Quantum value) {
  PixelPacket pixel{};
  pixel.red = pixel.green = pixel.blue = value;
  return pixel;
}

ImagePtr Clone(const Image* image) {
  Exception exception;
  ImagePtr clone(CloneImage(image, 0, 0, MagickTrue, exception));
  EXPECT_NE(nullptr, clone) << exception.text();
  return clone;
}

TEST(Grey, TakesOneSampleAPixelUntilPacketsAreWanted) {
  const auto samples = RandomSamples(kArea, 1);
  const magick_int64_t before = MemoryInUse();
  const ImagePtr image = GreyImage(kColumns, kRows, samples);
  EXPECT_EQ(before + static_cast<magick_int64_t>(kArea * sizeof(Quantum)), MemoryInUse());
  Exception exception;
  const PixelPacket* pixels = AcquireImagePixels(image.get(), 0, 2, kColumns, 2, exception);
  ASSERT_NE(nullptr, pixels) << exception.text();
  for (std::size_t i = 0; i < 2 * kColumns; ++i)
    EXPECT_TRUE(SamePixel(Grey(samples[2 * kColumns + i]), pixels[i])) << i;
  EXPECT_FALSE(HasGreyPixels(image.get()));
}

TEST(Grey, EveryWayOfLookingSeesThePackets) {
  for (const ClassType storage_class : {DirectClass, PseudoClass}) {
    const auto samples = RandomSamples(kArea, 2);
    const auto fresh = [&] { return GreyImage(kColumns, kRows, samples, storage_class); };
    const ImagePtr expected = AsPackets(fresh().get(), samples);
    ExpectSameImage(expected.get(), fresh().get(), "whole");
    EXPECT_TRUE(SamePixel(At(expected.get(), 3, 4), At(fresh().get(), 3, 4)));
    EXPECT_TRUE(SamePixel(At(expected.get(), -5, 40), At(fresh().get(), -5, 40)));
    Exception exception;
    const ImagePtr outside = fresh(), viewed = fresh();
    const PixelPacket* a = AcquireImagePixels(expected.get(), -2, -2, 30, 20, exception);
    const PixelPacket* b = AcquireImagePixels(outside.get(), -2, -2, 30, 20, exception);
    ASSERT_TRUE(a && b) << exception.text();
    for (int i = 0; i < 600; ++i) ASSERT_TRUE(SamePixel(a[i], b[i])) << i;
    ViewInfo* view = OpenCacheView(viewed.get());
    const PixelPacket* inside = AcquireCacheViewPixels(view, 3, 1, 5, 3, exception);
    ASSERT_NE(nullptr, inside);
    EXPECT_TRUE(SamePixel(Grey(samples[2 * kColumns + 4]), inside[5 + 1]));
    CloseCacheView(view);
  }
}

// A change to a copy of an image, with its own result where that is another image.
struct Change {
  const char* name;
  std::function<Image*(Image*, ExceptionInfo*)> apply;
};

Image* Same(Image* image, bool fine) {
  return fine ? image : nullptr;
}

const Change kChanges[] = {
    {"set a pixel",
     [](Image* image, ExceptionInfo* exception) {
       PixelPacket* pixel = GetImagePixelsEx(image, 3, 3, 1, 1, exception);
       if (pixel) pixel->red = 1;
       return Same(image, pixel && SyncImagePixels(image));
     }},
    {"set all pixels",
     [](Image* image, ExceptionInfo* exception) {
       PixelPacket* pixels = SetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
       if (pixels) std::fill_n(pixels, image->columns * image->rows, Grey(5));
       IndexPacket* indexes = AccessMutableIndexes(image);
       if (indexes) std::fill_n(indexes, image->columns * image->rows, IndexPacket{5});
       return Same(image, pixels && SyncImagePixels(image));
     }},
    {"set pixels of a part",
     [](Image* image, ExceptionInfo* exception) {
       PixelPacket* pixels = SetImagePixelsEx(image, 1, 1, 3, 3, exception);
       if (pixels) std::fill_n(pixels, 9, Grey(5));
       IndexPacket* indexes = AccessMutableIndexes(image);
       if (indexes) std::fill_n(indexes, 9, IndexPacket{5});
       return Same(image, pixels && SyncImagePixels(image));
     }},
    {"fill", [](Image* image, ExceptionInfo*) { return Same(image, SetImage(image, 7)); }},
    {"opacity",
     [](Image* image, ExceptionInfo*) { return Same(image, SetImageOpacity(image, MaxRGB / 3)); }},
    {"depth", [](Image* image, ExceptionInfo*) { return Same(image, SetImageDepth(image, 3)); }},
    {"true colour",
     [](Image* image, ExceptionInfo*) {
       return Same(image, SetImageType(image, TrueColorMatteType));
     }},
    {"ink", [](Image* image,
               ExceptionInfo*) { return Same(image, TransformColorspace(image, CMYKColorspace)); }},
    {"grey",
     [](Image* image, ExceptionInfo*) {
       return Same(image, TransformColorspace(image, GRAYColorspace));
     }},
    {"luma, colour flags forgotten",
     [](Image* image, ExceptionInfo*) {
       image->is_grayscale = MagickFalse;
       return Same(image, TransformColorspace(image, Rec709LumaColorspace));
     }},
    {"palette becomes true",
     [](Image* image, ExceptionInfo*) {
       image->storage_class = DirectClass;
       return Same(image, SetImageOpacity(image, OpaqueOpacity));
     }},
    {"colormap written",
     [](Image* image, ExceptionInfo*) {
       for (unsigned i = 0; i < image->colors; ++i) image->colormap[i].blue = 9;
       return Same(image, SyncImage(image));
     }},
    {"composite",
     [](Image* image, ExceptionInfo*) {
       const ImagePtr over = RandomImage(5, 5, Kind::kMatte, 4);
       return Same(image, CompositeImage(image, OverCompositeOp, over.get(), 2, 1));
     }},
    {"flip", [](Image* image, ExceptionInfo* exception) { return FlipImage(image, exception); }},
    {"flop", [](Image* image, ExceptionInfo* exception) { return FlopImage(image, exception); }},
    {"turn",
     [](Image* image, ExceptionInfo* exception) { return RotateImage(image, 90, exception); }},
    {"crop",
     [](Image* image, ExceptionInfo* exception) {
       const RectangleInfo part{5, 4, 2, 1};
       return CropImage(image, &part, exception);
     }},
};

TEST(Grey, WhateverIsDoneHasTheSameResult) {
  for (const ClassType storage_class : {DirectClass, PseudoClass}) {
    for (const Change& change : kChanges) {
      const auto samples = RandomSamples(kArea, 3);
      const ImagePtr grey = GreyImage(kColumns, kRows, samples, storage_class);
      const ImagePtr packets = AsPackets(grey.get(), samples);
      Exception exception;
      Image* expected = change.apply(packets.get(), exception);
      Image* actual = change.apply(grey.get(), exception);
      ASSERT_TRUE(expected && actual) << change.name << ": " << exception.text();
      EXPECT_EQ(expected->is_grayscale, actual->is_grayscale) << change.name;
      EXPECT_EQ(expected->matte, actual->matte) << change.name;
      ExpectSameImage(expected, actual, change.name);
      const ImagePtr both[] = {ImagePtr(expected == packets.get() ? nullptr : expected),
                               ImagePtr(actual == grey.get() ? nullptr : actual)};
    }
  }
}

TEST(Grey, MovedPixelsStayGrey) {
  for (const ClassType storage_class : {DirectClass, PseudoClass}) {
    const ImagePtr grey = RandomGrey(kColumns, kRows, 4, storage_class);
    Exception exception;
    const ImagePtr flipped(FlipImage(grey.get(), exception));
    const ImagePtr turned(RotateImage(flipped.get(), 270, exception));
    ASSERT_NE(nullptr, turned) << exception.text();
    EXPECT_TRUE(HasGreyPixels(grey.get()));
    EXPECT_TRUE(HasGreyPixels(turned.get()));
    EXPECT_TRUE(turned->is_grayscale);
  }
}

TEST(Grey, ColoursThatBecomeGreyTakeOneSample) {
  const ImagePtr image = RandomImage(kColumns, kRows, Kind::kOpaque, 5);
  image->is_grayscale = MagickFalse;
  const auto before = Pixels(image.get());
  ASSERT_TRUE(TransformColorspace(image.get(), GRAYColorspace));
  EXPECT_TRUE(HasGreyPixels(image.get()));
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double luma = 0.299 * before[i].red + 0.587 * before[i].green + 0.114 * before[i].blue;
    ASSERT_TRUE(SamePixel(Grey(after[i].red), after[i])) << i;
    ASSERT_NEAR(luma, after[i].red, 0.51) << i;
  }
}

TEST(Grey, ClonesShareThePixelsAndWhatTheyBecome) {
  const ImagePtr image = RandomGrey(kColumns, kRows, 5);
  const magick_int64_t before = MemoryInUse();
  const ImagePtr one = Clone(image.get());
  ImagePtr other = Clone(image.get());
  EXPECT_EQ(before, MemoryInUse());
  Exception exception;
  const auto all = [&](const Image* from) {
    return AcquireImagePixels(from, 0, 0, kColumns, kRows, exception);
  };
  const PixelPacket* pixels = all(one.get());
  const auto packets = static_cast<magick_int64_t>(kArea * sizeof(PixelPacket));
  // Images created with that class have indexes, too.
  const auto indexes = static_cast<magick_int64_t>(kArea * sizeof(IndexPacket));
  EXPECT_EQ(before + packets + indexes, MemoryInUse());
  EXPECT_EQ(pixels, all(other.get())) << "made once";
  EXPECT_EQ(before + packets + indexes, MemoryInUse());
  EXPECT_TRUE(HasGreyPixels(image.get())) << "nobody looked at this one";
  const PixelPacket first = pixels[0];
  other.reset();
  EXPECT_TRUE(SamePixel(first, pixels[0])) << "the pointer stays valid";
  EXPECT_EQ(pixels, all(one.get()));
}

TEST(Grey, WritingToOneLeavesTheOthersAlone) {
  const auto samples = RandomSamples(kArea, 6);
  const ImagePtr image = GreyImage(kColumns, kRows, samples);
  const ImagePtr looked_at = Clone(image.get()), written = Clone(image.get());
  EXPECT_TRUE(SamePixel(Grey(samples[0]), At(looked_at.get(), 0, 0)));
  for (Image* target : {written.get(), looked_at.get()}) {
    // The second finds its packets unshared, but the grey pixels still refer to them.
    PixelPacket* pixel = GetImagePixels(target, 0, 0, 1, 1);
    ASSERT_NE(nullptr, pixel);
    pixel->red = static_cast<Quantum>(samples[0] ^ 1);
    SyncImagePixels(target);
  }
  const ImagePtr later = Clone(image.get());
  EXPECT_TRUE(SamePixel(Grey(samples[0]), At(later.get(), 0, 0)));
  EXPECT_TRUE(SamePixel(Grey(samples[0]), At(image.get(), 0, 0)));
  EXPECT_EQ(samples[0] ^ 1, At(looked_at.get(), 0, 0).red);
}

TEST(Grey, PacketsOfImagesThatAreGoneAreMadeAgain) {
  const auto samples = RandomSamples(kArea, 7);
  const ImagePtr image = GreyImage(kColumns, kRows, samples);
  const magick_int64_t before = MemoryInUse();
  for (int i = 0; i < 3; ++i) {
    const ImagePtr clone = Clone(image.get());
    EXPECT_TRUE(SamePixel(Grey(samples[9]), At(clone.get(), 9, 0)));
    EXPECT_LT(before, MemoryInUse());
  }
  EXPECT_EQ(before, MemoryInUse()) << "the grey pixels keep no packets alive";
}

TEST(Grey, ThreadsMayLookAtOneImageTogether) {
  constexpr unsigned long kSide = 255;
  for (unsigned round = 0; round < 8; ++round) {
    const auto samples = RandomSamples(kSide * kSide, round);
    const ImagePtr image = GreyImage(kSide, kSide, samples);
    const ImagePtr sibling = Clone(image.get());
    const ImagePtr packets = AsPackets(image.get(), samples);
    Exception fine;
    const ImagePtr expected(SampleImage(packets.get(), 31, 9, fine));
    std::atomic<int> wrong{0};
    const auto look = [&](const Image* at, unsigned turn) {
      Exception exception;
      for (unsigned i = 0; i < 20; ++i) {
        const std::size_t y = (turn * 31 + i * 13) % kSide;
        if (turn % 2 == 0) {
          const PixelPacket* row =
              AcquireImagePixels(at, 0, static_cast<long>(y), kSide, 1, exception);
          wrong += row == nullptr || !SamePixel(row[7], Grey(samples[y * kSide + 7]));
        } else {
          const ImagePtr small(SampleImage(at, 31, 9, exception));
          wrong +=
              small == nullptr || !SamePixel(At(small.get(), 30, 8), At(expected.get(), 30, 8));
          wrong += Clone(at) == nullptr;
        }
      }
    };
    std::vector<std::jthread> threads;
    for (unsigned turn = 0; turn < 6; ++turn)
      threads.emplace_back(look, turn % 3 == 0 ? sibling.get() : image.get(), turn);
    threads.clear();
    EXPECT_EQ(0, wrong);
  }
}

TEST(Grey, ThreadsMayWriteToDifferentRows) {
  const auto samples = RandomSamples(64 * 64, 8);
  const ImagePtr image = GreyImage(64, 64, samples);
  std::vector<std::jthread> threads;
  for (long turn = 0; turn < 4; ++turn) {
    threads.emplace_back([&, turn] {
      for (long y = turn; y < 64; y += 4) {
        PixelPacket* row = GetImagePixels(image.get(), 0, y, 64, 1);
        if (row) row[y].green = static_cast<Quantum>(y);
        SyncImagePixels(image.get());
      }
    });
  }
  threads.clear();
  for (long y = 0; y < 64; ++y) {
    EXPECT_EQ(y, At(image.get(), y, y).green);
    EXPECT_EQ(samples[static_cast<std::size_t>(y * 65)], At(image.get(), y, y).red);
  }
}

TEST(Grey, IsExportedWithoutPackets) {
  const auto samples = RandomSamples(kArea, 9);
  const ImagePtr grey = GreyImage(kColumns, kRows, samples);
  const ImagePtr packets = AsPackets(grey.get(), samples);
  for (const char* map : {"I", "RGB", "BGRP", "IAO"}) {
    Exception exception;
    std::vector<float> expected(4 * 8 * 5), actual(4 * 8 * 5);
    ASSERT_TRUE(
        DispatchImage(packets.get(), 3, 2, 8, 5, map, FloatPixel, expected.data(), exception));
    ASSERT_TRUE(DispatchImage(grey.get(), 3, 2, 8, 5, map, FloatPixel, actual.data(), exception));
    EXPECT_EQ(expected, actual) << map;
    EXPECT_TRUE(HasGreyPixels(grey.get())) << map;
  }
  Exception exception;
  std::vector<unsigned char> outside(30 * 30);
  EXPECT_TRUE(DispatchImage(grey.get(), -3, -3, 30, 30, "I", CharPixel, outside.data(), exception));
  EXPECT_EQ(ScaleQuantumToChar(samples[0]), outside[0]) << "beyond the edge, with packets";
}

TEST(Grey, LackOfMemoryForPacketsLosesNothing) {
  const auto samples = RandomSamples(kArea, 10);
  const ImagePtr image = GreyImage(kColumns, kRows, samples);
  {
    const Limit memory(MemoryResource, MemoryInUse() + 100);
    const Limit disk(DiskResource, GetMagickResource(DiskResource));
    Exception exception;
    EXPECT_EQ(nullptr, AcquireImagePixels(image.get(), 0, 0, 1, 1, exception));
    EXPECT_EQ(ResourceLimitError, exception.severity()) << exception.text();
    EXPECT_EQ(nullptr, GetImagePixels(image.get(), 0, 0, 1, 1));
    EXPECT_TRUE(HasGreyPixels(image.get()));
  }
  {
    const Limit memory(MemoryResource, MemoryInUse() + 100);
    EXPECT_TRUE(SamePixel(Grey(samples[3]), At(image.get(), 3, 0))) << "in a temporary file";
  }
  EXPECT_TRUE(SamePixel(Grey(samples[3]), At(image.get(), 3, 0)));
}

}  // namespace
}  // namespace lodestone::test
