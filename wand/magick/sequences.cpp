// New wands with images made of those of another.
#include "wand/magick/apply.hpp"

using namespace lodestone::wand;

MagickWand* MagickAppendImages(MagickWand* wand, const unsigned int stack) {
  return Derive(wand, AppendImages, stack);
}

MagickWand* MagickAverageImages(MagickWand* wand) {
  return Derive(wand, AverageImages);
}

MagickWand* MagickCoalesceImages(MagickWand* wand) {
  return Derive(wand, CoalesceImages);
}

MagickWand* MagickDeconstructImages(MagickWand* wand) {
  return Derive(wand, DeconstructImages);
}

MagickWand* MagickFlattenImages(MagickWand* wand) {
  return Derive(wand, FlattenImages);
}

MagickWand* MagickMosaicImages(MagickWand* wand) {
  return Derive(wand, MosaicImages);
}

MagickWand* MagickMorphImages(MagickWand* wand, const unsigned long number_frames) {
  return Derive(wand, MorphImages, number_frames);
}

MagickWand* MagickCompareImages(MagickWand* wand, const MagickWand* reference,
                                const MetricType metric, double* distortion) {
  return MagickCompareImageChannels(wand, reference, AllChannels, metric, distortion);
}

MagickWand* MagickCompareImageChannels(MagickWand* wand, const MagickWand* reference,
                                       const ChannelType channel, const MetricType metric,
                                       double* distortion) {
  if (!HaveImages(wand, reference)) return nullptr;
  if (distortion != nullptr) *distortion = 0.0;
  ExceptionInfo* const exception = &wand->image->exception;
  DifferenceImageOptions options;
  InitializeDifferenceImageOptions(&options, exception);
  options.channel = channel;
  Image* const difference = DifferenceImage(wand->image, reference->image, &options, exception);
  if (difference != nullptr && distortion != nullptr)
    (void)GetImageChannelDistortion(wand->image, reference->image, channel, metric, distortion,
                                    exception);
  return WandWithImages(wand, difference);
}

MagickWand* MagickSteganoImage(MagickWand* wand, const MagickWand* watermark_wand,
                               const long offset) {
  if (!HaveImages(wand, watermark_wand)) return nullptr;
  wand->image->offset = offset;
  return WandWithImages(wand, SteganoImage(wand->image, watermark_wand->image, &wand->exception));
}

MagickWand* MagickStereoImage(MagickWand* wand, const MagickWand* offset_wand) {
  if (!HaveImages(wand, offset_wand)) return nullptr;
  return WandWithImages(wand, StereoImage(wand->image, offset_wand->image, &wand->exception));
}

MagickWand* MagickTextureImage(MagickWand* wand, const MagickWand* texture_wand) {
  if (!HaveImages(wand, texture_wand)) return nullptr;
  Image* const image = CloneImage(wand->image, 0, 0, MagickTrue, &wand->exception);
  if (image == nullptr) return nullptr;
  (void)Passed(wand, TextureImage(image, texture_wand->image));
  return WandWithImages(wand, image);
}

MagickWand* MagickTransformImage(MagickWand* wand, const char* crop, const char* geometry) {
  if (!IsWand(wand) || wand->images == nullptr) return nullptr;
  Image* image = CloneImage(wand->image, 0, 0, MagickTrue, &wand->exception);
  if (image == nullptr) return nullptr;
  (void)TransformImage(&image, crop, geometry);
  return WandWithImages(wand, image);
}
