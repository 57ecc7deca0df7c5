// What kind of pixels the current image has: types, depths, questions.
#include "wand/magick/apply.hpp"

using namespace lodestone::wand;

namespace {

// The answer of a question that can fail. What failed before is forgotten.
unsigned int Answer(MagickWand* wand, unsigned int* answer,
                    MagickBool (*is)(const Image*, ExceptionInfo*)) {
  if (!HasImage(wand, {answer})) return MagickFail;
  MagickClearException(wand);
  *answer = is(wand->image, &wand->exception);
  return wand->exception.severity == UndefinedException;
}

}  // namespace

unsigned int MagickIsGrayImage(MagickWand* wand, unsigned int* grayimage) {
  return Answer(wand, grayimage, IsGrayImage);
}

unsigned int MagickIsMonochromeImage(MagickWand* wand, unsigned int* monochrome) {
  return Answer(wand, monochrome, IsMonochromeImage);
}

unsigned int MagickIsOpaqueImage(MagickWand* wand, unsigned int* opaque) {
  return Answer(wand, opaque, IsOpaqueImage);
}

unsigned int MagickIsPaletteImage(MagickWand* wand, unsigned int* palette) {
  return Answer(wand, palette, IsPaletteImage);
}

unsigned int MagickHasColormap(MagickWand* wand, unsigned int* colormap) {
  if (!HasImage(wand, {colormap})) return MagickFail;
  *colormap = wand->image->storage_class == PseudoClass;
  return MagickPass;
}

ImageType MagickGetImageType(MagickWand* wand) {
  return Ask(wand, [&](Image& image) { return GetImageType(&image, &wand->exception); });
}

unsigned int MagickSetImageType(MagickWand* wand, const ImageType image_type) {
  if (!HasImage(wand)) return MagickFail;
  wand->image_info->type = image_type;
  return SetImageType(wand->image, image_type);
}

unsigned long MagickGetImageDepth(MagickWand* wand) {
  return Ask(
      wand, [&](Image& image) -> unsigned long { return GetImageDepth(&image, &wand->exception); });
}

unsigned int MagickSetImageDepth(MagickWand* wand, const unsigned long depth) {
  if (!HasImage(wand)) return MagickFail;
  (void)SetImageDepth(wand->image, depth);
  return MagickPass;
}

unsigned long MagickGetImageChannelDepth(MagickWand* wand, const ChannelType channel) {
  return Ask(wand, [&](Image& image) -> unsigned long {
    return GetImageChannelDepth(&image, channel, &wand->exception);
  });
}

unsigned int MagickSetImageChannelDepth(MagickWand* wand, const ChannelType channel,
                                        const unsigned long depth) {
  if (!HasImage(wand)) return MagickFail;
  (void)SetImageChannelDepth(wand->image, channel, static_cast<unsigned int>(depth));
  return MagickPass;
}

ColorspaceType MagickGetImageColorspace(MagickWand* wand) {
  return Get(wand, &Image::colorspace);
}

unsigned int MagickSetImageColorspace(MagickWand* wand, const ColorspaceType colorspace) {
  return Ask(wand, [&](Image& image) { return TransformColorspace(&image, colorspace); });
}

VirtualPixelMethod MagickGetImageVirtualPixelMethod(MagickWand* wand) {
  return Ask(wand, [](Image& image) { return GetImageVirtualPixelMethod(&image); });
}

unsigned int MagickSetImageVirtualPixelMethod(MagickWand* wand, const VirtualPixelMethod method) {
  return Ask(wand, [&](Image& image) { return SetImageVirtualPixelMethod(&image, method); });
}
