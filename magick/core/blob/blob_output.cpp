#include "magick/core/blob/blob_output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/checked_size.hpp"
#include "base/interruptible_output.hpp"
#include "base/output_place.hpp"
#include "base/staged_output.hpp"
#include "magick/core/errors/error.hpp"
#include "magick/core/progress/progress.hpp"

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
  bool Adopt(FileDescriptor file, const char* mode) {
    if (file.is_open()) stream_ = OpenOutputStream(file.get(), mode, WhoGivesUp());
    if (IsOpen()) file.Release();
    return IsOpen();
  }
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
  bool Open(const OutputPlace& place) {
    return Adopt(place.Open(O_WRONLY | O_TRUNC, WhoGivesUp()), "wb");
  }
};

// Written beside the file that it will replace.
class RenamedOutput : public StreamOutput {
 public:
  explicit RenamedOutput(OutputPlace place) : staged_(std::move(place), Staging::kNamed) {}
  bool Open() {
    if (!staged_.is_open()) return false;
    return Adopt(FileDescriptor(fcntl(staged_.file(), F_DUPFD_CLOEXEC, 0)), "w+b");
  }
  bool Commit() override {
    if (!StreamOutput::Commit()) return false;
    staged_.TakeOver();
    return staged_.Publish();
  }

 private:
  StagedOutput staged_;
};

// For a file that cannot be replaced, in a read-only directory or with several names: kept in
// memory until Commit.
class InPlaceOutput : public MemoryOutput {
 public:
  explicit InPlaceOutput(OutputPlace place) : place_(std::move(place)) {}
  bool Commit() override {
    FileDescriptor file = place_.Open(O_WRONLY | O_TRUNC);
    FILE* stream = file.is_open() ? fdopen(file.get(), "wb") : nullptr;
    if (stream == nullptr) return false;
    file.Release();
    const std::size_t length = static_cast<std::size_t>(size());
    const bool written = length == 0 || std::fwrite(data(), 1, length, stream) == length;
    return std::fclose(stream) == 0 && written;
  }

 private:
  const OutputPlace place_;
};

template <class Output, class... Arguments>
std::unique_ptr<BlobOutput> Opened(std::unique_ptr<Output> output, const Arguments&... arguments) {
  if (!output->Open(arguments...)) return nullptr;
  return output;
}

std::unique_ptr<BlobOutput> OpenPlace(const std::string& name, OutputPlace place) {
  if (place.is_special()) return Opened(std::make_unique<DirectOutput>(), place);
  if (!place.IsWritable()) return nullptr;
  const bool exists = place.existing().has_value();
  if (exists && place.existing()->st_nlink > 1) {
    return std::make_unique<InPlaceOutput>(std::move(place));
  }
  if (auto output = Opened(std::make_unique<RenamedOutput>(std::move(place)))) return output;
  const bool directory_closed = errno == EACCES || errno == EPERM || errno == EROFS;
  if (!exists || !directory_closed) return nullptr;
  return std::make_unique<InPlaceOutput>(OutputPlace(name));
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
  const GiveUp give_up = WhoGivesUp();
  if (give_up != nullptr && IsPipe(fileno(stream)) && std::fflush(stream) == 0) {
    FILE* pipe = OpenPipeStream(fileno(stream), PipeOwner::kCaller, give_up);
    if (pipe != nullptr) return std::make_unique<StreamOutput>(pipe, true);
  }
  return std::make_unique<StreamOutput>(stream, false);
}

std::unique_ptr<BlobOutput> OutputToFile(const char* filename, ExceptionInfo* exception) {
  const ErrnoScope fresh;
  OutputPlace place(filename);
  const std::string described = place.Describe();
  OutputError error = place.error();
  if (place.valid()) {
    if (auto output = OpenPlace(filename, std::move(place))) return output;
    error.number = errno;
  }
  errno = error.number;
  const char* reason = error.reason.empty() ? "Unable to open file" : error.reason.c_str();
  Throw(exception, FileOpenError, reason, described.c_str());
  return nullptr;
}

}  // namespace lodestone
