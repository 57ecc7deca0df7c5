#include "utilities/image/reduced_frames.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

// The client_data of an image that was made whole points to this.
char whole_mark;

// As they were made: of one size, without a place that somebody gave them since.
bool AreWholeFrames(const Image* images) {
  for (const Image* frame = images; frame != nullptr; frame = frame->next) {
    const RectangleInfo& page = frame->page;
    const bool placed = page.x != 0 || page.y != 0 ||
                        (page.width != 0 && page.width != frame->columns) ||
                        (page.height != 0 && page.height != frame->rows);
    if (frame->client_data != &whole_mark || placed || frame->columns != images->columns ||
        frame->rows != images->rows)
      return false;
  }
  return images->next != nullptr;
}

bool IsAnimation(const ImageInfo* info, const Image* images) {
  constexpr std::string_view kFormats[] = {"GIF", "APNG", "MNG", "WEBP"};
  const std::string_view format = info->magick[0] != '\0' ? info->magick : images->magick;
  return info->adjoin && std::ranges::find(kFormats, format) != std::end(kFormats);
}

}  // namespace

void MarkAsMadeWhole(Image* images) {
  for (; images != nullptr; images = images->next) images->client_data = &whole_mark;
}

void UnmarkMadeWhole(Image* image) {
  if (image->client_data == &whole_mark) image->client_data = nullptr;
}

ImageList ReducedForFile(const ImageInfo* info, Image* images) {
  if (!AreWholeFrames(images) || !IsAnimation(info, images)) return nullptr;
  // -fuzz was for other things.
  for (Image* frame = images; frame != nullptr; frame = frame->next) frame->fuzz = 0.0;
  Exception exception;
  ImageList reduced(DeconstructImages(images, exception.get()));
  if (reduced == nullptr) exception.Throw("Unable to reduce the frames of the animation");
  exception.ThrowOrPrint();
  return reduced;
}

}  // namespace lodestone::cli
