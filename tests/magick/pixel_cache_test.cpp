#include "magick/pixel_cache.h"

#include <cstdlib>
#include <string>
#include <tuple>
#include <map>

#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

// Steps one period at a time: slow, but obviously correct. A mirrored image is reversed on every
// side, as in GraphicsMagick, and positions a whole number of images before it map to its first
// pixel.
long SlowCoordinate(long v, long n, VirtualPixelMethod method) {
  if (v >= 0 && v < n) return v;
  if (method == ConstantVirtualPixelMethod) return -1;
  if (method != TileVirtualPixelMethod && method != MirrorVirtualPixelMethod)
    return v < 0 ? 0 : n - 1;
  const bool before = v < 0;
  while (v < 0 || v >= n) v += v < 0 ? n : -n;
  if (method == TileVirtualPixelMethod) return v;
  return before && v == 0 ? 0 : n - 1 - v;
}

PixelPacket SlowPixel(const Image* image, long x, long y, VirtualPixelMethod method) {
  const long source_x = SlowCoordinate(x, static_cast<long>(image->columns), method);
  const long source_y = SlowCoordinate(y, static_cast<long>(image->rows), method);
  if (source_x < 0 || source_y < 0) return image->background_color;
  PixelPacket pixel{};
  pixel.red = static_cast<Quantum>(source_y * static_cast<long>(image->columns) + source_x + 1);
  return pixel;
}

bool Same(const PixelPacket& a, const PixelPacket& b) {
  return std::memcmp(&a, &b, sizeof(a)) == 0;
}

using VirtualCase = std::tuple<int, unsigned long, unsigned long>;
class VirtualPixelTest : public ::testing::TestWithParam<VirtualCase> {};

