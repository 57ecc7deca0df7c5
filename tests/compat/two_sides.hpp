// What GraphicsMagick and this library write when they do the same.
#pragma once

#include <gtest/gtest.h>
#include <stdio.h>
#include <stdlib.h>

#include <sstream>
#include <string>

namespace lodestone::compat {

// What GraphicsMagick writes: one of the transcripts by its name.
inline std::string Theirs(const std::string& name) {
  const char* folder = std::getenv("LODESTONE_BUILD_DIR");
  const std::string command =
      "OMP_NUM_THREADS=1 '" + std::string(folder ? folder : ".") + "/" GM_SERVER "' " + name;
  FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  char part[4096];
  while (pipe) {
    const std::size_t count = fread(part, 1, sizeof part, pipe);
    if (count == 0) break;
    text.append(part, count);
  }
  if (!pipe || pclose(pipe) != 0) ADD_FAILURE() << command << " fails";
  return text;
}

// What write(stream) writes.
template <class Write>
std::string Ours(Write write) {
  char* text = nullptr;
  std::size_t length = 0;
  FILE* stream = open_memstream(&text, &length);
  write(stream);
  fclose(stream);
  std::string copy(text, length);
  free(text);
  return copy;
}

// The lines are long.
inline void ExpectSameLines(const std::string& theirs, const std::string& ours) {
  std::istringstream expected(theirs), actual(ours);
  std::string left, right;
  int lines = 0, differences = 0;
  for (; std::getline(expected, left); ++lines) {
    std::getline(actual, right);
    if (left != right && ++differences < 4)
      ADD_FAILURE() << "GraphicsMagick: " << left << "\n     this one: " << right;
  }
  EXPECT_EQ(0, differences) << "of " << lines << " lines";
  EXPECT_LT(1, lines);
  EXPECT_FALSE(std::getline(actual, right)) << right;
}

}  // namespace lodestone::compat
