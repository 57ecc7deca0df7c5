// Options that work on all images together: in one, or as frames of an animation.
#include <cstdlib>
#include <string>
#include <utility>

#include "utilities/options/option_checks.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

template <typename Operation>
void ReplaceAll(ImageList* images, const OptionUse& use, Operation operation) {
  Exception exception;
  ImageList result(operation(images->get(), exception.get()));
  if (result == nullptr)
    exception.Throw((std::string("Unable to ") + use.option->name + " images").c_str());
  exception.ThrowOrPrint();
  *images = std::move(result);
}

template <Image* (*Operation)(const Image*, ExceptionInfo*)>
void Apply(ImageList* images, const OptionUse& use) {
  ReplaceAll(images, use, Operation);
}

// One image is its own average, and an animation of one frame is whole and has nothing to leave
// out: the functions of the library want several.
template <Image* (*Operation)(const Image*, ExceptionInfo*)>
void ApplyToSeveral(ImageList* images, const OptionUse& use) {
  if (GetNextImageInList(images->get()) != nullptr) ReplaceAll(images, use, Operation);
}

// +append puts them side by side.
void ApplyAppend(ImageList* images, const OptionUse& use) {
  ReplaceAll(images, use, [&](const Image* first, ExceptionInfo* exception) {
    return AppendImages(first, !use.plus, exception);
  });
}

void ApplyMorph(ImageList* images, const OptionUse& use) {
  const unsigned long frames = std::strtoul(use.value(), nullptr, 10);
  ReplaceAll(images, use, [&](const Image* first, ExceptionInfo* exception) {
    return MorphImages(first, frames, exception);
  });
}

constexpr Option OnList(const char* name, const char* help,
                        void (*apply)(ImageList* images, const OptionUse& use)) {
  return {name, kConvert, 0, 0, "", help, nullptr, nullptr, nullptr, OptionEffect::kAny, apply};
}

constexpr Option kOptions[] = {
    OnList("append", "put images below one another; +append: side by side", ApplyAppend),
    OnList("average", "average images", ApplyToSeveral<AverageImages>),
    OnList("coalesce", "make the frames of an animation whole", ApplyToSeveral<CoalesceImages>),
    OnList("deconstruct", "leave of each frame what differs from the one before",
           ApplyToSeveral<DeconstructImages>),
    OnList("flatten", "put images on top of one another", Apply<FlattenImages>),
    {"morph", kConvert, 1, kNoPlus, "number", "put images between each and the next", CheckGeometry,
     nullptr, nullptr, OptionEffect::kAny, ApplyMorph},
    OnList("mosaic", "put images where their pages place them", Apply<MosaicImages>),
};

}  // namespace

std::span<const Option> SequenceOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
