// lodestone lab: the program that it runs, and that it may be missing.
#include <cstdlib>
#include <filesystem>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

namespace fs = std::filesystem;

// The program alone in a folder, like an installation without the lab.
class LabCommand : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (IsSkipped()) return;
    fs::create_directories(Folder());
    fs::copy_file(ProgramPath(), Folder() / "lodestone");
  }

  virtual fs::path Folder() { return folder_ / "bin"; }

  // Prints its arguments, and ends with its own status.
  static void WriteLab(const fs::path& path) {
    WriteFile(path, "#!/bin/sh\nfor word; do echo \"<$word>\"; done\nexit 7\n");
    fs::permissions(path, fs::perms::owner_all);
  }

  ProcessResult Run(const Words& words) {
    Words all = {(Folder() / "lodestone").string()};
    all.insert(all.end(), words.begin(), words.end());
    return RunProcess(all, folder_.path());
  }
};

TEST_F(LabCommand, PassesArgumentsAndStatusThrough) {
  WriteLab(Folder() / "lodestone-lab");
  const auto result = Run({"lab", "-size", "5x7", "two words", "", "-json"});
  EXPECT_EQ(7, result.status) << result.err;
  EXPECT_EQ("<-size>\n<5x7>\n<two words>\n<>\n<-json>\n", result.out);
  EXPECT_EQ("<-help>\n", Run({"help", "lab"}).out);
  EXPECT_EQ("", Run({"lab"}).out);
}

TEST_F(LabCommand, SaysThatItIsNotInstalled) {
  for (const Words& words : {Words{"lab"}, {"lab", "-size", "5x7"}, {"help", "lab"}}) {
    const auto missing = Run(words);
    EXPECT_EQ(1, missing.status);
    EXPECT_EQ("", missing.out);
    EXPECT_NE(std::string::npos, missing.err.find("The lab is not installed (there is no "))
        << missing.err;
    EXPECT_NE(std::string::npos, missing.err.find("bin/lodestone-lab (package lodestone-lab)"))
        << missing.err;
  }
}

TEST_F(LabCommand, WhatDoesNotRunHasAReason) {
  WriteFile(Folder() / "lodestone-lab", "");
  fs::permissions(Folder() / "lodestone-lab", fs::perms::owner_all);
  EXPECT_EQ(1, Run({"lab"}).status);
  EXPECT_NE(std::string::npos, Run({"lab"}).err.find("Unable to run")) << Run({"lab"}).err;
}

class LabInTheBuildTree : public LabCommand {
  fs::path Folder() override { return folder_ / "build/.libs"; }
};

TEST_F(LabInTheBuildTree, IsBesideTheFolderOfLibtool) {
  WriteLab(folder_ / "build/lodestone-lab");
  EXPECT_EQ("<-groups>\n", Run({"lab", "-groups"}).out);
}

}  // namespace
}  // namespace lodestone::test
