#include "magick/memory.h"

#include <cstdint>
#include <cstdlib>

#include "base/checked_size.hpp"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

TEST(MagickMalloc, EdgeCases) {
  EXPECT_EQ(MagickMalloc(0), nullptr);
  EXPECT_EQ(MagickMallocAligned(64, SIZE_MAX - 8), nullptr);
  EXPECT_EQ(MagickMallocAligned(48, 8), nullptr);
  EXPECT_EQ(MagickRealloc(nullptr, 0), nullptr);
  MagickFree(nullptr);
  MagickFreeAligned(nullptr);
}

TEST(MagickMalloc, AlignedAndCleared) {
  for (size_t alignment = 1; alignment <= 4096; alignment *= 2) {
    void* memory = MagickMallocAligned(alignment, 100);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % alignment, 0u);
    std::memset(memory, 1, 100);
    MagickFreeAligned(memory);
  }
  auto* cleared = static_cast<char*>(MagickMallocCleared(1000));
  EXPECT_EQ(std::count(cleared, cleared + 1000, 0), 1000);
  cleared = static_cast<char*>(MagickRealloc(cleared, 2000));
  EXPECT_EQ(cleared[999], 0);
  MagickFree(cleared);
}

void* Refuse(void*, size_t) {
  return nullptr;
}

// MagickRealloc frees what it cannot make larger, MagickReallocStd does not.
TEST(MagickReallocStd, KeepsWhatCannotGrow) {
  auto* memory = static_cast<char*>(MagickReallocStd(nullptr, 8));
  std::memset(memory, 7, 8);
  MagickAllocFunctions(nullptr, nullptr, Refuse);
  EXPECT_EQ(nullptr, MagickReallocStd(memory, 100));
  MagickAllocFunctions(nullptr, nullptr, nullptr);
  EXPECT_EQ(7, memory[7]);
  EXPECT_EQ(nullptr, MagickReallocStd(memory, 0));
}

int allocations = 0;
void* CountingMalloc(size_t size) {
  ++allocations;
  return std::malloc(size);
}

TEST(MagickAllocFunctions, AreUsedForImagesToo) {
  MagickAllocFunctions(nullptr, CountingMalloc, nullptr);
  allocations = 0;
  Counting(100, 100);
  EXPECT_GE(allocations, 2);
  MagickAllocFunctions(nullptr, nullptr, nullptr);
  allocations = 0;
  MagickFree(MagickMalloc(1));
  EXPECT_EQ(allocations, 0);
}

TEST(CheckedSize, NoticesOverflow) {
  EXPECT_EQ((CheckedSize(3) * 4 + 5).get(), 17u);
  EXPECT_FALSE((CheckedSize(SIZE_MAX) + 1).valid());
  EXPECT_FALSE((CheckedSize(SIZE_MAX / 2) * 3 * 0).valid());
  EXPECT_EQ(CheckedSize(65).AlignedTo(64).value(), 128u);
  EXPECT_FALSE(CheckedSize(SIZE_MAX - 3).AlignedTo(64).valid());
}

}  // namespace
}  // namespace lodestone::test
