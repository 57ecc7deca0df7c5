#include "utilities/bulk/name_claims.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <functional>
#include <span>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/ordinary_output.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kMostClashes = 1000;

std::uint64_t DigestOf(const std::string& name) {
  return std::hash<std::string>()(name);
}

// A file as an array that can be changed.
class MappedFile {
 public:
  explicit MappedFile(const std::string& name) {
    const int file = open(name.c_str(), O_RDWR | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) {
      throw CommandError("Unable to open file", name, errno);
    }
    length_ = static_cast<std::size_t>(status.st_size);
    if (length_ != 0) {
      memory_ = mmap(nullptr, length_, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    const int error = errno;
    close(file);
    if (memory_ == MAP_FAILED) throw CommandError("Unable to map file", name, error);
  }
  ~MappedFile() {
    if (length_ != 0) munmap(memory_, length_);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<std::uint64_t> numbers() {
    return {static_cast<std::uint64_t*>(memory_), length_ / sizeof(std::uint64_t)};
  }

 private:
  void* memory_ = nullptr;
  std::size_t length_ = 0;
};

}  // namespace

NameClaims::NameClaims(const std::string& file) : file_name_(file), file_(OpenOrdinary(file)) {}

NameClaims::~NameClaims() {
  std::remove(file_name_.c_str());
}

void NameClaims::Add(const std::string& name) {
  const std::uint64_t digest = DigestOf(name);
  file_.write(reinterpret_cast<const char*>(&digest), sizeof digest);
}

bool NameClaims::FindClashes() {
  file_.close();
  if (!file_) throw CommandError("Unable to write file", file_name_, errno);
  MappedFile file(file_name_);
  const auto numbers = file.numbers();
  std::sort(numbers.begin(), numbers.end());
  auto from = numbers.begin();
  while (clashes_.size() < kMostClashes) {
    from = std::adjacent_find(from, numbers.end());
    if (from == numbers.end()) break;
    if (clashes_.empty() || clashes_.back() != *from) clashes_.push_back(*from);
    ++from;
  }
  return !clashes_.empty();
}

bool NameClaims::Clashes(const std::string& name) const {
  return std::binary_search(clashes_.begin(), clashes_.end(), DigestOf(name));
}

}  // namespace lodestone::cli
