// batch and time, against the real gm and on their own.
#include <gmock/gmock.h>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

using ::testing::HasSubstr;

class BatchTest : public CliTest {
 protected:
  ProcessResult Batch(const std::string& script, Words options = {}) {
    WriteFile(folder_ / "script", script);
    options.insert(options.begin(), "batch");
    options.push_back("script");
    return Lodestone(options);
  }
};

class BatchParityTest : public GmParityTest {
 protected:
  // The messages of gm begin with its name where no command is meant.
  void ExpectSameBatch(const std::string& script, Words options = {}) {
    WriteFile(folder_ / "script", script);
    options.insert(options.begin(), "batch");
    options.push_back("script");
    const ProcessResult ours = Lodestone(options), theirs = Gm(options);
    EXPECT_EQ(theirs.status, ours.status) << script;
    EXPECT_EQ(theirs.out, WithoutTap(ours.out)) << script;
    EXPECT_EQ(WithOneStop(theirs.err), AsGm(ours.err)) << script;
  }

  // Of the settings, gm has no protocol before 1.3.41.
  static std::string WithoutTap(std::string text) {
    const std::string line = "tap-mode      : off\n";
    for (auto at = text.find(line); at != std::string::npos; at = text.find(line))
      text.erase(at, line.size());
    return text;
  }

  // After an unknown command, gm prints two.
  static std::string WithOneStop(std::string text) {
    const std::string twice = "see manual..";
    for (auto at = text.find(twice); at != std::string::npos; at = text.find(twice))
      text.erase(at + twice.size() - 1, 1);
    return text;
  }

  // gm gives no hints.
  static std::string AsGm(std::string text) {
    for (auto at = text.find(": hint: "); at != std::string::npos; at = text.find(": hint: ")) {
      const auto line = text.rfind('\n', at) + 1;
      text.erase(line, text.find('\n', at) + 1 - line);
    }
    const std::string name = "lodestone:";
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name))
      text.replace(at, name.size(), "gm:");
    return text;
  }
};

constexpr char kCommands[] =
    "identify -format \"%w\\n\" in.ppm\n"
    "# nothing\n"
    "\n"
    "identify missing.ppm\n"
    "frob x\n"
    "batch x\n"
    "ping\n"
    "convert in.ppm -flip out.ppm\n"
    "IDENTIFY -format %h out.ppm # comment\n"
    "-identify -format %h#comment\n";

TEST_F(BatchParityTest, Commands) {
  for (const Words& options : {Words{}, Words{"-echo", "on"}, Words{"-feedback", "on"},
                               Words{"-feedback", "ON", "-pass", "yes", "-fail", "no"},
                               Words{"-stop-on-error", "on", "-feedback", "on"},
                               Words{"-echo", "off", "-escape", "unix"}, Words{"--"}})
    ExpectSameBatch(kCommands, options);
}

TEST_F(BatchParityTest, Words) {
  const std::string script =
      "identify   -format \"a#b \\\"c\\\" d\\e\"\tin.ppm   \r\n"
      "identify -format %w\\\\x\\ y in.ppm\n"
      "identify -format %h'\"a  b'\"'c\"z in.ppm\n"
      "identify -format \"%w\n%h\" in.ppm\n"
      "  identify -format %w%%'' in.ppm ''\n";
  ExpectSameBatch(script, {"-echo", "on"});
  ExpectSameBatch(
      "identify -format \"a \"\"%w\"\" \\\\ 'b'\" in.ppm\n"
      "identify -format '%w\\ in.ppm\n"
      "identify -format \"%w\n%h\" in.ppm\n",
      {"-echo", "on", "-escape", "windows"});
}

TEST_F(BatchParityTest, Set) {
  ExpectSameBatch(
      "set\n"
      "set -feedback on -pass yes -stop-on-error off\n"
      "set -escape windows\n"
      "set -echo on -fail \"a \"\"b\"\"\"\n"
      "set\n"
      "set -prompt off\n"
      "identify missing.ppm\n");
}

TEST_F(BatchParityTest, StandardInput) {
  for (const Words& words : {Words{"batch", "-"}, Words{"batch", "-prompt", "off"}}) {
    const ProcessResult ours = Lodestone(words, kCommands), theirs = Gm(words, kCommands);
    EXPECT_EQ(theirs.status, ours.status);
    EXPECT_EQ(theirs.out, ours.out);
    EXPECT_EQ(WithOneStop(theirs.err), AsGm(ours.err));
  }
}

TEST_F(BatchParityTest, MessagesAndStatus) {
  for (const Words& words : {Words{"-bogus"}, Words{"-echo"}, Words{"-echo", "maybe"},
                             Words{"a", "b"}, Words{"-help"}}) {
    Words all = {"batch"};
    all.insert(all.end(), words.begin(), words.end());
    const ProcessResult ours = Lodestone(all), theirs = Gm(all);
    EXPECT_EQ(theirs.status, ours.status) << words[0];
    EXPECT_EQ(theirs.err, ours.err) << words[0];
    EXPECT_THAT(ours.out, HasSubstr("-stop-on-error"));
  }
}

TEST_F(BatchTest, SpeaksTheTestAnythingProtocol) {
  const ProcessResult result = Lodestone({"batch", "-tap-mode", "on"},
                                         "identify -format %w in.ppm\n\nidentify missing.ppm\n");
  EXPECT_EQ("# identify -format %w in.ppm \n64\nok 1\n# \n# identify missing.ppm \nnot ok 2\n# ",
            result.out.substr(result.out.find("# ")));
}

