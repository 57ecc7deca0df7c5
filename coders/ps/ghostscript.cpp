#include "coders/ps/ghostscript.hpp"

#include <poll.h>
#include <signal.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>

#include "base/file_descriptor.hpp"

namespace lodestone::coders {
namespace {

enum class Kind : std::uint32_t { kPage, kFailure, kEnd };

// What the child says: a page, whose rows follow, or why it failed, in so many bytes that follow.
struct Message {
  Kind kind = Kind::kEnd;
  std::uint32_t columns = 0, rows = 0;
  std::uint32_t severity = 0, length = 0;
};

void Send(int pipe, const void* data, std::size_t length) {
  const auto* bytes = static_cast<const char*>(data);
  while (length > 0) {
    const ssize_t sent = write(pipe, bytes, length);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) _exit(1);  // nobody reads on
    bytes += sent;
    length -= static_cast<std::size_t>(sent);
  }
}

void SendFailure(int pipe, const Failure& failure) {
  const std::string reason = failure.what();
  const Message message{Kind::kFailure, 0, 0, static_cast<std::uint32_t>(failure.severity()),
                        static_cast<std::uint32_t>(reason.size())};
  Send(pipe, &message, sizeof message);
  Send(pipe, reason.data(), reason.size());
}

void SendPage(int pipe, const DrawnPage& page) {
  const Message message{Kind::kPage, static_cast<std::uint32_t>(page.columns),
                        static_cast<std::uint32_t>(page.rows)};
  Send(pipe, &message, sizeof message);
  for (std::size_t y = 0; y < page.rows; ++y) Send(pipe, page.Row(y), 3 * page.columns);
}

[[noreturn]] void BeChild(const GhostscriptWork& work, int pipe) {
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) signal(number, SIG_DFL);
    // For a parent that dies.
#ifdef PR_SET_PDEATHSIG
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  const rlimit seconds{work.most_seconds, work.most_seconds};
  setrlimit(RLIMIT_CPU, &seconds);
  // Programs may use files in the folder for temporary ones, which is not only theirs.
  for (const char* variable : {"TEMP", "TMPDIR"}) setenv(variable, "/nonexistent", 1);
  GhostscriptWork here = work;
  here.page = [pipe](const DrawnPage& page) { return SendPage(pipe, page), true; };
  try {
    RunGhostscriptHere(here);
    const Message end;
    Send(pipe, &end, sizeof end);
  } catch (const Failure& failure) {
    SendFailure(pipe, failure);
  } catch (...) {
    SendFailure(pipe, Failure(ResourceLimitError, "Memory allocation failed",
                              std::source_location::current()));
  }
  _exit(0);
}

class Child {
 public:
  explicit Child(const GhostscriptWork& work) : work_(work) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) Fail(ResourceLimitError, "Unable to open a pipe");
    pid_ = fork();
    if (pid_ == 0) {
      close(ends[0]);
      BeChild(work, ends[1]);
    }
    pipe_ = FileDescriptor(ends[0]);
    close(ends[1]);
    if (pid_ < 0) Fail(ResourceLimitError, "Unable to start a process for Ghostscript");
  }
  ~Child() {
    kill(pid_, SIGKILL);
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Fails if that many bytes do not come.
  void Receive(void* data, std::size_t length) const {
    auto* bytes = static_cast<char*>(data);
    while (length > 0) {
      work_.poll();
      constexpr int kMilliseconds = 100;
      pollfd ready{pipe_.get(), POLLIN, 0};
      if (::poll(&ready, 1, kMilliseconds) <= 0) continue;
      const ssize_t got = read(pipe_.get(), bytes, length);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) Fail(CorruptImageError, "Ghostscript crashed, or ran out of time or memory");
      bytes += got;
      length -= static_cast<std::size_t>(got);
    }
  }

 private:
  const GhostscriptWork& work_;
  pid_t pid_ = -1;
  FileDescriptor pipe_;
};

// Whether more pages are wanted.
bool TakePage(const GhostscriptWork& work, const Child& child, const Message& message) {
  work.size(message.columns, message.rows);
  DrawnPage page{message.columns, message.rows, std::size_t{3} * message.columns};
  MemoryClaim claim;
  if (!claim.Acquire(std::uint64_t{page.row_bytes} * page.rows)) FailOfMemoryLimit();
  std::vector<std::uint8_t> pixels(page.row_bytes * page.rows);
  child.Receive(pixels.data(), pixels.size());
  page.pixels = pixels.data();
  return work.page(page);
}

}  // namespace

void RunGhostscript(const GhostscriptWork& work) {
  const Child child(work);
  for (;;) {
    Message message;
    child.Receive(&message, sizeof message);
    if (message.kind == Kind::kEnd) return;
    if (message.kind == Kind::kPage) {
      if (!TakePage(work, child, message)) return;
      continue;
    }
    std::string reason(message.length, ' ');
    child.Receive(reason.data(), reason.size());
    Fail(static_cast<ExceptionType>(message.severity), reason);
  }
}

}  // namespace lodestone::coders
