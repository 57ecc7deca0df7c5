// Lists of images made one, or of one size: restated plainly, and against GraphicsMagick.
#include "tests/magick/support.hpp"

#include <algorithm>
#include <random>
#include "tests/support/grey_image.hpp"
#include "tests/support/image_list.hpp"

namespace lodestone::test {
namespace {

using Function = Image* (*)(const Image*, ExceptionInfo*);

const std::vector<Kind> kRgbKinds = {Kind::kOpaque, Kind::kMatte, Kind::kPalette,
                                     Kind::kPaletteMatte};

// Images of several sizes, on pages here and there.
ImagePtr Scattered(std::mt19937& random, const std::vector<Kind>& kinds) {
  std::vector<ImagePtr> images;
  for (const Kind kind : kinds) {
    const unsigned long columns = 1 + random() % 40, rows = 1 + random() % 30;
    images.push_back(RandomImage(columns, rows, kind, unsigned(random())));
    Image* const image = images.back().get();
    image->page = {random() % 50, random() % 40, long(random() % 60) - 20,
                   long(random() % 50) - 20};
    image->background_color = RandomPixel(random, false);
    image->delay = random() % 100;
    image->start_loop = long(random() % 5);
  }
  return ListOf(std::move(images));
}

std::vector<Kind> RandomKinds(std::mt19937& random, const std::vector<Kind>& kinds) {
  std::vector<Kind> chosen(2 + random() % 4);
  for (Kind& kind : chosen) kind = kinds[random() % kinds.size()];
  return chosen;
}

std::string Names(const std::vector<Kind>& kinds) {
  std::string names;
  for (const Kind kind : kinds) names += std::string(KindName(kind)) + " ";
  return names;
}

void ExpectTheirs(Function theirs, Function ours, const Image* list, const std::string& what,
                  int steps) {
  ExceptionInfo their_exception;
  GM(GetExceptionInfo)(&their_exception);
  Exception exception;
  const GmImagePtr their_list = ToGmList(list);
  const GmImagePtr expected(theirs(their_list.get(), &their_exception));
  const ImagePtr actual(ours(list, exception));
  EXPECT_EQ(their_exception.severity, exception.severity()) << what << exception.text();
  ExpectSameListAsGm(expected.get(), actual.get(), what, steps);
  GM(DestroyExceptionInfo)(&their_exception);
}

Image* AppendDown(const Image* image, ExceptionInfo* exception) {
  return AppendImages(image, 1, exception);
}
Image* AppendAcross(const Image* image, ExceptionInfo* exception) {
  return AppendImages(image, 0, exception);
}
Image* GmAppendDown(const Image* image, ExceptionInfo* exception) {
  return GM(AppendImages)(image, 1, exception);
}
Image* GmAppendAcross(const Image* image, ExceptionInfo* exception) {
  return GM(AppendImages)(image, 0, exception);
}

// Whatever makes one image of several. Composition with alpha is within a step.
void ExpectAllTheirs(const Image* list, const std::string& what) {
  ExpectTheirs(GM(FlattenImages), FlattenImages, list, "flatten " + what, 1);
  ExpectTheirs(GM(MosaicImages), MosaicImages, list, "mosaic " + what, 1);
  ExpectTheirs(GmAppendDown, AppendDown, list, "append down " + what, 0);
  ExpectTheirs(GmAppendAcross, AppendAcross, list, "append across " + what, 0);
}

TEST(SequenceParity, OfRandomLists) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(7);
  for (int i = 0; i < 150; ++i) {
    const auto kinds = RandomKinds(random, kRgbKinds);
    const ImagePtr list = Scattered(random, kinds);
    const std::string what = std::to_string(i) + ": " + Names(kinds);
    ExpectAllTheirs(list.get(), what);
    if (HasFatalFailure()) return;
  }
}

// Without alpha, what is in the indexes has no meaning.
TEST(SequenceParity, OfInks) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(9);
  ExceptionInfo theirs;
  GM(GetExceptionInfo)(&theirs);
  Exception exception;
  for (int i = 0; i < 30; ++i) {
    const ImagePtr list = Scattered(random, RandomKinds(random, {Kind::kCmyk}));
    const GmImagePtr their_list = ToGmList(list.get());
    const GmImagePtr expected(GM(FlattenImages)(their_list.get(), &theirs));
    const ImagePtr actual(FlattenImages(list.get(), exception));
    ASSERT_NE(nullptr, actual) << exception.text();
    EXPECT_EQ(CMYKColorspace, actual->colorspace);
    const auto pixels = Pixels(actual.get());
    const PixelPacket* const their_pixels =
        GM(AcquireImagePixels)(expected.get(), 0, 0, expected->columns, expected->rows, &theirs);
    ASSERT_TRUE(std::equal(pixels.begin(), pixels.end(), their_pixels, SamePixel)) << i;
  }
}

