#include "magick/image.h"

#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

TEST(AllocateImage, HasTheDocumentedDefaults) {
  const ImagePtr image(AllocateImage(nullptr));
  EXPECT_EQ(image->columns, 0u);
  EXPECT_EQ(image->storage_class, DirectClass);
  EXPECT_EQ(image->colorspace, RGBColorspace);
  EXPECT_EQ(image->depth, static_cast<unsigned>(QuantumDepth));
  EXPECT_EQ(image->compose, OverCompositeOp);
  EXPECT_EQ(image->filter, UndefinedFilter);
  EXPECT_EQ(image->interlace, NoInterlace);
  EXPECT_EQ(image->blur, 1.0);
  EXPECT_STREQ(image->magick, "MIFF");
  EXPECT_EQ(image->background_color.red, MaxRGB);
  EXPECT_EQ(image->border_color.green, ScaleCharToQuantum(0xdf));
  EXPECT_EQ(image->matte_color.blue, ScaleCharToQuantum(0xbd));
  EXPECT_EQ(image->signature, MagickSignature);
}

TEST(AllocateImage, TakesSettings) {
  const ImageInfoPtr info = NewInfo("picture");
  CloneString(&info->size, "30x20+5");
  CloneString(&info->density, "72x36");
  CloneString(&info->page, "100x50+3+4");
  info->units = PixelsPerInchResolution;
  const ImagePtr image(AllocateImage(info.get()));
  EXPECT_STREQ(image->filename, "picture");
  EXPECT_EQ(image->columns, 30u);
  EXPECT_EQ(image->rows, 20u);
  EXPECT_EQ(image->offset, 5);
  EXPECT_EQ(image->interlace, UndefinedInterlace);  // as in the settings
  EXPECT_EQ(image->tile_info.width, 30u);
  EXPECT_EQ(image->x_resolution, 72.0);
  EXPECT_EQ(image->y_resolution, 36.0);
  EXPECT_EQ(image->page.width, 100u);
  EXPECT_EQ(image->page.y, 4);
  EXPECT_EQ(image->units, PixelsPerInchResolution);
}

TEST(CloneImage, SharesPixelsUntilEitherIsChanged) {
  Exception exception;
  const ImagePtr image = Counting(5, 3);
  const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
  const PixelPacket* ours = AcquireImagePixels(image.get(), 0, 0, 5, 3, exception);
  EXPECT_EQ(ours, AcquireImagePixels(clone.get(), 0, 0, 5, 3, exception));
  GetImagePixels(clone.get(), 1, 1, 1, 1)->red = 77;
  EXPECT_EQ(RedAt(clone.get(), 1, 1), 77);
  EXPECT_EQ(RedAt(clone.get(), 2, 2), 13);
  EXPECT_EQ(RedAt(image.get(), 1, 1), 7);
  // The original now has its pixels to itself and does not move them.
  EXPECT_EQ(ours, GetImagePixels(image.get(), 0, 0, 5, 3));
}

TEST(CloneImage, CopiesEverythingDeeply) {
  Exception exception;
  const ImagePtr image = Counting(2, 2);
  AllocateImageColormap(image.get(), 4);
  SetImageAttribute(image.get(), "comment", "hello");
  const unsigned char profile[] = {1, 2, 3};
  SetImageProfile(image.get(), "XMP", profile, sizeof(profile));
  ThrowException(&image->exception, OptionWarning, "not copied", nullptr);
  image->scene = 7;
  const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
  EXPECT_NE(clone->colormap, image->colormap);
  EXPECT_EQ(clone->colormap[3].red, image->colormap[3].red);
  EXPECT_STREQ(GetImageAttribute(clone.get(), "comment")->value, "hello");
  size_t length = 0;
  EXPECT_NE(GetImageProfile(clone.get(), "XMP", &length), nullptr);
  EXPECT_EQ(length, sizeof(profile));
  EXPECT_EQ(clone->exception.severity, UndefinedException);
  EXPECT_EQ(clone->scene, 7u);
  EXPECT_EQ(clone->reference_count, 1);
}

TEST(CloneImage, AnotherSizeScalesTheOffsetsOfThePage) {
  Exception exception;
  const ImagePtr image = Counting(2, 2);
  image->page = {100, 60, -3, 6};
  const ImagePtr clone(CloneImage(image.get(), 5, 6, MagickTrue, exception));
  EXPECT_EQ(clone->columns, 5u);
  EXPECT_EQ(clone->page.width, 5u);
  EXPECT_EQ(clone->page.height, 6u);
  EXPECT_EQ(clone->page.x, -7);
  EXPECT_EQ(clone->page.y, 18);
  EXPECT_EQ(AcquireImagePixels(clone.get(), 0, 0, 1, 1, exception), nullptr);
}

TEST(ReferenceImage, TheLastOwnerFrees) {
  Image* image = Counting(2, 2).release();
  EXPECT_EQ(ReferenceImage(image), image);
  DestroyImage(image);
  EXPECT_EQ(RedAt(image, 1, 1), 4);
  DestroyImage(image);
  DestroyImage(nullptr);
}

TEST(ModifyImage, ClonesOnlyWhatSomebodyElseOwnsToo) {
  Exception exception;
  Image* image = Counting(2, 2).release();
  Image* before = image;
  ModifyImage(&image, exception);
  EXPECT_EQ(image, before);
  ReferenceImage(before);
  ModifyImage(&image, exception);
  EXPECT_NE(image, before);
  EXPECT_EQ(before->reference_count, 1);
  DestroyImage(before);
  DestroyImage(image);
}

