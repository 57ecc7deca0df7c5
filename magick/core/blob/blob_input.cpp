#include "magick/core/blob/blob_input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <new>

#include "base/checked_size.hpp"
#include "base/interruptible_input.hpp"
#include "magick/core/blob/reading_time.hpp"
#include "magick/core/progress/progress.hpp"
#include "magick/resource.h"

namespace lodestone {
namespace {

constexpr std::size_t kFirstRead = 65536;

bool IsRegular(int file, struct stat* status) {
  return file >= 0 && fstat(file, status) == 0 && S_ISREG(status->st_mode);
}

// Bytes from the current position to the end of a regular file; 0 for anything else.
std::size_t RegularSize(int file) {
  struct stat status;
  if (!IsRegular(file, &status)) return 0;
  const off_t position = lseek(file, 0, SEEK_CUR);
  return position < 0 || position > status.st_size
             ? 0
             : static_cast<std::size_t>(status.st_size - position);
}

// A file as it is stored.
class BytesOfInput : public CompressedBytes {
 public:
  explicit BytesOfInput(std::unique_ptr<BlobInput> input) : input_(std::move(input)) {}
  std::span<const std::uint8_t> From(std::size_t position, std::size_t wanted) override {
    input_->Require(position + wanted);
    const std::size_t from = std::min(position, input_->available());
    return {input_->data() + from, input_->available() - from};
  }
  int error() const override { return input_->error(); }
  std::size_t size() const override { return input_->size(); }
  std::unique_ptr<BlobInput> Release() { return std::move(input_); }

 private:
  std::unique_ptr<BlobInput> input_;
};

}  // namespace

std::unique_ptr<BlobInput> BlobInput::FromMemory(const void* data, std::size_t length) {
  std::unique_ptr<BlobInput> input(new BlobInput);
  input->data_ = static_cast<const std::uint8_t*>(data);
  input->available_ = length;
  input->complete_ = true;
  return input;
}

std::unique_ptr<BlobInput> BlobInput::OpenFile(const char* filename) {
  std::unique_ptr<BlobInput> input(new BlobInput);
  input->file_ = OpenInput(filename, WhoGivesUp());
  if (input->file_ < 0) return nullptr;
  struct stat status;
  if (fstat(input->file_, &status) == 0 && S_ISDIR(status.st_mode)) {
    input.reset();
    errno = EISDIR;
    return nullptr;
  }
  input->expected_ = RegularSize(input->file_);
  return input;
}

std::unique_ptr<BlobInput> BlobInput::FromStream(FILE* stream) {
  std::unique_ptr<BlobInput> input(new BlobInput);
  input->stream_ = stream;
  input->stream_start_ = ftello(stream);
  struct stat status;
  const bool positioned = IsRegular(fileno(stream), &status) && input->stream_start_ >= 0;
  if (positioned && status.st_size > input->stream_start_) {
    input->expected_ = static_cast<std::size_t>(status.st_size - input->stream_start_);
  }
  return input;
}

std::unique_ptr<BlobInput> BlobInput::Decompressed(std::unique_ptr<BlobInput> input) {
  auto bytes = std::make_unique<BytesOfInput>(std::move(input));
  const CompressedFormat* const format = CompressedFormatOf(bytes->From(0, kSignatureBytes));
  if (format == nullptr) return bytes->Release();
  std::unique_ptr<BlobInput> content(new BlobInput);
  content->decompressor_ = std::make_unique<Decompressor>(std::move(bytes), *format);
  return content;
}

BlobInput::~BlobInput() {
  if (claimed_ != 0) LiberateMagickResource(MemoryResource, claimed_);
  if (file_ >= 0) close(file_);
}

bool BlobInput::Require(std::size_t end) {
  while (available_ < end && !complete_) {
    if (!Grow(end)) return false;
    const std::size_t got = ReadSource(memory_.data() + available_, capacity_ - available_);
    available_ += got;
    if (got == 0) complete_ = true;
  }
  return available_ >= end;
}

void BlobInput::RequireAll() {
  while (!complete_ && Require(std::max(available_, expected_) + 1)) {
  }
}

// At least one byte of room, doubling, so that each byte is moved only a few times.
bool BlobInput::Grow(std::size_t end) {
  if (capacity_ > available_) return true;
  const auto limit = static_cast<std::size_t>(
      std::min<std::uint64_t>(GetMagickResourceLimit(ReadResource), SIZE_MAX));
  if (available_ >= limit) {
    Fail(EFBIG);
    return false;
  }
  std::size_t wanted = std::max(kFirstRead, end);
  const CheckedSize doubled = CheckedSize(available_) * 2;
  if (doubled.valid()) wanted = std::max(wanted, doubled.value());
  // One byte more than expected, to reach the end in the same read.
  if (expected_ > available_) wanted = std::min(wanted, expected_ + 1);
  wanted = std::min(wanted, limit);
  if (decompressor_ != nullptr && !Claim(wanted - capacity_)) return false;
  if (!memory_.Grow(wanted, available_)) {
    data_ = nullptr;
    available_ = 0;
    Fail(ENOMEM);
    return false;
  }
  capacity_ = wanted;
  data_ = memory_.data();
  return true;
}

// Unlike a file, what a few bytes decompress to may be of any size.
bool BlobInput::Claim(std::size_t bytes) {
  if (AcquireMagickResource(MemoryResource, bytes) == MagickFail) {
    Fail(ENOMEM);
    return false;
  }
  claimed_ += bytes;
  return true;
}

std::size_t BlobInput::ReadSource(std::uint8_t* to, std::size_t length) {
  if (decompressor_ != nullptr) return ReadDecompressed(to, length);
  const int file = stream_ == nullptr ? file_ : fileno(stream_);
  struct stat status;
  const bool may_wait = file >= 0 && !IsRegular(file, &status);
  const GiveUp give_up = may_wait ? WhoGivesUp() : nullptr;
  if (stream_ != nullptr && give_up == nullptr) {
    const std::size_t got = std::fread(to, 1, length, stream_);
    if (got == 0 && std::ferror(stream_) != 0) Fail(errno);
    return got;
  }
  const ssize_t got = stream_ != nullptr ? ReadInput(stream_, to, length, give_up)
                                         : ReadInput(file_, to, length, give_up);
  if (got < 0) Fail(errno);
  return got < 0 ? 0 : static_cast<std::size_t>(got);
}

std::size_t BlobInput::ReadDecompressed(std::uint8_t* to, std::size_t length) {
  const std::size_t got = decompressor_->Read(to, length);
  if (got == 0 && decompressor_->error() != 0) Fail(decompressor_->error());
  if (ReadingTime::IsOver()) Fail(ETIME);
  return got;
}

void BlobInput::Fail(int error) {
  if (error_ == 0) error_ = error;
  complete_ = true;
}

void BlobInput::LeaveStreamAt(std::size_t position) {
  if (stream_ == nullptr || stream_start_ < 0) return;
  fseeko(stream_, stream_start_ + static_cast<off_t>(position), SEEK_SET);
}

}  // namespace lodestone
