#include "magick/core/pixels/pixel_block.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "base/temporary_directory.hpp"
#include "magick/core/errors/error.hpp"
#include "magick/core/resources/limit_reason.hpp"
#include "magick/log.h"
#include "magick/core/system/memory.hpp"
#include "magick/resource.h"
#include "magick/core/paths/temporary_file.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

enum class Shortage { kMemory, kFiles, kDisk, kTemporaryFile, kRoom };

// Of the last allocation that failed, and what the system said. Memory that the system refuses is
// what counts, whatever becomes of the attempt to do with a file.
thread_local Shortage shortage = Shortage::kMemory;
thread_local int shortage_error = ENOMEM;

void Note(Shortage what, int error = 0) {
  shortage = what;
  shortage_error = error;
}

// A file beyond the process's limit would end the process by SIGXFSZ.
bool MayBeWritten(std::size_t bytes) {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
         bytes <= limit.rlim_cur;
}

// Maps an unnamed file, its space reserved so that a full disk is noticed now and not later.
void* MapTemporaryFile(std::size_t bytes) {
  if (!MayBeWritten(bytes)) {
    Note(Shortage::kRoom, EFBIG);
    return nullptr;
  }
  const int file = OpenUnlinkedTemporaryFile();
  if (file < 0) {
    Note(Shortage::kTemporaryFile, errno);
    return nullptr;
  }
  void* data = MAP_FAILED;
  int error = posix_fallocate(file, 0, static_cast<off_t>(bytes));
  if (error == 0) {
    data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    error = errno;
  }
  close(file);
  if (data != MAP_FAILED) return data;
  Note(Shortage::kRoom, error);
  return nullptr;
}

// With the limit that made files necessary.
std::string ReasonOfLimit(ResourceType type) {
  char memory[MaxTextExtent];
  FormatSize(GetMagickResourceLimit(MemoryResource), memory);
  return LimitReason(type) + ", that of memory " + memory + "B";
}

}  // namespace

PixelBlock PixelBlock::Allocate(std::size_t bytes, Contents contents, const char* filename,
                                ExceptionInfo* exception) {
  PixelBlock block;
  const bool allowed = AcquireMagickResource(MemoryResource, bytes) != MagickFail;
  if (allowed && block.AllocateMemory(bytes, contents)) return block;
  if (block.AllocateMapped(bytes)) return block;
  if (allowed) Note(Shortage::kMemory, ENOMEM);
  if (exception != nullptr) ThrowShortage(filename, exception);
  return block;
}

void PixelBlock::ThrowShortage(const char* description, ExceptionInfo* exception) {
  const std::string folder = " in " + TemporaryDirectory();
  errno = shortage_error;
  switch (shortage) {
    case Shortage::kMemory:
      return Throw(exception, ResourceLimitError, "Memory allocation failed", description);
    case Shortage::kFiles:
      return Throw(exception, ResourceLimitError, ReasonOfLimit(FileResource).c_str(), description);
    case Shortage::kDisk:
      return Throw(exception, ResourceLimitError, ReasonOfLimit(DiskResource).c_str(), description);
    case Shortage::kTemporaryFile:
      return Throw(exception, TemporaryFileError,
                   ("Unable to create temporary file" + folder).c_str(), description);
    case Shortage::kRoom:
      return Throw(exception, TemporaryFileError,
                   ("Unable to write to temporary file" + folder).c_str(), description);
  }
}

bool PixelBlock::AllocateMemory(std::size_t bytes, Contents contents) {
  if (!TakeMemory(bytes, contents)) {
    LiberateMagickResource(MemoryResource, bytes);
    return false;
  }
  bytes_ = bytes;
  return true;
}

// If the program has its own allocator, all memory comes from there.
bool PixelBlock::TakeMemory(std::size_t bytes, Contents contents) {
  if (bytes >= PixelPool::kMinBytes && !IsAllocatorReplaced()) {
    block_ = PixelPool::Get().Acquire(bytes, contents);
    kind_ = Kind::kPool;
    return block_.data != nullptr;
  }
  block_.data = MagickMallocAligned(kAlignment, bytes);
  kind_ = Kind::kHeap;
  if (block_.data != nullptr && contents == Contents::kZero) std::memset(block_.data, 0, bytes);
  return block_.data != nullptr;
}

// The system keeps what is mapped in memory while there is room, as far as the limit for maps goes;
// beyond it, the pixels are there for the disk alone.
bool PixelBlock::AllocateMapped(std::size_t bytes) {
  Note(Shortage::kFiles);
  if (AcquireMagickResource(FileResource, 1) == MagickFail) return false;
  Note(Shortage::kDisk);
  if (AcquireMagickResource(DiskResource, bytes) != MagickFail) {
    block_.data = MapTemporaryFile(bytes);
    if (block_.data != nullptr) {
      bytes_ = bytes;
      kind_ = AcquireMagickResource(MapResource, bytes) != MagickFail ? Kind::kMap : Kind::kFile;
      LogMagickEvent(CacheEvent, GetMagickModule(), "mapped %lu bytes of a temporary file",
                     static_cast<unsigned long>(bytes));
      return true;
    }
    LiberateMagickResource(DiskResource, bytes);
  }
  LiberateMagickResource(FileResource, 1);
  return false;
}

void PixelBlock::Release() {
  if (block_.data == nullptr) return;
  switch (kind_) {
    case Kind::kHeap:
      MagickFreeAligned(block_.data);
      break;
    case Kind::kPool:
      PixelPool::Get().Release(block_);
      break;
    case Kind::kMap:
      LiberateMagickResource(MapResource, bytes_);
      [[fallthrough]];
    case Kind::kFile:
      munmap(block_.data, bytes_);
      LiberateMagickResource(DiskResource, bytes_);
      LiberateMagickResource(FileResource, 1);
      block_.data = nullptr;
      return;
  }
  LiberateMagickResource(MemoryResource, bytes_);
  block_.data = nullptr;
}

}  // namespace lodestone
