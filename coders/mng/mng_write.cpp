#include <algorithm>
#include <cstring>

#include "coders/common/embedded.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/over.hpp"
#include "coders/common/registration.hpp"
#include "coders/mng/jng.hpp"
#include "coders/mng/mng.hpp"

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kHundredths = 100;  // ticks per second

bool Covers(const Image* image, const RectangleInfo& canvas) {
  return image->columns == canvas.width && image->rows == canvas.height && image->page.x == 0 &&
         image->page.y == 0;
}

// What the file says of all its images.
struct Plan {
  RectangleInfo canvas = {};
  std::uint32_t ticks_per_second = 0;
  unsigned mode = kMngLayers;
  bool places = false, frames = false, transparent = false, jng = false;

  std::uint32_t Profile() const {
    return kMngProfileValid | (places || frames ? kMngSimple : 0) |
           (transparent ? kMngTransparency : 0) | (jng ? kMngJng : 0);
  }
};

// The largest that an image has or, where it has none, needs.
RectangleInfo CanvasOf(const Image* first) {
  RectangleInfo canvas = {};
  const auto needed = [](unsigned long page, unsigned long size, long at) {
    if (page != 0) return page;
    return at < 0 ? size : size + static_cast<unsigned long>(at);
  };
  for (const Image* image = first; image != nullptr; image = image->next) {
    const RectangleInfo& page = image->page;
    canvas.width = std::max(canvas.width, needed(page.width, image->columns, page.x));
    canvas.height = std::max(canvas.height, needed(page.height, image->rows, page.y));
  }
  return canvas;
}

// Whether something of the image disappears before the next, which does not hide it all.
bool LeavesNoTrace(const Image* image, const RectangleInfo& canvas) {
  if (image->next == nullptr || image->dispose < BackgroundDispose) return false;
  return image->next->matte != MagickFalse || !Covers(image->next, canvas);
}

bool SomeLeaveNoTrace(const Image* first, const RectangleInfo& canvas) {
  for (const Image* image = first; image != nullptr; image = image->next)
    if (LeavesNoTrace(image, canvas)) return true;
  return false;
}

bool AllAreCleared(const Image* first) {
  for (const Image* image = first; image->next != nullptr; image = image->next)
    if (image->dispose != BackgroundDispose) return false;
  return true;
}

bool HaveOneDelay(const Image* first) {
  for (const Image* image = first; image != nullptr; image = image->next)
    if (image->delay != first->delay) return false;
  return true;
}

// As was asked for, or else as the image was read.
bool IsWrittenAsJng(const ImageInfo* image_info, const Image* image) {
  const CompressionType asked = image_info->compression;
  return (asked == UndefinedCompression ? image->compression : asked) == JPEGCompression;
}

Plan PlanOf(const ImageInfo* image_info, const Image* first) {
  Plan plan;
  plan.canvas = CanvasOf(first);
  if (SomeLeaveNoTrace(first, plan.canvas)) plan.mode = kMngCleared;
  const bool even = HaveOneDelay(first) && (first->delay == 0 || kHundredths % first->delay == 0);
  plan.frames = plan.mode != kMngLayers || !even;
  plan.ticks_per_second = plan.frames ? kHundredths
                          : first->delay != 0
                              ? kHundredths / static_cast<std::uint32_t>(first->delay)
                              : 0;
  for (const Image* image = first; image != nullptr; image = image->next) {
    plan.places = plan.places || image->page.x != 0 || image->page.y != 0;
    plan.transparent = plan.transparent || image->matte != MagickFalse;
    plan.jng = plan.jng || IsWrittenAsJng(image_info, image);
  }
  return plan;
}

void PutHeader(const Plan& plan, ByteSink& sink) {
  ByteSink fields;
  fields.U32Be(static_cast<std::uint32_t>(plan.canvas.width));
  fields.U32Be(static_cast<std::uint32_t>(plan.canvas.height));
  fields.U32Be(plan.ticks_per_second);
  fields.Fill(12);  // numbers of layers and frames, and the time, need not be told
  fields.U32Be(plan.Profile());
  PutPngChunk("MHDR", fields.bytes(), sink);
}

void PutTermination(const Plan& plan, const Image* first, ByteSink& sink) {
  constexpr unsigned kRepeat = 3, kShowLast = 0;
  if (first->next == nullptr || first->iterations == 1) return;
  const Image* last = first;
  while (last->next != nullptr) last = last->next;
  const unsigned long ticks = last->delay * plan.ticks_per_second / kHundredths;
  ByteSink fields;
  fields.U8(kRepeat);
  fields.U8(kShowLast);
  fields.U32Be(static_cast<std::uint32_t>(std::min<unsigned long>(ticks, kMngForever)));
  const unsigned long count = first->iterations == 0 ? kMngForever : first->iterations;
  fields.U32Be(static_cast<std::uint32_t>(std::min<unsigned long>(count, kMngForever)));
  PutPngChunk("TERM", fields.bytes(), sink);
}

void PutPlace(const Image* image, ByteSink& sink) {
  ByteSink fields;
  fields.Fill(4);  // the object without a name, visible
  fields.U32Be(static_cast<std::uint32_t>(image->page.x));
  fields.U32Be(static_cast<std::uint32_t>(image->page.y));
  PutPngChunk("DEFI", fields.bytes(), sink);
}

// A frame without a delay would not be seen.
void PutFrame(const Plan& plan, const Image* image, ByteSink& sink) {
  ByteSink fields;
  fields.U8(plan.mode);
  fields.U8(0);    // no name
  fields.U8(2);    // the delay changes, from here on
  fields.Fill(3);  // and nothing else
  const unsigned long delay = std::clamp<unsigned long>(image->delay, 1, kMngForever);
  fields.U32Be(static_cast<std::uint32_t>(delay));
  PutPngChunk("FRAM", fields.bytes(), sink);
}

