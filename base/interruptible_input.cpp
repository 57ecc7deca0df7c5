#include "base/interruptible_input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace lodestone {
namespace {

constexpr int kPatienceMs = 100;

// Until there is something to read, be it the end or an error. False with EINTR when given up.
bool Await(int file, GiveUp give_up) {
  if (give_up == nullptr) return true;
  pollfd ready{file, POLLIN, 0};
  while (!give_up()) {
    const int count = poll(&ready, 1, kPatienceMs);
    // What poll cannot do, read will tell.
    if (count > 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) return true;
  }
  errno = EINTR;
  return false;
}

// Bytes that can be taken from the stream without reading; stdio has no function that tells.
std::size_t Buffered(const std::FILE* stream) {
  constexpr int kPushedBack = 0x100;  // _IO_IN_BACKUP: what was read is behind what was pushed back
  const std::ptrdiff_t behind =
      (stream->_flags & kPushedBack) == 0 ? 0 : stream->_IO_save_end - stream->_IO_save_base;
  return static_cast<std::size_t>(stream->_IO_read_end - stream->_IO_read_ptr + behind);
}

}  // namespace

int OpenInput(const char* name, GiveUp give_up) {
  struct stat status;
  const bool is_pipe = stat(name, &status) == 0 && S_ISFIFO(status.st_mode);
  const int no_wait = give_up != nullptr && is_pipe ? O_NONBLOCK : 0;
  return open(name, O_RDONLY | O_CLOEXEC | no_wait);
}

ssize_t ReadInput(int file, void* to, std::size_t length, GiveUp give_up) {
  while (Await(file, give_up)) {
    const ssize_t got = read(file, to, length);
    // Somebody else may have been faster.
    if (got >= 0 || (errno != EINTR && (errno != EAGAIN || give_up == nullptr))) return got;
  }
  return -1;
}

ssize_t ReadInput(std::FILE* stream, void* to, std::size_t length, GiveUp give_up) {
  std::size_t ready = Buffered(stream);
  const bool past_buffer = ready == 0 && length >= BUFSIZ && std::feof(stream) == 0;
  if (past_buffer) return ReadInput(fileno(stream), to, length, give_up);
  if (length == 0) return 0;
  const int first = ReadInputByte(stream, give_up);
  if (first == EOF) return std::feof(stream) == 0 ? -1 : 0;
  auto* const bytes = static_cast<unsigned char*>(to);
  bytes[0] = static_cast<unsigned char>(first);
  ready = std::min(length - 1, Buffered(stream));
  return static_cast<ssize_t>(1 + std::fread(bytes + 1, 1, ready, stream));
}

int ReadInputByte(std::FILE* stream, GiveUp give_up) {
  if (Buffered(stream) == 0 && !Await(fileno(stream), give_up)) return EOF;
  return std::getc(stream);
}

}  // namespace lodestone
