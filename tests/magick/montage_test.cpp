// Sheets of thumbnails.
#include "magick/montage.h"

#include <climits>
#include <cstring>
#include <random>

#include "base/owner.hpp"
#include "tests/magick/support.hpp"
#include "tests/support/image_list.hpp"

namespace lodestone::test {
namespace {

using MontageInfoPtr = Owner<MontageInfo, DestroyMontageInfo>;

constexpr char* MontageInfo::*kTexts[] = {&MontageInfo::geometry, &MontageInfo::tile,
                                          &MontageInfo::title,    &MontageInfo::frame,
                                          &MontageInfo::texture,  &MontageInfo::font};

void ExpectSameText(const char* expected, const char* actual) {
  if (expected && actual)
    EXPECT_STREQ(expected, actual);
  else
    EXPECT_EQ(expected, actual);
}

void ExpectSameInfo(const MontageInfo& expected, const MontageInfo& actual) {
  for (const auto text : kTexts) ExpectSameText(expected.*text, actual.*text);
  EXPECT_STREQ(expected.filename, actual.filename);
  EXPECT_EQ(expected.pointsize, actual.pointsize);
  EXPECT_EQ(expected.border_width, actual.border_width);
  EXPECT_EQ(expected.shadow, actual.shadow);
  EXPECT_EQ(expected.gravity, actual.gravity);
  EXPECT_EQ(expected.signature, actual.signature);
  for (const auto color : {&MontageInfo::fill, &MontageInfo::stroke, &MontageInfo::background_color,
                           &MontageInfo::border_color, &MontageInfo::matte_color})
    EXPECT_TRUE(SamePixel(expected.*color, actual.*color));
}

TEST(MontageInfo, HasGraphicsMagicksDefaults) {
  SKIP_WITHOUT_GM_LIBRARY();
  const ImageInfoPtr settings = NewInfo("some file");
  settings->pointsize = 17;
  CloneString(&settings->font, "Some Font");
  MontageInfo expected, actual;
  GM(GetMontageInfo)(settings.get(), &expected);
  GetMontageInfo(settings.get(), &actual);
  ExpectSameInfo(expected, actual);
  for (const auto text : kTexts) {
    GM(MagickFree)(expected.*text);
    MagickFree(actual.*text);
  }
}

TEST(MontageInfo, NeedsNoSettings) {
  const ImageInfoPtr settings = NewInfo();
  const MontageInfoPtr expected(CloneMontageInfo(settings.get(), nullptr));
  const MontageInfoPtr actual(CloneMontageInfo(nullptr, nullptr));
  ASSERT_NE(nullptr, actual);
  ExpectSameInfo(*expected, *actual);
  EXPECT_STREQ("6x4", actual->tile);
  GetMontageInfo(nullptr, nullptr);
  DestroyMontageInfo(nullptr);
}

TEST(MontageInfo, IsClonedDeeply) {
  const MontageInfoPtr info(CloneMontageInfo(nullptr, nullptr));
  for (const auto text : kTexts) CloneString(&((*info).*text), "a text");
  info->pointsize = 3.5;
  info->border_width = 9;
  info->shadow = 1;
  info->fill.red = info->stroke.green = info->background_color.blue = 7;
  info->border_color.red = info->matte_color.green = 8;
  info->gravity = SouthEastGravity;
  std::strcpy(info->filename, "a file");
  const MontageInfoPtr clone(CloneMontageInfo(nullptr, info.get()));
  ASSERT_NE(nullptr, clone);
  ExpectSameInfo(*info, *clone);
  for (const auto text : kTexts) EXPECT_NE((*info).*text, (*clone).*text);
}

// As in GraphicsMagick: the defaults stay where there is nothing to copy.
TEST(MontageInfo, KeepsDefaultsWhereTextsAreMissing) {
  const MontageInfoPtr info(CloneMontageInfo(nullptr, nullptr));
  MagickFree(info->geometry);
  info->geometry = nullptr;
  const MontageInfoPtr clone(CloneMontageInfo(nullptr, info.get()));
  EXPECT_STREQ("120x120+4+3>", clone->geometry);
  EXPECT_EQ(nullptr, clone->title);
}

// Thumbnails of several sorts, which are not resized to tiles of 20x16.
ImagePtr Thumbnails(std::mt19937& random, unsigned count, unsigned long most) {
  constexpr Kind kKinds[] = {Kind::kOpaque, Kind::kPalette, Kind::kMatte};
  std::vector<ImagePtr> images;
  for (unsigned i = 0; i < count; ++i) {
    images.push_back(RandomImage(1 + random() % most, 1 + random() % most, kKinds[random() % 3],
                                 unsigned(random())));
    Image* const image = images.back().get();
    std::strcpy(image->filename, ("file" + std::to_string(i)).c_str());
    image->border_color = RandomPixel(random, false);
    image->matte_color = RandomPixel(random, false);
    if (random() % 4 == 0) image->gravity = static_cast<GravityType>(random() % 11);
    if (random() % 8 == 0) std::strcpy(image->magick, "NULL");
  }
  return ListOf(std::move(images));
}

GmImagePtr ToGmThumbnails(const Image* images) {
  GmImagePtr list = ToGmList(images);
  Image* copy = list.get();
  for (const Image* image = images; image; image = image->next, copy = copy->next) {
    std::strcpy(copy->filename, image->filename);
    std::strcpy(copy->magick, image->magick);
    copy->scene = image->scene;
    copy->filter = image->filter;
    if (const ImageAttribute* const label = GetImageAttribute(image, "label"))
      GM(SetImageAttribute)(copy, "label", label->value);
  }
  return list;
}

// Frames leave opacities where there is no alpha; they mean nothing there.
void ExpectClosePage(const Image* theirs, const Image* ours, const std::string& what, int steps) {
  ASSERT_EQ(theirs->columns, ours->columns) << what;
  ASSERT_EQ(theirs->rows, ours->rows) << what;
  ASSERT_EQ(theirs->matte, ours->matte) << what;
  ExceptionInfo exception;
  GM(GetExceptionInfo)(&exception);
  const PixelPacket* const expected =
      GM(AcquireImagePixels)(theirs, 0, 0, theirs->columns, theirs->rows, &exception);
  const auto actual = Pixels(ours);
  for (std::size_t i = 0; i < actual.size(); ++i) {
    PixelPacket pixel = expected[i];
    if (!ours->matte) pixel.opacity = actual[i].opacity;
    ASSERT_TRUE(CloseSamples(pixel, actual[i], steps))
        << what << ": pixel " << i % ours->columns << "," << i / ours->columns << ": " << pixel.red
        << " " << pixel.green << " " << pixel.blue << " there, " << actual[i].red << " "
        << actual[i].green << " " << actual[i].blue << " here";
  }
}

void ExpectSamePages(const Image* theirs, const Image* ours, const std::string& what, int steps) {
  for (; theirs && ours; theirs = theirs->next, ours = ours->next) {
    ASSERT_NO_FATAL_FAILURE(ExpectClosePage(theirs, ours, what, steps));
    EXPECT_STREQ(theirs->montage, ours->montage) << what;
    EXPECT_STREQ(theirs->directory, ours->directory) << what;
    EXPECT_STREQ(theirs->filename, ours->filename) << what;
    EXPECT_EQ(theirs->scene, ours->scene) << what;
  }
  EXPECT_EQ(nullptr, theirs) << what << ": GraphicsMagick makes more images";
  EXPECT_EQ(nullptr, ours) << what << ": too many images";
}

// In GraphicsMagick's manner; the differences of resizing are up to 3 steps.
void ExpectTheirMontage(const Image* images, const MontageInfo& info, const std::string& what,
                        int steps) {
  Exception exception;
  ExceptionInfo theirs;
  GM(GetExceptionInfo)(&theirs);
  const GmImagePtr their_images = ToGmThumbnails(images);
  const GmImagePtr expected(GM(MontageImages)(their_images.get(), &info, &theirs));
  const ImagePtr actual(MontageImages(images, &info, exception));
  EXPECT_EQ(theirs.severity, exception.severity()) << what << exception.text();
  ExpectSamePages(expected.get(), actual.get(), what, steps);
  GM(DestroyExceptionInfo)(&theirs);
}

void SetText(char** text, const std::string& value) {
  CloneString(text, value.empty() ? nullptr : value.c_str());
}

template <class List>
std::string OneOf(std::mt19937& random, const List& list) {
  return list[random() % std::size(list)];
}

// Frames have room for their bevels.
std::string RandomSettings(std::mt19937& random, MontageInfo* info) {
  const std::string geometries[] = {"20x16+4+3>", "20x16+6+5>", "20x16>",
                                    "+0+0",       "+2+3",       "17x20+5+4>"};
  const std::string tiles[] = {"6x4", "2x2", "1x", "x1", "3x1", ""};
  const std::string frames[] = {"6x6+2+2", "5", "8x6+3", "10x10+0+0", "", "", ""};
  SetText(&info->geometry, OneOf(random, geometries));
  SetText(&info->tile, OneOf(random, tiles));
  SetText(&info->frame, OneOf(random, frames));
  // Shadows reach four pixels to the right.
  info->shadow =
      random() % 2 &&
      std::atoi(std::strchr(info->geometry, '+') ? std::strchr(info->geometry, '+') : "0") >= 4;
  info->border_width = random() % 3 ? 0 : random() % 6;
  info->gravity = static_cast<GravityType>(random() % 11);
  info->background_color = RandomPixel(random, false);
  std::strcpy(info->filename, "sheet");
  return std::string(info->geometry) + " tile " + (info->tile ? info->tile : "-") + " frame " +
         (info->frame ? info->frame : "-") + " border " + std::to_string(info->border_width) +
         " gravity " + std::to_string(info->gravity) + (info->shadow ? " shadow" : "");
}

TEST(MontageImages, AreGraphicsMagicks) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(21);
  for (int i = 0; i < 300; ++i) {
    const MontageInfoPtr info(CloneMontageInfo(nullptr, nullptr));
    const ImagePtr images = Thumbnails(random, 1 + random() % 9, 16);
    const std::string what = std::to_string(i) + ": " + RandomSettings(random, info.get()) +
                             " of " + std::to_string(GetImageListLength(images.get()));
    ExpectTheirMontage(images.get(), *info, what, 1);
    if (HasFailure()) return;
  }
}

TEST(MontageImages, OfResizedImages) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(22);
  for (const char* const geometry : {"9x9+4+4", "30x10+2+2", "30x30+0+0", "9x9!+1+1", "50%+3+3"})
    for (const FilterTypes filter : {UndefinedFilter, TriangleFilter}) {
      const MontageInfoPtr info(CloneMontageInfo(nullptr, nullptr));
      SetText(&info->geometry, geometry);
      std::vector<ImagePtr> images;
      for (int i = 0; i < 4; ++i) {
        images.push_back(RandomImage(20, 20, Kind::kOpaque, unsigned(random())));
        images.back()->filter = filter;
      }
      ExpectTheirMontage(ListOf(std::move(images)).get(), *info, geometry, 3);
    }
}

