// Reduction of the number of colours, and mapping to the colours of another image.
#include "magick/quantize.h"

#include <algorithm>
#include <vector>

#include "magick/analyze.h"
#include "magick/color.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/memory.h"
#include "magick/monitor.h"
#include "magick/operations/quantize/assign.hpp"
#include "magick/operations/quantize/classify.hpp"
#include "magick/operations/quantize/reduce.hpp"

using lodestone::Guard;
using namespace lodestone::quantize;

namespace {

std::size_t ColorsOf(const QuantizeInfo& info) {
  const unsigned long wanted = info.number_colors;
  return wanted == 0 ? MaxColormapSize : std::min<unsigned long>(wanted, MaxColormapSize);
}

// Half as many levels as the number of colours has bits, rounded up, and some more.
unsigned DepthFor(const QuantizeInfo& info, bool has_palette) {
  if (info.tree_depth != 0) return info.tree_depth;
  unsigned depth = info.dither ? 0 : 1;
  for (std::size_t colors = ColorsOf(info); colors != 0; colors >>= 2) ++depth;
  return has_palette ? depth + 2 : depth;
}

// RGB means: as it is. But a palette holds no black: CMYK is converted, for which GraphicsMagick
// would drop black.
bool ToColorspace(Image* image, ColorspaceType colorspace) {
  const bool keep = colorspace == RGBColorspace && !IsCMYKColorspace(image->colorspace);
  return keep || TransformColorspace(image, colorspace) != MagickFail;
}

// A tree of the colours of all images, with as many as wanted; errors go to the first image.
bool MakeTree(const std::vector<const Image*>& images, std::size_t colors, ColorTree* tree,
              ExceptionInfo* exception) {
  for (const Image* image : images)
    if (!Classify(image, tree, exception)) return false;
  if (tree->colors() <= colors) return true;
  const std::vector<double> errors = NodeErrors(*tree, images, exception);
  return !errors.empty() && Reduce(tree, errors, colors, images.front(), exception);
}

MagickPassFail Quantize(const QuantizeInfo& info, Image* image) {
  const bool to_grey = IsGrayColorspace(info.colorspace);
  if (!ToColorspace(image, to_grey ? info.colorspace : RGBColorspace)) return MagickFail;
  image->is_grayscale = IsGrayImage(image, &image->exception);
  if (image->is_grayscale) GrayscalePseudoClassImage(image, MagickTrue);
  const bool has_palette = image->storage_class == PseudoClass;
  if (has_palette && image->colors <= ColorsOf(info)) return MagickPass;
  ColorTree tree(DepthFor(info, has_palette));
  if (!ToColorspace(image, info.colorspace) ||
      !MakeTree({image}, ColorsOf(info), &tree, &image->exception))
    return MagickFail;
  const Palette palette(tree);
  CoarseSearch search(palette);
  return Assign(info, &search, image);
}

std::vector<Image*> ListOf(Image* images) {
  std::vector<Image*> all;
  for (Image* image = images; image != nullptr; image = image->next) all.push_back(image);
  return all;
}

MagickPassFail AssignAll(const QuantizeInfo& info, const Palette& palette,
                         const std::vector<Image*>& images) {
  CoarseSearch search(palette);
  for (Image* image : images)
    if (Assign(info, &search, image) == MagickFail) return MagickFail;
  return MagickPass;
}

MagickPassFail QuantizeAll(const QuantizeInfo& info, Image* images) {
  const std::vector<Image*> all = ListOf(images);
  for (Image* image : all)
    if (!ToColorspace(image, info.colorspace)) return MagickFail;
  // As if one of them had a palette: so does GraphicsMagick.
  ColorTree tree(DepthFor(info, true));
  if (!MakeTree({all.begin(), all.end()}, ColorsOf(info), &tree, &images->exception))
    return MagickFail;
  return AssignAll(info, Palette(tree), all);
}

// Alpha is kept by images that have it: they become DirectClass.
MagickPassFail MapAll(const std::vector<Image*>& images, const Image* map_image, unsigned dither) {
  ColorTree tree(kMaxDepth);
  if (!Classify(map_image, &tree, &images.front()->exception)) return MagickFail;
  const Palette palette(tree);
  CoarseSearch search(palette);
  for (Image* image : images) {
    if (!ToColorspace(image, RGBColorspace)) return MagickFail;
    QuantizeInfo info;
    GetQuantizeInfo(&info);
    info.dither = dither;
    info.number_colors = tree.colors();
    info.colorspace = image->matte ? TransparentColorspace : RGBColorspace;
    if (Assign(info, &search, image) == MagickFail) return MagickFail;
  }
  return MagickPass;
}

// Without a map: one palette for all.
MagickPassFail MapToEachOther(Image* images, unsigned dither) {
  QuantizeInfo info;
  GetQuantizeInfo(&info);
  info.dither = dither;
  for (const Image* image : ListOf(images))
    if (image->matte) info.colorspace = TransparentColorspace;
  return QuantizeImages(&info, images);
}

}  // namespace

QuantizeInfo* CloneQuantizeInfo(const QuantizeInfo* quantize_info) {
  auto* clone = static_cast<QuantizeInfo*>(MagickMalloc(sizeof(QuantizeInfo)));
  if (clone == nullptr) return nullptr;
  GetQuantizeInfo(clone);
  if (quantize_info != nullptr) *clone = *quantize_info;
  clone->signature = MagickSignature;
  return clone;
}

void DestroyQuantizeInfo(QuantizeInfo* quantize_info) {
  MagickFree(quantize_info);
}

void GetQuantizeInfo(QuantizeInfo* quantize_info) {
  if (quantize_info == nullptr) return;
  *quantize_info = QuantizeInfo{};
  quantize_info->number_colors = 256;
  quantize_info->dither = MagickTrue;
  quantize_info->colorspace = RGBColorspace;
  quantize_info->signature = MagickSignature;
}

MagickPassFail QuantizeImage(const QuantizeInfo* quantize_info, Image* image) {
  if (quantize_info == nullptr || image == nullptr) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return Quantize(*quantize_info, image); });
}

MagickPassFail QuantizeImages(const QuantizeInfo* quantize_info, Image* images) {
  if (quantize_info == nullptr || images == nullptr) return MagickFail;
  if (images->next == nullptr) return QuantizeImage(quantize_info, images);
  return Guard(&images->exception, MagickFail, [&] { return QuantizeAll(*quantize_info, images); });
}

MagickPassFail MapImage(Image* image, const Image* map_image, const unsigned int dither) {
  if (image == nullptr || map_image == nullptr) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return MapAll({image}, map_image, dither); });
}

MagickPassFail MapImages(Image* images, const Image* map_image, const unsigned int dither) {
  if (images == nullptr) return MagickFail;
  if (map_image == nullptr) return MapToEachOther(images, dither);
  return Guard(&images->exception, MagickFail,
               [&] { return MapAll(ListOf(images), map_image, dither); });
}

void CompressImageColormap(Image* image) {
  if (image == nullptr || IsPaletteImage(image, &image->exception) == MagickFalse) return;
  QuantizeInfo info;
  GetQuantizeInfo(&info);
  info.number_colors = image->colors;
  info.tree_depth = kMaxDepth;
  QuantizeImage(&info, image);
}
