// Titles and labels of montages, against GraphicsMagick's.
#include <gtest/gtest.h>

#include "base/owner.hpp"
#include "tests/annotate/settings.hpp"
#include "tests/support/gm_image.hpp"
#include "tests/support/gm_library.hpp"
#include "tests/support/image_list.hpp"
#include "tests/support/their_leaks.hpp"

namespace lodestone {
namespace {

using namespace test;

using MontageInfoPtr = Owner<MontageInfo, DestroyMontageInfo>;

struct Sheet {
  const char* title;
  const char* frame;
  bool shadow;
  unsigned long border;
  const char* geometry;
};

// Frames leave opacities where there is no alpha; they mean nothing there.
void ExpectSameColors(const Image* theirs, const Image* ours) {
  ASSERT_EQ(theirs->columns, ours->columns);
  ASSERT_EQ(theirs->rows, ours->rows);
  EXPECT_STREQ(theirs->montage, ours->montage);
  ExceptionInfo exception;
  GM(GetExceptionInfo)(&exception);
  const PixelPacket* const expected =
      GM(AcquireImagePixels)(theirs, 0, 0, theirs->columns, theirs->rows, &exception);
  const auto actual = Pixels(ours);
  for (std::size_t i = 0; i < actual.size(); ++i) {
    PixelPacket pixel = expected[i];
    pixel.opacity = actual[i].opacity;
    ASSERT_TRUE(CloseSamples(pixel, actual[i], 1))
        << "pixel " << i % ours->columns << "," << i / ours->columns;
  }
}

TEST(MontageText, IsGraphicsMagicks) {
  SKIP_WITHOUT_FONT(kTrueTypeFont);
  SKIP_WITHOUT_GM_LIBRARY();
  const char* const labels[] = {"first", "two\nlines", nullptr, "j\xc3\xa9 long label beside"};
  const Sheet sheets[] = {{nullptr, nullptr, false, 0, "60x40+4+3>"},
                          {"The title %wx%h", nullptr, true, 0, "60x40+4+3>"},
                          {"Two\nlines", "6x6+2+2", false, 0, "60x40+4+3>"},
                          {nullptr, "6x6+2+2", true, 0, "60x40+6+8>"},
                          {"Title", nullptr, false, 5, "+0+0"},
                          {"", nullptr, false, 2, "60x40+2+2>"}};
  for (const Sheet& sheet : sheets) {
    SCOPED_TRACE(std::string(sheet.geometry) + (sheet.frame ? sheet.frame : ""));
    const MontageInfoPtr info(CloneMontageInfo(nullptr, nullptr));
    CloneString(&info->font, kTrueTypeFont);
    CloneString(&info->title, sheet.title);
    CloneString(&info->frame, sheet.frame);
    CloneString(&info->geometry, sheet.geometry);
    CloneString(&info->tile, "2x2");
    info->pointsize = 11;
    info->shadow = sheet.shadow;
    info->border_width = sheet.border;
    QueryColorDatabase("navy", &info->fill, nullptr);
    std::vector<ImagePtr> tiles;
    for (const char* label : labels) {
      tiles.push_back(RandomImage(50, 30, Kind::kOpaque, 4));
      if (label != nullptr) SetImageAttribute(tiles.back().get(), "label", label);
    }
    const ImagePtr images = ListOf(std::move(tiles));
    const GmImagePtr their_images = ToGmList(images.get());
    Image* copy = their_images.get();
    for (const char* label : labels) {
      if (label != nullptr) GM(SetImageAttribute)(copy, "label", label);
      copy = copy->next;
    }
    Exception exception;
    ExceptionInfo theirs;
    GM(GetExceptionInfo)(&theirs);
    GmImagePtr expected;
    {
      const TheirLeaks leaks;
      expected.reset(GM(MontageImages)(their_images.get(), info.get(), &theirs));
    }
    const ImagePtr actual(MontageImages(images.get(), info.get(), exception));
    ASSERT_NE(nullptr, expected);
    ASSERT_NE(nullptr, actual) << exception.text();
    ASSERT_NO_FATAL_FAILURE(ExpectSameColors(expected.get(), actual.get()));
    EXPECT_EQ(UndefinedException, actual->exception.severity);
  }
}

}  // namespace
}  // namespace lodestone