std::string RandomPpm(std::mt19937& random, unsigned columns, unsigned rows) {
  std::string ppm = "P6 " + std::to_string(columns) + " " + std::to_string(rows) + " 255\n";
  for (unsigned i = 0; i < columns * rows * 3; ++i) ppm += static_cast<char>(random());
  return ppm;
}

TEST(MontageImages, HaveATexture) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(28);
  const TemporaryFolder folder;
  const std::string file = folder / "texture.ppm";
  for (const unsigned side : {1, 7, 16, 300}) {
    WriteAll(file, RandomPpm(random, side, side + 2));
    const MontageInfoPtr info(CloneMontageInfo(nullptr, nullptr));
    SetText(&info->texture, file);
    SetText(&info->tile, "2x1");
    const ImagePtr images = Thumbnails(random, 5, 16);
    ExpectTheirMontage(images.get(), *info, std::to_string(side), 1);
  }
}

TEST(MontageImages, AreMadeWithoutATextureThatIsMissing) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(29);
  const TemporaryFolder folder;
  const MontageInfoPtr info(CloneMontageInfo(nullptr, nullptr));
  SetText(&info->texture, folder / "missing.ppm");
  const ImagePtr images = Thumbnails(random, 3, 16);
  ExpectTheirMontage(images.get(), *info, "missing", 1);
}

