#include "magick/pixel_block.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "magick/error.hpp"
#include "magick/log.h"
#include "magick/memory.h"
#include "magick/resource.h"
#include "magick/temporary_file.hpp"

namespace lodestone {
namespace {

// Maps a file without a name, its space reserved so that a full disk shows now and not later.
void* MapTemporaryFile(std::size_t bytes) {
  const int file = OpenUnlinkedTemporaryFile();
  if (file < 0) return nullptr;
  void* data = MAP_FAILED;
  if (posix_fallocate(file, 0, static_cast<off_t>(bytes)) == 0) {
    data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  }
  close(file);
  return data == MAP_FAILED ? nullptr : data;
}

}  // namespace

PixelBlock PixelBlock::Allocate(std::size_t bytes, const char* filename, ExceptionInfo* exception) {
  PixelBlock block;
  if (!block.AllocateHeap(bytes) && !block.AllocateMapped(bytes)) {
    Throw(exception, ResourceLimitError, "Memory allocation failed", filename);
  }
  return block;
}

bool PixelBlock::AllocateHeap(std::size_t bytes) {
  if (AcquireMagickResource(MemoryResource, bytes) == MagickFail) return false;
  data_ = MagickMallocAligned(kAlignment, bytes);
  if (data_ == nullptr) {
    LiberateMagickResource(MemoryResource, bytes);
    return false;
  }
  bytes_ = bytes;
  return true;
}

bool PixelBlock::AllocateMapped(std::size_t bytes) {
  if (AcquireMagickResource(MapResource, bytes) == MagickFail) return false;
  if (AcquireMagickResource(DiskResource, bytes) != MagickFail) {
    data_ = MapTemporaryFile(bytes);
    if (data_ != nullptr) {
      bytes_ = bytes;
      mapped_ = true;
      LogMagickEvent(CacheEvent, GetMagickModule(), "mapped %lu bytes of a temporary file",
                     static_cast<unsigned long>(bytes));
      return true;
    }
    LiberateMagickResource(DiskResource, bytes);
  }
  LiberateMagickResource(MapResource, bytes);
  return false;
}

void PixelBlock::Release() {
  if (data_ == nullptr) return;
  if (mapped_) {
    munmap(data_, bytes_);
    LiberateMagickResource(MapResource, bytes_);
    LiberateMagickResource(DiskResource, bytes_);
  } else {
    MagickFreeAligned(data_);
    LiberateMagickResource(MemoryResource, bytes_);
  }
  data_ = nullptr;
}

}  // namespace lodestone
