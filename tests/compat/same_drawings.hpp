// Comparing pixels of drawings with GraphicsMagick's, written by write_samples_of().
#pragma once

#include <gtest/gtest.h>
#include <stdio.h>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>

namespace lodestone::compat {

struct Comparison {
  int lines = 0, pixels = 0, off = 0;  // off: by more than one step
  int most_off = 0;                    // in one drawing
};

// Both are samples in hexadecimal.
inline bool AreNear(const std::string& a, const std::string& b) {
  unsigned left[4], right[4];
  const char* format = "%x,%x,%x,%x";
  if (sscanf(a.c_str(), format, left, left + 1, left + 2, left + 3) != 4 ||
      sscanf(b.c_str(), format, right, right + 1, right + 2, right + 3) != 4)
    return a == b;
  for (int i = 0; i < 4; ++i)
    if (std::max(left[i], right[i]) - std::min(left[i], right[i]) > 1) return false;
  return true;
}

inline void CompareLine(const std::string& theirs, const std::string& ours, Comparison* sum) {
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

// At least 100 drawings; few pixels differ by more than a step.
inline void ExpectSameDrawings(const std::string& theirs, const std::string& ours) {
  std::istringstream expected(theirs), actual(ours);
  Comparison sum;
  std::string left, right;
  while (std::getline(expected, left)) {
    std::getline(actual, right);
    CompareLine(left, right, &sum);
  }
  EXPECT_FALSE(std::getline(actual, right));
  EXPECT_LT(100, sum.lines);
  EXPECT_LE(sum.most_off, 10);
  EXPECT_LE(sum.off, sum.pixels / 25000) << "of " << sum.pixels << " pixels";
  std::cout << sum.off << " of " << sum.pixels << " pixels differ by more than a step, at most "
            << sum.most_off << " in a drawing\n";
}

}  // namespace lodestone::compat
