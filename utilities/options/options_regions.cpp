// Options that limit what later ones change: masks, and a region.
#include <utility>

#include "utilities/options/image_tasks.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/options/option_checks.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

void SetMask(ImageTask* task, const Image* mask) {
  ForEachImage(task, [&](Image* image) {
    ThrowOrPrintImage(image, SetImageClipMask(image, mask), "Unable to set clip mask");
  });
}

// Images without the path stay as they are, with a message, as most have none.
template <typename Clip>
void ClipEach(ImageTask* task, Clip clip) {
  ForEachImage(task, [&](Image* image) {
    if (clip(image)) return;
    if (image->exception.severity != UndefinedException)
      ThrowOrPrintImage(image, MagickFail, "Unable to clip image");
    PrintMessage(CommandError("Image has no such clipping path", image->filename)
                     .WithSeverity(OptionWarning));
  });
}

// By the first clipping path of the image.
void ApplyClip(ImageTask* task, const OptionUse& use) {
  if (use.plus) return SetMask(task, nullptr);
  ClipEach(task, ClipImage);
}

void ApplyClipPath(ImageTask* task, const OptionUse& use) {
  ClipEach(task, [&](Image* image) { return ClipPathImage(image, use.value(), !use.plus); });
}

// A mask holds the opacity of an image that has some, else its intensity, in all channels.
void MakeMaskRow(const Image* image, PixelPacket* pixels) {
  for (unsigned long x = 0; x < image->columns; ++x) {
    PixelPacket& pixel = pixels[x];
    if (!image->matte) pixel.opacity = PixelIntensityToQuantum(&pixel);
    pixel.red = pixel.green = pixel.blue = pixel.opacity;
  }
}

void MakeMask(Image* image) {
  ThrowOrPrintImage(image, SetImageType(image, image->matte ? TrueColorMatteType : TrueColorType),
                    "Unable to set image type");
  for (unsigned long y = 0; y < image->rows; ++y) {
    PixelPacket* pixels = GetImagePixels(image, 0, static_cast<long>(y), image->columns, 1);
    if (pixels != nullptr) MakeMaskRow(image, pixels);
    ThrowOrPrintImage(image, pixels != nullptr && SyncImagePixels(image), "Unable to read mask");
  }
  ThrowOrPrintImage(image, SetImageType(image, TrueColorMatteType), "Unable to set image type");
}

void ApplyMask(ImageTask* task, const OptionUse& use) {
  if (use.plus) return SetMask(task, nullptr);
  const ImageList mask = ReadImages(task->info, use.value());
  MakeMask(mask.get());
  SetMask(task, mask.get());
}

void CheckCompose(const OptionUse& use) {
  CheckName<StringToCompositeOperator, UndefinedCompositeOp>(use, "Unrecognized compose operator");
}

void ApplyCompose(ImageTask* task, const OptionUse& use) {
  const CompositeOperator compose =
      use.plus ? CopyCompositeOp : StringToCompositeOperator(use.value());
  ForEachImage(task, [&](Image* image) { image->compose = compose; });
}

void ApplyRegion(ImageTask* task, const OptionUse& use) {
  LeaveRegion(task);
  if (use.plus) return;
  Image* image = task->image.get();
  GetImageGeometry(image, use.value(), MagickFalse, &task->region);
  Exception exception;
  ImageList part(CropImage(image, &task->region, exception.get()));
  if (part == nullptr) exception.Throw("Unable to crop image");
  exception.ThrowOrPrint();
  task->around = std::exchange(task->image, std::move(part));
}

constexpr Option kOptions[] = {
    {"clip", kConvert, 0, 0, "", "change only what the first clipping path holds", nullptr, nullptr,
     ApplyClip},
    {"clippath", kConvert, 1, 1, "name",
     "change only what this clipping path holds; +clippath: what it leaves out", nullptr, nullptr,
     ApplyClipPath},
    {"compose", kWriters, 1, 0, "operator", "how the image is put on others", CheckCompose, nullptr,
     ApplyCompose, OptionEffect::kMark},
    {"mask", kConvert, 1, 0, "filename", "change only where this image is black", nullptr, nullptr,
     ApplyMask},
    {"region", kConvert, 1, 0, "geometry", "change only this part of the image", CheckGeometry,
     nullptr, ApplyRegion},
};

}  // namespace

void LeaveRegion(ImageTask* task) {
  if (task->around == nullptr) return;
  if (GetNextImageInList(task->image.get()) != nullptr)
    throw CommandError("The region has become several images");
  const ImageList part = std::exchange(task->image, std::move(task->around));
  const auto compose = part->matte ? OverCompositeOp : CopyCompositeOp;
  Image* image = task->image.get();
  const MagickBool matte = image->matte;
  ThrowOrPrintImage(image,
                    CompositeImage(image, compose, part.get(), task->region.x, task->region.y),
                    "Unable to composite image");
  image->matte = matte;
}

std::span<const Option> RegionOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
