// Magick wands where GraphicsMagick would stop the program, or has something else.
#include <gtest/gtest.h>
#include <stdio.h>

#include <memory>
#include <string>

#include <wand/wand_api.h>

#include "tests/support/text_fonts.hpp"

namespace lodestone::test {
namespace {

struct WandDestroyer {
  void operator()(MagickWand* wand) const { (void)DestroyMagickWand(wand); }
  void operator()(PixelWand* wand) const { DestroyPixelWand(wand); }
  void operator()(DrawingWand* wand) const { DestroyDrawingWand(wand); }
};
template <class Wand>
using Owned = std::unique_ptr<Wand, WandDestroyer>;

Owned<MagickWand> NewImages(int count) {
  Owned<MagickWand> wand(NewMagickWand());
  static const char file[] = "P3 3 2 255 10 20 30 40 50 60 70 80 90 11 12 13 14 15 16 17 18 19 ";
  for (; count != 0; --count)
    EXPECT_TRUE(MagickReadImageBlob(wand.get(), reinterpret_cast<const unsigned char*>(file),
                                    sizeof(file) - 1));
  return wand;
}

std::string Taken(char* text) {
  if (text == nullptr) return "(null)";
  std::string copy(text);
  (void)MagickRelinquishMemory(text);
  return copy;
}

ExceptionType SeverityOf(const Owned<MagickWand>& wand) {
  ExceptionType severity = UndefinedException;
  (void)Taken(MagickGetException(wand.get(), &severity));
  return severity;
}

// GraphicsMagick 1.3.40 leaves the alpha out, and sets all colours by one letter.
TEST(MagickWands, SetPixelsWithAlphaAndSingleChannels) {
  const Owned<MagickWand> wand = NewImages(1);
  const auto pixels = [&] {
    std::string bytes(4 * 6, '\0');
    EXPECT_TRUE(MagickGetImagePixels(wand.get(), 0, 0, 3, 2, "RGBA", CharPixel,
                                     reinterpret_cast<unsigned char*>(bytes.data())));
    return bytes;
  };
  std::string expected = pixels();
  unsigned char red = 200, both[] = {1, 2, 3, 64};
  EXPECT_TRUE(MagickSetImagePixels(wand.get(), 1, 0, 1, 1, "R", CharPixel, &red));
  expected[4] = static_cast<char>(red);
  EXPECT_EQ(expected, pixels());
  EXPECT_TRUE(MagickSetImagePixels(wand.get(), 2, 1, 1, 1, "RGBA", CharPixel, both));
  expected.replace(20, 4, reinterpret_cast<char*>(both), 4);
  EXPECT_EQ(expected, pixels());
  EXPECT_TRUE(MagickSetImagePixels(wand.get(), 0, 0, 1, 1, "A", CharPixel, &red));
  expected[3] = static_cast<char>(red);
  EXPECT_EQ(expected, pixels());
}

TEST(MagickWands, ReportWhatIsMissing) {
  const Owned<MagickWand> wand = NewImages(1);
  EXPECT_FALSE(MagickReadImage(wand.get(), nullptr));
  EXPECT_EQ(OptionError, SeverityOf(wand));
  MagickClearException(wand.get());
  EXPECT_EQ(UndefinedException, SeverityOf(wand));
  EXPECT_FALSE(MagickBorderImage(wand.get(), nullptr, 1, 1));
  EXPECT_EQ(OptionError, SeverityOf(wand));
  MagickClearException(wand.get());
  EXPECT_EQ(nullptr, MagickStereoImage(wand.get(), nullptr));
  EXPECT_EQ(OptionError, SeverityOf(wand));
  MagickClearException(wand.get());
  EXPECT_FALSE(MagickGetImagePage(wand.get(), nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(OptionError, SeverityOf(wand));
}

TEST(MagickWands, AreNotThere) {
  EXPECT_EQ(nullptr, CloneMagickWand(nullptr));
  EXPECT_FALSE(DestroyMagickWand(nullptr));
  EXPECT_FALSE(MagickFlipImage(nullptr));
  EXPECT_EQ(0u, MagickGetImageWidth(nullptr));
  EXPECT_EQ(nullptr, MagickAppendImages(nullptr, 0));
  EXPECT_EQ("(null)", Taken(MagickGetImageSignature(nullptr)));
  EXPECT_FALSE(MagickRelinquishMemory(nullptr));
  MagickClearException(nullptr);
  MagickResetIterator(nullptr);
}

TEST(MagickWands, KeepTheirImagesApart) {
  const Owned<MagickWand> wand = NewImages(1);
  const Owned<MagickWand> clone(CloneMagickWand(wand.get()));
  EXPECT_TRUE(MagickNegateImage(clone.get(), 0));
  const std::string negated = Taken(MagickGetImageSignature(clone.get()));
  EXPECT_NE(negated, Taken(MagickGetImageSignature(wand.get())));
  EXPECT_TRUE(MagickNegateImage(wand.get(), 0));
  EXPECT_EQ(negated, Taken(MagickGetImageSignature(wand.get())));
}

TEST(MagickWands, ShowNothingWithoutDisplay) {
  const Owned<MagickWand> wand = NewImages(2);
  for (auto* show : {MagickAnimateImages, MagickDisplayImage, MagickDisplayImages}) {
    EXPECT_FALSE(show(wand.get(), "nowhere:0"));
    EXPECT_NE(UndefinedException, SeverityOf(wand));
    MagickClearException(wand.get());
    const Owned<MagickWand> empty(NewMagickWand());
    EXPECT_FALSE(show(empty.get(), nullptr));
    EXPECT_EQ(WandError, SeverityOf(empty));
  }
}

TEST(MagickWands, WriteNoImages) {
  const Owned<MagickWand> empty(NewMagickWand());
  EXPECT_FALSE(MagickWriteImages(empty.get(), "nothing.ppm", 1));
  EXPECT_EQ(WandError, SeverityOf(empty));
  EXPECT_FALSE(MagickSetImageOrientation(empty.get(), TopLeftOrientation));
  EXPECT_EQ(WandError, SeverityOf(empty));
}

TEST(MagickWands, WriteAllImagesToAStream) {
  const Owned<MagickWand> wand = NewImages(3);
  FILE* const file = tmpfile();
  EXPECT_TRUE(MagickSetFormat(wand.get(), "MIFF"));
  EXPECT_TRUE(MagickSetImageIndex(wand.get(), 0));
  EXPECT_TRUE(MagickFlopImage(wand.get()));  // after which all three count
  MagickResetIterator(wand.get());
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(MagickNextImage(wand.get()));
    EXPECT_TRUE(MagickSetImageFormat(wand.get(), "MIFF"));
  }
  EXPECT_TRUE(MagickWriteImagesFile(wand.get(), file, 1));
  rewind(file);
  const Owned<MagickWand> read(NewMagickWand());
  EXPECT_TRUE(MagickSetFormat(read.get(), "MIFF"));
  EXPECT_TRUE(MagickReadImageFile(read.get(), file));
  EXPECT_EQ(3u, MagickGetNumberImages(read.get()));
  fclose(file);
}

TEST(MagickWands, DescribeTheCurrentImage) {
  const Owned<MagickWand> wand = NewImages(1);
  const std::string text = Taken(MagickDescribeImage(wand.get()));
  EXPECT_NE(std::string::npos, text.find("Geometry: 3x2")) << text;
}

TEST(MagickWands, MeasureText) {
  if (!CanDrawText()) GTEST_SKIP() << "this build has no FreeType";
  const Owned<MagickWand> wand = NewImages(1);
  const Owned<DrawingWand> pen(NewDrawingWand());
  DrawSetFontSize(pen.get(), 20);
  double* const numbers = MagickQueryFontMetrics(wand.get(), pen.get(), "Text");
  if (numbers == nullptr) GTEST_SKIP() << "there is no font";
  EXPECT_EQ(20, numbers[0]);
  EXPECT_EQ(20, numbers[1]);
  EXPECT_LT(0, numbers[2]);   // ascent
  EXPECT_GT(0, numbers[3]);   // descent
  EXPECT_LT(20, numbers[4]);  // width
  EXPECT_LE(20, numbers[5]);  // height
  EXPECT_LT(0, numbers[6]);   // advance
  (void)MagickRelinquishMemory(numbers);
}

TEST(MagickWands, WriteTextAtAnAngle) {
  if (!CanDrawText()) GTEST_SKIP() << "this build has no FreeType";
  const Owned<MagickWand> plain = NewImages(1), turned = NewImages(1);
  const Owned<DrawingWand> pen(NewDrawingWand());
  EXPECT_TRUE(MagickScaleImage(plain.get(), 60, 40));
  EXPECT_TRUE(MagickScaleImage(turned.get(), 60, 40));
  const std::string before = Taken(MagickGetImageSignature(plain.get()));
  if (!MagickAnnotateImage(plain.get(), pen.get(), 5, 20, 0, "Text"))
    GTEST_SKIP() << "there is no font";
  EXPECT_TRUE(MagickAnnotateImage(turned.get(), pen.get(), 5, 20, 390, "Text"));
  const std::string after = Taken(MagickGetImageSignature(plain.get()));
  EXPECT_NE(before, after);
  EXPECT_NE(after, Taken(MagickGetImageSignature(turned.get())));
}

}  // namespace
}  // namespace lodestone::test
