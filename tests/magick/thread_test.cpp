// Images used by several threads at once.
#include <atomic>
#include <thread>

#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

constexpr int kThreads = 8;

template <class Work>
void InThreads(Work work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
}

TEST(Threads, CloneAndChangeTheSameImage) {
  const ImagePtr image = Counting(64, 16);
  std::atomic<int> wrong{0};
  InThreads([&](int number) {
    for (int round = 0; round < 50; ++round) {
      Exception exception;
      const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
      PixelPacket* pixels = GetImagePixels(clone.get(), 0, 0, 64, 16);
      for (int i = 0; i < 64 * 16; ++i) pixels[i].red = static_cast<Quantum>(number);
      if (RedAt(clone.get(), 63, 15) != number) ++wrong;
      if (RedAt(image.get(), 63, 0) != 64) ++wrong;
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(Threads, ReadOneImageThroughRegionsOfTheirOwn) {
  const ImagePtr image = Counting(40, 30);
  std::atomic<int> wrong{0};
  InThreads([&](int number) {
    Exception exception;
    for (int round = 0; round < 200; ++round) {
      const long x = (number + round) % 30;
      const PixelPacket* pixels = AcquireImagePixels(image.get(), x, number, 5, 3, exception);
      for (long i = 0; i < 15; ++i) {
        const long expected = (number + i / 5) * 40 + x + i % 5 + 1;
        if (pixels[i].red != static_cast<Quantum>(expected)) ++wrong;
      }
    }
  });
  EXPECT_EQ(wrong, 0);
}

// The pixels are shared with another image until the first row is written.
TEST(Threads, WriteRowsOfOneImage) {
  constexpr long kRows = 20000;  // enough for the threads to overlap
  const ImagePtr image = Counting(33, kRows);
  Exception exception;
  const ImagePtr shared(CloneImage(image.get(), 0, 0, MagickTrue, exception));
  std::atomic<int> wrong{0};
  InThreads([&](int number) {
    for (long y = number; y < kRows; y += kThreads) {
      PixelPacket* row = GetImagePixels(image.get(), 0, y, 33, 1);
      for (int x = 0; x < 33; ++x) row[x].red = static_cast<Quantum>(y);
      PixelPacket* part = GetImagePixels(image.get(), 4, y, 3, 1);
      part[1].green = static_cast<Quantum>(y);
      if (SyncImagePixels(image.get()) == MagickFail) ++wrong;
    }
  });
  EXPECT_EQ(wrong, 0);
  for (long y = 0; y < kRows; ++y) {
    EXPECT_EQ(RedAt(image.get(), 32, y), static_cast<Quantum>(y));
    EXPECT_EQ(AcquireOnePixel(image.get(), 5, y, exception).green, static_cast<Quantum>(y));
    EXPECT_EQ(RedAt(shared.get(), 0, y), static_cast<Quantum>(y * 33 + 1));
  }
}

TEST(Threads, ReferencesAndBlobs) {
  Image* image = Counting(4, 4).release();
  InThreads([&](int) {
    for (int round = 0; round < 1000; ++round) DestroyImage(ReferenceImage(image));
  });
  EXPECT_EQ(image->reference_count, 1);
  DestroyImage(image);
}

TEST(Threads, TheFirstUseMayComeFromAnyOfThem) {
  std::atomic<int> found{0};
  InThreads([&](int) {
    Exception exception;
    InitializeMagick(nullptr);
    if (GetMagickInfo("PPM", exception) != nullptr) ++found;
    DestroyMagick();
  });
  EXPECT_EQ(found, kThreads);
}

}  // namespace
}  // namespace lodestone::test
