#include <algorithm>
#include <optional>

#include "coders/common/profiles.hpp"
#include "coders/common/whole_input.hpp"
#include "coders/png/apng.hpp"
#include "magick/core/image/frame_time.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

void ReadStream(const ImageInfo* image_info, ApngStream& stream, Image* image,
                ExceptionInfo* exception) {
  PngClient client{image, exception, image_info->filename};
  PngReader reader(client);
  png_set_read_fn(reader.png, &stream, ApngStream::Read);
  ReadPngStream(image_info, client, reader, image);
}

ImageInfo WithPing(const ImageInfo* image_info, bool ping) {
  ImageInfo info = *image_info;
  info.ping = ping ? MagickTrue : MagickFalse;
  return info;
}

// The frames as a list. They are given as they are if each is to be laid over all before it, which
// means the same to every reader of lists; else each is the whole canvas, which takes the place of
// the one before.
class ApngReader {
 public:
  ApngReader(const ImageInfo* image_info, const ApngFile& file, ExceptionInfo* exception)
      : info_(image_info), file_(file), exception_(exception), whole_(!AreLayers()) {}

  void Read(Image* first) {
    const FrameRange range = WantedFrames(info_, file_.frames.size());
    const bool ping = info_->ping != MagickFalse;
    CheckLimits(file_.width, file_.height);
    if (whole_ && !ping) canvas_.emplace(file_);
    for (std::size_t i = 0; whole_ && !ping && i < range.first; ++i) Draw(i);
    Image* image = nullptr;
    for (std::size_t i = range.first; i < range.end; ++i) {
      image = image == nullptr ? first : NextImage(info_, image);
      ReadFrame(i, image);
      Describe(i, image);
    }
  }

 private:
  bool IsOpaque() const {
    return (file_.color_type & PNG_COLOR_MASK_ALPHA) == 0 &&
           std::none_of(file_.head.begin(), file_.head.end(), [](ByteSpan chunk) {
             return std::equal(chunk.begin() + 4, chunk.begin() + 8, "tRNS");
           });
  }

  bool AreLayers() const {
    const bool opaque = IsOpaque();
    if (!file_.Covers(file_.frames.front())) return false;
    for (std::size_t i = 1; i < file_.frames.size(); ++i) {
      const ApngFrame& frame = file_.frames[i];
      if (opaque && file_.Covers(frame)) continue;
      const bool over = opaque || frame.blend == kApngOver;
      if (!over || file_.frames[i - 1].dispose != kApngKeep) return false;
    }
    return true;
  }

  void ReadFrame(std::size_t number, Image* image) {
    const ImageInfo info = WithPing(info_, whole_ || info_->ping != MagickFalse);
    ApngStream stream(file_, file_.frames[number], number == 0);
    ReadStream(&info, stream, image, exception_);
    if (!whole_) return;
    image->columns = file_.width;
    image->rows = file_.height;
    image->storage_class = DirectClass;
    image->matte = MagickTrue;
    SetShade(image, false, false);
    if (info_->ping == MagickFalse) ShowCanvas(number, image);
  }

  void ShowCanvas(std::size_t number, Image* image) {
    Draw(number);
    const Pixels target = NewPixels(image, exception_);
    for (std::size_t y = 0; y < file_.height; ++y) {
      std::copy_n(canvas_->Row(y), file_.width, target.Row(y));
    }
    SyncPixels(image, exception_);
  }

  void Draw(std::size_t number) {
    const ImageInfo info = WithPing(info_, false);
    const ImageOwner image(AllocateImage(info_));
    if (image.get() == nullptr) throw std::bad_alloc();
    ApngStream stream(file_, file_.frames[number], false);
    ReadStream(&info, stream, image.get(), exception_);
    canvas_->Draw(file_.frames[number], image.get(), exception_);
  }

  void Describe(std::size_t number, Image* image) const {
    const ApngFrame& frame = file_.frames[number];
    image->scene = number;
    image->page = {file_.width, file_.height, whole_ ? 0 : static_cast<long>(frame.x),
                   whole_ ? 0 : static_cast<long>(frame.y)};
    SetFrameMilliseconds(image, frame.milliseconds);
    image->iterations = file_.plays;
    image->dispose = whole_ ? BackgroundDispose : NoneDispose;
    if (whole_) image->background_color.opacity = TransparentOpacity;
  }

  const ImageInfo* info_;
  const ApngFile& file_;
  ExceptionInfo* exception_;
  const bool whole_;
  std::optional<ApngCanvas> canvas_;
};

// Frames beyond the number that the file states are not shown.
void CheckCount(ApngFile& file, const ImageInfo* image_info, ExceptionInfo* exception) {
  if (file.frames.empty()) Fail(CorruptImageError, "An animation without frames");
  if (file.frames.size() == file.announced) return;
  Report(exception, CorruptImageWarning, "The animation has another number of frames than it says",
         image_info->filename);
  if (file.announced == 0) return;
  file.frames.resize(std::min<std::size_t>(file.frames.size(), file.announced));
}

}  // namespace

Image* ReadApng(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const WholeInput input(image);
    ApngFile file = ParseApng(input.bytes());
    if (file.animated) {
      CheckCount(file, image_info, exception);
      ApngReader(image_info, file, exception).Read(image);
    } else {
      ApngStream stream(input.bytes());
      ReadStream(image_info, stream, image, exception);
    }
  });
}

}  // namespace lodestone::coders
