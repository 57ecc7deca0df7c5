// Whole files as memory, and memory as whole files.
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>

#include "magick/confirm_access.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/blob/blob.hpp"
#include "magick/core/enums/enum_range.hpp"

using lodestone::BlobInput;
using lodestone::BlobOutput;
using lodestone::ErrnoScope;
using lodestone::Guard;
using lodestone::IsKnown;
using lodestone::Throw;

namespace {

constexpr size_t kCopyBytes = 1 << 18;

bool WriteFile(const char* filename, const void* data, size_t length, ExceptionInfo* exception) {
  if (MagickConfirmAccess(FileWriteConfirmAccessMode, filename, exception) == MagickFail)
    return false;
  const ErrnoScope fresh;
  std::unique_ptr<BlobOutput> output = lodestone::OutputToFile(filename, exception);
  if (output == nullptr) return false;
  if (output->Write(data, length) == length && output->Commit()) return true;
  Throw(exception, BlobError, "Unable to write file", filename);
  return false;
}

void* ReadFile(const char* filename, size_t* length, ExceptionInfo* exception) {
  if (MagickConfirmAccess(FileReadConfirmAccessMode, filename, exception) == MagickFail)
    return nullptr;
  const ErrnoScope fresh;
  const std::unique_ptr<BlobInput> input = BlobInput::OpenFile(filename);
  if (input == nullptr) {
    Throw(exception, FileOpenError, "Unable to open file", filename);
    return nullptr;
  }
  if (*length == 0) {
    input->RequireAll();
  } else {
    input->Require(*length);
  }
  if (input->error() != 0) {
    errno = input->error();
    Throw(exception, BlobError, "Unable to read file", filename);
    return nullptr;
  }
  const size_t size = *length == 0 ? input->available() : std::min(*length, input->available());
  auto* bytes = static_cast<unsigned char*>(MagickMalloc(size + 1));
  if (bytes == nullptr) throw std::bad_alloc();
  std::copy_n(input->data(), size, bytes);
  bytes[size] = 0;
  *length = size;
  return bytes;
}

}  // namespace

MagickPassFail BlobToFile(const char* filename, const void* blob, const size_t length,
                          ExceptionInfo* exception) {
  return Guard(exception, {filename, length == 0 ? filename : blob}, MagickFail,
               [&]() -> MagickPassFail {
                 return WriteFile(filename, blob, length, exception) ? MagickPass : MagickFail;
               });
}

void* FileToBlob(const char* filename, size_t* length, ExceptionInfo* exception) {
  return Guard(exception, {filename, length}, nullptr,
               [&] { return ReadFile(filename, length, exception); });
}

MagickPassFail ImageToFile(Image* image, const char* filename, ExceptionInfo* exception) {
  return Guard(exception, {image, filename}, MagickFail, [&]() -> MagickPassFail {
    if (image->blob == nullptr || !image->blob->open || image->blob->input == nullptr) {
      Throw(exception, OptionError, "The blob is not open for reading", image->filename);
      return MagickFail;
    }
    const unsigned char* data = GetBlobStreamData(image);
    if (data == nullptr && GetBlobSize(image) != 0) return MagickFail;
    const size_t size = image->blob->input->available();
    const size_t start = std::min(size, image->blob->position);
    if (!WriteFile(filename, data + start, size - start, exception)) return MagickFail;
    image->blob->position = size;
    return MagickPass;
  });
}

MagickPassFail WriteBlobFile(Image* image, const char* filename) {
  ExceptionInfo* exception = lodestone::ExceptionOf(image);
  return Guard(exception, {image, filename}, MagickFail, [&]() -> MagickPassFail {
    if (MagickConfirmAccess(FileReadConfirmAccessMode, filename, exception) == MagickFail)
      return MagickFail;
    const std::unique_ptr<BlobInput> input = BlobInput::OpenFile(filename);
    if (input == nullptr) return MagickFail;
    size_t position = 0;
    while (input->Require(position + 1)) {
      input->Require(position + kCopyBytes);
      const size_t length = input->available() - position;
      if (WriteBlob(image, length, input->data() + position) != length) return MagickFail;
      position += length;
    }
    return input->error() == 0 ? MagickPass : MagickFail;
  });
}

void* MapBlob(int file, const MapMode mode, magick_off_t offset, size_t length) {
  const int protection = mode == ReadMode    ? PROT_READ
                         : mode == WriteMode ? PROT_WRITE
                                             : PROT_READ | PROT_WRITE;
  const int sharing = mode == ReadMode ? MAP_PRIVATE : MAP_SHARED;
  if (length == 0) return nullptr;
  if (!IsKnown(mode)) {
    errno = EINVAL;
    return nullptr;
  }
  void* map = mmap(nullptr, length, protection, sharing, file, offset);
  return map == MAP_FAILED ? nullptr : map;
}

MagickPassFail UnmapBlob(void* map, const size_t length) {
  return munmap(map, length) == 0 ? MagickPass : MagickFail;
}
