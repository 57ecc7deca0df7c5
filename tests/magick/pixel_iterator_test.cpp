// Pixel iterators: every row once, on several threads, until something stops them.
#include "magick/pixel_iterator.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <mutex>
#include <set>
#include <thread>

#include "base/thread_pool.hpp"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

// What callbacks saw; they may come from several threads.
struct Seen {
  std::mutex mutex;
  std::multiset<const PixelPacket*> rows;
  std::vector<const PixelPacket*> order;
  std::set<std::thread::id> threads;
  std::atomic<unsigned long> calls{0};
  unsigned long fail_at = ULONG_MAX;
  bool slow = false;

  MagickPassFail Row(const PixelPacket* pixels) {
    if (slow) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const std::lock_guard lock(mutex);
    rows.insert(pixels);
    order.push_back(pixels);
    threads.insert(std::this_thread::get_id());
    return calls++ == fail_at ? MagickFail : MagickPass;
  }
};

MagickPassFail See(void* data, const void*, const Image*, const PixelPacket* pixels,
                   const IndexPacket*, const long, ExceptionInfo*) {
  return static_cast<Seen*>(data)->Row(pixels);
}

MagickPassFail Invert(void* data, const void* step, Image*, PixelPacket* pixels, IndexPacket*,
                      const long count, ExceptionInfo*) {
  for (long i = 0; i < count; ++i)
    pixels[i].red = static_cast<Quantum>(pixels[i].red + *static_cast<const int*>(step));
  return data == nullptr ? MagickPass : static_cast<Seen*>(data)->Row(pixels);
}

PixelIteratorOptions Threads(int count) {
  PixelIteratorOptions options;
  InitializePixelIteratorOptions(&options, nullptr);
  options.max_threads = count;
  return options;
}

TEST(PixelIterator, CallsForEveryRowOnce) {
  Exception exception;
  for (const unsigned long size : {1, 2, 3, 7, 16, 17, 255, 257}) {
    const ImagePtr image = RandomImage(size, size, Kind::kMatte, 1);
    Seen seen;
    ASSERT_EQ(MagickPass, PixelIterateMonoRead(See, nullptr, "rows", &seen, nullptr, 0, 0, size,
                                               size, image.get(), exception));
    EXPECT_EQ(size, seen.rows.size());
    const PixelPacket* first = AcquireImagePixels(image.get(), 0, 0, size, size, exception);
    for (unsigned long y = 0; y < size; ++y) EXPECT_EQ(1u, seen.rows.count(first + y * size));
  }
}

TEST(PixelIterator, UsesSeveralThreads) {
  if (accel::ThreadLimit() < 2) GTEST_SKIP() << "one CPU";
  Exception exception;
  const ImagePtr image = RandomImage(1000, 100, Kind::kOpaque, 1);
  Seen seen;
  seen.slow = true;
  ASSERT_EQ(MagickPass, PixelIterateMonoRead(See, nullptr, nullptr, &seen, nullptr, 0, 0, 1000, 100,
                                             image.get(), exception));
  EXPECT_LT(1u, seen.threads.size());
  EXPECT_EQ(100u, seen.rows.size());
}

TEST(PixelIterator, OneThreadIsTheCallersAndGoesDown) {
  Exception exception;
  const ImagePtr image = RandomImage(1000, 100, Kind::kOpaque, 1);
  Seen seen;
  const PixelIteratorOptions options = Threads(1);
  ASSERT_EQ(MagickPass, PixelIterateMonoRead(See, &options, "rows", &seen, nullptr, 0, 0, 1000, 100,
                                             image.get(), exception));
  EXPECT_EQ(std::set<std::thread::id>{std::this_thread::get_id()}, seen.threads);
  EXPECT_TRUE(std::is_sorted(seen.order.begin(), seen.order.end()));
}

TEST(PixelIterator, KeepsToTheLimitOfThreads) {
  Exception exception;
  const ImagePtr image = RandomImage(1000, 101, Kind::kOpaque, 1);
  for (const int limit : {2, 3, 1000, INT_MAX, -1, INT_MIN}) {
    Seen seen;
    const PixelIteratorOptions options = Threads(limit);
    ASSERT_EQ(MagickPass, PixelIterateMonoRead(See, &options, "rows", &seen, nullptr, 0, 0, 1000,
                                               101, image.get(), exception));
    EXPECT_EQ(101u, seen.rows.size());
    const auto most = limit > 0 ? static_cast<std::size_t>(limit) : SIZE_MAX;
    EXPECT_GE(most, seen.threads.size());
  }
}

TEST(PixelIterator, FailureOfTheCallbackEndsIt) {
  Exception exception;
  const ImagePtr image = RandomImage(1000, 400, Kind::kOpaque, 1);
  Seen seen;
  seen.fail_at = 3;
  EXPECT_EQ(unsigned(MagickFail), PixelIterateMonoRead(See, nullptr, "rows", &seen, nullptr, 0, 0,
                                                       1000, 400, image.get(), exception));
  EXPECT_GT(100u, seen.calls);
  EXPECT_EQ(UndefinedException, exception.severity());
}

