// Memory of large images: reused where all of it is overwritten, zero everywhere else.
#include "magick/core/resources/pixel_pool.hpp"

#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "config.h"
#include "magick/memory.h"
#include "tests/magick/support.hpp"

#ifdef LS_WITH_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace lodestone::test {
namespace {

constexpr std::size_t kMi = std::size_t{1} << 20;
using Contents = PixelPool::Contents;

bool IsZero(const void* data, std::size_t bytes) {
  const auto* begin = static_cast<const char*>(data);
  return std::all_of(begin, begin + bytes, [](char c) { return c == 0; });
}

class PixelPoolTest : public ::testing::Test {
 protected:
  PixelPoolTest() { pool_.Trim(); }
  ~PixelPoolTest() override { pool_.Trim(); }

  // Leaves a block full of ones in the pool.
  void* LeaveDirt(std::size_t bytes) {
    const PixelPool::Block block = pool_.Acquire(bytes, Contents::kUndefined);
    std::memset(block.data, 1, bytes);
    pool_.Release(block);
    return block.data;
  }

  PixelPool& pool_ = PixelPool::Get();
};

// Runs `body` in a forked child; true if the child reports success.
template <class Body>
bool InChild(Body body) {
  const pid_t child = fork();
  if (child == 0) _exit(body() ? 0 : 1);
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(PixelPoolTest, UsesTheBestBlockAgain) {
  void* const small = LeaveDirt(4 * kMi);
  const PixelPool::Block held = pool_.Acquire(5 * kMi, Contents::kUndefined);
  void* const large = LeaveDirt(16 * kMi);
  EXPECT_NE(held.data, small);
  const PixelPool::Block too_small = pool_.Acquire(2 * kMi, Contents::kUndefined);
  EXPECT_NE(too_small.data, small);
  const PixelPool::Block fits = pool_.Acquire(4 * kMi - 5000, Contents::kUndefined);
  EXPECT_EQ(fits.data, small);
  const PixelPool::Block other = pool_.Acquire(16 * kMi, Contents::kZero);
  EXPECT_EQ(other.data, large);
  EXPECT_TRUE(IsZero(other.data, 16 * kMi));
  EXPECT_EQ(pool_.kept_bytes(), 0u);
  for (const auto& block : {held, too_small, fits, other}) pool_.Release(block);
}

TEST_F(PixelPoolTest, KeepsNoMoreThanItMay) {
  // Blocks of zeros are not touched before they are used, so this costs no memory.
  for (std::size_t i = 0; i < 2 * PixelPool::kMaxBlocks; ++i) {
    const PixelPool::Block first = pool_.Acquire((1 + i) * kMi, Contents::kZero);
    pool_.Release(first);
  }
  std::size_t bound = 0;  // the newest are kept
  for (std::size_t i = PixelPool::kMaxBlocks; i < 2 * PixelPool::kMaxBlocks; ++i) {
    bound += (1 + i) * kMi + 4096;
  }
  EXPECT_GT(pool_.kept_bytes(), PixelPool::kMaxBlocks * kMi);
  EXPECT_LE(pool_.kept_bytes(), std::min(bound, PixelPool::kMaxBytes));
  pool_.Release(pool_.Acquire(PixelPool::kMaxBytes + kMi, Contents::kZero));
  EXPECT_LE(pool_.kept_bytes(), std::min(bound, PixelPool::kMaxBytes));
}

TEST_F(PixelPoolTest, GivesWayToTheMemoryLimit) {
  LeaveDirt(8 * kMi);
  LeaveDirt(9 * kMi);
  EXPECT_GE(pool_.kept_bytes(), 8 * kMi);
  const magick_int64_t in_use = GetMagickResource(MemoryResource);
  {
    const Limit an_eighth(MemoryResource, in_use + static_cast<magick_int64_t>(64 * kMi));
    LeaveDirt(20 * kMi);
    EXPECT_LE(pool_.kept_bytes(), 9 * kMi);
    LeaveDirt(2 * kMi);
    EXPECT_LE(pool_.kept_bytes(), 9 * kMi);
    EXPECT_GE(pool_.kept_bytes(), 2 * kMi);
  }
  const Limit none_left(MemoryResource, in_use);
  pool_.Release(pool_.Acquire(2 * kMi, Contents::kUndefined));
  EXPECT_EQ(pool_.kept_bytes(), 0u);
}

TEST_F(PixelPoolTest, IsEmptiedByTrimAndByDestroyMagick) {
  LeaveDirt(2 * kMi);
  EXPECT_GT(pool_.kept_bytes(), 0u);
  MagickTrimMemory();
  EXPECT_EQ(pool_.kept_bytes(), 0u);
  LeaveDirt(2 * kMi);
  EXPECT_GT(pool_.kept_bytes(), 0u);
  DestroyMagick();
  EXPECT_EQ(pool_.kept_bytes(), 0u);
}

TEST_F(PixelPoolTest, ThreadsNeverShareABlock) {
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int number = 1; number <= 8; ++number) {
    threads.emplace_back([&, number] {
      for (int round = 0; round < 100; ++round) {
        const bool zero = round % 4 == 0;
        const auto block = pool_.Acquire(kMi, zero ? Contents::kZero : Contents::kUndefined);
        auto* bytes = static_cast<char*>(block.data);
        if (zero && !IsZero(bytes, kMi)) ++wrong;
        std::memset(bytes, number, kMi);
        if (std::count(bytes, bytes + kMi, static_cast<char>(number)) != kMi) ++wrong;
        pool_.Release(block);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(PixelPoolTest, AskingForPagesChangesNothingElse) {
  std::vector<char> memory(100000, 7);
  RequestPages(memory.data() + 12345, 54321);
  RequestPages(memory.data() + 99999, 1);
  EXPECT_EQ(std::count(memory.begin(), memory.end(), 7), 100000);
  const PixelPool::Block block = pool_.Acquire(3 * kMi, Contents::kZero);
  RequestPages(block.data, 3 * kMi);
  EXPECT_TRUE(IsZero(block.data, 3 * kMi));
  pool_.Release(block);
}

TEST_F(PixelPoolTest, AForkedChildStartsWithoutIt) {
  void* const dirt = LeaveDirt(2 * kMi);
  const bool child = InChild([&] {
    const PixelPool::Block block = pool_.Acquire(2 * kMi, Contents::kUndefined);
    const bool fresh = IsZero(block.data, 2 * kMi) && pool_.kept_bytes() == 0;
    std::memset(block.data, 2, 2 * kMi);
    pool_.Release(block);
    return fresh && pool_.kept_bytes() > 0;
  });
  EXPECT_TRUE(child);
  const PixelPool::Block block = pool_.Acquire(2 * kMi, Contents::kUndefined);
  EXPECT_EQ(block.data, dirt);
  EXPECT_EQ(static_cast<char*>(block.data)[kMi], 1);
  pool_.Release(block);
}

#ifdef LS_WITH_ASAN
TEST_F(PixelPoolTest, TheSanitizerSeesUseAfterFreeAndOverflow) {
  const PixelPool::Block block = pool_.Acquire(2 * kMi, Contents::kUndefined);
  auto* bytes = static_cast<char*>(block.data);
  EXPECT_FALSE(__asan_address_is_poisoned(bytes + 2 * kMi - 1));
  EXPECT_TRUE(__asan_address_is_poisoned(bytes + 2 * kMi));
  pool_.Release(block);
  EXPECT_TRUE(__asan_address_is_poisoned(bytes));
  EXPECT_TRUE(__asan_address_is_poisoned(bytes + kMi));
}
#elif !defined(LS_WITH_TSAN)
// Address space for 100 MiB more, 96 of which are kept: 64 fit only after those are released.
TEST_F(PixelPoolTest, WhatIsKeptGivesWayWhenMemoryIsShort) {
  EXPECT_TRUE(InChild([&] {
    std::ifstream file("/proc/self/statm");
    rlim_t pages = 0;
    file >> pages;
    const rlim_t bytes = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + 100 * kMi;
    const rlimit limit{bytes, bytes};
    if (setrlimit(RLIMIT_AS, &limit) != 0) return false;
    for (const PixelPool::Block& block : {pool_.Acquire(48 * kMi, Contents::kUndefined),
                                          pool_.Acquire(48 * kMi, Contents::kUndefined)}) {
      pool_.Release(block);
    }
    const bool kept = pool_.kept_bytes() == 96 * kMi;
    const PixelPool::Block block = pool_.Acquire(64 * kMi, Contents::kUndefined);
    const PixelPool::Block none = pool_.Acquire(64 * kMi, Contents::kUndefined);
    return kept && block.data != nullptr && none.data == nullptr && pool_.kept_bytes() == 0;
  }));
}
#endif

// An image of 2 MiB at least, with all pixels equal.
ImagePtr Flat(Quantum value) {
  Exception exception;
  ImagePtr image(AllocateImage(nullptr));
  image->columns = 1024;
  image->rows = 512;
  PixelPacket* pixels = SetImagePixelsEx(image.get(), 0, 0, 1024, 512, exception);
  EXPECT_NE(pixels, nullptr) << exception.text();
  std::fill_n(pixels, 1024 * 512, PixelPacket{value, value, value, value});
  SyncImagePixels(image.get());
  return image;
}

const PixelPacket* PixelsOf(const Image* image) {
  Exception exception;
  return AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception);
}

TEST_F(PixelPoolTest, ResultsOfOperationsLieWhereEarlierOnesDid) {
  const ImagePtr source = Flat(7);
  Exception exception;
  ImagePtr result(ScaleImage(source.get(), 1000, 600, exception));
  const PixelPacket* const place = PixelsOf(result.get());
  result.reset();
  ImagePtr resized(ResizeImage(source.get(), 1000, 600, BoxFilter, 1.0, exception));
  EXPECT_EQ(PixelsOf(resized.get()), place);
  resized.reset();
  const ImagePtr flipped(FlipImage(source.get(), exception));
  EXPECT_EQ(RedAt(flipped.get(), 1023, 511), 7);
}

TEST_F(PixelPoolTest, NoImageShowsThePixelsOfAnother) {
  for (const bool reading : {false, true}) {
    const PixelPacket* const place = PixelsOf(Flat(MaxRGB).get());
    const ImagePtr image(AllocateImage(nullptr));
    image->columns = 1024;
    image->rows = 512;
    Exception exception;
    const PixelPacket* pixels = reading ? GetImagePixelsEx(image.get(), 0, 0, 1024, 512, exception)
                                        : SetImagePixelsEx(image.get(), 0, 0, 1024, 512, exception);
    EXPECT_EQ(pixels, place);
    EXPECT_TRUE(IsZero(pixels, 1024 * 512 * sizeof(PixelPacket)));
  }
}

TEST_F(PixelPoolTest, NeitherDoRegionsAndIndexes) {
  Flat(MaxRGB).reset();
  const ImagePtr image(AllocateImage(nullptr));
  image->columns = 1024;
  image->rows = 512;
  Exception exception;
  EXPECT_TRUE(IsZero(SetImagePixelsEx(image.get(), 1, 0, 1022, 512, exception),
                     1022 * 512 * sizeof(PixelPacket)));
  Flat(MaxRGB).reset();
  AllocateImageColormap(image.get(), 16);
  ASSERT_NE(SetImagePixelsEx(image.get(), 0, 0, 1024, 512, exception), nullptr);
  EXPECT_TRUE(IsZero(AccessMutableIndexes(image.get()), 1024 * 512 * sizeof(IndexPacket)));
}

unsigned int Refuse(const char*, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
  return MagickFail;
}

TEST_F(PixelPoolTest, ACancelledOperationShowsNothing) {
  const ImagePtr source = Flat(7);
  Flat(MaxRGB).reset();
  Exception exception;
  const MonitorHandler before = SetMonitorHandler(Refuse);
  EXPECT_EQ(FlipImage(source.get(), exception), nullptr);
  EXPECT_EQ(ScaleImage(source.get(), 1024, 500, exception), nullptr);
  SetMonitorHandler(before);
}

long large_allocations = 0;
void* NoticingMalloc(std::size_t size) {
  if (size >= PixelPool::kMinBytes) ++large_allocations;
  return std::malloc(size);
}

TEST_F(PixelPoolTest, AProgramsOwnAllocatorGetsLargeImagesToo) {
  Flat(MaxRGB).reset();
  const std::size_t kept = pool_.kept_bytes();
  MagickAllocFunctions(nullptr, NoticingMalloc, nullptr);
  large_allocations = 0;
  {
    const ImagePtr image = Flat(1);
    MagickAllocFunctions(nullptr, nullptr, nullptr);
    EXPECT_EQ(large_allocations, 1);
  }
  EXPECT_EQ(pool_.kept_bytes(), kept);
}

}  // namespace
}  // namespace lodestone::test
