#include <cstdio>

#include "coders/miff/miff.hpp"
#include "coders/mpc/mpc.hpp"
#include "magick/confirm_access.h"
#include "magick/core/blob/blob_output.hpp"

namespace lodestone::coders {
namespace {

class CacheFile {
 public:
  CacheFile(const std::string& name, ExceptionInfo* exception) {
    if (MagickConfirmAccess(FileWriteConfirmAccessMode, name.c_str(), exception) != MagickFail)
      output_ = OutputToFile(name.c_str(), exception);
    if (output_ == nullptr) FailAfter(exception, FileOpenError, "Unable to open file");
  }
  std::uint32_t Write(const void* data, std::size_t length, std::uint32_t crc) {
    if (output_->Write(data, length) != length) Fail(BlobError, "Unable to write the pixels");
    return MpcCrc(crc, data, length);
  }
  void Commit() {
    if (!output_->Commit()) Fail(BlobError, "Unable to write the pixels");
  }

 private:
  std::unique_ptr<BlobOutput> output_;
};

MpcPart WritePixels(const Image* image, CacheFile& cache, ExceptionInfo* exception) {
  const ConstPixels source = AllPixels(image, exception);
  const std::size_t count = source.columns * image->rows;
  MpcPart part;
  part.depth = image->depth;
  part.has_indexes = source.indexes != nullptr;
  part.crc = cache.Write(source.pixels, count * sizeof(PixelPacket), 0);
  if (part.has_indexes)
    part.crc = cache.Write(source.indexes, count * sizeof(IndexPacket), part.crc);
  return part;
}

void WriteOne(const ImageInfo* image_info, Image* first, Image* image, CacheFile& cache) {
  ToMiffColors(image_info, image);
  const MpcPart part = WritePixels(image, cache, &image->exception);
  char crc[16];
  std::snprintf(crc, sizeof crc, "%08x", part.crc);
  ByteSink sink;
  sink.Text(MpcPreface() + "image-depth=" + std::to_string(part.depth) +
            "\nindexes=" + (part.has_indexes ? "1" : "0") + "\ncrc32=" + crc + "\n");
  PutMiffHead(first, image, NoCompression, QuantumDepth, sink);
  sink.Flush(first);
}

}  // namespace

unsigned int WriteMpc(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    CacheFile cache(MpcCacheName(first), &first->exception);
    for (Image* image = first; image != nullptr; image = image->next) {
      WriteOne(image_info, first, image, cache);
      if (image_info->adjoin == MagickFalse) break;
    }
    cache.Commit();
  });
}

}  // namespace lodestone::coders
