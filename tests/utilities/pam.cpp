#include "tests/utilities/pam.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace lodestone::test {
namespace {

constexpr char kEnd[] = "ENDHDR\n";

}  // namespace

int Pam::DifferenceFrom(const Pam& other) const {
  if (header != other.header || samples.size() != other.samples.size()) return -1;
  int difference = 0;
  for (std::size_t i = 0; i < samples.size(); ++i)
    difference = std::max(difference, std::abs(samples[i] - other.samples[i]));
  return difference;
}

Pam ParsePam(const std::string& bytes) {
  Pam pam;
  const std::size_t end = bytes.find(kEnd);
  if (end == std::string::npos) return pam;
  pam.header = bytes.substr(0, end);
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const bool wide = pam.header.find("MAXVAL 65535") != std::string::npos;
  for (std::size_t i = end + sizeof kEnd - 1; i + (wide ? 1 : 0) < bytes.size(); ++i) {
    int sample = byte(i);
    if (wide) sample = sample * 256 + byte(++i);
    pam.samples.push_back(sample);
  }
  return pam;
}

std::string SamplePam(int columns, int rows) {
  std::string bytes = "P7\nWIDTH " + std::to_string(columns) + "\nHEIGHT " + std::to_string(rows) +
                      "\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\n" + kEnd;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      for (const int sample : {x * 7 + y, y * 5 + 60, x * y + 9, (x * 37 + y * 11) % 3 * 127})
        bytes += static_cast<char>(sample);
  return bytes;
}

}  // namespace lodestone::test
