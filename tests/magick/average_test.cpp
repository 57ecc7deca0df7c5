// AverageImages against plain division and against GraphicsMagick.
#include "magick/average.h"

#include "accel/accelerate.h"
#include "base/thread_pool.hpp"
#include "tests/magick/support.hpp"
#include "tests/support/grey_image.hpp"
#include "tests/support/image_list.hpp"

namespace lodestone::test {
namespace {

ImagePtr RandomList(unsigned long columns, unsigned long rows, const std::vector<Kind>& kinds) {
  std::vector<ImagePtr> images;
  for (const Kind kind : kinds)
    images.push_back(RandomImage(columns, rows, kind, unsigned(images.size() * 100 + columns)));
  return ListOf(std::move(images));
}

// The mean of one sample of all images, halves up.
template <class Samples>
unsigned Mean(const std::vector<Samples>& images, std::size_t at, std::size_t channel) {
  unsigned sum = 0;
  for (const Samples& samples : images)
    sum += reinterpret_cast<const Quantum*>(
        samples.data())[at * sizeof samples[0] / sizeof(Quantum) + channel];
  const auto count = unsigned(images.size());
  return (2 * sum + count) / (2 * count);
}

void ExpectMeans(const Image* list, const Image* mean, const std::string& what) {
  ASSERT_NE(nullptr, mean) << what;
  std::vector<std::vector<PixelPacket>> images;
  for (const Image* image = list; image; image = image->next) images.push_back(Pixels(image));
  const std::vector<PixelPacket> actual = Pixels(mean);
  ASSERT_EQ(images[0].size(), actual.size()) << what;
  for (std::size_t i = 0; i < actual.size(); ++i)
    for (std::size_t s = 0; s < 4; ++s)
      ASSERT_EQ(Mean(images, i, s), reinterpret_cast<const Quantum*>(&actual[i])[s])
          << what << ": sample " << s << " of pixel " << i;
  EXPECT_EQ(DirectClass, mean->storage_class) << what;
  EXPECT_EQ(list->matte, mean->matte) << what;
  EXPECT_EQ(list->colorspace, mean->colorspace) << what;
}

TEST(AverageImages, AreMeansOfAllSamples) {
  Exception exception;
  for (const unsigned long side : {1, 2, 3, 7, 16, 17, 255, 257})
    for (const Kind first : kAllKinds)
      for (const Kind second : kAllKinds) {
        const ImagePtr list = RandomList(side, 3, {first, second, Kind::kOpaque, second});
        const ImagePtr mean(AverageImages(list.get(), exception));
        ExpectMeans(list.get(), mean.get(), std::to_string(side) + " " + KindName(first));
      }
}

TEST(AverageImages, HaveTheMeanAlphaOfInks) {
  Exception exception;
  const ImagePtr list = RandomList(17, 9, {Kind::kCmyk, Kind::kCmyk, Kind::kCmyk});
  const ImagePtr mean(AverageImages(list.get(), exception));
  std::vector<std::vector<IndexPacket>> alphas;
  for (const Image* image = list.get(); image; image = image->next)
    alphas.push_back(Indexes(image));
  const std::vector<IndexPacket> actual = Indexes(mean.get());
  ASSERT_EQ(17u * 9u, actual.size());
  for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_EQ(Mean(alphas, i, 0), actual[i]);
}

TEST(AverageImages, OfGreySamplesAreGreySamples) {
  Exception exception;
  for (const unsigned long side : {1, 16, 17, 257}) {
    std::vector<ImagePtr> images;
    for (unsigned i = 0; i < 3; ++i) images.push_back(RandomGrey(side, 5, unsigned(side) + i));
    const ImagePtr list = ListOf(std::move(images));
    const ImagePtr mean(AverageImages(list.get(), exception));
    ASSERT_NE(nullptr, mean) << exception.text();
    EXPECT_TRUE(HasGreyPixels(mean.get()));
    EXPECT_TRUE(mean->is_grayscale);
    ExpectMeans(list.get(), mean.get(), std::to_string(side));
  }
}

TEST(AverageImages, DoNotDependOnThreads) {
  Exception exception;
  const ImagePtr list = RandomList(1001, 333, {Kind::kMatte, Kind::kOpaque, Kind::kMatte});
  accel::SetThreadLimit(1);
  const ImagePtr one(AverageImages(list.get(), exception));
  accel::SetThreadLimit(0);
  const ImagePtr many(AverageImages(list.get(), exception));
  ExpectSameImage(one.get(), many.get(), "threads");
}

TEST(AverageImages, AreGraphicsMagicks) {
  SKIP_WITHOUT_GM_LIBRARY();
  Exception exception;
  ExceptionInfo theirs;
  GM(GetExceptionInfo)(&theirs);
  for (const Kind first : {Kind::kOpaque, Kind::kMatte, Kind::kPalette, Kind::kPaletteMatte})
    for (const unsigned long count : {2, 3, 5, 12}) {
      const ImagePtr list = RandomList(31, 17, std::vector<Kind>(count, first));
      list->page = {40, 30, 3, -4};
      const GmImagePtr their_list = ToGmList(list.get());
      const GmImagePtr expected(GM(AverageImages)(their_list.get(), &theirs));
      const ImagePtr actual(AverageImages(list.get(), exception));
      ExpectSameListAsGm(expected.get(), actual.get(), KindName(first), 0);
    }
}

void ExpectRefused(const Image* list, ExceptionType severity) {
  Exception exception;
  EXPECT_EQ(nullptr, AverageImages(list, exception));
  EXPECT_EQ(severity, exception.severity()) << exception.text();
}

TEST(AverageImages, RefuseWhatHasNoMean) {
  ExpectRefused(nullptr, OptionError);
  ExpectRefused(RandomImage(3, 3, Kind::kOpaque, 1).get(), ImageError);
  std::vector<ImagePtr> images;
  images.push_back(RandomImage(3, 3, Kind::kOpaque, 1));
  images.push_back(RandomImage(3, 4, Kind::kOpaque, 1));
  ExpectRefused(ListOf(std::move(images)).get(), OptionError);
  images.clear();
  for (int i = 0; i < 2; ++i) images.push_back(BlankImage(3, 3));
  ExpectRefused(ListOf(std::move(images)).get(), CacheError);
}

MagickPassFail Stop(const char*, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
  return MagickFail;
}

TEST(AverageImages, AreCancelled) {
  const ImagePtr list = RandomList(300, 300, {Kind::kOpaque, Kind::kOpaque});
  const MonitorHandler before = SetMonitorHandler(Stop);
  ExpectRefused(list.get(), MonitorError);
  SetMonitorHandler(before);
}

}  // namespace
}  // namespace lodestone::test
