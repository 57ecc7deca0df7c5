// Settings of drawing.
#include "magick/render.h"

#include <new>

#include "base/owner.hpp"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

using DrawInfoPtr = Owner<DrawInfo, DestroyDrawInfo>;

DrawInfoPtr Everything() {
  DrawInfoPtr info(CloneDrawInfo(nullptr, nullptr));
  info->text = AllocateString("text");
  info->font = AllocateString("font");
  *DrawInfoGetClipPath(info.get()) = AllocateString("clip");
  *DrawInfoGetCompositePath(info.get()) = AllocateString("composite");
  info->fill_pattern = RandomImage(5, 3, Kind::kMatte, 1).release();
  info->stroke_pattern = RandomImage(2, 2, Kind::kOpaque, 1).release();
  info->dash_pattern = static_cast<double*>(MagickMalloc(3 * sizeof(double)));
  info->dash_pattern[0] = 4.0;
  info->dash_pattern[1] = 1.5;
  info->dash_pattern[2] = 0.0;
  return info;
}

TEST(DrawInfo, DefaultsFollowTheSettingsOfTheImage) {
  const ImageInfoPtr settings = NewInfo();
  settings->font = AllocateString("a font");
  settings->pointsize = 33.0;
  settings->antialias = MagickFalse;
  const DrawInfoPtr info(CloneDrawInfo(settings.get(), nullptr));
  ASSERT_NE(nullptr, info);
  EXPECT_STREQ("a font", info->font);
  EXPECT_NE(settings->font, info->font);
  EXPECT_EQ(33.0, info->pointsize);
  EXPECT_EQ(MagickFalse, info->stroke_antialias + info->text_antialias);
  EXPECT_EQ(1.0, info->affine.sx * info->affine.sy);
  EXPECT_EQ(TransparentOpacity, info->stroke.opacity);
  EXPECT_EQ(nullptr, *DrawInfoGetClipPath(info.get()));
}

TEST(DrawInfo, ACopyIsIndependent) {
  DrawInfoPtr info = Everything();
  const DrawInfoPtr copy(CloneDrawInfo(nullptr, info.get()));
  ASSERT_NE(nullptr, copy);
  info->text[0] = '#';
  info->dash_pattern[0] = 9.0;
  (*DrawInfoGetClipPath(info.get()))[0] = '#';
  ASSERT_EQ(MagickPass, SetImage(info->fill_pattern, OpaqueOpacity));
  info.reset();
  EXPECT_STREQ("text", copy->text);
  EXPECT_STREQ("clip", *DrawInfoGetClipPath(copy.get()));
  EXPECT_STREQ("composite", *DrawInfoGetCompositePath(copy.get()));
  EXPECT_EQ(4.0, copy->dash_pattern[0]);
  EXPECT_EQ(1.5, copy->dash_pattern[1]);
  EXPECT_EQ(0.0, copy->dash_pattern[2]);
  const ImagePtr original = RandomImage(5, 3, Kind::kMatte, 1);
  ExpectSameImage(original.get(), copy->fill_pattern, "pattern");
}

TEST(DrawInfo, TheOldNameOfThePatternIsUnderstood) {
  DrawInfoPtr info = Everything();
  std::swap(info->tile, info->fill_pattern);
  const DrawInfoPtr copy(CloneDrawInfo(nullptr, info.get()));
  ASSERT_NE(nullptr, copy->fill_pattern);
  EXPECT_EQ(nullptr, copy->tile);
}

TEST(DrawInfo, NothingIsSafe) {
  GetDrawInfo(nullptr, nullptr);
  DestroyDrawInfo(nullptr);
  EXPECT_EQ(nullptr, DrawInfoGetClipPath(nullptr));
  EXPECT_EQ(nullptr, DrawInfoGetCompositePath(nullptr));
}

// Allocations that fail after a given number.
int allocations_left;
void* Allocate(size_t size) {
  return allocations_left-- > 0 ? std::malloc(size) : nullptr;
}
void* Reallocate(void* memory, size_t size) {
  return allocations_left-- > 0 ? std::realloc(memory, size) : nullptr;
}

TEST(DrawInfo, EveryAllocationMayFail) {
  const DrawInfoPtr info = Everything();
  const ImageInfoPtr settings = NewInfo();
  settings->density = AllocateString("72");
  int failures = 0;
  for (bool done = false; !done; ++failures) {
    ASSERT_LT(failures, 1000);
    allocations_left = failures;
    MagickAllocFunctions(std::free, Allocate, Reallocate);
    const DrawInfoPtr copy(CloneDrawInfo(settings.get(), info.get()));
    MagickAllocFunctions(std::free, std::malloc, std::realloc);
    done = copy != nullptr;
  }
  EXPECT_LT(8, failures);
}

}  // namespace
}  // namespace lodestone::test
