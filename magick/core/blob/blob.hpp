// Behind image->blob.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "base/owner.hpp"
#include "magick/blob.h"
#include "magick/core/blob/blob_input.hpp"
#include "magick/core/blob/blob_output.hpp"

// What an image is read from or written to. At most one of input and output is set.
struct _BlobInfo {
  std::atomic<long> references{1};
  std::unique_ptr<lodestone::BlobInput> input;
  std::unique_ptr<lodestone::BlobOutput> output;
  std::size_t position = 0;  // of input
  std::string filename;
  BlobMode mode = UndefinedBlobMode;
  bool open = false;      // between OpenBlob and CloseBlob
  bool attached = false;  // input or output waits for OpenBlob
  bool lasting = false;   // the input is memory of AttachBlob's caller
  bool end_met = false;
  bool failed = false;
  bool exceeds_limit = false;  // of WriteResource
  bool closable = true;
  bool temporary = false;
  bool had_error = false;  // the image held an error before OpenBlob
  int first_errno = 0;
  magick_off_t size = 0;  // of the blob last open

  void Fail(int error) {
    failed = true;
    if (first_errno == 0) first_errno = error;
  }
};

namespace lodestone {

// GraphicsMagick's programs may put bytes of their own in the place of a blob.
inline bool IsMemoryOfCaller(const ImageInfo& info) {
  return info.blob != nullptr && info.length != 0;
}

// Null also without an image.
inline BlobInfo* BlobOf(const Image* image) {
  return image == nullptr ? nullptr : image->blob;
}

// Whether an open output also gives what was written to it.
inline bool CanReadOutput(const Image* image) {
  const BlobInfo* blob = BlobOf(image);
  return blob != nullptr && blob->open && blob->output != nullptr && blob->output->CanRead();
}

using BlobOwner = Owner<BlobInfo, DestroyBlobInfo>;

// A blob, not yet open, that OpenBlob will find in image_info->blob.
BlobOwner AttachInput(std::unique_ptr<BlobInput> input, const char* filename);
BlobOwner AttachOutput(std::unique_ptr<BlobOutput> output);

// Opens what image_info->file or `filename` names; what is compressed is decompressed unless it
// comes from image_info->file. Null with FileOpenError.
std::unique_ptr<BlobInput> OpenInput(const ImageInfo* image_info, const char* filename,
                                     ExceptionInfo* exception);

// Closes an output and discards what was written. Does nothing if the blob is not open.
void DiscardBlob(Image* image);

}  // namespace lodestone
