#include <jerror.h>

#include "coders/jpeg/jpeg.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kBufferBytes = 65536;

// Lives in libjpeg's memory pool, so it is trivial and freed with the decompressor.
struct BlobSource {
  jpeg_source_mgr manager;
  JOCTET* buffer;
  boolean at_start;
};

BlobSource* SourceOf(j_decompress_ptr info) {
  return reinterpret_cast<BlobSource*>(info->src);
}

void StartSource(j_decompress_ptr info) {
  SourceOf(info)->at_start = TRUE;
}

// At the end of a truncated file an end marker is inserted, so that the available data is decoded.
boolean FillBuffer(j_decompress_ptr info) {
  BlobSource* source = SourceOf(info);
  std::size_t length =
      ReadBlob(ClientOf(reinterpret_cast<j_common_ptr>(info)).blob, kBufferBytes, source->buffer);
  if (length == 0) {
    if (source->at_start) ERREXIT(info, JERR_INPUT_EMPTY);
    WARNMS(info, JWRN_JPEG_EOF);
    source->buffer[0] = 0xff;
    source->buffer[1] = JPEG_EOI;
    length = 2;
  }
  source->manager.next_input_byte = source->buffer;
  source->manager.bytes_in_buffer = length;
  source->at_start = FALSE;
  return TRUE;
}

void SkipBytes(j_decompress_ptr info, long count) {
  jpeg_source_mgr& manager = *info->src;
  while (count > static_cast<long>(manager.bytes_in_buffer)) {
    count -= static_cast<long>(manager.bytes_in_buffer);
    FillBuffer(info);
  }
  if (count <= 0) return;
  manager.next_input_byte += count;
  manager.bytes_in_buffer -= static_cast<std::size_t>(count);
}

void EndSource(j_decompress_ptr info) {
  (void)info;
}

}  // namespace

void SetJpegSource(j_decompress_ptr info) {
  const j_common_ptr common = reinterpret_cast<j_common_ptr>(info);
  auto* source =
      static_cast<BlobSource*>(info->mem->alloc_small(common, JPOOL_PERMANENT, sizeof(BlobSource)));
  source->buffer =
      static_cast<JOCTET*>(info->mem->alloc_large(common, JPOOL_PERMANENT, kBufferBytes));
  source->at_start = TRUE;
  source->manager.init_source = StartSource;
  source->manager.fill_input_buffer = FillBuffer;
  source->manager.skip_input_data = SkipBytes;
  source->manager.resync_to_restart = jpeg_resync_to_restart;
  source->manager.term_source = EndSource;
  source->manager.bytes_in_buffer = 0;
  source->manager.next_input_byte = nullptr;
  info->src = &source->manager;
}

}  // namespace lodestone::coders