// The operators of the images count.
TEST(SequenceParity, OfOperators) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(10);
  for (const CompositeOperator compose :
       {CopyCompositeOp, MultiplyCompositeOp, AddCompositeOp, DifferenceCompositeOp, NoCompositeOp})
    for (int i = 0; i < 10; ++i) {
      const auto kinds = RandomKinds(random, {Kind::kOpaque, Kind::kPalette});
      const ImagePtr list = Scattered(random, kinds);
      for (Image* image = list.get(); image; image = image->next) image->compose = compose;
      const std::string what = CompositeOperatorToString(compose);
      ExpectTheirs(GM(FlattenImages), FlattenImages, list.get(), "flatten " + what, 1);
      ExpectTheirs(GM(MosaicImages), MosaicImages, list.get(), "mosaic " + what, 1);
      if (HasFatalFailure()) return;
    }
}

TEST(SequenceParity, OfSingleImages) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(11);
  for (const Kind kind : kRgbKinds) {
    const ImagePtr image = Scattered(random, {kind});
    const std::string what = KindName(kind);
    ExpectTheirs(GM(FlattenImages), FlattenImages, image.get(), "flatten " + what, 1);
    ExpectTheirs(GM(MosaicImages), MosaicImages, image.get(), "mosaic " + what, 1);
    ExpectTheirs(GM(CoalesceImages), CoalesceImages, image.get(), "coalesce " + what, 0);
    ExpectTheirs(GM(DeconstructImages), DeconstructImages, image.get(), "deconstruct " + what, 0);
    ExpectTheirs(GmAppendDown, AppendDown, image.get(), "append " + what, 0);
  }
}

// Each pixel of appended images, looked up in the image that is there.
TEST(AppendImages, PutsThemSideBySide) {
  std::mt19937 random(14);
  Exception exception;
  for (int i = 0; i < 40; ++i) {
    const bool stack = i % 2 != 0;
    const ImagePtr list = Scattered(random, RandomKinds(random, {Kind::kOpaque, Kind::kPalette}));
    const ImagePtr appended(AppendImages(list.get(), stack, exception));
    ASSERT_NE(nullptr, appended) << exception.text();
    EXPECT_EQ(DirectClass, appended->storage_class);
    long start = 0;
    for (const Image* image = list.get(); image; image = image->next) {
      const long length = long(stack ? image->rows : image->columns);
      const long breadth = long(stack ? appended->columns : appended->rows);
      for (long along = 0; along < length; ++along)
        for (long across = 0; across < breadth; ++across) {
          const bool inside = across < long(stack ? image->columns : image->rows);
          const PixelPacket expected = !inside ? list->background_color
                                       : stack ? AcquireOnePixel(image, across, along, exception)
                                               : AcquireOnePixel(image, along, across, exception);
          const PixelPacket actual =
              stack ? AcquireOnePixel(appended.get(), across, start + along, exception)
                    : AcquireOnePixel(appended.get(), start + along, across, exception);
          ASSERT_TRUE(SamePixel(expected, actual)) << i << ": " << along << " " << across;
        }
      start += length;
    }
    EXPECT_EQ(start, long(stack ? appended->rows : appended->columns));
  }
}

TEST(AppendImages, KeepsGreySamples) {
  Exception exception;
  std::vector<ImagePtr> images;
  for (unsigned i = 0; i < 3; ++i) images.push_back(RandomGrey(20 + i, 10, i));
  const ImagePtr appended(AppendImages(ListOf(std::move(images)).get(), 0, exception));
  ASSERT_NE(nullptr, appended);
  EXPECT_TRUE(HasGreyPixels(appended.get()));
}

TEST(Sequences, RefuseWhatIsNotThere) {
  for (const Function function :
       {FlattenImages, MosaicImages, CoalesceImages, DeconstructImages, AppendDown}) {
    Exception exception;
    EXPECT_EQ(nullptr, function(nullptr, exception));
    EXPECT_EQ(OptionError, exception.severity());
    EXPECT_EQ(nullptr, function(nullptr, nullptr));
  }
}

TEST(Sequences, RefuseSizesBeyondTheLimits) {
  for (const Function function : {MosaicImages, AppendDown, AppendAcross}) {
    for (const unsigned long size : {1ul << 31, ~0ul / 4, ~0ul / 2, ~0ul}) {
      std::vector<ImagePtr> images;
      for (int i = 0; i < 2; ++i) {
        images.push_back(RandomImage(4, 4, Kind::kOpaque, 1));
        images.back()->page = {1, 1, long(size / 2), 3};
      }
      if (function != MosaicImages) images[1]->columns = images[1]->rows = size;
      const ImagePtr list = ListOf(std::move(images));
      Exception exception;
      EXPECT_EQ(nullptr, function(list.get(), exception)) << size;
      EXPECT_EQ(ResourceLimitError, exception.severity()) << exception.text();
      list->next->columns = list->next->rows = 4;
    }
  }
}

MagickPassFail Stop(const char*, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
  return MagickFail;
}

TEST(Sequences, AreCancelled) {
  std::vector<ImagePtr> images;
  for (unsigned i = 0; i < 3; ++i) images.push_back(RandomImage(30, 20, Kind::kMatte, i));
  const ImagePtr list = ListOf(std::move(images));
  const MonitorHandler before = SetMonitorHandler(Stop);
  for (const Function function :
       {FlattenImages, MosaicImages, CoalesceImages, DeconstructImages, AppendDown}) {
    Exception exception;
    EXPECT_EQ(nullptr, function(list.get(), exception));
    EXPECT_EQ(MonitorError, exception.severity());
  }
  SetMonitorHandler(before);
}

}  // namespace
}  // namespace lodestone::test