TEST(MontageImages, AreSortedByScene) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(23);
  const MontageInfoPtr info(CloneMontageInfo(nullptr, nullptr));
  for (const unsigned long first : {0ul, 9ul}) {
    const ImagePtr images = Thumbnails(random, 4, 16);
    unsigned long scene = first;
    for (Image* image = images.get(); image; image = image->next, scene = (scene + 5) % 11 + 1)
      image->scene = scene;
    ExpectTheirMontage(images.get(), *info, std::to_string(first), 1);
  }
}

// This program has no module that draws text: it takes the room that it takes where GraphicsMagick
// finds no font.
TEST(MontageImages, LeaveTextOutWithoutAFont) {
  std::mt19937 random(24);
  Exception exception;
  const MontageInfoPtr info(CloneMontageInfo(nullptr, nullptr));
  const ImagePtr plain = Thumbnails(random, 3, 16), labelled = Thumbnails(random, 3, 16);
  ASSERT_NE(MagickFail, SetImageAttribute(labelled->next, "label", "one\ntwo"));
  const ImagePtr without(MontageImages(plain.get(), info.get(), exception));
  const ImagePtr with(MontageImages(labelled.get(), info.get(), exception));
  EXPECT_EQ(UndefinedException, exception.severity()) << exception.text();
  EXPECT_EQ(UndefinedException, without->exception.severity);
  EXPECT_EQ(without->rows + 2 * 4, with->rows);
  SetText(&info->title, "A title");
  const ImagePtr titled(MontageImages(plain.get(), info.get(), exception));
  EXPECT_EQ(TypeError, titled->exception.severity);
  EXPECT_EQ(without->rows + 2 * 3, titled->rows);
  EXPECT_STREQ("128x126+0+6", titled->montage);
}