TEST_P(VirtualPixelTest, AgreesWithTheSlowOracle) {
  const auto [number, columns, rows] = GetParam();
  const auto method = static_cast<VirtualPixelMethod>(number);
  const ImagePtr image = Counting(columns, rows);
  image->background_color.green = 99;
  SetImageVirtualPixelMethod(image.get(), method);
  EXPECT_EQ(GetImageVirtualPixelMethod(image.get()), method);
  Exception exception;
  const RectangleInfo regions[] = {{18, 11, -8, -5}, {1, 1, -3, 0},   {2, 2, 0, 0},
                                   {5, 1, -2, 1},    {3, 9, 40, -60}, {7, 3, -1, -1}};
  for (const RectangleInfo& region : regions) {
    const PixelPacket* pixels =
        AcquireImagePixels(image.get(), region.x, region.y, region.width, region.height, exception);
    ASSERT_NE(pixels, nullptr) << exception.text();
    for (unsigned long i = 0; i < region.width * region.height; ++i) {
      const long x = region.x + static_cast<long>(i % region.width);
      const long y = region.y + static_cast<long>(i / region.width);
      const PixelPacket expected = SlowPixel(image.get(), x, y, method);
      ASSERT_TRUE(Same(pixels[i], expected)) << x << "," << y;
      ASSERT_TRUE(Same(AcquireOnePixel(image.get(), x, y, exception), expected));
      PixelPacket pixel;
      ASSERT_EQ(1u, AcquireOnePixelByReference(image.get(), &pixel, x, y, exception));
      ASSERT_TRUE(Same(pixel, expected));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(MethodsAndSizes, VirtualPixelTest,
                         ::testing::Combine(::testing::Range(0, 5),
                                            ::testing::Values(1UL, 2UL, 3UL, 7UL),
                                            ::testing::Values(1UL, 2UL, 5UL)));

TEST(PixelCache, RowsAndWholeRowsAreTheImageItself) {
  Exception exception;
  const ImagePtr image = Counting(7, 5);
  PixelPacket* all = GetImagePixels(image.get(), 0, 0, 7, 5);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(all) % 64, 0u);
  EXPECT_EQ(GetImagePixels(image.get(), 0, 2, 7, 2), all + 14);
  EXPECT_EQ(GetImagePixels(image.get(), 3, 4, 2, 1), all + 31);
  EXPECT_EQ(SetImagePixels(image.get(), 3, 4, 2, 1), all + 31);
  EXPECT_EQ(AcquireImagePixels(image.get(), 3, 4, 2, 1, exception), all + 31);
  // Written without Sync, as clients do.
  GetImagePixels(image.get(), 6, 4, 1, 1)->red = 9;
  EXPECT_EQ(RedAt(image.get(), 6, 4), 9);
}

TEST(PixelCache, OtherRegionsAreCopiesThatSyncStores) {
  const ImagePtr image = Counting(7, 5);
  PixelPacket* part = GetImagePixels(image.get(), 2, 1, 3, 2);
  EXPECT_EQ(part[0].red, 10);
  EXPECT_EQ(part[3].red, 17);
  EXPECT_EQ(AccessMutablePixels(image.get()), part);
  EXPECT_EQ(GetPixelCacheArea(image.get()), 6);
  for (int i = 0; i < 6; ++i) part[i].red = static_cast<Quantum>(100 + i);
  EXPECT_EQ(RedAt(image.get(), 2, 1), 10);
  EXPECT_EQ(SyncImagePixels(image.get()), static_cast<unsigned>(MagickPass));
  for (long y = 0; y < 5; ++y) {
    for (long x = 0; x < 7; ++x) {
      const bool inside = x >= 2 && x < 5 && y >= 1 && y < 3;
      const long expected = inside ? 100 + (y - 1) * 3 + x - 2 : y * 7 + x + 1;
      EXPECT_EQ(RedAt(image.get(), x, y), expected) << x << "," << y;
    }
  }
}

TEST(PixelCache, RefusesWhatItCannotGive) {
  Exception exception;
  const ImagePtr image = Counting(3, 2);
  const RectangleInfo outside[] = {{2, 1, -1, 0}, {4, 1, 0, 0},  {1, 1, 3, 0},
                                   {1, 3, 0, 0},  {1, 1, 0, -1}, {~0UL, 1, 0, 0}};
  for (const RectangleInfo& r : outside) {
    EXPECT_EQ(GetImagePixelsEx(image.get(), r.x, r.y, r.width, r.height, exception), nullptr);
    EXPECT_EQ(SyncImagePixelsEx(image.get(), exception), static_cast<unsigned>(MagickFail));
  }
  EXPECT_EQ(AcquireImagePixels(image.get(), 0, 0, 0, 1, exception), nullptr);
  EXPECT_EQ(AcquireImagePixels(image.get(), 0, 0, ~0UL, ~0UL, exception), nullptr);
  EXPECT_EQ(exception.severity(), CacheError);
  const ImagePtr empty(AllocateImage(nullptr));
  Exception none;
  EXPECT_EQ(AcquireImagePixels(empty.get(), 0, 0, 1, 1, none), nullptr);
  EXPECT_EQ(none.severity(), CacheError);
  EXPECT_EQ(GetImagePixels(empty.get(), 0, 0, 1, 1), nullptr);
  EXPECT_EQ(empty->exception.severity, ResourceError);
}

TEST(PixelCache, ClassChangesKeepPixelsAndAddIndexes) {
  const ImagePtr image = Counting(3, 2);
  GetImagePixels(image.get(), 0, 0, 3, 2);
  EXPECT_EQ(AccessMutableIndexes(image.get()), nullptr);
  image->storage_class = PseudoClass;
  const PixelPacket* pixels = GetImagePixels(image.get(), 0, 0, 3, 2);
  IndexPacket* indexes = AccessMutableIndexes(image.get());
  ASSERT_NE(indexes, nullptr);
  EXPECT_EQ(pixels[5].red, 6);
  EXPECT_EQ(indexes[5], 0);
  indexes[4] = 3;
  Exception exception;
  AcquireImagePixels(image.get(), 1, 1, 1, 1, exception);
  EXPECT_EQ(AccessImmutableIndexes(image.get())[0], 3);
  AcquireImagePixels(image.get(), -1, 1, 3, 1, exception);
  EXPECT_EQ(AccessImmutableIndexes(image.get())[2], 3);
}

TEST(PixelCache, ChangingPixelsIsNoticed) {
  const ImagePtr image = Counting(3, 2);
  image->taint = MagickFalse;
  image->is_grayscale = image->is_monochrome = MagickTrue;
  Exception exception;
  AcquireImagePixels(image.get(), 0, 0, 1, 1, exception);
  EXPECT_EQ(image->taint, static_cast<unsigned>(MagickFalse));
  GetImagePixels(image.get(), 0, 0, 1, 1);
  EXPECT_EQ(image->taint, static_cast<unsigned>(MagickTrue));
  EXPECT_EQ(image->is_grayscale, static_cast<unsigned>(MagickFalse));
}

TEST(PixelCache, BeyondTheMemoryLimitItIsAMappedFile) {
  const magick_int64_t mapped = GetMagickResource(MapResource);
  {
    const Limit limit(MemoryResource, GetMagickResource(MemoryResource) + 1000);
    const ImagePtr image = Counting(100, 100);
    EXPECT_GT(GetMagickResource(MapResource), mapped);
    EXPECT_EQ(RedAt(image.get(), 99, 9), static_cast<Quantum>(1000));
    Exception exception;
    const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
    GetImagePixels(clone.get(), 0, 0, 1, 1)->red = 5;
    EXPECT_EQ(RedAt(image.get(), 0, 0), 1);
    EXPECT_EQ(RedAt(clone.get(), 99, 0), 100);
  }
  EXPECT_EQ(GetMagickResource(MapResource), mapped);
}

TEST(PixelCache, NoMemoryAndNoDiskIsOneClearException) {
  const Limit memory(MemoryResource, GetMagickResource(MemoryResource) + 1000);
  const Limit disk(DiskResource, GetMagickResource(DiskResource));
  const magick_int64_t used = GetMagickResource(MapResource);
  Exception exception;
  const ImagePtr image(AllocateImage(nullptr));
  image->columns = image->rows = 100;
  MagickStrlCpy(image->filename, "large.png", sizeof(image->filename));
  EXPECT_EQ(SetImagePixelsEx(image.get(), 0, 0, 1, 1, exception), nullptr);
  EXPECT_EQ(exception.severity(), ResourceLimitError);
  EXPECT_EQ(exception.text().find("Disk space limit exceeded (see -limit Disk): the limit is "), 0u)
      << exception.text();
  EXPECT_NE(exception.text().find("B (large.png)"), std::string::npos) << exception.text();
  EXPECT_EQ(GetMagickResource(MapResource), used);
}

std::string WhyNoPixels(ExceptionType* severity) {
  Exception exception;
  const ImagePtr image(AllocateImage(nullptr));
  image->columns = image->rows = 100;
  EXPECT_EQ(SetImagePixelsEx(image.get(), 0, 0, 1, 1, exception), nullptr);
  *severity = exception.severity();
  return exception.text();
}

TEST(PixelCache, WhatRanOutIsNamed) {
  const Limit memory(MemoryResource, GetMagickResource(MemoryResource) + 1000);
  ExceptionType severity;
  {
    const Limit files(FileResource, GetMagickResource(FileResource));
    EXPECT_EQ(WhyNoPixels(&severity).find("Temporary file limit exceeded (see -limit Files): "), 0u)
        << WhyNoPixels(&severity);
    EXPECT_EQ(severity, ResourceLimitError);
  }
  const char* const before = std::getenv("MAGICK_TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  setenv("MAGICK_TMPDIR", "/nonexistent/folder", 1);
  EXPECT_EQ(WhyNoPixels(&severity).find("Unable to create temporary file in /nonexistent/folder"),
            0u)
      << WhyNoPixels(&severity);
  EXPECT_EQ(severity, TemporaryFileError);
  before == nullptr ? unsetenv("MAGICK_TMPDIR") : setenv("MAGICK_TMPDIR", kept.c_str(), 1);
}

TEST(PixelCache, SizesAreCheckedFirst) {
  const std::map<ResourceType, const char*> reasons = {
      {WidthResource, "Image pixel width limit exceeded"},
      {HeightResource, "Image pixel height limit exceeded"},
      {PixelsResource, "Image pixel limit exceeded"}};
  for (const auto& [type, reason] : reasons) {
    const Limit limit(type, type == PixelsResource ? 99 * 100 : 99);
    Exception exception;
    const ImagePtr image(AllocateImage(nullptr));
    image->columns = image->rows = 100;
    EXPECT_EQ(SetImagePixelsEx(image.get(), 0, 0, 1, 1, exception), nullptr);
    EXPECT_EQ(exception.severity(), ResourceLimitError);
    EXPECT_EQ(exception.text().find(reason), 0u) << exception.text();
    EXPECT_NE(exception.text().find("): 100x100, the limit is "), std::string::npos)
        << exception.text();
  }
  Exception exception;
  const ImagePtr image(AllocateImage(nullptr));
  image->columns = image->rows = ~0UL;
  EXPECT_EQ(SetImagePixelsEx(image.get(), 0, 0, 1, 1, exception), nullptr);
}

TEST(PixelCache, MemoryIsGivenBack) {
  const magick_int64_t before = GetMagickResource(MemoryResource);
  {
    Exception exception;
    const ImagePtr image = Counting(50, 50);
    const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
    GetImagePixels(clone.get(), 1, 1, 3, 3);
    AcquireImagePixels(image.get(), -1, -1, 3, 3, exception);
    EXPECT_GT(GetMagickResource(MemoryResource), before);
  }
  EXPECT_EQ(GetMagickResource(MemoryResource), before);
}

TEST(CacheView, ViewsAreIndependent) {
  Exception exception;
  const ImagePtr image = Counting(6, 4);
  ViewInfo* first = OpenCacheView(image.get());
  ViewInfo* second = OpenCacheView(image.get());
  PixelPacket* a = GetCacheViewPixels(first, 1, 1, 2, 2, exception);
  const PixelPacket* b = AcquireCacheViewPixels(second, 3, 1, 2, 2, exception);
  EXPECT_EQ(a[0].red, 8);
  EXPECT_EQ(b[0].red, 10);
  a[3].red = 50;
  EXPECT_EQ(SyncCacheViewPixels(first, exception), static_cast<unsigned>(MagickPass));
  EXPECT_EQ(RedAt(image.get(), 2, 2), 50);
  EXPECT_EQ(GetCacheViewArea(first), 4);
  EXPECT_EQ(GetCacheViewRegion(second).x, 3);
  EXPECT_EQ(GetCacheViewImage(first), image.get());
  PixelPacket pixel;
  EXPECT_NE(AcquireOneCacheViewPixel(second, &pixel, -5, -5, exception),
            static_cast<unsigned>(MagickFail));
  EXPECT_EQ(pixel.red, 1);
  EXPECT_EQ(AccessCacheViewPixels(second), b);
  CloseCacheView(first);
  CloseCacheView(second);
  CloseCacheView(nullptr);
}

}  // namespace
}  // namespace lodestone::test
