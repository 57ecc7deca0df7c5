// The program under other names, and commands that need a display.
#include <gmock/gmock.h>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using LinksTest = CliTest;

TEST_F(LinksTest, AreCommands) {
  for (const std::string name :
       {"compare", "composite", "convert", "identify", "mogrify", "montage"}) {
    const std::string link = LinkAs(name, folder_).string();
    const ProcessResult help = RunProcess({link, "-help"}, folder_.path());
    EXPECT_EQ(0, help.status) << name;
    EXPECT_THAT(help.out, HasSubstr("\nUsage: " + name + " [options"));
    const ProcessResult failing =
        RunProcess({link, "missing.ppm", "missing.ppm", "out.ppm"}, folder_.path());
    EXPECT_EQ(1, failing.status) << name;
    EXPECT_THAT(failing.err, HasSubstr(name + ": Unable to open file (missing.ppm)"));
  }
}

TEST_F(LinksTest, ConvertAsOne) {
  const std::string link = LinkAs("convert", folder_).string();
  EXPECT_EQ(0, RunProcess({link, "in.ppm", "-flip", "out.ppm"}, folder_.path()).status);
  EXPECT_EQ(Lodestone({"convert", "in.ppm", "-flip", "ppm:-"}).out, ReadFile(folder_ / "out.ppm"));
}

TEST_F(LinksTest, GmHasItsOwnHelp) {
  const std::string gm = LinkAs("gm", folder_).string();
  for (const Words& words : {Words{"-help"}, Words{"help"}, Words{"-?"}}) {
    const ProcessResult result = RunProcess({gm, words[0]}, folder_.path());
    EXPECT_EQ(0, result.status) << words[0];
    EXPECT_THAT(result.out, HasSubstr("Usage: gm command [options ...]"));
  }
  EXPECT_THAT(RunProcess({gm, "help", "montage"}, folder_.path()).out,
              HasSubstr("Usage: gm montage [options"));
  EXPECT_EQ(RunProcess({gm, "-version"}, folder_.path()).out,
            RunProcess({gm, "version"}, folder_.path()).out);
  for (const char* command : {"convert", "benchmark", "conjure", "identify", "time"})
    for (const char* option : {"-version", "--version"})
      EXPECT_EQ(RunProcess({gm, "version"}, folder_.path()).out,
                RunProcess({gm, command, option}, folder_.path()).out)
          << command;
  EXPECT_EQ(1, RunProcess({gm}, folder_.path()).status);
}

TEST_F(LinksTest, UnknownCommandAsInGm) {
  if (!HaveGm()) GTEST_SKIP() << "gm is not installed";
  const std::string gm = LinkAs("gm", folder_).string();
  for (const std::string name : {"bogus", "-bogus", "set"}) {
    const ProcessResult ours = RunProcess({gm, name}, folder_.path()), theirs = Gm({name});
    EXPECT_EQ(theirs.status, ours.status) << name;
    EXPECT_EQ(theirs.out, ours.out) << name;
    // One full stop, and perhaps a hint.
    const std::string message = theirs.err.substr(0, theirs.err.rfind("..\n")) + ".\n";
    EXPECT_THAT(ours.err, StartsWith(message)) << name;
  }
}

TEST_F(LinksTest, DisplaysAreRefused) {
  for (const std::string name : {"animate", "display", "import"}) {
    const ProcessResult result = Lodestone({name, "in.ppm"});
    EXPECT_EQ(1, result.status) << name;
    EXPECT_THAT(result.err, StartsWith("lodestone " + name + ": This build has no X11 display"));
    const ProcessResult help = Lodestone({name, "-help"});
    EXPECT_EQ(0, help.status) << name;
    EXPECT_THAT(help.out, HasSubstr("Usage: lodestone " + name));
  }
}

}  // namespace
}  // namespace lodestone::test