// Its place is not repeated in the PNG file.
void PutPng(const ImageInfo* image_info, const Image* image, ByteSink& sink,
            ExceptionInfo* exception) {
  const ImageOwner alone(CloneImage(image, 0, 0, MagickTrue, exception));
  if (alone.get() == nullptr) FailAfter(exception, ResourceLimitError, "Memory allocation failed");
  alone.get()->page = {};
  const auto png = EncodeEmbedded(image_info, "PNG", alone.get(), exception);
  sink.Bytes(ByteSpan(png).subspan(kPngSignature.size()));
}

void PutImages(const ImageInfo* image_info, const Plan& plan, const Image* first, Image* blob,
               ExceptionInfo* exception) {
  const Image* previous = nullptr;
  ByteSink sink;
  for (const Image* image = first; image != nullptr; previous = image, image = image->next) {
    if (plan.frames && (previous == nullptr || previous->delay != image->delay))
      PutFrame(plan, image, sink);
    const bool moved = previous == nullptr || previous->page.x != image->page.x ||
                       previous->page.y != image->page.y;
    if (plan.places && moved) PutPlace(image, sink);
    if (IsWrittenAsJng(image_info, image))
      PutJngChunks(image_info, image, sink, exception);
    else
      PutPng(image_info, image, sink, exception);
    sink.Flush(blob);
    if (image_info->adjoin == MagickFalse) break;
  }
}

void CheckSizes(const Image* first) {
  for (const Image* image = first; image != nullptr; image = image->next) {
    if (image->columns > INT32_MAX || image->rows > INT32_MAX)
      Fail(CoderError, "Image column or row size is not supported");
  }
}

// A frame of which nothing that is below it is seen through.
Image* WholeFrame(const Image* image, const MngCanvas& canvas, ExceptionInfo* exception) {
  Image* const frame = CloneImage(image, 0, 0, MagickTrue, exception);
  if (frame == nullptr) FailAfter(exception, ResourceLimitError, "Memory allocation failed");
  ImageOwner owner(frame);
  canvas.Show(frame, exception);
  frame->page = {frame->columns, frame->rows, 0, 0};
  frame->dispose = BackgroundDispose;
  return owner.Release();
}

void AddFrames(const Image* first, MngCanvas& canvas, Image** last, ExceptionInfo* exception) {
  for (const Image* image = first; image != nullptr; image = image->next) {
    const long x = image->page.x, y = image->page.y;
    const MngBox place{x, x + static_cast<std::int64_t>(image->columns), y,
                       y + static_cast<std::int64_t>(image->rows)};
    if (image->dispose == PreviousDispose) canvas.Keep();
    canvas.Draw(image, x, y, place, exception);
    AppendImageToList(last, WholeFrame(image, canvas, exception));
    if (image->dispose == BackgroundDispose) canvas.Clear(place);
    if (image->dispose == PreviousDispose) canvas.Restore();
  }
}

// The frames as they are seen, where they disappear in other ways than MNG files can say.
Image* Composed(const Image* first, ExceptionInfo* exception) {
  const RectangleInfo size = CanvasOf(first);
  CheckLimits(size.width, size.height);
  MngCanvas canvas(static_cast<std::uint32_t>(size.width), static_cast<std::uint32_t>(size.height),
                   TransparentPixel());
  Image* last = nullptr;
  try {
    AddFrames(first, canvas, &last, exception);
  } catch (...) {
    DestroyImageList(last);
    throw;
  }
  return GetFirstImageInList(last);
}

bool StartsWith(const unsigned char* magick, std::size_t length, std::string_view signature) {
  return length >= signature.size() && std::memcmp(magick, signature.data(), signature.size()) == 0;
}

unsigned int IsMng(const unsigned char* magick, const std::size_t length) {
  return StartsWith(magick, length, kMngSignature) ? MagickTrue : MagickFalse;
}

unsigned int IsJng(const unsigned char* magick, const std::size_t length) {
  return StartsWith(magick, length, kJngSignature) ? MagickTrue : MagickFalse;
}

}  // namespace

unsigned int WriteMng(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    ExceptionInfo* const exception = &first->exception;
    CheckSizes(first);
    for (Image* image = first; image != nullptr; image = image->next) ToRgb(image);
    const bool whole = SomeLeaveNoTrace(first, CanvasOf(first)) && !AllAreCleared(first);
    const ImageOwner frames(whole ? Composed(first, exception) : nullptr);
    const Image* const images = whole ? frames.get() : first;
    const Plan plan = PlanOf(image_info, images);
    ByteSink sink;
    sink.Text(kMngSignature);
    PutHeader(plan, sink);
    PutTermination(plan, images, sink);
    sink.Flush(first);
    PutImages(image_info, plan, images, first, exception);
    PutPngChunk("MEND", {}, sink);
    sink.Flush(first);
  });
}

void RegisterMngImage() {
  FormatEntry mng{"MNG", "Multiple-image Network Graphics", "PNG", ReadMng, WriteMng, IsMng};
  mng.traits = {"1, 2, 4, 8, 16", "yes", "animation", "ICC, EXIF, XMP, IPTC, comment, texts", ""};
  RegisterFormat(mng);
  FormatEntry jng{"JNG", "JPEG Network Graphics", "PNG", ReadJng, WriteJng, IsJng};
  jng.adjoin = false;
  jng.traits = {"8", "yes", "", "ICC, EXIF, XMP, IPTC, comment, texts", "65535x65535"};
  RegisterFormat(jng);
}

}  // namespace lodestone::coders
