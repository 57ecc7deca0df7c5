// PPM files of 16 bits a sample that commands print, and their differences.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

#include "tests/utilities/process.hpp"

namespace lodestone::test {

// A convert command with these options, which prints such a file, or writes another.
inline Words Convert(const Words& options, const std::string& output = "ppm:-") {
  Words words = {"convert", "in.ppm"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"-depth", "16", output});
  return words;
}

// Largest difference of the bytes of two files; 256 if their lengths differ.
inline int LargestByteDifference(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return 256;
  int worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    worst = std::max(worst,
                     std::abs(static_cast<unsigned char>(a[i]) - static_cast<unsigned char>(b[i])));
  return worst;
}

// Largest difference of the last samples of two files, the more significant byte first.
inline long LargestDifference(const std::string& a, const std::string& b,
                              std::size_t samples = 64 * 48 * 3) {
  const std::size_t bytes = 2 * samples;
  if (a.size() < bytes || b.size() < bytes) return 65536;
  auto sample = [&](const std::string& file, std::size_t i) {
    const char* at = file.data() + file.size() - bytes + 2 * i;
    return long(static_cast<unsigned char>(at[0])) * 256 + static_cast<unsigned char>(at[1]);
  };
  long worst = 0;
  for (std::size_t i = 0; i < samples; ++i)
    worst = std::max(worst, std::labs(sample(a, i) - sample(b, i)));
  return worst;
}

}  // namespace lodestone::test
