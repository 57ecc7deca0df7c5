// A process that waits for its input ends by a signal at once.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>
#include <vector>

#include "base/interruptible_input.hpp"
#include "tests/utilities/bulk_fixture.hpp"
#include "tests/utilities/terminal.hpp"

namespace lodestone::test {
namespace {

bool given_up = false;

class InterruptibleInput : public ::testing::Test {
 protected:
  void SetUp() override {
    given_up = false;
    ASSERT_EQ(pipe(ends_), 0);
    stream_ = fdopen(ends_[0], "r");
  }
  void TearDown() override {
    std::fclose(stream_);
    if (ends_[1] >= 0) close(ends_[1]);
  }
  void Write(const std::string& text) {
    ASSERT_EQ(write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  std::string Read(std::size_t length) {
    std::string text(length, '\0');
    const ssize_t got = ReadInput(stream_, text.data(), length, Ask);
    return got < 0 ? "error " + std::to_string(errno)
                   : text.substr(0, static_cast<std::size_t>(got));
  }
  static bool Ask() { return given_up; }

  int ends_[2] = {-1, -1};
  std::FILE* stream_ = nullptr;
};

TEST_F(InterruptibleInput, GivesWhatTheStreamHasInOrder) {
  Write("abcdefgh");
  EXPECT_EQ(ReadInputByte(stream_, Ask), 'a');
  EXPECT_EQ(std::ungetc('A', stream_), 'A');  // the rest is behind it
  EXPECT_EQ(ReadInputByte(stream_, Ask), 'A');
  EXPECT_EQ(Read(3), "bcd");
  EXPECT_EQ(Read(100'000), "efgh");
  Write(std::string(20'000, 'x'));
  EXPECT_EQ(Read(100'000), std::string(20'000, 'x'));
  Write("yz");
  close(std::exchange(ends_[1], -1));
  EXPECT_EQ(Read(1), "y");
  EXPECT_EQ(Read(100'000), "z");
  EXPECT_EQ(Read(100'000), "");
  EXPECT_EQ(Read(10), "");
  EXPECT_EQ(ReadInputByte(stream_, Ask), EOF);
}

TEST_F(InterruptibleInput, IsGivenUp) {
  given_up = true;
  const std::string interrupted = "error " + std::to_string(EINTR);
  EXPECT_EQ(Read(10), interrupted);
  EXPECT_EQ(Read(100'000), interrupted);
  EXPECT_EQ(ReadInputByte(stream_, Ask), EOF);
  given_up = false;
  Write("ab");
  EXPECT_EQ(ReadInputByte(stream_, Ask), 'a');
  given_up = true;  // what is there is there
  EXPECT_EQ(ReadInputByte(stream_, Ask), 'b');
}

// `pipe` is a pipe that never ends: the test itself could write to it.
class InterruptTest : public BulkTest {
 protected:
  void SetUp() override {
    BulkTest::SetUp();
    if (IsSkipped()) return;
    const std::string name = (folder_ / "pipe").string();
    ASSERT_EQ(mkfifo(name.c_str(), 0666), 0);
    pipe_ = open(name.c_str(), O_RDWR | O_CLOEXEC);
    ASSERT_GE(pipe_, 0);
  }
  void TearDown() override {
    if (pipe_ >= 0) close(pipe_);
  }
  int BytesInPipe() const {
    int bytes = 0;
    ioctl(pipe_, FIONREAD, &bytes);
    return bytes;
  }
  // The arguments of the program, as a shell has them.
  Words Command(const std::string& arguments) {
    return {"sh", "-c", "exec \"$0\" " + arguments, ProgramPath()};
  }
  void ExpectEnd(TerminalProcess* process, int signal, const std::string& arguments) {
    process->Send(signal);
    EXPECT_EQ(process->Wait(), 128 + signal) << arguments << process->raw();
    EXPECT_TRUE(Leftovers().empty()) << arguments;
    EXPECT_FALSE(Exists("out.png")) << arguments;
  }
  // The process is sent the signal once it has read `beginning`, and wants more.
  void ExpectEndWhileReading(const std::string& arguments, const std::string& beginning,
                             int signal = SIGTERM) {
    ASSERT_EQ(write(pipe_, beginning.data(), beginning.size()),
              static_cast<ssize_t>(beginning.size()));
    TerminalProcess process(Command(arguments), folder_.path(), OnTerminal::kErrorOutputOnly);
    EXPECT_TRUE(process.Until([&] { return BytesInPipe() == 0; })) << arguments << process.raw();
    ExpectEnd(&process, signal, arguments);
  }

  int pipe_ = -1;
};

TEST_F(InterruptTest, WaitingForAnImage) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    ExpectEndWhileReading("convert - out.png <pipe", "P6\n64 ", signal);
    ExpectEndWhileReading("convert pipe out.png", "P6\n64 ", signal);
  }
  ExpectEndWhileReading("identify pipe", "P6\n64 ");
  ExpectEndWhileReading("mogrify -flip pipe", "P6\n64 ");
  ExpectEndWhileReading("convert in.ppm -profile pipe out.png", "not yet a profile");
}

TEST_F(InterruptTest, WaitingForCommands) {
  ExpectEndWhileReading("batch - <pipe", "convert in.ppm out.png");
  ExpectEndWhileReading("batch pipe", "convert in.ppm 'out.png");
}

TEST_F(InterruptTest, WaitingForNames) {
  const std::string bulk = "bulk -output 'out/%{base}.png' ";
  ExpectEndWhileReading(bulk + "-files-from - <pipe", "in.p");
  ExpectEndWhileReading(bulk + "-files-from pipe", "in.p");
  ExpectEndWhileReading(bulk + "pipe", "P6\n64 ");
  EXPECT_TRUE(Records("out/lodestone-bulk.jsonl").empty());
  ExpectEndWhileReading("bulk plan plan -output 'out/%{base}.png' -files-from pipe",
                        "in.ppm\nin.p");
  EXPECT_FALSE(Exists("plan/shards"));
  EXPECT_FALSE(Exists("plan/plan.json"));
}

TEST_F(InterruptTest, WaitingForEvents) {
  ExpectEndWhileReading("events summarize pipe", "not yet a line");
  ExpectEndWhileReading("events summarize - <pipe", "not yet a line");
  ExpectEndWhileReading("conform -list pipe", "not yet a line");
}

// Nobody has it open for writing, for which opening it would wait.
TEST_F(InterruptTest, WaitingForAWriter) {
  const fs::path lonely = folder_ / "lonely";
  ASSERT_EQ(mkfifo(lonely.c_str(), 0666), 0);
  for (const std::string arguments :
       {"convert lonely out.png", "batch lonely", "events summarize lonely",
        "bulk -output 'out/%{base}.png' -files-from lonely"}) {
    TerminalProcess process(Command(arguments), folder_.path(), OnTerminal::kErrorOutputOnly);
    EXPECT_TRUE(process.Until([&] {
      const fs::path files = "/proc/" + std::to_string(process.pid()) + "/fd";
      std::error_code error;
      for (fs::directory_iterator file(files, error), end; !error && file != end;
           file.increment(error)) {
        if (fs::read_symlink(file->path(), error) == lonely) return true;
      }
      return false;
    })) << arguments;
    ExpectEnd(&process, SIGTERM, arguments);
  }
}

TEST_F(InterruptTest, WaitingForAnInputDoneAlone) {
  WriteFile(folder_ / "j", cli::JournalStartLine("pipe"));
  ExpectEndWhileReading("bulk -journal j -output 'out/%{base}.png' pipe", "P6\n64 ");
  EXPECT_TRUE(Records("j").empty());
}

TEST_F(InterruptTest, WhatComesInPiecesIsReadWhole) {
  const std::string image = SamplePpm(300, 200);
  WriteFile(folder_ / "whole.ppm", image);
  const fs::path named = folder_ / "named";
  ASSERT_EQ(mkfifo(named.c_str(), 0666), 0);
  for (const std::string input : {"- <named", "named"}) {
    TerminalProcess process(Command("convert " + input + " ppm:out.ppm"), folder_.path(),
                            OnTerminal::kErrorOutputOnly);
    int writer = -1;
    EXPECT_TRUE(process.Until([&] {
      writer = open(named.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
      return writer >= 0;
    }));
    fcntl(writer, F_SETFL, 0);
    for (std::size_t at = 0; at < image.size();) {
      const std::string piece = image.substr(at, 7'001);
      ASSERT_EQ(write(writer, piece.data(), piece.size()), static_cast<ssize_t>(piece.size()));
      at += piece.size();
    }
    close(writer);
    EXPECT_EQ(process.Wait(), 0) << process.raw();
    EXPECT_TRUE(ReadFile(folder_ / "out.ppm") == image) << input;
    fs::remove(folder_ / "out.ppm");
  }
}

}  // namespace
}  // namespace lodestone::test
