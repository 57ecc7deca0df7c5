// GMCommand: the program as a function.
#include <gmock/gmock.h>

#include <filesystem>

#include "magick/api.h"
#include "tests/utilities/functions.hpp"

namespace lodestone::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Output {
  int status;
  std::string out, err;
};

Output Captured(const Words& words) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int status = Program(words);
  return {status, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

class ProgramFunctionTest : public FunctionCallTest {};

TEST_F(ProgramFunctionTest, RunsCommands) {
  EXPECT_EQ(0, Captured({"gm", "convert", In(), "-flip", Out()}).status);
  EXPECT_TRUE(std::filesystem::exists(Out()));
  const Output identify = Captured({"gm", "identify", "-format", "%wx%h", Out()});
  EXPECT_EQ(0, identify.status);
  EXPECT_EQ("64x48\n", identify.out);
}

TEST_F(ProgramFunctionTest, IsACommandUnderItsName) {
  EXPECT_EQ("64\n", Captured({"/usr/bin/identify", "-format", "%w", In()}).out);
  const Output failure = Captured({"./convert", "missing.ppm", Out()});
  EXPECT_EQ(1, failure.status);
  EXPECT_THAT(failure.err, StartsWith("convert: Unable to open file (missing.ppm)"));
}

TEST_F(ProgramFunctionTest, MessagesBeginWithItsNameAndTheCommand) {
  const Output failure = Captured({"some/gm", "convert", "missing.ppm", Out()});
  EXPECT_EQ(1, failure.status);
  EXPECT_EQ("some/gm convert: Unable to open file (missing.ppm) [No such file or directory].\n",
            failure.err);
}

std::vector<std::string>* handled = nullptr;

void Handle(const ExceptionType, const char* reason, const char* description) {
  handled->push_back(TextOf(reason) + "|" + TextOf(description));
}

TEST_F(ProgramFunctionTest, MessagesGoToTheHandlers) {
  std::vector<std::string> messages;
  handled = &messages;
  const ErrorHandler errors = SetErrorHandler(Handle);
  const WarningHandler warnings = SetWarningHandler(Handle);
  EXPECT_EQ(1, Captured({"gm", "identify", "missing.ppm", In()}).status);
  EXPECT_EQ(0, Captured({"gm", "convert", In(), "-clip", Out()}).status);
  EXPECT_EQ(1, Captured({"gm", "mogrify", "-flip", "missing.ppm"}).status);
  SetErrorHandler(errors);
  SetWarningHandler(warnings);
  EXPECT_THAT(messages, ElementsAre("Unable to open file|missing.ppm",
                                    "Image has no such clipping path|" + In(),
                                    "Unable to open file|missing.ppm"));
}

TEST_F(ProgramFunctionTest, HelpAndVersion) {
  EXPECT_THAT(Captured({"gm", "version"}).out, StartsWith("Lodestone "));
  EXPECT_EQ(Captured({"gm", "version"}).out, Captured({"gm", "-version"}).out);
  const Output help = Captured({"gm", "help", "convert"});
  EXPECT_EQ(0, help.status);
  EXPECT_THAT(help.out, HasSubstr("Usage: gm convert [options"));
  const Output usage = Captured({"gm"});
  EXPECT_EQ(1, usage.status);
  EXPECT_THAT(usage.out, HasSubstr("Usage: gm command"));
  EXPECT_EQ(1, Captured({"gm", "frobnicate"}).status);
  EXPECT_EQ(0, Captured({"gm", "conjure", "-help"}).status);
  EXPECT_EQ(0, Captured({"gm", "ping"}).status);  // of programs that ask whether it answers
}

TEST_F(ProgramFunctionTest, Batch) {
  WriteFile(folder_ / "script", "convert " + In() + " -scale 50% " + Out() +
                                    "\nidentify -format %wx%h " + Out() + "\nlab -help\n");
  const Output batch = Captured({"gm", "batch", "-feedback", "on", folder_ / "script"});
  EXPECT_EQ(0, batch.status);
  EXPECT_EQ("PASS\n32x24\nPASS\nFAIL\n", batch.out);
  EXPECT_THAT(batch.err, HasSubstr("The lab is a program of its own"));
}

}  // namespace
}  // namespace lodestone::test
