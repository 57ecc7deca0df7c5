// Reading, writing and seeking in an open blob.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "magick/core/errors/barrier.hpp"
#include "magick/core/blob/blob.hpp"
#include "magick/core/blob/reading_time.hpp"
#include "magick/resource.h"

using lodestone::BlobOf;
using lodestone::Guard;

namespace {

bool IsInput(const BlobInfo* blob) {
  return blob != nullptr && blob->open && blob->input != nullptr;
}

bool IsOutput(const BlobInfo* blob) {
  return blob != nullptr && blob->open && blob->output != nullptr;
}

// Makes up to `length` bytes available at the current position. Returns how many there are.
size_t Available(BlobInfo* blob, size_t length) {
  if (lodestone::ReadingTime::IsOverNowAndThen()) {
    blob->Fail(ETIME);
    return 0;
  }
  lodestone::BlobInput& input = *blob->input;
  const size_t end = length > SIZE_MAX - blob->position ? SIZE_MAX : blob->position + length;
  if (end > input.available()) input.Require(end);
  const size_t available = std::max(input.available(), blob->position) - blob->position;
  if (available >= length) return length;
  blob->end_met = true;
  if (input.error() != 0) blob->Fail(input.error());
  return available;
}

magick_off_t SeekInput(BlobInfo* blob, magick_off_t offset, int whence) {
  magick_off_t base = 0;
  if (whence == SEEK_CUR) base = static_cast<magick_off_t>(blob->position);
  if (whence == SEEK_END) {
    blob->input->RequireAll();
    base = static_cast<magick_off_t>(blob->input->available());
  }
  magick_off_t target = 0;
  if (__builtin_add_overflow(base, offset, &target) || target < 0) return -1;
  blob->position = static_cast<size_t>(target);
  blob->end_met = false;
  return target;
}

magick_off_t SeekOutput(BlobInfo* blob, magick_off_t offset, int whence) {
  magick_off_t base = 0;
  if (whence == SEEK_CUR) base = blob->output->position();
  if (whence == SEEK_END) base = blob->output->size();
  magick_off_t target = 0;
  if (__builtin_add_overflow(base, offset, &target)) return -1;
  return blob->output->Seek(target) ? target : -1;
}

}  // namespace

size_t ReadBlob(Image* image, const size_t length, void* data) {
  if (data == nullptr) return 0;
  if (lodestone::CanReadOutput(image)) return image->blob->output->Read(data, length);
  void* target = data;
  const size_t got = ReadBlobZC(image, length, &target);
  if (got != 0 && target != data) std::memcpy(data, target, got);
  return got;
}

// Bytes are returned in place only if they cannot move any more.
size_t ReadBlobZC(Image* image, const size_t length, void** data) {
  BlobInfo* blob = BlobOf(image);
  if (!IsInput(blob) || data == nullptr) return 0;
  const size_t got = Available(blob, length);
  if (got == 0 || (*data == nullptr && !blob->input->complete())) return 0;
  const std::uint8_t* from = blob->input->data() + blob->position;
  if (blob->input->complete()) {
    *data = const_cast<std::uint8_t*>(from);
  } else {
    std::memcpy(*data, from, got);
  }
  blob->position += got;
  return got;
}

int ReadBlobByte(Image* image) {
  BlobInfo* blob = BlobOf(image);
  if (!IsInput(blob) || Available(blob, 1) == 0) return EOF;
  return blob->input->data()[blob->position++];
}

char* ReadBlobString(Image* image, char* string) {
  size_t length = 0;
  int c = string == nullptr ? EOF : ReadBlobByte(image);
  if (c == EOF) return nullptr;
  for (; c != EOF && c != '\n' && length < MaxTextExtent - 1; c = ReadBlobByte(image)) {
    string[length++] = static_cast<char>(c);
  }
  if (length != 0 && string[length - 1] == '\r') --length;
  string[length] = '\0';
  return string;
}

