#include "magick/blob/blob_output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>

#include "base/checked_size.hpp"
#include "base/resolve_links.hpp"

namespace lodestone {
namespace {

constexpr std::size_t kFirstCapacity = 65536;

class StreamOutput : public BlobOutput {
 public:
  StreamOutput(FILE* stream, bool owned) : stream_(stream), owned_(owned) {}
  // Owns the stream that it opens.
  StreamOutput() : StreamOutput(nullptr, true) {}
  ~StreamOutput() override {
    if (owned_ && stream_ != nullptr) std::fclose(stream_);
  }
  std::size_t Write(const void* data, std::size_t length) override {
    return std::fwrite(data, 1, length, stream_);
  }
  bool Seek(std::int64_t position) override { return fseeko(stream_, position, SEEK_SET) == 0; }
  std::int64_t position() const override { return ftello(stream_); }
  bool CanRead() const override {
    return position() >= 0 && (fcntl(fileno(stream_), F_GETFL) & O_ACCMODE) == O_RDWR;
  }
  // Not by the stream, which would have to change between reading and writing.
  std::size_t Read(void* data, std::size_t length) override {
    const std::int64_t at = position();
    if (at < 0 || std::fflush(stream_) != 0) return 0;
    const ssize_t got = pread(fileno(stream_), data, length, at);
    return got > 0 && Seek(at + got) ? static_cast<std::size_t>(got) : 0;
  }
  std::int64_t size() const override {
    std::fflush(stream_);
    struct stat status;
    return fstat(fileno(stream_), &status) == 0 ? status.st_size : 0;
  }
  FILE* stream() const override { return stream_; }
  bool Commit() override {
    if (std::fflush(stream_) != 0 || std::ferror(stream_) != 0) {
      if (errno == 0) errno = EIO;
      return false;
    }
    return !owned_ || Close();
  }

 protected:
  bool IsOpen() const { return stream_ != nullptr; }
  void Adopt(FILE* stream) { stream_ = stream; }
  bool Close() {
    FILE* stream = stream_;
    stream_ = nullptr;
    return std::fclose(stream) == 0;
  }

 private:
  FILE* stream_;
  const bool owned_;
};

// A device or a pipe.
class DirectOutput : public StreamOutput {
 public:
  bool Open(const std::string& target) {
    Adopt(std::fopen(target.c_str(), "wbe"));
    return IsOpen();
  }
};

// Written under a temporary name in the same directory.
class RenamedOutput : public StreamOutput {
 public:
  RenamedOutput(std::string temporary, std::string target)
      : temporary_(std::move(temporary)), target_(std::move(target)) {}
  ~RenamedOutput() override {
    if (created_ && !committed_) unlink(temporary_.c_str());
  }
  // With the permissions of the file that it replaces, if any. False with errno set.
  bool Open(const struct stat* existing) {
    const int file = open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) return false;
    created_ = true;
    // Best effort.
    if (existing != nullptr && fchmod(file, existing->st_mode & 07777) != 0) errno = 0;
    Adopt(fdopen(file, "w+b"));
    if (IsOpen()) return true;
    const int error = errno;
    close(file);
    errno = error;
    return false;
  }
  bool Commit() override {
    committed_ = StreamOutput::Commit() && rename(temporary_.c_str(), target_.c_str()) == 0;
    return committed_;
  }

 private:
  const std::string temporary_;
  const std::string target_;
  bool created_ = false;
  bool committed_ = false;
};

// For a file that cannot be replaced, in a read-only directory or with several names: kept in
// memory until Commit.
class InPlaceOutput : public MemoryOutput {
 public:
  explicit InPlaceOutput(std::string target) : target_(std::move(target)) {}
  bool Commit() override {
    FILE* stream = std::fopen(target_.c_str(), "wbe");
    if (stream == nullptr) return false;
    const std::size_t length = static_cast<std::size_t>(size());
    const bool written = length == 0 || std::fwrite(data(), 1, length, stream) == length;
    return std::fclose(stream) == 0 && written;
  }

