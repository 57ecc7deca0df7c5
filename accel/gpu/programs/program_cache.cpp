#include "accel/gpu/programs/program_cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <thread>

#include "accel/gpu/driver.hpp"
#include "base/file_descriptor.hpp"
#include "base/staged_output.hpp"

namespace lodestone::accel::gpu {
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

Header HeaderFor(const Digest& key, const std::vector<unsigned char>& binary) {
  Header header{};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.key[0] = key.first();
  header.key[1] = key.second();
  header.length = binary.size();
  header.checksum = Hash(binary.data(), binary.size());
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
int WriteFile(const std::string& path, const Header& header,
              const std::vector<unsigned char>& binary) {
  errno = 0;
  constexpr mode_t kPermissions = 0600;
  StagedOutput file(path, kPermissions);
  const bool written = file.Write(&header, sizeof(header)) &&
                       file.Write(binary.data(), binary.size()) && file.Close() && file.Publish();
  if (written) return 0;
  return errno != 0 ? errno : EIO;
}

}  // namespace

std::string ProgramCache::PathOf(const Digest& key) const {
  char name[64];
  std::snprintf(name, sizeof(name), "/%s-%016llx%016llx.bin", kBackend,
                static_cast<unsigned long long>(key.first()),
                static_cast<unsigned long long>(key.second()));
  return directory_ + name;
}

std::optional<std::vector<unsigned char>> ProgramCache::Load(const Digest& key) {
  if (directory_.empty()) return std::nullopt;
  // O_NONBLOCK: a pipe in the file's place must not block.
  const FileDescriptor file(::open(PathOf(key).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return std::nullopt;
  auto binary = ReadValid(file.get(), key);
  if (!binary) Discard(key);
  return binary;
}

void ProgramCache::Store(const Digest& key, const std::vector<unsigned char>& binary) {
  if (directory_.empty() || binary.empty()) return;
  const int error = WriteFile(PathOf(key), HeaderFor(key, binary), binary);
  const std::lock_guard lock(mutex_);
  problem_ = error == 0 ? "" : "cannot write " + directory_ + ": " + ErrorText(error);
}

bool ProgramCache::Has(const Digest& key) const {
  return Keeps() && ::access(PathOf(key).c_str(), R_OK) == 0;
}

std::string ProgramCache::ClaimsFile() const {
  return Keeps() ? directory_ + "/" + kBackend + "-building.lock" : "";
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

}  // namespace lodestone::accel::gpu
