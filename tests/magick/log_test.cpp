// The event log: what is enabled, where it goes, and in which layout.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "magick/api.h"
#include "magick/core/log/log_events.hpp"
#include "magick/core/log/log_output.hpp"
#include "magick/core/log/log_settings.hpp"
#include "tests/support/gm_library.hpp"
#include "tests/support/temporary_folder.hpp"

namespace lodestone {
namespace {

namespace fs = std::filesystem;

struct Received {
  ExceptionType type;
  std::string text;
};

std::vector<Received>& ReceivedEvents() {
  static auto& events = *new std::vector<Received>;
  return events;
}

void Receive(const ExceptionType type, const char* text) {
  ReceivedEvents().push_back({type, text});
}

void Say(ExceptionType type, const std::string& text) {
  LogMagickEvent(type, "folder/file.cpp", "Function", 12, "%s", text.c_str());
}

class LogTest : public ::testing::Test {
 protected:
  void SetUp() override { ReceivedEvents().clear(); }
  void TearDown() override {
    SetLogEventMask(nullptr);
    SetLogMethod(nullptr);
    const LogSettings defaults;
    SetLogFormat(defaults.format.c_str());
    SetLogDefaultOutputType(static_cast<LogOutputType>(defaults.output));
    SetLogDefaultLimit(defaults.limit);
    SetLogDefaultGenerations(defaults.generations);
    SetLogDefaultFileName(defaults.filename.c_str());
  }