TEST_F(BatchTest, PromptsWithoutAFile) {
  const ProcessResult result =
      Lodestone({"batch"}, "identify -format %w in.ppm\nset -prompt '> '\nping\n");
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_THAT(result.out, HasSubstr("GM> 64\nGM> > > \n"));
}

TEST_F(BatchTest, RunsALastLineWithoutAnEnd) {
  EXPECT_EQ("64\n", Batch("identify -format %w in.ppm").out);
}

TEST_F(BatchTest, MissingFilesAndQuotes) {
  EXPECT_EQ(1, Lodestone({"batch", "missing"}).status);
  const ProcessResult result = Batch("identify -format \"%w in.ppm\n");
  EXPECT_EQ(1, result.status);
  EXPECT_THAT(result.err, HasSubstr("Closing quote is missing"));
}

// What a command sets for the whole process does not hold for the next one.
TEST_F(BatchTest, CommandsDoNotDependOnEachOther) {
  const std::string plain = Lodestone({"convert", "in.ppm", "-list", "resource"}).out;
  const ProcessResult limits =
      Batch("convert -limit width 100 -limit memory 1MB in.ppm null:\nconvert -list resource\n");
  EXPECT_EQ(plain, limits.out);
  EXPECT_EQ("", limits.err);

  const ProcessResult log = Batch(
      "convert -debug all -monitor -log %e in.ppm -resize 50% null:\n"
      "set -feedback on\n"
      "convert in.ppm -resize 50% null:\n");
  const ProcessResult quiet = Batch("convert in.ppm -resize 50% null:\n");
  EXPECT_NE("", log.err);
  EXPECT_EQ("", quiet.err);

  Batch(
      "convert -accelerate off -accelerate-log first.jsonl in.ppm -resize 50% null:\n"
      "convert in.ppm -resize 25% null:\n");
  const std::string events = ReadFile(folder_ / "first.jsonl");
  EXPECT_THAT(events, HasSubstr("\"columns\""));
  EXPECT_EQ(1, std::count(events.begin(), events.end(), '\n')) << events;
}

TEST_F(BatchTest, TheSamePixelsAsAlone) {
  const std::string script =
      "convert -background red -size 20x20 -fill blue -gravity Center -filter Point -quality 3 "
      "in.ppm -rotate 20 -define png:compression-level=0 turned.png\n"
      "composite -gravity Center -dissolve 30 in.ppm turned.png first.png\n"
      "convert in.ppm -rotate 20 second.png\n"
      "montage -mode Frame in.ppm in.ppm third.png\n";
  EXPECT_EQ(0, Batch(script, {"-stop-on-error", "on"}).status);
  const Words names = {"first.png", "second.png", "third.png"};
  Words together;
  for (const std::string& name : names) together.push_back(ReadFile(folder_ / name));
  Lodestone(
      {"composite", "-gravity", "Center", "-dissolve", "30", "in.ppm", "turned.png", "first.png"});
  Lodestone({"convert", "in.ppm", "-rotate", "20", "second.png"});
  Lodestone({"montage", "-mode", "Frame", "in.ppm", "in.ppm", "third.png"});
  for (std::size_t i = 0; i < names.size(); ++i)
    EXPECT_TRUE(together[i] == ReadFile(folder_ / names[i])) << names[i];
}

constexpr char kTimes[] =
    "    [0-9]+\\.[0-9]{2}s user 0\\.00s system [0-9]+% cpu [0-9]+\\.[0-9]{6} total\n";

TEST_F(BatchTest, Time) {
  const ProcessResult good = Lodestone({"time", "identify", "-format", "%w", "in.ppm"});
  EXPECT_EQ(0, good.status);
  EXPECT_EQ("64\n", good.out);
  EXPECT_THAT(good.err, testing::MatchesRegex(std::string("identify -format %w in.ppm") + kTimes));
  const ProcessResult bad = Lodestone({"time", "convert", "missing.ppm", "out.ppm"});
  EXPECT_EQ(1, bad.status);
  EXPECT_THAT(bad.err,
              testing::MatchesRegex(std::string("convert missing.ppm out.ppm") + kTimes +
                                    "lodestone time: Unable to open file \\(missing.ppm\\).*\n"));
  EXPECT_EQ(1, Lodestone({"time", "frob"}).status);
  EXPECT_EQ(1, Lodestone({"time"}).status);
  EXPECT_EQ(0, Lodestone({"time", "-help"}).status);
}

TEST_F(BatchTest, TimeOfALongCommandIsShortened) {
  const ProcessResult result =
      Lodestone({"time", "convert", "in.ppm", "-resize", "50%", "-flip", "-flop", "null:"});
  EXPECT_THAT(result.err, testing::MatchesRegex(
                              std::string("convert in.ppm -resize 50%\\.\\.\\. ") + (kTimes + 4)));
}

TEST_F(BatchTest, SaysWhichLineFailed) {
  const auto result = Batch(
      "# a comment\n\nidentify in.ppm\nconvert 'no such.ppm' \"a\nb.ppm\"\nfrob x\nidentify 'in\n");
  EXPECT_THAT(result.err, HasSubstr("hint: line 4 of script: convert no such.ppm a"));
  EXPECT_THAT(result.err, HasSubstr("hint: line 6 of script: frob x\n"));
  EXPECT_THAT(result.err, HasSubstr("hint: the command begins in line 7 of script\n"));
  EXPECT_THAT(result.err, ::testing::Not(HasSubstr("line 3")));
  EXPECT_THAT(Lodestone({"batch", "-"}, "\nfrob y\n").err,
              HasSubstr("line 2 of standard input: frob y\n"));
}

}  // namespace
}  // namespace lodestone::test