// Its own exception of each thread becomes part of the caller's.
TEST(PixelIterator, ReportsWhatCallbacksReport) {
  const auto complain = [](void*, const void*, const Image*, const PixelPacket*, const IndexPacket*,
                           const long, ExceptionInfo* exception) -> MagickPassFail {
    ThrowException(exception, CorruptImageWarning, "complaint", nullptr);
    return MagickPass;
  };
  Exception exception;
  const ImagePtr image = RandomImage(1000, 400, Kind::kOpaque, 1);
  EXPECT_EQ(MagickPass, PixelIterateMonoRead(complain, nullptr, "rows", nullptr, nullptr, 0, 0,
                                             1000, 400, image.get(), exception));
  EXPECT_EQ(CorruptImageWarning, exception.severity());
  EXPECT_EQ(MagickPass, PixelIterateMonoRead(complain, nullptr, "rows", nullptr, nullptr, 0, 0,
                                             1000, 400, image.get(), nullptr));
}

TEST(PixelIterator, ChangesARegionAndNoSharedPixels) {
  Exception exception;
  const ImagePtr image = RandomImage(17, 16, Kind::kMatte, 1);
  const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
  const ImagePtr same(CloneImage(image.get(), 0, 0, MagickTrue, exception));
  const auto before = Pixels(image.get());
  const int step = 5;
  ASSERT_EQ(MagickPass, PixelIterateMonoModify(Invert, nullptr, "rows", nullptr, &step, 2, 3, 7, 5,
                                               image.get(), exception));
  const auto after = Pixels(image.get());
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 17; ++x) {
      const bool inside = x >= 2 && x < 9 && y >= 3 && y < 8;
      const auto expected = static_cast<Quantum>(before[y * 17 + x].red + (inside ? step : 0));
      EXPECT_EQ(expected, after[y * 17 + x].red) << x << "," << y;
    }
  ExpectSameImage(same.get(), clone.get(), "the clone");
}

MagickPassFail Copy(void*, const void*, const Image*, const PixelPacket* from, const IndexPacket*,
                    Image*, PixelPacket* to, IndexPacket*, const long count, ExceptionInfo*) {
  std::copy_n(from, count, to);
  return MagickPass;
}

MagickPassFail Sum(void*, const void*, const Image*, const PixelPacket* a, const IndexPacket*,
                   const Image*, const PixelPacket* b, const IndexPacket*, Image*, PixelPacket* to,
                   IndexPacket*, const long count, ExceptionInfo*) {
  for (long i = 0; i < count; ++i) {
    to[i] = a[i];
    to[i].red = static_cast<Quantum>(a[i].red / 2 + b[i].red / 2);
  }
  return MagickPass;
}

TEST(PixelIterator, WritesNewImagesFromOthers) {
  Exception exception;
  const ImagePtr source = RandomImage(257, 200, Kind::kMatte, 1);
  const ImagePtr other = RandomImage(257, 200, Kind::kMatte, 2);
  const ImagePtr copy(CloneImage(source.get(), 257, 200, MagickTrue, exception));
  ASSERT_EQ(MagickPass, PixelIterateDualNew(Copy, nullptr, "rows", nullptr, nullptr, 257, 200,
                                            source.get(), 0, 0, copy.get(), 0, 0, exception));
  ExpectSameImage(source.get(), copy.get(), "copy");
  const ImagePtr sum(CloneImage(source.get(), 257, 200, MagickTrue, exception));
  ASSERT_EQ(MagickPass,
            PixelIterateTripleNew(Sum, nullptr, "rows", nullptr, nullptr, 257, 200, source.get(),
                                  other.get(), 0, 0, sum.get(), 0, 0, exception));
  const auto a = Pixels(source.get()), b = Pixels(other.get());
  const auto both = Pixels(sum.get());
  for (std::size_t i = 0; i < a.size(); ++i)
    ASSERT_EQ(static_cast<Quantum>(a[i].red / 2 + b[i].red / 2), both[i].red);
}

// The rows of the source are those outside the image too, which are copies.
TEST(PixelIterator, TwoRowsOfOneImageDoNotOverwriteEachOther) {
  Exception exception;
  const ImagePtr image = RandomImage(9, 9, Kind::kOpaque, 1);
  const auto compare = [](void* data, const void*, const Image*, const PixelPacket* a,
                          const IndexPacket*, const Image*, const PixelPacket* b,
                          const IndexPacket*, const long, ExceptionInfo*) -> MagickPassFail {
    if (a != b) ++*static_cast<std::atomic<int>*>(data);
    return MagickPass;
  };
  std::atomic<int> different{0};
  ASSERT_EQ(MagickPass, PixelIterateDualRead(compare, nullptr, "rows", &different, nullptr, 12, 9,
                                             image.get(), -1, -2, image.get(), -2, 0, exception));
  EXPECT_EQ(9, different);
}