  std::string Text(const std::string& name) const {
    std::ifstream file(folder_ / name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

  void LogToFile(LogOutputType type) {
    SetLogDefaultFileName((folder_ / "log-%d").c_str());
    SetLogDefaultOutputType(type);
    SetLogEventMask("all");
  }

  const test::TemporaryFolder folder_;
};

TEST_F(LogTest, OffByDefaultAndOnByName) {
  EXPECT_EQ(MagickFalse, IsEventLogging());
  EXPECT_EQ(static_cast<unsigned long>(CoderEventMask | BlobEventMask),
            SetLogEventMask("coder,Blob"));
  EXPECT_EQ(MagickTrue, IsEventLogging());
  EXPECT_EQ(MagickTrue, IsEventLogged(CoderEvent));
  EXPECT_EQ(MagickFalse, IsEventLogged(CacheEvent));
  EXPECT_EQ(static_cast<unsigned long>(AccelerateEventMask), SetLogEventMask("accelerate"));
  EXPECT_EQ(MagickTrue, IsEventLogged(AccelerateEvent));
  EXPECT_EQ(static_cast<unsigned long>(NoEventsMask), SetLogEventMask("none"));
  EXPECT_EQ(MagickFalse, IsEventLogging());
}

TEST_F(LogTest, SelectsAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  GM(SetLogMethod)([](const ExceptionType, const char*) {});
  for (const char* names : {"coder", "blob,cache", "all", "exception", "information", "option",
                            "x11,warning", "temporaryfile", "bogus", "error,user"}) {
    const unsigned long mask = GM(SetLogEventMask)(names);
    ASSERT_EQ(mask, ParseEventMask(names)) << names;
    for (int severity : {100, 300, 400, 700}) {
      for (int category = 0; category < 96; category++) {
        // "Exception" has a switch of its own here, and "user" is not part of "x11".
        if (category == ExceptionBase || category == UserBase) continue;
        const auto type = static_cast<ExceptionType>(severity + category);
        ASSERT_EQ(GM(IsEventLogged)(type), MaskSelects(mask, type) ? 1U : 0U)
            << names << " " << type;
      }
    }
  }
  GM(SetLogEventMask)("none");
}

TEST_F(LogTest, CallbackGetsTheFixedLine) {
  SetLogMethod(Receive);
  SetLogEventMask("coder");
  Say(CoderEvent, "hello\nworld");
  Say(CacheEvent, "not wanted");
  ASSERT_EQ(1U, ReceivedEvents().size());
  EXPECT_EQ(CoderEvent, ReceivedEvents()[0].type);
  const std::string& line = ReceivedEvents()[0].text;
  EXPECT_NE(std::string::npos, line.find("file.cpp")) << line;
  EXPECT_EQ(std::string::npos, line.find("folder/")) << line;
  for (const char* part : {"Function", "12", "Coder", "Event", "hello world"}) {
    EXPECT_NE(std::string::npos, line.find(part)) << line;
  }
  EXPECT_EQ(line.size() - 1, line.find('\n')) << "one line";
}

void SayAgain(const ExceptionType type, const char* text) {
  ReceivedEvents().push_back({type, text});
  Say(CoderEvent, "from within");
}

TEST_F(LogTest, CallbackThatLogsDoesNotHang) {
  SetLogMethod(SayAgain);
  SetLogEventMask("coder");
  Say(CoderEvent, "once");
  EXPECT_EQ(1U, ReceivedEvents().size());
}

constinit std::atomic<bool> is_waiting = false, may_go_on = false;

void Wait(const ExceptionType, const char*) {
  is_waiting = true;
  is_waiting.notify_one();
  may_go_on.wait(false);
}

TEST_F(LogTest, AForkWaitsForNoCallbackAndTheChildCanLog) {
  SetLogMethod(Wait);
  SetLogEventMask("coder");
  std::thread waiting([] { Say(CoderEvent, "waits"); });
  is_waiting.wait(false);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    SetLogMethod(Receive);
    Say(CoderEvent, "in the child");
    _exit(ReceivedEvents().size() == 1 ? 0 : 1);
  }
  may_go_on = true;
  may_go_on.notify_one();
  waiting.join();
  int status = -1;
  EXPECT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
}

TEST_F(LogTest, FormatEscapes) {
  const LogRecord record{CoderWarning, "file.cpp", "Function", 7, "message"};
  EXPECT_EQ("file.cpp|Function|7|Coder|Warning|message|%|%x\n",
            FormatLogRecord("%m|%f|%l|%d|%s|%e|%%|%x\\n", record));
  EXPECT_EQ(std::to_string(getpid()), FormatLogRecord("%p", record));
  const std::regex times("[0-9]{2}:[0-9]{2}:[0-9]{2} [0-9]+:[0-9]+\\.[0-9]{6} +[0-9]+\\.[0-9]{3}u");
  EXPECT_TRUE(std::regex_match(FormatLogRecord("%t %r %u", record), times))
      << FormatLogRecord("%t %r %u", record);
}

TEST_F(LogTest, StderrInTheFormatChosen) {
  SetLogFormat("%d:%e");
  SetLogEventMask("coder");
  ::testing::internal::CaptureStderr();
  Say(CoderEvent, "hello");
  EXPECT_EQ("Coder:hello\n", ::testing::internal::GetCapturedStderr());
  SetLogDefaultOutputType(StdoutOutput);
  ::testing::internal::CaptureStdout();
  Say(CoderEvent, "hello");
  EXPECT_EQ("Coder:hello\n", ::testing::internal::GetCapturedStdout());
}

TEST_F(LogTest, TextFilesTakeTurns) {
  SetLogDefaultLimit(2);
  SetLogDefaultGenerations(2);
  LogToFile(TXTFileOutput);
  for (const char* text : {"one", "two", "three", "four", "five"}) Say(UserEvent, text);
  EXPECT_NE(std::string::npos, Text("log-0").find("five"));
  EXPECT_EQ(std::string::npos, Text("log-0").find("one")) << "the first file is used again";
  EXPECT_NE(std::string::npos, Text("log-1").find("four"));
  EXPECT_FALSE(fs::exists(folder_ / "log-2"));
}

TEST_F(LogTest, XmlFileIsCompleteAndEscaped) {
  LogToFile(XMLFileOutput);
  Say(UserEvent, "a < b & c");
  CloseLog();
  const std::string text = Text("log-0");
  EXPECT_EQ(0U, text.find("<?xml version=\"1.0\"?>\n<log>\n<record>"));
  EXPECT_NE(std::string::npos, text.find("<event>a &lt; b &amp; c</event>"));
  EXPECT_EQ(text.size() - 7, text.find("</log>\n"));
}

TEST_F(LogTest, UnwritableFileIsReportedNotFatal) {
  SetLogDefaultFileName("/nosuchfolder/log");
  SetLogDefaultOutputType(TXTFileOutput);
  SetLogEventMask("all");
  EXPECT_EQ(MagickFalse, LogMagickEvent(UserEvent, "f", "g", 1, "x"));
}

TEST_F(LogTest, ReadsLogMgk) {
  LogSettings settings;
  ApplyLogConfiguration(
      "<!-- <log events=\"all\" /> -->\n<magicklog>\n <log events=\"coder,blob\" />\n"
      " <log output=\"txtfile\"/> <log filename='My-%d.log' generations=\"5\" />\n"
      " <log limit = \"77\" />\n <log format=\"%t &lt;%e&gt;\\n\" />\n</magicklog>",
      &settings);
  EXPECT_EQ(static_cast<unsigned long>(CoderEventMask | BlobEventMask), settings.events);
  EXPECT_EQ(static_cast<unsigned long>(TXTFileOutput), settings.output);
  EXPECT_EQ("My-%d.log", settings.filename);
  EXPECT_EQ(5UL, settings.generations);
  EXPECT_EQ(77UL, settings.limit);
  EXPECT_EQ("%t <%e>\\n", settings.format);
}

TEST_F(LogTest, LogMgkThatIsBrokenDoesNoHarm) {
  for (const char* text : {"", "<log", "<log events=", "<log events=\"all", "<!-- <log events='x'",
                           "<log =\"x\"/><log limit=\"x\"/>", "<log output=\"nowhere\"/>"}) {
    LogSettings settings;
    ApplyLogConfiguration(text, &settings);
    EXPECT_EQ(static_cast<unsigned long>(StderrOutput), settings.output) << text;
  }
}

TEST_F(LogTest, FindsLogMgkOnThePath) {
  std::ofstream(folder_ / "log.mgk") << "<log limit=\"5\" />";
  setenv("MAGICK_CONFIGURE_PATH", ("/nosuchfolder:" + folder_.path().string()).c_str(), 1);
  LogSettings settings;
  LoadLogConfiguration(&settings);
  unsetenv("MAGICK_CONFIGURE_PATH");
  EXPECT_EQ(5UL, settings.limit);
}

TEST_F(LogTest, LinesOfManyThreadsDoNotMix) {
  SetLogMethod(Receive);
  SetLogEventMask("user");
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([] {
      for (int i = 0; i < 200; i++) Say(UserEvent, "abcdefghij");
    });
  }
  for (auto& thread : threads) thread.join();
  ASSERT_EQ(800U, ReceivedEvents().size());
  for (const Received& one : ReceivedEvents()) {
    EXPECT_NE(std::string::npos, one.text.find("abcdefghij\n"));
  }
}

TEST_F(LogTest, LongMessagesAreWhole) {
  SetLogMethod(Receive);
  SetLogEventMask("user");
  Say(UserEvent, std::string(20000, 'x'));
  ASSERT_EQ(1U, ReceivedEvents().size());
  EXPECT_GT(ReceivedEvents()[0].text.size(), 20000U);
}

}  // namespace
}  // namespace lodestone
