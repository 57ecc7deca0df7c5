#include "base/interruptible_output.hpp"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <new>

namespace lodestone {
namespace {

constexpr int kPatienceMs = 100;
constexpr int kPatienceForReaderMs = 10;  // nothing tells when one comes

// Until something can be written, or an error can be had. False with EINTR when given up.
bool AwaitRoom(int file, GiveUp give_up) {
  pollfd ready{file, POLLOUT, 0};
  for (int patience = 0;; patience = kPatienceMs) {
    const int count = poll(&ready, 1, give_up == nullptr ? -1 : patience);
    if (count > 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) return true;
    if (give_up != nullptr && give_up()) break;
  }
  errno = EINTR;
  return false;
}

// How much a pipe that can be written to takes without waiting: what fits into an empty one, else
// what all of them take at once.
std::size_t RoomOf(int file) {
  const int size = fcntl(file, F_GETPIPE_SZ);
  int waiting = 0;
  const bool empty = size > 0 && ioctl(file, FIONREAD, &waiting) == 0 && waiting == 0;
  return empty ? static_cast<std::size_t>(size) : PIPE_BUF;
}

struct PipeStream {
  int file;
  PipeOwner owner;
  GiveUp give_up;
};

ssize_t Write(void* cookie, const char* data, std::size_t length) {
  const auto* stream = static_cast<PipeStream*>(cookie);
  return WriteOutput(stream->file, data, length, stream->give_up) ? static_cast<ssize_t>(length)
                                                                  : 0;
}

int Seek(void*, off64_t*, int) {
  errno = ESPIPE;
  return -1;
}

int Close(void* cookie) {
  const std::unique_ptr<PipeStream> stream(static_cast<PipeStream*>(cookie));
  return stream->owner == PipeOwner::kStream ? close(stream->file) : 0;
}

}  // namespace

int OpenPipe(int folder, const char* name, int flags, GiveUp give_up) {
  if (give_up == nullptr) return openat(folder, name, flags);
  for (;;) {
    const int file = openat(folder, name, flags | O_NONBLOCK);
    if (file >= 0 || errno != ENXIO) return file;
    if (give_up()) break;
    poll(nullptr, 0, kPatienceForReaderMs);
  }
  errno = EINTR;
  return -1;
}

bool IsPipe(int file) {
  struct stat status;
  return file >= 0 && fstat(file, &status) == 0 &&
         (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

bool WriteOutput(int file, const void* data, std::size_t length, GiveUp give_up) {
  const auto* from = static_cast<const char*>(data);
  while (length != 0) {
    if (give_up != nullptr && !AwaitRoom(file, give_up)) return false;
    const std::size_t at_once = give_up == nullptr ? length : std::min(length, RoomOf(file));
    const ssize_t written = write(file, from, at_once);
    // Somebody else may have been faster.
    if (written < 0 && (errno == EINTR || (errno == EAGAIN && AwaitRoom(file, give_up)))) continue;
    if (written < 0) return false;
    from += written;
    length -= static_cast<std::size_t>(written);
  }
  return true;
}

std::FILE* OpenOutputStream(int file, const char* mode, GiveUp give_up) {
  return give_up != nullptr && IsPipe(file) ? OpenPipeStream(file, PipeOwner::kStream, give_up)
                                            : fdopen(file, mode);
}

std::FILE* OpenPipeStream(int file, PipeOwner owner, GiveUp give_up) {
  std::unique_ptr<PipeStream> cookie(new (std::nothrow) PipeStream{file, owner, give_up});
  if (cookie == nullptr) return nullptr;
  std::FILE* stream = fopencookie(cookie.get(), "w", {nullptr, Write, Seek, Close});
  if (stream != nullptr) (void)cookie.release();
  return stream;
}

}  // namespace lodestone
