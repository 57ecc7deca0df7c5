#include "accel/opencl/programs/program_cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <thread>
#include <utility>

namespace lodestone::accel::opencl {
namespace {

struct Header {
  char magic[8];
  uint64_t key[2];
  uint64_t length;
  uint64_t checksum;
};
static_assert(sizeof(Header) == 40);

constexpr char kMagic[8] = {'L', 'S', 'C', 'L', 'B', 'I', 'N', '1'};

// Far above any program here; a longer file is not one of ours.
constexpr off_t kMaxFile = 64 << 20;

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { Close(); }

  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  bool Close() {
    if (descriptor_ < 0) return true;
    return ::close(std::exchange(descriptor_, -1)) == 0;
  }

 private:
  int descriptor_;
};

bool ReadAll(int descriptor, void* data, size_t size) {
  auto* bytes = static_cast<unsigned char*>(data);
  while (size > 0) {
    const ssize_t got = ::read(descriptor, bytes, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    bytes += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

bool WriteAll(int descriptor, const void* data, size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  while (size > 0) {
    const ssize_t put = ::write(descriptor, bytes, size);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes += put;
    size -= static_cast<size_t>(put);
  }
  return true;
}

Header HeaderFor(const Digest& key, const std::vector<unsigned char>& binary) {
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.key[0] = key.first();
  header.key[1] = key.second();
  header.length = binary.size();
  header.checksum = Fnv1a(binary.data(), binary.size());
  return header;
}

std::optional<std::vector<unsigned char>> ReadValid(int descriptor, const Digest& key) {
  struct stat status;
  Header header;
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_size <= static_cast<off_t>(sizeof(header)) || status.st_size > kMaxFile ||
      !ReadAll(descriptor, &header, sizeof(header)) ||
      header.length != static_cast<uint64_t>(status.st_size) - sizeof(header)) {
    return std::nullopt;
  }
  std::vector<unsigned char> binary(header.length);
  if (!ReadAll(descriptor, binary.data(), binary.size())) return std::nullopt;
  const Header expected = HeaderFor(key, binary);
  if (std::memcmp(&header, &expected, sizeof(header)) != 0) return std::nullopt;
  return binary;
}

std::string ErrorText(int error) {
  return std::generic_category().message(error);
}

// Returns 0, or errno after an error, leaving nothing behind then.
int WriteAndRename(const std::string& temporary, const std::string& path, const Header& header,
                   const std::vector<unsigned char>& binary) {
  File file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.is_open()) return errno;
  const bool written = WriteAll(file.get(), &header, sizeof(header)) &&
                       WriteAll(file.get(), binary.data(), binary.size()) && file.Close();
  if (written && ::rename(temporary.c_str(), path.c_str()) == 0) return 0;
  const int error = errno;
  ::unlink(temporary.c_str());
  return error != 0 ? error : EIO;
}

}  // namespace

std::string ProgramCache::PathOf(const Digest& key) const {
  char name[64];
  std::snprintf(name, sizeof(name), "/opencl-%016llx%016llx.bin",
                static_cast<unsigned long long>(key.first()),
                static_cast<unsigned long long>(key.second()));
  return directory_ + name;
}

std::optional<std::vector<unsigned char>> ProgramCache::Load(const Digest& key) {
  if (directory_.empty()) return std::nullopt;
  // O_NONBLOCK: a pipe in the file's place must not block.
  File file(::open(PathOf(key).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return std::nullopt;
  auto binary = ReadValid(file.get(), key);
  if (!binary) Discard(key);
  return binary;
}

void ProgramCache::Store(const Digest& key, const std::vector<unsigned char>& binary) {
  if (directory_.empty() || binary.empty()) return;
  static std::atomic<unsigned> serial{0};
  const std::string path = PathOf(key);
  const std::string temporary =
      path + "." + std::to_string(::getpid()) + "." + std::to_string(++serial) + ".tmp";
  const int error = WriteAndRename(temporary, path, HeaderFor(key, binary), binary);
  const std::lock_guard lock(mutex_);
  problem_ = error == 0 ? "" : "cannot write " + directory_ + ": " + ErrorText(error);
}

bool ProgramCache::Has(const Digest& key) const {
  return Keeps() && ::access(PathOf(key).c_str(), R_OK) == 0;
}

std::string ProgramCache::ClaimsFile() const {
  return Keeps() ? directory_ + "/opencl-building.lock" : "";
}

Claim ProgramCache::TryToClaim(const Digest& key) const {
  return Claim(ClaimsFile(), key.first());
}

Claim ProgramCache::WaitToClaim(const Digest& key) const {
  constexpr std::chrono::milliseconds kStep{5};
  constexpr int kMostSteps = 2000;
  for (int step = 0; step < kMostSteps; ++step) {
    if (Claim claim = TryToClaim(key)) return claim;
    std::this_thread::sleep_for(kStep);
  }
  return TryToClaim(key);
}

void ProgramCache::Discard(const Digest& key) {
  if (!directory_.empty()) ::unlink(PathOf(key).c_str());
}

std::string ProgramCache::Describe() const {
  const std::lock_guard lock(mutex_);
  if (!problem_.empty()) return "in memory only: " + problem_;
  return directory_.empty() ? "in memory only" : directory_;
}

}  // namespace lodestone::accel::opencl
