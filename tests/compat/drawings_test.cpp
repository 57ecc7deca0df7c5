// Drawings are GraphicsMagick's. Where an edge ends, it leaves out the edge behind it for a pixel:
// at such places it has other pixels than its own function of distances says.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // old names are part of the interface

#include <gtest/gtest.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <sstream>
#include <string>

#include <magick/api.h>

#include "tests/compat/gm_process.hpp"
#include "tests/compat/transcripts.h"
#include "tests/compat/two_sides.hpp"
#include "tests/support/text_fonts.hpp"

namespace lodestone::compat {
namespace {

struct Comparison {
  int lines = 0, pixels = 0, off = 0;  // off: by more than one step
  int most_off = 0;                    // in one drawing
};

// Both are samples in hexadecimal.
bool AreNear(const std::string& a, const std::string& b) {
  unsigned left[4], right[4];
  const char* format = "%x,%x,%x,%x";
  if (sscanf(a.c_str(), format, left, left + 1, left + 2, left + 3) != 4 ||
      sscanf(b.c_str(), format, right, right + 1, right + 2, right + 3) != 4)
    return a == b;
  for (int i = 0; i < 4; ++i)
    if (std::max(left[i], right[i]) - std::min(left[i], right[i]) > 1) return false;
  return true;
}

void CompareLine(const std::string& theirs, const std::string& ours, Comparison* sum) {
  std::istringstream expected(theirs), actual(ours);
  std::string left, right;
  int off = 0;
  while (expected >> left) {
    actual >> right;
    if (left.find(',') == std::string::npos) {
      EXPECT_EQ(left, right) << theirs.substr(0, 100) << "\n" << ours.substr(0, 100);
      continue;
    }
    ++sum->pixels;
    if (!AreNear(left, right)) ++off;
  }
  EXPECT_FALSE(actual >> right);
  sum->off += off;
  sum->most_off = std::max(sum->most_off, off);
  ++sum->lines;
}

class DrawingParity : public testing::TestWithParam<NamedTranscript> {};

TEST_P(DrawingParity, IsGraphicsMagicks) {
  LODESTONE_NEEDS_GM();
  if (QuantumDepth != 16) GTEST_SKIP() << "GraphicsMagick has 16 bits a sample";
  const NamedTranscript& named = GetParam();
  if (named.name == std::string("text-scenes") && !testing_support::CanDrawText())
    GTEST_SKIP() << "this build has no FreeType";
  std::istringstream theirs(Theirs(named.name));
  std::istringstream ours(Ours([&](FILE* stream) { write_transcript(&named, stream); }));
  Comparison sum;
  std::string left, right;
  while (std::getline(theirs, left)) {
    std::getline(ours, right);
    CompareLine(left, right, &sum);
  }
  EXPECT_FALSE(std::getline(ours, right));
  EXPECT_LT(100, sum.lines);
  EXPECT_LE(sum.most_off, 10);
  EXPECT_LE(sum.off, sum.pixels / 25000) << "of " << sum.pixels << " pixels";
  std::cout << sum.off << " of " << sum.pixels << " pixels differ by more than a step, at most "
            << sum.most_off << " in a drawing\n";
}

std::string TestName(const testing::TestParamInfo<NamedTranscript>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, DrawingParity, testing::ValuesIn(drawings), TestName);

}  // namespace
}  // namespace lodestone::compat
