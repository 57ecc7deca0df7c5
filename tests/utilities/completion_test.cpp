// Completion in bash.
#include <gmock/gmock.h>

#include <cstdlib>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

class CompletionTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (IsSkipped()) return;
    if (RunProcess({"bash", "-c", "true"}, folder_.path()).status != 0)
      GTEST_SKIP() << "bash is not installed";
  }

  // What bash offers for the last of the words after the program, one a line.
  std::string Offered(const Words& words) {
    const std::string file =
        std::string(std::getenv("LODESTONE_BUILD_DIR")) + "/docs/completion/lodestone.bash";
    const std::string script =
        "source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _lodestone;"
        "printf '%s\\n' \"${COMPREPLY[@]}\"";
    Words all = {"bash", "-c", script, "bash", file, ProgramPath()};
    all.insert(all.end(), words.begin(), words.end());
    const ProcessResult result = RunProcess(all, folder_.path());
    EXPECT_EQ("", result.err);
    return result.out;
  }
};

TEST_F(CompletionTest, Commands) {
  EXPECT_EQ("compare\ncomposite\n", Offered({"comp"}));
  EXPECT_EQ("montage\n", Offered({"help", "mont"}));
  EXPECT_THAT(Offered({""}), testing::HasSubstr("\nidentify\n"));
}

TEST_F(CompletionTest, OptionsOfTheCommand) {
  EXPECT_EQ("-thumbnail\n", Offered({"convert", "in.ppm", "-thu"}));
  EXPECT_EQ("+dither\n", Offered({"composite", "+dith"}));
  EXPECT_EQ("-stegano\n-stereo\n", Offered({"composite", "-ste"}));
  EXPECT_EQ("\n", Offered({"convert", "-stegano"}));
  EXPECT_EQ("-stop-on-error\n", Offered({"batch", "-st"}));
  EXPECT_EQ("-otlp\n", Offered({"events", "export", "-ot"}));
}

// Bash completes file names itself.
TEST_F(CompletionTest, LeavesFiles) {
  EXPECT_EQ("\n", Offered({"convert", "in"}));
}

}  // namespace
}  // namespace lodestone::test