 private:
  const std::string target_;
};

std::string SiblingTemporaryName(const std::string& target) {
  static std::atomic<unsigned long> counter{0};
  const std::size_t slash = target.rfind('/');
  const std::string directory = slash == std::string::npos ? "" : target.substr(0, slash + 1);
  return directory + ".lodestone-" + std::to_string(getpid()) + "-" +
         std::to_string(counter.fetch_add(1)) + "~";
}

std::unique_ptr<BlobOutput> OpenRenamed(const std::string& target, const struct stat* existing) {
  constexpr int kTries = 100;
  for (int i = 0; i < kTries; ++i) {
    auto output = std::make_unique<RenamedOutput>(SiblingTemporaryName(target), target);
    if (output->Open(existing)) return output;
    if (errno != EEXIST) return nullptr;
  }
  errno = EEXIST;
  return nullptr;
}

}  // namespace

std::size_t MemoryOutput::Write(const void* data, std::size_t length) {
  const CheckedSize end = CheckedSize(position_) + length;
  if (!end.valid() || !Reserve(end.value())) {
    errno = ENOMEM;
    return 0;
  }
  if (position_ > length_) std::memset(buffer_.get() + length_, 0, position_ - length_);
  if (length != 0) std::memcpy(buffer_.get() + position_, data, length);
  position_ = end.value();
  length_ = std::max(length_, position_);
  return length;
}

std::size_t MemoryOutput::Read(void* data, std::size_t length) {
  if (position_ >= length_) return 0;
  const std::size_t count = std::min(length, length_ - position_);
  std::memcpy(data, buffer_.get() + position_, count);
  position_ += count;
  return count;
}

bool MemoryOutput::Seek(std::int64_t position) {
  if (position < 0) {
    errno = EINVAL;
    return false;
  }
  position_ = static_cast<std::size_t>(position);
  return true;
}

bool MemoryOutput::Reserve(std::size_t capacity) {
  if (capacity <= capacity_) return true;
  const CheckedSize doubled = CheckedSize(capacity_) * 2;
  std::size_t wanted = std::max(capacity, kFirstCapacity);
  if (doubled.valid()) wanted = std::max(wanted, doubled.value());
  MagickPtr<std::uint8_t> larger(static_cast<std::uint8_t*>(MagickMalloc(wanted)));
  if (larger == nullptr) return false;
  if (length_ != 0) std::memcpy(larger.get(), buffer_.get(), length_);
  buffer_ = std::move(larger);
  capacity_ = wanted;
  return true;
}

void* MemoryOutput::Take(std::size_t* length) {
  *length = length_;
  capacity_ = length_ = position_ = 0;
  return buffer_.release();
}

std::unique_ptr<BlobOutput> OutputToStream(FILE* stream) {
  return std::make_unique<StreamOutput>(stream, false);
}

std::unique_ptr<BlobOutput> OutputToFile(const char* filename) {
  const std::string target = ResolveLinks(filename);
  struct stat status;
  const bool exists = stat(target.c_str(), &status) == 0;
  // A chain of links without an end.
  if (!exists && errno == ELOOP) return nullptr;
  if (exists && S_ISDIR(status.st_mode)) {
    errno = EISDIR;
    return nullptr;
  }
  if (exists && !S_ISREG(status.st_mode)) {
    auto output = std::make_unique<DirectOutput>();
    return output->Open(target) ? std::move(output) : nullptr;
  }
  if (exists && access(target.c_str(), W_OK) != 0) return nullptr;
  if (exists && status.st_nlink > 1) return std::make_unique<InPlaceOutput>(target);
  std::unique_ptr<BlobOutput> output = OpenRenamed(target, exists ? &status : nullptr);
  const bool directory_closed =
      output == nullptr && (errno == EACCES || errno == EPERM || errno == EROFS);
  if (directory_closed && exists) return std::make_unique<InPlaceOutput>(target);
  return output;
}

}  // namespace lodestone
