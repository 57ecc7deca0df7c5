// Options that draw, and how it is done.
#include <cstdlib>
#include <new>

#include "utilities/image/image_text.hpp"
#include "utilities/options/image_tasks.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/options/option_checks.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

void ApplyLineWidth(ImageTask* task, const OptionUse& use) {
  task->draw->stroke_width = std::strtod(use.value(), nullptr);
}

// As in GraphicsMagick, -render is without effect on pixels: nothing is drawn.
void ApplyRender(ImageTask* task, const OptionUse& use) {
  task->draw->render = use.plus;
}

void ApplyTile(ImageTask* task, const OptionUse& use) {
  ImageList tile = ReadImages(task->info, use.value());
  ImageList first = TakeFirst(&tile);
  DestroyImageList(task->draw->fill_pattern);
  task->draw->fill_pattern = first.release();
}

// Escapes are replaced by properties of the image.
void ApplyDraw(ImageTask* task, const OptionUse& use) {
  const std::string text = TextOrFile(use.value());
  ForEachImage(task, [&](Image* image) {
    const std::string drawing = ExpandImageText(task->info, image, text);
    StoreText(&task->draw->primitive, drawing.c_str());
    ThrowOrPrintImage(image, DrawImage(image, task->draw.get()), "Unable to draw on image");
  });
}

constexpr Option kOptions[] = {
    {"draw", kConvert | kMontage, 1, kNoPlus, "string",
     "draw shapes, images and text: MVG, or @file with it", nullptr, nullptr, ApplyDraw},
    {"linewidth", kConvert, 1, kNoPlus, "value", "width of lines, as -strokewidth", CheckGeometry,
     nullptr, ApplyLineWidth, OptionEffect::kMark},
    {"render", kWriters, 0, 0, "", "measure only, draw nothing; +render draws", nullptr, nullptr,
     ApplyRender, OptionEffect::kMark},
    {"tile", kConvert, 1, kNoPlus, "filename", "image to fill with, instead of a color", nullptr,
     nullptr, ApplyTile, OptionEffect::kMark},
};

}  // namespace

std::span<const Option> DrawingOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