// Whether `length` bytes more are within the limit; else the blob has failed.
static bool MayWrite(BlobInfo* blob, size_t length) {
  const auto limit = static_cast<std::uint64_t>(GetMagickResourceLimit(WriteResource));
  const auto position =
      static_cast<std::uint64_t>(std::max<std::int64_t>(blob->output->position(), 0));
  if (length <= limit && position <= limit - length) return true;
  blob->exceeds_limit = true;
  blob->Fail(EFBIG);
  return false;
}

size_t WriteBlob(Image* image, const size_t length, const void* data) {
  BlobInfo* blob = BlobOf(image);
  if (!IsOutput(blob) || data == nullptr || !MayWrite(blob, length)) return 0;
  return Guard(&image->exception, size_t{0}, [&] {
    errno = 0;
    const size_t written = blob->output->Write(data, length);
    if (written != length) blob->Fail(errno != 0 ? errno : EIO);
    return written;
  });
}

size_t WriteBlobByte(Image* image, const magick_uint8_t value) {
  return WriteBlob(image, 1, &value);
}

size_t WriteBlobString(Image* image, const char* string) {
  return string == nullptr ? 0 : WriteBlob(image, std::strlen(string), string);
}

magick_off_t SeekBlob(Image* image, const magick_off_t offset, const int whence) {
  BlobInfo* blob = BlobOf(image);
  if (IsInput(blob)) return SeekInput(blob, offset, whence);
  return IsOutput(blob) ? SeekOutput(blob, offset, whence) : -1;
}

magick_off_t TellBlob(const Image* image) {
  const BlobInfo* blob = BlobOf(image);
  if (IsInput(blob)) return static_cast<magick_off_t>(blob->position);
  return IsOutput(blob) ? blob->output->position() : -1;
}

int EOFBlob(const Image* image) {
  return BlobOf(image) != nullptr && image->blob->end_met ? 1 : 0;
}

int GetBlobStatus(const Image* image) {
  return BlobOf(image) != nullptr && image->blob->failed ? 1 : 0;
}

// What failed before anybody asked for bytes behind it counts as well.
int GetBlobFirstErrno(const Image* image) {
  const BlobInfo* blob = BlobOf(image);
  if (blob == nullptr) return 0;
  return blob->first_errno == 0 && IsInput(blob) ? blob->input->error() : blob->first_errno;
}

MagickBool GetBlobIsOpen(const Image* image) {
  return BlobOf(image) != nullptr && image->blob->open ? MagickTrue : MagickFalse;
}

magick_off_t GetBlobSize(const Image* image) {
  const BlobInfo* blob = BlobOf(image);
  if (blob == nullptr) return 0;
  if (IsInput(blob)) return static_cast<magick_off_t>(blob->input->size());
  return IsOutput(blob) ? blob->output->size() : blob->size;
}

FILE* GetBlobFileHandle(const Image* image) {
  return IsOutput(BlobOf(image)) ? image->blob->output->stream() : nullptr;
}

unsigned char* GetBlobStreamData(const Image* image) {
  BlobInfo* blob = BlobOf(image);
  if (!IsInput(blob)) return nullptr;
  blob->input->RequireAll();
  if (blob->input->error() != 0) {
    blob->Fail(blob->input->error());
    return nullptr;
  }
  return const_cast<unsigned char*>(blob->input->data());
}

MagickBool BlobIsSeekable(const Image* image) {
  const BlobInfo* blob = BlobOf(image);
  if (IsInput(blob)) return MagickTrue;
  return IsOutput(blob) && blob->output->position() >= 0 ? MagickTrue : MagickFalse;
}

void SetBlobClosable(Image* image, MagickBool closable) {
  if (BlobOf(image) != nullptr) image->blob->closable = closable != MagickFalse;
}

void SetBlobTemporary(Image* image, MagickBool isTemporary) {
  if (BlobOf(image) != nullptr) image->blob->temporary = isTemporary != MagickFalse;
}

MagickBool GetBlobTemporary(const Image* image) {
  return BlobOf(image) != nullptr && image->blob->temporary ? MagickTrue : MagickFalse;
}

MagickPassFail BlobReserveSize(Image* image, magick_off_t size) {
  if (!IsOutput(BlobOf(image)) || size < 0) return MagickFail;
  return image->blob->output->Reserve(static_cast<size_t>(size)) ? MagickPass : MagickFail;
}