TEST(GetImageInfo, HasTheDocumentedDefaults) {
  const ImageInfoPtr info = NewInfo();
  EXPECT_EQ(info->quality, 75u);
  EXPECT_EQ(info->depth, static_cast<unsigned>(QuantumDepth));
  EXPECT_EQ(info->pointsize, 12.0);
  EXPECT_TRUE(info->adjoin && info->antialias && info->dither && info->progress);
  EXPECT_FALSE(info->temporary || info->monochrome || info->ping || info->affirm);
}

TEST(CloneImageInfo, OwnsItsTexts) {
  const ImageInfoPtr info = NewInfo("x");
  CloneString(&info->size, "3x4");
  Exception exception;
  AddDefinitions(info.get(), "jpeg:dct-method=float", exception);
  const ImageInfoPtr clone(CloneImageInfo(info.get()));
  EXPECT_NE(clone->size, info->size);
  EXPECT_STREQ(clone->size, "3x4");
  EXPECT_STREQ(clone->filename, "x");
  EXPECT_STREQ(AccessDefinition(clone.get(), "jpeg", "dct-method"), "float");
}

TEST(ResetImagePage, SetsAndMoves) {
  const ImagePtr image(AllocateImage(nullptr));
  image->page = {7, 8, 1, 2};
  EXPECT_EQ(ResetImagePage(image.get(), "+1+1!"), static_cast<unsigned>(MagickPass));
  EXPECT_EQ(image->page.x, 2);
  EXPECT_EQ(ResetImagePage(image.get(), "10x20-3-4"), static_cast<unsigned>(MagickPass));
  EXPECT_EQ(image->page.width, 10u);
  EXPECT_EQ(image->page.y, -4);
  EXPECT_EQ(ResetImagePage(image.get(), "junk"), static_cast<unsigned>(MagickFail));
}

TEST(GetImageException, FindsTheWorstOfTheList) {
  Exception exception;
  Image* list = Counting(1, 1).release();
  AppendImageToList(&list, Counting(1, 1).release());
  const ImagePtr images(GetFirstImageInList(list));
  ThrowException(&images->exception, OptionWarning, "small", nullptr);
  ThrowException(&images->next->exception, CoderError, "large", "name");
  GetImageException(images.get(), exception);
  EXPECT_EQ(exception.severity(), CoderError);
  EXPECT_EQ(exception.text(), "large (name)");
}

struct SpecCase {
  const char* filename;
  const char* magick;
  const char* rest;
  unsigned long subimage, subrange;
  bool affirm;
};

TEST(SetImageInfo, ReadsFileNames) {
  const SpecCase cases[] = {
      {"PPM:x.dat", "PPM", "x.dat", 0, 0, true},
      {"ppm:-", "PPM", "-", 0, 0, true},
      {"picture.ppm", "PPM", "picture.ppm", 0, 0, false},
      {"picture.PPM[2]", "PPM", "picture.PPM", 2, 1, false},
      {"gray:p.raw[1-3]", "GRAY", "p.raw", 1, 3, true},
      {"picture.ppm[0,4]", "PPM", "picture.ppm", 0, 5, false},
      {"picture.ppm[10x10]", "PPM", "picture.ppm", 0, 0, false},
      {"picture.ppm[one]", "", "picture.ppm[one]", 0, 0, false},
      {"nothing.unknown", "", "nothing.unknown", 0, 0, false},
      {"dir.ppm/file", "", "dir.ppm/file", 0, 0, false},
      {"-", "", "-", 0, 0, false},
      {"unheard:of", "UNHEARD", "of", 0, 0, true},
  };
  for (const SpecCase& c : cases) {
    Exception exception;
    const ImageInfoPtr info = NewInfo(c.filename);
    SetImageInfo(info.get(), SETMAGICK_READ, exception);
    EXPECT_STREQ(info->magick, c.magick) << c.filename;
    EXPECT_STREQ(info->filename, c.rest) << c.filename;
    EXPECT_EQ(info->subimage, c.subimage) << c.filename;
    EXPECT_EQ(info->subrange, c.subrange) << c.filename;
    EXPECT_EQ(info->affirm != MagickFalse, c.affirm) << c.filename;
  }
}

TEST(SetImageInfo, RefusesToWriteAFormatWithoutACoder) {
  for (const char* name : {"a.xcf", "a.dcm", "a.rla"}) {
    Exception exception;
    const ImageInfoPtr info = NewInfo(name);
    EXPECT_EQ(SetImageInfo(info.get(), SETMAGICK_WRITE, exception),
              static_cast<unsigned>(MagickFail));
    EXPECT_EQ(exception.severity(), MissingDelegateError);
    EXPECT_NE(exception.text().find(std::string("cannot write ") + info->magick), std::string::npos)
        << exception.text();
  }
  Exception exception;
  const ImageInfoPtr info = NewInfo("a.webp");
  SetImageInfo(info.get(), SETMAGICK_READ, exception);
  EXPECT_STREQ(info->magick, "WEBP");
  EXPECT_EQ(exception.severity(), UndefinedException);
}

TEST(SetImageInfo, LeavesAloneWhatIsAFile) {
  const TemporaryFolder folder;
  WriteAll(folder / "odd[1]", "x");
  Exception exception;
  const ImageInfoPtr info = NewInfo(folder / "odd[1]");
  SetImageInfo(info.get(), SETMAGICK_READ, exception);
  EXPECT_EQ(info->filename, folder / "odd[1]");
  EXPECT_EQ(info->subrange, 0u);
}

}  // namespace
}  // namespace lodestone::test
