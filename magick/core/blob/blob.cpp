// Opening, closing and sharing blobs.
#include "magick/core/blob/blob.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "magick/confirm_access.h"
#include "magick/core/blob/compressed_output.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/log.h"

using lodestone::BlobInput;
using lodestone::BlobOutput;
using lodestone::Guard;
using lodestone::Throw;

namespace lodestone {
namespace {

bool IsStandardStream(const char* filename) {
  return std::strcmp(filename, "-") == 0;
}

bool MayOpen(ConfirmAccessMode mode, const char* filename, ExceptionInfo* exception) {
  return MagickConfirmAccess(mode, filename, exception) != MagickFail;
}

std::unique_ptr<BlobOutput> OpenOutput(const ImageInfo* image_info, const Image* image,
                                       ExceptionInfo* exception) {
  if (image_info->file != nullptr) return OutputToStream(image_info->file);
  if (IsStandardStream(image->filename)) return OutputToStream(stdout);
  if (!MayOpen(FileWriteConfirmAccessMode, image->filename, exception)) return nullptr;
  std::unique_ptr<BlobOutput> file = OutputToFile(image->filename, exception);
  const CompressedFormat* const format = CompressedFormatOf(std::string_view(image->filename));
  if (file == nullptr || format == nullptr) return file;
  file = CompressedOutput(std::move(file), *format);
  if (file == nullptr) throw std::bad_alloc();
  return file;
}

void Rewind(BlobInfo* blob) {
  blob->position = 0;
  blob->end_met = false;
  blob->failed = false;
  blob->first_errno = 0;
  blob->open = true;
  blob->attached = false;
}

// Another blob that reads the same memory, from its start.
void ShareMemory(const BlobInfo& from, BlobInfo* to) {
  to->input = BlobInput::FromMemory(from.input->data(), from.input->available());
  Rewind(to);
  to->attached = to->lasting = true;
  to->mode = ReadBinaryBlobMode;
}

void Take(BlobOwner blob, Image* image) {
  DestroyBlob(image);
  image->blob = blob.release();
  Rewind(image->blob);
}

void TakeMemory(const ImageInfo* image_info, Image* image) {
  BlobOwner blob(CloneBlobInfo(nullptr));
  if (blob == nullptr) throw std::bad_alloc();
  AttachBlob(blob.get(), image_info->blob, image_info->length);
  Take(std::move(blob), image);
}

// Uses the blob that image_info provides. Memory can be read any number of times, also by several
// threads at once.
void TakeAttached(const ImageInfo* image_info, Image* image) {
  BlobOwner blob(image_info->blob->lasting ? CloneBlobInfo(nullptr)
                                           : ReferenceBlob(image_info->blob));
  if (blob == nullptr) throw std::bad_alloc();
  if (image_info->blob->lasting) ShareMemory(*image_info->blob, blob.get());
  Take(std::move(blob), image);
}

bool OpenNew(const ImageInfo* image_info, Image* image, BlobMode mode, ExceptionInfo* exception) {
  BlobOwner blob(CloneBlobInfo(nullptr));
  if (blob == nullptr) throw std::bad_alloc();
  if (mode == WriteBlobMode || mode == WriteBinaryBlobMode) {
    blob->output = OpenOutput(image_info, image, exception);
    if (blob->output == nullptr) return false;
  } else {
    blob->input = OpenInput(image_info, image->filename, exception);
    if (blob->input == nullptr) return false;
  }
  Rewind(blob.get());
  DestroyBlob(image);
  image->blob = blob.release();
  return true;
}

void Report(Image* image, const char* reason) {
  const ErrnoScope fresh;
  errno = image->blob->first_errno;
  if (errno == EBADMSG) {
    errno = 0;
    reason = kDamagedCompression;
  }
  Throw(&image->exception, BlobError, reason, image->filename);
}

// Finishes an input. False if reading had failed.
bool CloseInput(Image* image) {
  BlobInfo* blob = image->blob;
  blob->size = static_cast<magick_off_t>(blob->input->stored_size());
  if (blob->input->error() != 0) blob->Fail(blob->input->error());
  blob->input->LeaveStreamAt(blob->position);
  blob->input.reset();
  blob->attached = blob->lasting = false;
  if (blob->temporary) unlink(blob->filename.c_str());
  if (!blob->failed) return true;
  Report(image, "Unable to read file");
  return false;
}

// Finishes an output, which appears only on success.
bool CloseOutput(Image* image) {
  BlobInfo* blob = image->blob;
  const bool encoder_failed = image->exception.severity >= ErrorException && !blob->had_error;
  errno = 0;
  blob->size = blob->output->size();
  if (!blob->failed && !encoder_failed && !blob->output->Commit()) blob->Fail(errno);
  // A memory output stays, for the code that attached it to take.
  if (dynamic_cast<MemoryOutput*>(blob->output.get()) == nullptr || blob->failed) {
    blob->output.reset();
  }
  if (blob->failed) Report(image, "Unable to write file");
  return !blob->failed && !encoder_failed;
}

}  // namespace

BlobOwner AttachInput(std::unique_ptr<BlobInput> input, const char* filename) {
  BlobOwner blob(new BlobInfo);
  blob->input = std::move(input);
  blob->filename = filename;
  blob->attached = true;
  blob->mode = ReadBinaryBlobMode;
  return blob;
}

BlobOwner AttachOutput(std::unique_ptr<BlobOutput> output) {
  BlobOwner blob(new BlobInfo);
  blob->output = std::move(output);
  blob->attached = true;
  blob->mode = WriteBinaryBlobMode;
  return blob;
}

std::unique_ptr<BlobInput> OpenInput(const ImageInfo* image_info, const char* filename,
                                     ExceptionInfo* exception) {
  const ErrnoScope fresh;
  if (image_info->file != nullptr) return BlobInput::FromStream(image_info->file);
  if (IsStandardStream(filename)) return BlobInput::Decompressed(BlobInput::FromStream(stdin));
  if (!MayOpen(FileReadConfirmAccessMode, filename, exception)) return nullptr;
  std::unique_ptr<BlobInput> input = BlobInput::OpenFile(filename);
  if (input != nullptr) return BlobInput::Decompressed(std::move(input));
  Throw(exception, FileOpenError, "Unable to open file", filename);
  return nullptr;
}

void DiscardBlob(Image* image) {
  BlobInfo* blob = image->blob;
  if (blob == nullptr || !blob->open) return;
  blob->open = false;
  blob->input.reset();
  blob->output.reset();
}

}  // namespace lodestone

