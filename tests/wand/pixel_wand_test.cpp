// Pixel wands: what they refuse, and what they own.
#include <gtest/gtest.h>

#include <limits>

#include <wand/wand_api.h>

namespace lodestone::test {
namespace {

TEST(PixelWandTest, WithoutAWandNothingHappens) {
  EXPECT_EQ(nullptr, ClonePixelWand(nullptr));
  EXPECT_EQ(nullptr, ClonePixelWands(nullptr, 3));
  EXPECT_EQ(nullptr, PixelGetColorAsString(nullptr));
  EXPECT_EQ(0.0, PixelGetRed(nullptr));
  EXPECT_EQ(0u, PixelGetBlackQuantum(nullptr));
  EXPECT_EQ(0u, PixelGetColorCount(nullptr));
  EXPECT_EQ(0u, PixelSetColor(nullptr, "red"));
  PixelSetGreen(nullptr, 0.5);
  PixelSetQuantumColor(nullptr, nullptr);
  DestroyPixelWand(nullptr);
}

TEST(PixelWandTest, AMissingArgumentIsAnError) {
  PixelWand* const wand = NewPixelWand();
  PixelSetQuantumColor(wand, nullptr);
  char* text = nullptr;
  EXPECT_EQ(static_cast<unsigned>(OptionError), PixelGetException(wand, &text));
  EXPECT_STREQ("A required argument is missing", text);
  MagickFree(text);
  EXPECT_EQ(static_cast<unsigned>(OptionError), PixelGetException(wand, nullptr));
  PixelGetQuantumColor(wand, nullptr);
  DestroyPixelWand(wand);
}

TEST(PixelWandTest, ComponentsStayFromZeroToOne) {
  PixelWand* const wand = NewPixelWand();
  const double infinite = std::numeric_limits<double>::infinity();
  PixelSetRed(wand, infinite);
  EXPECT_EQ(1.0, PixelGetRed(wand));
  PixelSetRed(wand, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(0.0, PixelGetRed(wand));
  EXPECT_EQ(0u, PixelGetCyanQuantum(wand));
  DestroyPixelWand(wand);
}

TEST(PixelWandTest, ArraysAreMadeWholeOrNotAtAll) {
  EXPECT_EQ(nullptr, NewPixelWands(0));
  EXPECT_EQ(nullptr, NewPixelWands(std::numeric_limits<unsigned long>::max()));
  PixelWand* const wand = NewPixelWand();
  const PixelWand* wands[] = {wand, nullptr};
  EXPECT_EQ(nullptr, ClonePixelWands(wands, 2));
  EXPECT_EQ(nullptr, ClonePixelWands(wands, 0));
  PixelWand** const copies = ClonePixelWands(wands, 1);
  ASSERT_NE(nullptr, copies);
  DestroyPixelWand(copies[0]);
  MagickFree(copies);
  DestroyPixelWand(wand);
}

}  // namespace
}  // namespace lodestone::test
