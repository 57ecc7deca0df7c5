// Writing images to files, streams and memory.
#include <cstring>
#include <mutex>
#include <string>

#include "base/compressed_suffix.hpp"
#include "base/owner.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/blob/blob.hpp"
#include "magick/constitute.h"
#include "magick/core/formats/file_spec.hpp"
#include "magick/list.h"
#include "magick/magick.h"
#include "magick/utility.h"

using lodestone::Guard;
using lodestone::MemoryOutput;
using lodestone::Owner;
using lodestone::Throw;

namespace {

using ImageInfoOwner = Owner<ImageInfo, DestroyImageInfo>;

ImageInfoOwner CopyInfo(const ImageInfo* image_info) {
  ImageInfoOwner info(CloneImageInfo(image_info));
  if (info == nullptr) throw std::bad_alloc();
  return info;
}

// The format to write: by prefix, by extension, or the image's own. Null with an exception.
const MagickInfo* FindTarget(ImageInfo* info, const Image* image, ExceptionInfo* exception) {
  info->affirm = MagickFalse;
  info->magick[0] = '\0';
  MagickStrlCpy(info->filename, image->filename, sizeof(info->filename));
  lodestone::ApplyPrefix(info);
  lodestone::ApplyExtension(info);
  if (info->magick[0] == '\0') MagickStrlCpy(info->magick, image->magick, sizeof(info->magick));
  return lodestone::FindEncoder(info->magick, info->filename, exception);
}

// Sets an exception aside so that later ones are recorded; restores it if there are none.
class SetAside {
 public:
  explicit SetAside(ExceptionInfo* exception) : exception_(exception), before_(*exception) {
    GetExceptionInfo(exception);
  }
  ~SetAside() {
    if (exception_->severity == UndefinedException) {
      *exception_ = before_;
    } else {
      DestroyExceptionInfo(&before_);
    }
  }
  SetAside(const SetAside&) = delete;
  SetAside& operator=(const SetAside&) = delete;