BlobInfo* CloneBlobInfo(const BlobInfo* blob_info) {
  return Guard(nullptr, nullptr, [&] {
    lodestone::BlobOwner clone(new BlobInfo);
    if (blob_info == nullptr) return clone.release();
    const bool reads_file = blob_info->input != nullptr && !blob_info->lasting;
    clone->size =
        reads_file ? static_cast<magick_off_t>(blob_info->input->size()) : blob_info->size;
    if (blob_info->lasting) {
      lodestone::ShareMemory(*blob_info, clone.get());
      clone->position = blob_info->position;
      clone->end_met = blob_info->end_met;
      clone->open = blob_info->open;
      clone->attached = blob_info->attached;
    }
    return clone.release();
  });
}

BlobInfo* ReferenceBlob(BlobInfo* blob) {
  if (blob != nullptr) blob->references.fetch_add(1, std::memory_order_relaxed);
  return blob;
}

void DestroyBlobInfo(BlobInfo* blob) {
  if (blob == nullptr) return;
  if (blob->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete blob;
}

void GetBlobInfo(BlobInfo* blob) {
  if (blob == nullptr) return;
  DetachBlob(blob);
  blob->references.store(1);
  blob->filename.clear();
  blob->mode = UndefinedBlobMode;
  blob->closable = true;
  blob->temporary = blob->had_error = blob->failed = false;
  blob->first_errno = 0;
  blob->size = 0;
}

void AttachBlob(BlobInfo* blob_info, const void* blob, const size_t length) {
  if (blob_info == nullptr) return;
  DetachBlob(blob_info);
  if (blob == nullptr) return;
  Guard(nullptr, [&] {
    blob_info->input = BlobInput::FromMemory(blob, length);
    lodestone::ShareMemory(*blob_info, blob_info);
  });
}

void DetachBlob(BlobInfo* blob) {
  if (blob == nullptr) return;
  blob->input.reset();
  blob->output.reset();
  blob->position = 0;
  blob->open = blob->attached = blob->lasting = blob->end_met = false;
}

void DestroyBlob(Image* image) {
  if (image == nullptr) return;
  DestroyBlobInfo(image->blob);
  image->blob = nullptr;
}

void DisassociateBlob(Image* image) {
  if (image == nullptr) return;
  if (image->blob != nullptr && image->blob->references.load() == 1) return;
  BlobInfo* own = CloneBlobInfo(image->blob);
  DestroyBlob(image);
  image->blob = own;
}

MagickPassFail OpenBlob(const ImageInfo* image_info, Image* image, const BlobMode mode,
                        ExceptionInfo* exception) {
  return Guard(exception, {image_info, image}, MagickFail, [&]() -> MagickPassFail {
    if (!lodestone::CheckKnown(mode, exception)) return MagickFail;
    if (lodestone::IsMemoryOfCaller(*image_info)) {
      lodestone::TakeMemory(image_info, image);
    } else if (image_info->blob != nullptr && image_info->blob->attached) {
      lodestone::TakeAttached(image_info, image);
    } else if (!lodestone::OpenNew(image_info, image, mode, exception)) {
      return MagickFail;
    }
    BlobInfo* blob = image->blob;
    blob->mode = mode;
    blob->filename = image->filename;
    blob->temporary = image_info->temporary != MagickFalse && blob->input != nullptr &&
                      image_info->file == nullptr;
    blob->had_error = image->exception.severity >= ErrorException;
    LogMagickEvent(BlobEvent, GetMagickModule(), "opened \"%s\" to %s", image->filename,
                   blob->input != nullptr ? "read" : "write");
    return MagickPass;
  });
}

MagickPassFail CloseBlob(Image* image) {
  BlobInfo* blob = lodestone::BlobOf(image);
  if (blob == nullptr || !blob->open || !blob->closable) return MagickPass;
  return Guard(&image->exception, MagickFail, [&]() -> MagickPassFail {
    blob->open = false;
    const bool closed =
        blob->input != nullptr ? lodestone::CloseInput(image) : lodestone::CloseOutput(image);
    LogMagickEvent(BlobEvent, GetMagickModule(), "closed \"%s\"%s", image->filename,
                   closed ? "" : " after a failure");
    return closed ? MagickPass : MagickFail;
  });
}
