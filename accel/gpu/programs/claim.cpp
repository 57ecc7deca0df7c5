#include "accel/gpu/programs/claim.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <utility>

namespace lodestone::accel::gpu {
namespace {

// Unlike those of POSIX, these locks belong to the open file and exclude other threads too.
#ifdef F_OFD_SETLK
constexpr int kSetLock = F_OFD_SETLK;
#else
constexpr int kSetLock = F_SETLK;
#endif

bool IsLockedByAnother(int descriptor, uint64_t number) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  // A file may be locked beyond its end.
  lock.l_start = static_cast<off_t>(number % (std::numeric_limits<off_t>::max() - 1));
  lock.l_len = 1;
  return ::fcntl(descriptor, kSetLock, &lock) != 0 && (errno == EAGAIN || errno == EACCES);
}

}  // namespace

Claim::Claim(const std::string& file, uint64_t number)
    : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600)) {
  if (descriptor_ >= 0) held_ = !IsLockedByAnother(descriptor_, number);
}

Claim::Claim(Claim&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), held_(std::exchange(other.held_, false)) {}

Claim::~Claim() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace lodestone::accel::gpu
