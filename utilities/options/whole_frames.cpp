#include "utilities/options/whole_frames.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "utilities/image/reduced_frames.hpp"
#include "utilities/options/option_checks.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

bool Resizes(const OptionUse& use) {
  return !use.plus && (use.option->effect == OptionEffect::kResize ||
                       use.option->effect == OptionEffect::kResample);
}

bool AreResizedInPlace(std::span<const OptionUse> uses) {
  const auto first = std::ranges::find_if(
      uses, [](const OptionUse& use) { return Resizes(use) || IsNamed(use, "repage"); });
  return first != uses.end() && Resizes(*first);
}

bool IsPart(const Image* frame) {
  const RectangleInfo& page = frame->page;
  return page.width != 0 && page.height != 0 &&
         (page.x != 0 || page.y != 0 || page.width != frame->columns || page.height != frame->rows);
}

// Other formats have layers, pages or tiles; those of lodestone itself what they were given.
bool IsAnimated(const Image* image) {
  constexpr std::string_view kFormats[] = {"GIF", "GIF87", "APNG", "MNG", "PNG", "WEBP"};
  constexpr std::string_view kAnyContent[] = {"MIFF", "MPC", "MPR"};
  const auto is_one_of = [&](std::span<const std::string_view> formats) {
    return std::ranges::find(formats, std::string_view(image->magick)) != formats.end();
  };
  return is_one_of(kFormats) || (image->delay != 0 && is_one_of(kAnyContent));
}

// The images of one file.
ImageList TakeFile(ImageList* images) {
  ImageList file = TakeFirst(images);
  const std::string name = file->magick_filename;
  while (*images != nullptr && name == (*images)->magick_filename) Append(&file, TakeFirst(images));
  return file;
}

bool IsAnimationOfParts(const Image* first) {
  bool parts = false;
  for (const Image* frame = first; frame != nullptr; frame = frame->next) {
    if (!IsAnimated(frame)) return false;
    parts = parts || IsPart(frame);
  }
  return parts && first->next != nullptr;
}

ImageList Whole(const ImageList& frames) {
  Exception exception;
  ImageList whole(CoalesceImages(frames.get(), exception.get()));
  if (whole == nullptr) exception.Throw("Unable to make the frames of the animation whole");
  exception.ThrowOrPrint();
  MarkAsMadeWhole(whole.get());
  return whole;
}

}  // namespace

void MakeResizedFramesWhole(std::span<const OptionUse> uses, ImageList* images) {
  if (!AreResizedInPlace(uses)) return;
  ImageList done;
  while (*images != nullptr) {
    ImageList file = TakeFile(images);
    Append(&done, IsAnimationOfParts(file.get()) ? Whole(file) : std::move(file));
  }
  *images = std::move(done);
}

}  // namespace lodestone::cli
