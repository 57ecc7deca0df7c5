// Shared by the tests of the command line.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "magick/image_types.h"
#include "tests/support/formats.hpp"
#include "tests/utilities/process.hpp"

namespace lodestone::test {

class CliTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (ProgramPath().empty()) GTEST_SKIP() << "LODESTONE_PROGRAM is not set";
    WriteFile(folder_ / "in.ppm", SamplePpm(64, 48));
  }

  ProcessResult Lodestone(Words words, const std::string& input = "") {
    words.insert(words.begin(), ProgramPath());
    return RunProcess(words, folder_.path(), input);
  }

  ProcessResult Gm(Words words, const std::string& input = "") {
    words.insert(words.begin(), "gm");
    return RunProcess(words, folder_.path(), input);
  }

  bool Exists(const std::string& name) { return std::filesystem::exists(folder_ / name); }

  // Names of all files in the folder, sorted.
  std::vector<std::string> Files() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  TemporaryFolder folder_;
};

// Whether bytes are those of gm, which cuts 16 bits off to 8, where they are rounded here.
inline bool IsRounded(const std::string& ours, const std::string& theirs) {
  return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                    [](unsigned char a, unsigned char b) { return a == b || a == b + 1; });
}

// Tests that compare with the real gm.
class GmParityTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (!HaveGm()) GTEST_SKIP() << "gm is not installed";
  }

  // For outputs that hold quantum values: the gm of distributions has 16 bits.
  static bool SameDepthAsGm() { return QuantumDepth == 16; }

  // The same arguments give the same status, standard output and message.
  void ExpectSame(const Words& words) {
    Compare(words,
            [](const std::string& ours, const std::string& theirs) { return ours == theirs; });
  }
  // The same for files of 8 bits a sample.
  void ExpectSameBut8Bits(const Words& words) { Compare(words, IsRounded); }

  template <class Same>
  void Compare(const Words& words, Same same) {
    const ProcessResult ours = Lodestone(words);
    const ProcessResult theirs = Gm(words);
    std::string text;
    for (const auto& word : words) text += word + " ";
    EXPECT_EQ(ours.status, theirs.status) << text << ours.err;
    EXPECT_PRED2(same, ours.out, theirs.out) << text;
    EXPECT_EQ(WithoutName(ours.err), WithoutName(theirs.err)) << text;
  }

  // "gm convert: reason" -> "convert: reason", and neither hints nor malformed arguments, which gm
  // does not give.
  static std::string WithoutName(std::string message) {
    for (auto at = message.find(": hint: "); at != std::string::npos;
         at = message.find(": hint: ")) {
      const auto line = message.rfind('\n', at) + 1;
      message.erase(line, message.find('\n', at) + 1 - line);
    }
    const std::string malformed = "argument is malformed";
    if (const auto at = message.find(malformed + " ("); at != std::string::npos)
      message.erase(at + malformed.size(), message.rfind(')') + 1 - at - malformed.size());
    for (const std::string name : {"lodestone ", "gm "}) {
      for (auto at = message.find(name); at != std::string::npos; at = message.find(name)) {
        message.erase(at, name.size());
      }
    }
    return message;
  }
};

}  // namespace lodestone::test
