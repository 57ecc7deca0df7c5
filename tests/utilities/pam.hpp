// Portable arbitrary maps, for comparing images that programs write.
#pragma once

#include <string>
#include <vector>

namespace lodestone::test {

struct Pam {
  std::string header;  // of the first image; "" if there is none
  std::vector<int> samples;

  // The largest difference of two samples; -1 if sizes or headers differ.
  int DifferenceFrom(const Pam& other) const;
};

Pam ParsePam(const std::string& bytes);

// A pixel map of red, green, blue and alpha, every pixel another.
std::string SamplePam(int columns, int rows);

}  // namespace lodestone::test
