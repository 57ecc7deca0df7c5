#include "utilities/image/reduced_frames.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

// The client_data of an image that was made whole points to this.
char whole_mark;

bool AreWholeFrames(const Image* images) {
  for (const Image* frame = images; frame != nullptr; frame = frame->next)
    if (frame->client_data != &whole_mark || frame->columns != images->columns ||
        frame->rows != images->rows)
      return false;
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

ImageList ReducedForFile(const ImageInfo* info, const Image* images) {
  if (!AreWholeFrames(images) || !IsAnimation(info, images)) return nullptr;
  Exception exception;
  ImageList reduced(DeconstructImages(images, exception.get()));
  if (reduced == nullptr) exception.Throw("Unable to reduce the frames of the animation");
  exception.ThrowOrPrint();
  return reduced;
}

}  // namespace lodestone::cli
