// A process that waits for its input or output ends by a signal at once.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <thread>
#include <utility>
#include <vector>

#include "base/interruptible_input.hpp"
#include "base/interruptible_output.hpp"
#include "tests/support/text_fonts.hpp"
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

class InterruptibleOutput : public ::testing::Test {
 protected:
  void SetUp() override {
    given_up = false;
    ASSERT_EQ(pipe(ends_), 0);
    room_ = fcntl(ends_[1], F_SETPIPE_SZ, 4096);
  }
  void TearDown() override {
    close(ends_[0]);
    close(ends_[1]);
  }
  bool Write(int length) {
    return WriteOutput(ends_[1], text_.data(), static_cast<std::size_t>(length), Ask);
  }
  std::string Read() {
    std::string text(200'000, '\0');
    text.resize(static_cast<std::size_t>(read(ends_[0], text.data(), text.size())));
    return text;
  }
  static bool Ask() { return given_up; }

  int ends_[2] = {-1, -1};
  int room_ = 0;
  const std::string text_ = std::string(200'000, 'x');
};

TEST_F(InterruptibleOutput, IsGivenUpOnlyWhileItWaits) {
  given_up = true;
  EXPECT_TRUE(Write(room_)) << "there is room";
  EXPECT_FALSE(Write(1));
  EXPECT_EQ(errno, EINTR);
  EXPECT_EQ(Read(), text_.substr(0, static_cast<std::size_t>(room_)));
  EXPECT_FALSE(Write(room_ + 1));
  EXPECT_EQ(errno, EINTR);
}

TEST_F(InterruptibleOutput, ComesWholeWhateverTheRoom) {
  std::string got;
  std::thread reader([&] {
    while (got.size() < text_.size()) got += Read();
  });
  EXPECT_TRUE(Write(200'000));
  reader.join();
  EXPECT_TRUE(got == text_);
}

TEST_F(InterruptibleOutput, IsAStream) {
  std::FILE* stream = OpenPipeStream(ends_[1], PipeOwner::kCaller, Ask);
  ASSERT_NE(stream, nullptr);
  EXPECT_EQ(ftello(stream), -1);
  std::fprintf(stream, "%d,%s", 5, "x");
  EXPECT_EQ(std::fflush(stream), 0);
  EXPECT_EQ(Read(), "5,x");
  given_up = true;
  EXPECT_LT(std::fwrite(text_.data(), 1, text_.size(), stream), text_.size());
  EXPECT_EQ(errno, EINTR);
  EXPECT_NE(std::ferror(stream), 0);
  std::fclose(stream);
  EXPECT_NE(fcntl(ends_[1], F_GETFD), -1) << "stays open";
}

TEST_F(InterruptibleOutput, AReaderIsWaitedForUntilGivenUp) {
  const TemporaryFolder folder;
  const std::string name = folder / "pipe";
  ASSERT_EQ(mkfifo(name.c_str(), 0600), 0);
  given_up = true;
  EXPECT_EQ(OpenPipe(AT_FDCWD, name.c_str(), O_WRONLY, Ask), -1);
  EXPECT_EQ(errno, EINTR);
  given_up = false;
  std::thread reader([&] { close(open(name.c_str(), O_RDONLY)); });
  const int file = OpenPipe(AT_FDCWD, name.c_str(), O_WRONLY, Ask);
  reader.join();
  EXPECT_GE(file, 0);
  close(file);
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
    for (const char* blame : {"Unable", "Unexpected", "pipe"})
      EXPECT_EQ(process->raw().find(blame), std::string::npos) << arguments << process->raw();
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

  // The process is sent the signal once it has begun to fill the pipe, which nobody reads.
  void ExpectEndWhileWriting(const std::string& arguments, int signal = SIGTERM) {
    fcntl(pipe_, F_SETPIPE_SZ, 4096);
    TerminalProcess process(Command(arguments), folder_.path(), OnTerminal::kErrorOutputOnly);
    EXPECT_TRUE(process.Until([&] { return BytesInPipe() > 0; })) << arguments << process.raw();
    ExpectEnd(&process, signal, arguments);
    std::string bytes(static_cast<std::size_t>(BytesInPipe()), '\0');
    ASSERT_EQ(read(pipe_, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
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

TEST_F(InterruptTest, WaitingToWriteAnImage) {
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) {
    ExpectEndWhileWriting("convert in.ppm ppm:- >pipe", signal);
    ExpectEndWhileWriting("convert in.ppm ppm:pipe", signal);
  }
  ExpectEndWhileWriting("convert in.ppm -write ppm:pipe out.png");
  ExpectEndWhileWriting("montage in.ppm in.ppm ppm:pipe");
  ExpectEndWhileWriting("composite in.ppm in.ppm ppm:- >pipe");
  ExpectEndWhileWriting("compare -file ppm:pipe in.ppm in.ppm");
}

TEST_F(InterruptTest, WaitingToWriteText) {
  ExpectEndWhileWriting("convert -list color >pipe");
  ExpectEndWhileWriting("convert -debug all $(yes in.ppm | head -90) null: 3>&2 2>pipe");
  std::string sizes;
  for (int i = 0; i < 12; ++i) sizes += " -scale 90%";
  ExpectEndWhileWriting("convert -accelerate-log pipe in.ppm" + sizes + " out.png");
  ASSERT_EQ(Lodestone({"convert", "-accelerate-log", "log.jsonl", "in.ppm", "-flip", "-scale",
                       "50%", "null:"})
                .status,
            0);
  ExpectEndWhileWriting("events report -o pipe log.jsonl");
  ExpectEndWhileWriting("events report log.jsonl >pipe");
}

// Once out.ppm is there, nothing but the pipe is waited for.
TEST_F(InterruptTest, WaitingForAReader) {
  const fs::path lonely = folder_ / "lonely";
  ASSERT_EQ(mkfifo(lonely.c_str(), 0666), 0);
  for (const std::string options : {"", "-sandbox "}) {
    TerminalProcess process(Command("convert " + options + "in.ppm -write out.ppm ppm:lonely"),
                            folder_.path(), OnTerminal::kErrorOutputOnly);
    EXPECT_TRUE(process.Until([&] { return Exists("out.ppm"); })) << process.raw();
    ExpectEnd(&process, SIGTERM, options);
    fs::remove(folder_ / "out.ppm");
  }
}

TEST_F(InterruptTest, WaitingInASandbox) {
  fs::create_directory(folder_ / "temporary");
  setenv("MAGICK_TMPDIR", (folder_ / "temporary").c_str(), 1);
  ExpectEndWhileWriting("convert -sandbox in.ppm ppm:pipe");
  ExpectEndWhileWriting("convert -sandbox in.ppm ppm:- >pipe");
  ExpectEndWhileReading("convert -sandbox ppm:pipe out.png", "P6\n64 ");
  unsetenv("MAGICK_TMPDIR");
  EXPECT_TRUE(fs::is_empty(folder_ / "temporary"));
}

TEST_F(InterruptTest, WaitingForAText) {
  if (CanDrawText())
    ExpectEndWhileReading("convert -size 99 caption:@pipe out.png", "a text that ");
  ExpectEndWhileReading("convert in.ppm -draw @pipe out.png", "point 1,1");
  ExpectEndWhileReading("mogrify -draw @pipe in.ppm", "point 1,1");
  EXPECT_EQ(ReadFile(folder_ / "in.ppm"), SamplePpm(64, 48));
}

TEST_F(InterruptTest, TheMessageNamesTheSignalOnce) {
  const std::string beginning = "P6\n64 ";
  ASSERT_GT(write(pipe_, beginning.data(), beginning.size()), 0);
  TerminalProcess process(Command("convert ppm:pipe missing.ppm out.png"), folder_.path(),
                          OnTerminal::kErrorOutputOnly);
  EXPECT_TRUE(process.Until([&] { return BytesInPipe() == 0; }));
  process.Send(SIGTERM);
  EXPECT_EQ(process.Wait(), 128 + SIGTERM);
  const std::string message = "lodestone convert: Interrupted by signal 15 (Terminated).\r\n";
  EXPECT_TRUE(process.raw().ends_with("\r" + message)) << process.raw();
  EXPECT_EQ(process.raw().find(": "), process.raw().rfind(": ")) << "that alone";
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