 private:
  ExceptionInfo* exception_;
  ExceptionInfo before_;
};

// Runs the encoder. The output appears only on success.
MagickPassFail Encode(const MagickInfo& format, const ImageInfo& info, Image* image) {
  static constinit std::mutex one_at_a_time;
  std::unique_lock lock(one_at_a_time, std::defer_lock);
  if (format.thread_support == MagickFalse) lock.lock();
  const MagickPassFail status = format.encoder(&info, image);
  if (GetBlobIsOpen(image) != MagickFalse) {
    if (status == MagickFail) lodestone::DiscardBlob(image);
    if (CloseBlob(image) == MagickFail) return MagickFail;
  }
  if (status == MagickFail && image->exception.severity < ErrorException) {
    Throw(&image->exception, CoderError, "Unable to write image", image->filename);
  }
  return status;
}

// The next image of the list stays reachable for formats that hold several images.
MagickPassFail Write(const ImageInfo* image_info, Image* image) {
  const SetAside aside(&image->exception);
  const ImageInfoOwner info = CopyInfo(image_info);
  DisassociateBlob(image);
  const MagickInfo* const format = FindTarget(info.get(), image, &image->exception);
  if (format == nullptr) return MagickFail;
  MagickStrlCpy(image->filename, info->filename, sizeof(image->filename));
  if (format->adjoin == MagickFalse) info->adjoin = MagickFalse;
  char scene_name[MaxTextExtent];
  if (image_info->adjoin == MagickFalse &&
      MagickSceneFileName(scene_name, image->filename, ".%lu", MagickFalse, image->scene) !=
          MagickFalse) {
    MagickStrlCpy(image->filename, scene_name, sizeof(image->filename));
  }
  MagickStrlCpy(info->filename, image->filename, sizeof(info->filename));
  const MagickPassFail status = Encode(*format, *info, image);
  // Not before: descriptions name the format that was read.
  MagickStrlCpy(image->magick, format->name, sizeof(image->magick));
  return status;
}

// True for a name such as "frame%03d.png".
bool HasSceneNumber(const char* filename) {
  char name[MaxTextExtent];
  return MagickSceneFileName(name, filename, ".%lu", MagickFalse, 0) != MagickFalse;
}

// "name-3.png" for frame 3 of "name.png", "name-3.ppm.gz" of "name.ppm.gz".
std::string NumberedName(const std::string& name, unsigned long scene) {
  const std::size_t slash = name.rfind('/');
  std::size_t dot = lodestone::WithoutCompressedSuffix(name).rfind('.');
  const bool has_extension =
      dot != std::string::npos && (slash == std::string::npos || dot > slash);
  if (!has_extension) dot = name.size();
  return name.substr(0, dot) + "-" + std::to_string(scene) + name.substr(dot);
}

// Writes the frames of a list to separate files.
MagickPassFail WriteSeparately(const ImageInfo* image_info, Image* first,
                               ExceptionInfo* exception) {
  const std::string name = first->filename;
  MagickPassFail status = MagickPass;
  unsigned long number = 0;
  for (Image* image = first; image != nullptr; image = image->next, ++number) {
    char scene_name[MaxTextExtent];
    const bool has_template =
        MagickSceneFileName(scene_name, name.c_str(), ".%lu", MagickFalse, number) != MagickFalse;
    const std::string target = has_template ? scene_name : NumberedName(name, number);
    MagickStrlCpy(image->filename, target.c_str(), sizeof(image->filename));
    ImageInfoOwner info = CopyInfo(image_info);
    info->adjoin = MagickTrue;
    // One frame only: the encoder must not see its neighbours.
    Image* next = image->next;
    image->next = nullptr;
    status &= Write(info.get(), image);
    image->next = next;
    GetImageException(image, exception);
  }
  return status;
}

MagickPassFail WriteList(const ImageInfo* image_info, Image* images, const char* filename,
                         ExceptionInfo* exception) {
  Image* first = GetFirstImageInList(images);
  if (filename != nullptr) {
    for (Image* image = first; image != nullptr; image = image->next) {
      MagickStrlCpy(image->filename, filename, sizeof(image->filename));
    }
  }
  const ImageInfoOwner info = CopyInfo(image_info);
  const MagickInfo* format = FindTarget(info.get(), first, exception);
  if (format == nullptr) return MagickFail;
  const bool several = first->next != nullptr;
  const bool joined = image_info->adjoin != MagickFalse && format->adjoin != MagickFalse;
  if (several && !joined) {
    const bool stream = image_info->file != nullptr || std::strcmp(info->filename, "-") == 0;
    const bool numbered = image_info->adjoin == MagickFalse || HasSceneNumber(info->filename);
    if (numbered && !stream) return WriteSeparately(image_info, first, exception);
    Throw(exception, OptionWarning, "Only the first image is written", first->filename);
  }
  const MagickPassFail status = Write(image_info, first);
  GetImageException(first, exception);
  return status;
}

// False for a generated image, such as "xc:": the settings say how to write it.
bool HasOwnFormat(const Image& image) {
  if (image.magick[0] == '\0') return false;
  const MagickInfo* format = GetMagickInfo(image.magick, nullptr);
  return format == nullptr || format->encoder != nullptr;
}

void* WriteToMemory(const ImageInfo* image_info, Image* image, size_t* length,
                    ExceptionInfo* exception) {
  *length = 0;
  const char* magick = HasOwnFormat(*image) ? image->magick : image_info->magick;
  const MagickInfo* format = lodestone::FindEncoder(magick, "", exception);
  if (format == nullptr) return nullptr;
  const ImageInfoOwner info = CopyInfo(image_info);
  info->file = nullptr;
  MagickStrlCpy(info->magick, format->name, sizeof(info->magick));
  auto output = std::make_unique<MemoryOutput>();
  MemoryOutput* memory = output.get();
  if (!memory->Reserve(1)) throw std::bad_alloc();
  const lodestone::BlobOwner blob = lodestone::AttachOutput(std::move(output));
  DestroyBlobInfo(info->blob);
  info->blob = ReferenceBlob(blob.get());
  DisassociateBlob(image);
  const SetAside aside(&image->exception);
  const MagickPassFail status = Encode(*format, *info, image);
  void* bytes = nullptr;
  if (status != MagickFail && blob->output != nullptr) bytes = memory->Take(length);
  DisassociateBlob(image);
  if (bytes == nullptr) GetImageException(image, exception);
  return bytes;
}

}  // namespace

MagickPassFail WriteImage(const ImageInfo* image_info, Image* image) {
  const lodestone::ErrnoScope fresh;
  return Guard(lodestone::ExceptionOf(image), {image_info, image}, MagickFail,
               [&] { return Write(image_info, image); });
}

MagickPassFail WriteImages(const ImageInfo* image_info, Image* image, const char* filename,
                           ExceptionInfo* exception) {
  const lodestone::ErrnoScope fresh;
  return Guard(exception, {image_info, image}, MagickFail,
               [&] { return WriteList(image_info, image, filename, exception); });
}

MagickPassFail WriteImagesFile(const ImageInfo* image_info, Image* image, FILE* file,
                               ExceptionInfo* exception) {
  return Guard(exception, {image_info, image}, MagickFail, [&] {
    const ImageInfoOwner info = CopyInfo(image_info);
    info->file = file;
    return WriteList(info.get(), image, nullptr, exception);
  });
}

void* ImageToBlob(const ImageInfo* image_info, Image* image, size_t* length,
                  ExceptionInfo* exception) {
  const lodestone::ErrnoScope fresh;
  return Guard(exception, {image_info, image, length}, nullptr,
               [&] { return WriteToMemory(image_info, image, length, exception); });
}
