// Files in memory by libraries with GraphicsMagick's interface.
// Include it after the magick/api.h of the intended library, see magick_job.hpp.
#pragma once

#include <cstring>
#include <memory>
#include <stdexcept>

#include "bench/magick_images.hpp"
#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

struct FileFormat {
  const char* name;
  unsigned long quality;
  bool encode;  // decode otherwise
};

// nullptr: an operation on images.
const FileFormat* FormatOf(Operation operation) {
  static const FileFormat formats[] = {{"JPEG", kJpegQuality, true},
                                       {"JPEG", kJpegQuality, false},
                                       {"PNG", kPngQuality, true},
                                       {"PNG", kPngQuality, false}};
  return operation < Operation::kEncodeJpeg
             ? nullptr
             : &formats[static_cast<int>(operation) - static_cast<int>(Operation::kEncodeJpeg)];
}

class FileJob : public Job {
 public:
  FileJob(const Work& work, const FileFormat& format)
      : format_(format), info_(CloneImageInfo(nullptr)), source_(MakeColorImage(*work.source)) {
    GetExceptionInfo(&exception_);
    info_->quality = format.quality;
    (void)std::strcpy(info_->magick, format.name);
    if (!format.encode) file_ = Encode();
  }
  ~FileJob() override {
    MagickFree(file_);
    DestroyImage(source_);
    DestroyImageInfo(info_);
    DestroyExceptionInfo(&exception_);
  }

  void Run() override {
    if (format_.encode)
      MagickFree(Encode());
    else
      DestroyImage(Decode(file_));
  }

  RawImage Result() override {
    void* const file = format_.encode ? Encode() : nullptr;
    Image* const image = Decode(format_.encode ? file : file_);
    RawImage raw = MakeRawImage(image);
    DestroyImage(image);
    MagickFree(file);
    return raw;
  }

 private:
  void* Encode() {
    (void)std::strcpy(source_->magick, format_.name);
    void* const file = ImageToBlob(info_, source_, &length_, &exception_);
    if (file == nullptr) throw std::runtime_error("the image was not encoded");
    return file;
  }
  Image* Decode(const void* file) {
    Image* const image = BlobToImage(info_, file, length_, &exception_);
    if (image == nullptr) throw std::runtime_error("the file was not decoded");
    return image;
  }

  const FileFormat& format_;
  ImageInfo* const info_;
  Image* const source_;
  ExceptionInfo exception_;
  void* file_ = nullptr;
  std::size_t length_ = 0;
};

std::unique_ptr<Job> PrepareFile(const Work& work, const FileFormat& format) {
  return std::make_unique<FileJob>(work, format);
}

}  // namespace
}  // namespace lodestone::bench
