#include "utilities/options/whole_frames.hpp"

#include <algorithm>
#include <string_view>

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

// Other formats have layers, pages or tiles.
bool IsAnimated(const Image* image) {
  constexpr std::string_view kFormats[] = {"GIF", "GIF87", "APNG", "MNG", "PNG", "WEBP"};
  return std::ranges::find(kFormats, std::string_view(image->magick)) != std::end(kFormats);
}

bool IsAnimationOfParts(const Image* first) {
  bool parts = false;
  for (const Image* frame = first; frame != nullptr; frame = frame->next) {
    if (!IsAnimated(frame) ||
        std::string_view(frame->magick_filename) != std::string_view(first->magick_filename))
      return false;
    parts = parts || IsPart(frame);
  }
  return parts && first->next != nullptr;
}

}  // namespace

void MakeResizedFramesWhole(std::span<const OptionUse> uses, ImageList* images) {
  if (*images == nullptr || !AreResizedInPlace(uses) || !IsAnimationOfParts(images->get())) return;
  Exception exception;
  ImageList whole(CoalesceImages(images->get(), exception.get()));
  if (whole == nullptr) exception.Throw("Unable to make the frames of the animation whole");
  exception.ThrowOrPrint();
  *images = std::move(whole);
}

}  // namespace lodestone::cli