void ExpectRefused(const Image* images, const MontageInfo* info, ExceptionType severity) {
  Exception exception;
  EXPECT_EQ(nullptr, MontageImages(images, info, exception));
  EXPECT_EQ(severity, exception.severity()) << exception.text();
}

TEST(MontageImages, RefuseWhatIsOutOfRange) {
  std::mt19937 random(25);
  const ImagePtr images = Thumbnails(random, 3, 16);
  const auto refused_with = [&](ExceptionType severity, auto change) {
    const MontageInfoPtr info(CloneMontageInfo(nullptr, nullptr));
    change(info.get());
    ExpectRefused(images.get(), info.get(), severity);
  };
  ExpectRefused(images.get(), nullptr, OptionError);
  refused_with(OptionError, [](MontageInfo* info) { SetText(&info->tile, "0x0"); });
  refused_with(OptionError, [](MontageInfo* info) { SetText(&info->tile, "0x3"); });
  refused_with(OptionError, [](MontageInfo* info) { info->border_width = ~0ul; });
  refused_with(OptionError, [](MontageInfo* info) { info->border_width = ULONG_MAX / 8; });
  refused_with(OptionError,
               [](MontageInfo* info) { SetText(&info->geometry, "20x20+99999999999999+3>"); });
  refused_with(OptionError, [](MontageInfo* info) { SetText(&info->geometry, "20x20-90-90>"); });
  refused_with(OptionError,
               [](MontageInfo* info) { SetText(&info->frame, "99999999999999x9999999999999"); });
  refused_with(ResourceLimitError, [](MontageInfo* info) {
    info->border_width = sizeof(long) > 4 ? 1ul << 30 : 1ul << 16;
  });
  refused_with(sizeof(long) > 4 ? ResourceLimitError : OptionError,
               [](MontageInfo* info) { SetText(&info->geometry, "20x20+9999999+3>"); });
  ExpectRefused(nullptr, MontageInfoPtr(CloneMontageInfo(nullptr, nullptr)).get(), OptionError);
}

TEST(MontageImages, HaveAsManyTilesAsThereAre) {
  std::mt19937 random(26);
  Exception exception;
  const ImagePtr images = Thumbnails(random, 5, 16);
  for (const char* const tile : {"99999999999x9999999999", "x99999999999", "99999999999x"}) {
    const MontageInfoPtr info(CloneMontageInfo(nullptr, nullptr));
    SetText(&info->tile, tile);
    const ImagePtr montage(MontageImages(images.get(), info.get(), exception));
    EXPECT_EQ(1u, GetImageListLength(montage.get())) << tile << exception.text();
  }
}

MagickPassFail Stop(const char*, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
  return MagickFail;
}

TEST(MontageImages, AreCancelled) {
  std::mt19937 random(27);
  const ImagePtr images = Thumbnails(random, 3, 16);
  const MontageInfoPtr info(CloneMontageInfo(nullptr, nullptr));
  const MonitorHandler before = SetMonitorHandler(Stop);
  ExpectRefused(images.get(), info.get(), MonitorError);
  SetMonitorHandler(before);
}

}  // namespace
}  // namespace lodestone::test
