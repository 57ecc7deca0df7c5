#include "accel/gpu/cuda/images.hpp"

#include <zlib.h>

#include <new>
#include <span>

#include "accel/gpu/cuda/programs/archive.inc"

// The file becomes part of this object: a megabyte of source text would take a compiler seconds.
asm(".pushsection .rodata,\"a\"\n"
    ".balign 16\n"
    ".hidden lodestone_cuda_archive\n"
    ".globl lodestone_cuda_archive\n"
    "lodestone_cuda_archive:\n"
    ".incbin \"" LS_CUDA_ARCHIVE
    "\"\n"
    ".popsection\n");
extern "C" const unsigned char lodestone_cuda_archive[];

namespace lodestone::accel::gpu::cuda {
namespace {

std::span<const ArchiveEntry> Entries() {
  const auto* head = reinterpret_cast<const ArchiveHead*>(lodestone_cuda_archive);
  return {reinterpret_cast<const ArchiveEntry*>(head + 1), head->entries};
}

// A text gets the NUL at its end.
std::vector<unsigned char> Unpack(const ArchiveEntry& entry) {
  std::vector<unsigned char> image(entry.image_bytes + (entry.architecture == kPtx ? 1 : 0));
  z_stream stream{};
  constexpr int kGzip = MAX_WBITS + 16;
  if (inflateInit2(&stream, kGzip) != Z_OK) throw std::bad_alloc();
  stream.next_in = const_cast<unsigned char*>(lodestone_cuda_archive) + entry.begin;
  stream.avail_in = static_cast<uInt>(entry.stored_bytes);
  stream.next_out = image.data();
  stream.avail_out = entry.image_bytes;
  const int status = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  if (status != Z_STREAM_END) image.clear();
  return image;
}

}  // namespace

std::vector<unsigned char> ImageOf(std::string_view source, std::string_view options,
                                   unsigned architecture) {
  const ArchiveEntry* entry = FindImage(Entries(), ImageKey(source, options),
                                        [=](unsigned cubin) { return Runs(cubin, architecture); });
  return entry ? Unpack(*entry) : std::vector<unsigned char>();
}

}  // namespace lodestone::accel::gpu::cuda
