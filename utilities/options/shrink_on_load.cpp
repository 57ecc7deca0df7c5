#include "utilities/options/shrink_on_load.hpp"

#include <cstring>

#include "utilities/shell/exception.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/options/option_checks.hpp"

namespace lodestone::cli {
namespace {

// The client_data of an image that was shrunk points to this.
char shrunk_mark;

// Decoders mix samples, not light. Whatever is said of it, the whole image will do.
bool AsksForLinearLight(const OptionUse& use) {
  return IsNamed(use, "define") && std::strstr(use.value(), "resize:linear") != nullptr;
}

enum class Next { kNothing, kOther, kResize };

// The first of these options that depends on the image. For kResize, also sets *resize.
Next Find(std::span<const OptionUse> uses, const OptionUse** resize) {
  for (const OptionUse& use : uses) {
    if (AsksForLinearLight(use) || use.option->apply_to_list != nullptr) return Next::kOther;
    if (use.option->apply == nullptr || use.option->effect == OptionEffect::kMark) continue;
    if (use.option->effect != OptionEffect::kResize) return Next::kOther;
    if (use.plus) continue;
    *resize = &use;
    return Next::kResize;
  }
  return Next::kNothing;
}

// Settings that expose the decoded size, or choose it otherwise.
bool SizeMatters(const ImageInfo* info) {
  const char* defined = AccessDefinition(info, "jpeg", "shrink-on-load");
  return IsDefined(info, "resize", "linear") || info->verbose != 0 || info->ping ||
         info->size != nullptr || info->page != nullptr ||
         (defined != nullptr && LocaleCompare(defined, "true") != 0);
}

// Settings that tell the decoder about `resize`, which may be null.
ImageInfoHandle Hinted(const ImageInfo* info, const OptionUse* resize) {
  ImageInfoHandle hinted = CopyOf(info);
  if (resize == nullptr || SizeMatters(info)) return hinted;
  Exception exception;
  AddDefinition(hinted.get(), "jpeg", "shrink-on-load", resize->value(), exception.get());
  exception.ThrowOrPrint();
  return hinted;
}

}  // namespace

ImageList ReadImagesFor(const ImageInfo* info, const std::string& name,
                        std::span<const OptionUse> first, std::span<const OptionUse> last,
                        Reading reading) {
  const OptionUse* resize = nullptr;
  if (Find(first, &resize) == Next::kNothing) Find(last, &resize);
  const ImageInfoHandle hinted = Hinted(info, resize);
  if (reading == Reading::kHeader) hinted->ping = MagickTrue;
  ImageList images = ReadImages(hinted.get(), name);
  if (resize == nullptr || SizeMatters(info)) return images;
  for (Image* image = images.get(); image != nullptr; image = GetNextImageInList(image)) {
    const bool whole = image->columns == image->magick_columns && image->rows == image->magick_rows;
    if (!whole) image->client_data = &shrunk_mark;
  }
  return images;
}

LoadedSize SizeAfterLoading(const ImageInfo* info, const std::string& name,
                            std::span<const OptionUse> uses) {
  const OptionUse* resize = nullptr;
  Find(uses, &resize);
  const ImageInfoHandle hinted = Hinted(info, resize);
  SetFilename(hinted->filename, name);
  Exception ignored;
  const ImageList images(PingImage(hinted.get(), ignored.get()));
  LoadedSize size;
  if (images == nullptr) return size;
  size.columns = images->columns;
  size.rows = images->rows;
  for (const Image* image = images.get(); image != nullptr; image = GetNextImageInList(image)) {
    size.pixels += static_cast<unsigned long long>(image->columns) * image->rows;
  }
  return size;
}

bool WasShrunkOnLoad(const Image* image) {
  return image->client_data == &shrunk_mark;
}

RectangleInfo SizeInFile(const Image* image) {
  if (WasShrunkOnLoad(image)) return {image->magick_columns, image->magick_rows, 0, 0};
  return {image->columns, image->rows, 0, 0};
}

void ClearSizeInFile(Image* image) {
  if (WasShrunkOnLoad(image)) image->client_data = nullptr;
}

}  // namespace lodestone::cli
