// Sizes in words.
#include "utilities/events/read/work.hpp"

#include <gtest/gtest.h>

namespace lodestone::cli {
namespace {

TEST(EventWork, SizesInWords) {
  EXPECT_EQ("", SizeText({}));
  EXPECT_EQ("640x480", SizeText({640, 480, 640, 480}));
  EXPECT_EQ("640x480 to 320x240", SizeText({640, 480, 320, 240}));
}

TEST(EventWork, ClassesAreShapeAndDecade) {
  EXPECT_EQ("", ClassText({}));
  EXPECT_EQ("same size, under 0.1 MP", ClassText({300, 300, 300, 300}));
  EXPECT_EQ("reduce by 2 and more, 0.1 to 1 MP", ClassText({640, 480, 320, 240}));
  EXPECT_EQ("reduce, 0.1 to 1 MP", ClassText({640, 480, 321, 240}));
  EXPECT_EQ("enlarge, 1 to 10 MP", ClassText({500, 500, 1000, 1000}));
  EXPECT_EQ("reduce by 2 and more, 10 to 100 MP", ClassText({5640, 3172, 1410, 793}));
  EXPECT_EQ("same size, 100 MP and more", ClassText({10000, 10000, 10000, 10000}));
}

TEST(EventWork, TheLargerImageCounts) {
  EXPECT_DOUBLE_EQ(1.0, Megapixels({500, 500, 1000, 1000}));
  EXPECT_DOUBLE_EQ(1.0, Megapixels({1000, 1000, 500, 500}));
  EXPECT_DOUBLE_EQ(0.0, Megapixels({}));
}

TEST(EventWork, ColdIsFirstOrGettingReady) {
  EventRecord record;
  record.actual_ns = record.parts.upload_ns = record.parts.kernel_ns = record.parts.queue_ns = 5;
  EXPECT_FALSE(IsCold(record));
  record.first = true;
  EXPECT_TRUE(IsCold(record));
  for (double EventParts::*part : {&EventParts::context_ns, &EventParts::load_ns,
                                   &EventParts::compile_ns, &EventParts::test_ns}) {
    EventRecord later;
    later.parts.*part = 1;
    EXPECT_TRUE(IsCold(later));
  }
}

}  // namespace
}  // namespace lodestone::cli
