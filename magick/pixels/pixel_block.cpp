#include "magick/pixels/pixel_block.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstring>

#include "magick/core/error.hpp"
#include "magick/log.h"
#include "magick/core/memory.hpp"
#include "magick/resource.h"
#include "magick/core/temporary_file.hpp"

namespace lodestone {
namespace {

// A file beyond the process's limit would end the process by SIGXFSZ.
bool MayBeWritten(std::size_t bytes) {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
         bytes <= limit.rlim_cur;
}

// Maps an unnamed file, its space reserved so that a full disk is noticed now and not later.
void* MapTemporaryFile(std::size_t bytes) {
  const int file = MayBeWritten(bytes) ? OpenUnlinkedTemporaryFile() : -1;
  if (file < 0) return nullptr;
  void* data = MAP_FAILED;
  if (posix_fallocate(file, 0, static_cast<off_t>(bytes)) == 0) {
    data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  close(file);
  return data == MAP_FAILED ? nullptr : data;
}

}  // namespace

PixelBlock PixelBlock::Allocate(std::size_t bytes, Contents contents, const char* filename,
                                ExceptionInfo* exception) {
  PixelBlock block;
  if (!block.AllocateMemory(bytes, contents) && !block.AllocateMapped(bytes)) {
    Throw(exception, ResourceLimitError, "Memory allocation failed", filename);
  }
  return block;
}

bool PixelBlock::AllocateMemory(std::size_t bytes, Contents contents) {
  if (AcquireMagickResource(MemoryResource, bytes) == MagickFail) return false;
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
    const PixelPool::Block block = PixelPool::Get().Acquire(bytes, contents);
    data_ = block.data;
    capacity_ = block.capacity;
    kind_ = Kind::kPool;
    return data_ != nullptr;
  }
  data_ = MagickMallocAligned(kAlignment, bytes);
  kind_ = Kind::kHeap;
  if (data_ != nullptr && contents == Contents::kZero) std::memset(data_, 0, bytes);
  return data_ != nullptr;
}

// The system keeps what is mapped in memory while there is room, as far as the limit for maps goes;
// beyond it, the pixels are there for the disk alone.
bool PixelBlock::AllocateMapped(std::size_t bytes) {
  if (AcquireMagickResource(FileResource, 1) == MagickFail) return false;
  if (AcquireMagickResource(DiskResource, bytes) != MagickFail) {
    data_ = MapTemporaryFile(bytes);
    if (data_ != nullptr) {
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
  if (data_ == nullptr) return;
  switch (kind_) {
    case Kind::kHeap:
      MagickFreeAligned(data_);
      break;
    case Kind::kPool:
      PixelPool::Get().Release({data_, capacity_});
      break;
    case Kind::kMap:
      LiberateMagickResource(MapResource, bytes_);
      [[fallthrough]];
    case Kind::kFile:
      munmap(data_, bytes_);
      LiberateMagickResource(DiskResource, bytes_);
      LiberateMagickResource(FileResource, 1);
      data_ = nullptr;
      return;
  }
  LiberateMagickResource(MemoryResource, bytes_);
  data_ = nullptr;
}

}  // namespace lodestone