struct Report {
  std::string text;
  magick_uint64_t span = 0;
  int calls = 0;
  MagickPassFail result = MagickPass;
};
Report report;

MagickPassFail Listen(const char* text, const magick_int64_t, const magick_uint64_t span,
                      ExceptionInfo*) {
  report.text = text;
  report.span = span;
  ++report.calls;
  return report.result;
}

class MonitoredIterator : public testing::Test {
 protected:
  MonitoredIterator() { report = {}; }
  ~MonitoredIterator() override { SetMonitorHandler(nullptr); }
};

TEST_F(MonitoredIterator, ReportsTheNamesOfItsImages) {
  SetMonitorHandler(Listen);
  Exception exception;
  const ImagePtr first = RandomImage(9, 9, Kind::kOpaque, 1);
  const ImagePtr second = RandomImage(9, 9, Kind::kOpaque, 1);
  std::strcpy(second->filename, "second");
  ASSERT_EQ(MagickPass, PixelIterateDualNew(Copy, nullptr, "%s to %s", nullptr, nullptr, 9, 5,
                                            first.get(), 0, 0, second.get(), 0, 0, exception));
  EXPECT_EQ("test to second", report.text);
  EXPECT_EQ(5u, report.span);
  EXPECT_EQ(5, report.calls);
  report = {};
  Seen seen;
  ASSERT_EQ(MagickPass, PixelIterateMonoRead(See, nullptr, nullptr, &seen, nullptr, 0, 0, 9, 9,
                                             first.get(), exception));
  EXPECT_EQ(0, report.calls);
}

TEST_F(MonitoredIterator, IsCancelled) {
  SetMonitorHandler(Listen);
  report.result = MagickFail;
  Exception exception;
  const ImagePtr image = RandomImage(1000, 400, Kind::kOpaque, 1);
  Seen seen;
  EXPECT_EQ(unsigned(MagickFail), PixelIterateMonoRead(See, nullptr, "%s", &seen, nullptr, 0, 0,
                                                       1000, 400, image.get(), exception));
  EXPECT_GT(100u, seen.calls);
  EXPECT_EQ(MonitorError, exception.severity());
}

TEST(PixelIterator, RefusesRegionsThatAreNotThere) {
  const ImagePtr image = RandomImage(9, 9, Kind::kOpaque, 1);
  const int step = 1;
  Seen seen;
  const auto modify = [&](long x, long y, unsigned long columns, unsigned long rows) {
    Exception exception;
    const auto status = PixelIterateMonoModify(Invert, nullptr, "rows", &seen, &step, x, y, columns,
                                               rows, image.get(), exception);
    EXPECT_EQ(status == MagickFail, exception.severity() == CacheError) << exception.text();
    return status;
  };
  EXPECT_EQ(MagickPass, modify(0, 0, 9, 0));
  EXPECT_EQ(unsigned(MagickFail), modify(0, 0, 0, 1));
  EXPECT_EQ(unsigned(MagickFail), modify(1, 0, 9, 1));
  EXPECT_EQ(unsigned(MagickFail), modify(0, -1, 9, 1));
  EXPECT_EQ(unsigned(MagickFail), modify(0, 1, 9, ULONG_MAX));
  EXPECT_EQ(unsigned(MagickFail), modify(0, LONG_MAX, 9, 1));
  EXPECT_EQ(unsigned(MagickFail), modify(LONG_MAX, 0, ULONG_MAX, 1));
  EXPECT_EQ(0u, seen.calls);
  EXPECT_EQ(unsigned(MagickFail), modify(0, 8, 9, 2));  // the last row is missing
}

TEST(PixelIterator, RefusesWhatIsMissing) {
  const ImagePtr image = RandomImage(2, 2, Kind::kOpaque, 1);
  Exception exception;
  EXPECT_EQ(unsigned(MagickFail), PixelIterateMonoRead(nullptr, nullptr, "", nullptr, nullptr, 0, 0,
                                                       1, 1, image.get(), exception));
  EXPECT_EQ(OptionError, exception.severity());
  EXPECT_EQ(unsigned(MagickFail), PixelIterateMonoModify(Invert, nullptr, "", nullptr, nullptr, 0,
                                                         0, 1, 1, nullptr, exception));
  EXPECT_EQ(unsigned(MagickFail), PixelIterateMonoSet(Invert, nullptr, "", nullptr, nullptr, 0, 0,
                                                      1, 1, nullptr, exception));
  EXPECT_EQ(unsigned(MagickFail),
            PixelIterateDualModify(Copy, nullptr, "", nullptr, nullptr, 1, 1, image.get(), 0, 0,
                                   nullptr, 0, 0, exception));
  EXPECT_EQ(unsigned(MagickFail),
            PixelIterateTripleModify(Sum, nullptr, "", nullptr, nullptr, 1, 1, image.get(), nullptr,
                                     0, 0, image.get(), 0, 0, exception));
  InitializePixelIteratorOptions(nullptr, nullptr);
}

}  // namespace
}  // namespace lodestone::test
