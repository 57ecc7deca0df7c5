// Older names of functions.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include "magick/core/errors/required.hpp"
#include "magick/deprecate.h"

#include "magick/log.h"
#include "magick/memory.h"
#include "magick/pixel_cache.h"

namespace {

void Mention() {
  if (IsEventLogged(DeprecateEvent))
    LogMagickEvent(DeprecateEvent, GetMagickModule(), "Method has been deprecated");
}

// Bits of a sample that all have room in, of those that are whole numbers of bytes.
unsigned SampleBits(const Image* image, QuantumType type) {
  if (type == IndexQuantum || type == IndexAlphaQuantum) {
    if (image->colors <= 256) return 8;
    return image->colors <= 65536 ? 16 : 32;
  }
  if (image->depth <= 8) return 8;
  return image->depth <= 16 ? 16 : 32;
}

ExceptionInfo* ExceptionOf(const ViewInfo* view) {
  return lodestone::ExceptionOf(GetCacheViewImage(view));
}

}  // namespace

unsigned int PopImagePixels(const Image* image, const QuantumType quantum_type,
                            unsigned char* destination) {
  Mention();
  if (image == nullptr) return MagickFail;
  return ExportImagePixelArea(image, quantum_type, SampleBits(image, quantum_type), destination,
                              nullptr, nullptr);
}

unsigned int PushImagePixels(Image* image, const QuantumType quantum_type,
                             const unsigned char* source) {
  Mention();
  if (image == nullptr) return MagickFail;
  return ImportImagePixelArea(image, quantum_type, SampleBits(image, quantum_type), source, nullptr,
                              nullptr);
}

void* AcquireMemory(const size_t size) {
  Mention();
  return MagickMalloc(size);
}

void* CloneMemory(void* destination, const void* source, const size_t size) {
  Mention();
  return MagickCloneMemory(destination, source, size);
}

void LiberateMemory(void** memory) {
  Mention();
  if (memory == nullptr) return;
  MagickFree(*memory);
  *memory = nullptr;
}

void ReacquireMemory(void** memory, const size_t size) {
  Mention();
  if (memory != nullptr) *memory = MagickRealloc(*memory, size);
}

const PixelPacket* AcquireCacheView(ViewInfo* view, const long x, const long y,
                                    const unsigned long columns, const unsigned long rows,
                                    ExceptionInfo* exception) {
  return AcquireCacheViewPixels(view, x, y, columns, rows, exception);
}

PixelPacket* GetCacheView(ViewInfo* view, const long x, const long y, const unsigned long columns,
                          const unsigned long rows) {
  return GetCacheViewPixels(view, x, y, columns, rows, ExceptionOf(view));
}

PixelPacket* SetCacheView(ViewInfo* view, const long x, const long y, const unsigned long columns,
                          const unsigned long rows) {
  return SetCacheViewPixels(view, x, y, columns, rows, ExceptionOf(view));
}

MagickPassFail SyncCacheView(ViewInfo* view) {
  return SyncCacheViewPixels(view, ExceptionOf(view));
}
