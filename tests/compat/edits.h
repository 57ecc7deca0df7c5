/*
  Calls of functions that change colours, compiled against GraphicsMagick in its own process and
  against the library in the tests. Plain C: the including file has included <magick/api.h>.
*/
#ifndef LODESTONE_TESTS_COMPAT_EDITS_H
#define LODESTONE_TESTS_COMPAT_EDITS_H

static inline PixelPacket edit_color(unsigned red, unsigned green, unsigned blue,
                                     unsigned opacity) {
  PixelPacket color;
  color.red = (Quantum)red;
  color.green = (Quantum)green;
  color.blue = (Quantum)blue;
  color.opacity = (Quantum)opacity;
  return color;
}

/* Of the first pixel. */
static inline PixelPacket edit_target(Image* image) {
  return *AcquireImagePixels(image, 0, 0, 1, 1, &image->exception);
}

static inline Image* edit_made(Image* image, Image* made) {
  DestroyImage(image);
  return made;
}

static inline Image* transform_affine(Image* image, double sx, double rx, double ry, double sy,
                                      double tx, double ty) {
  AffineMatrix matrix;
  matrix.sx = sx;
  matrix.rx = rx;
  matrix.ry = ry;
  matrix.sy = sy;
  matrix.tx = tx;
  matrix.ty = ty;
  image->background_color = edit_color(65535, 9000, 300, 0);
  return AffineTransformImage(image, &matrix, &image->exception);
}

static inline Image* wave_over_background(Image* image) {
  image->background_color = edit_color(65535, 9000, 300, 0);
  return WaveImage(image, 4.3, 25.7, &image->exception);
}

static inline Image* wave_over_tiles(Image* image) {
  (void)SetImageVirtualPixelMethod(image, TileVirtualPixelMethod);
  return WaveImage(image, -7.0, 13.0, &image->exception);
}

/* With a cube of level 2 that turns colours around and mixes them. */
static inline MagickPassFail look_up_in_a_cube(Image* image) {
  Image* clut = CloneImage(image, 8, 8, MagickTrue, &image->exception);
  PixelPacket* pixels;
  MagickPassFail status;
  unsigned i;
  clut->storage_class = DirectClass;
  clut->matte = MagickFalse;
  clut->colorspace = RGBColorspace;
  pixels = SetImagePixels(clut, 0, 0, 8, 8);
  for (i = 0; i < 64; i++)
    pixels[i] = edit_color(65535u - i * 1000u, i * i % 64u * 1040u, i / 4u * 4369u, 0u);
  (void)SyncImagePixels(clut);
  status = HaldClutImage(image, clut);
  DestroyImage(clut);
  return status;
}

/* Tiles of a smaller part of the image, with its alpha or without. */
static inline MagickPassFail cover_with_part(Image* image, unsigned matte) {
  const RectangleInfo part = {(image->columns + 1) / 2, (image->rows + 1) / 2, 0, 0};
  Image* texture = CropImage(image, &part, &image->exception);
  MagickPassFail status;
  if (texture == NULL) return MagickFail;
  texture->matte = image->matte && matte;
  status = TextureImage(image, texture);
  DestroyImage(texture);
  return status;
}

static const double edit_sepia[] = {0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131};
static const double edit_five[] = {1.2,  -0.1, 0.0, 0.1, -0.05, 0.0, 0.9, 0.2, -0.1,
                                   0.05, 0.3,  0.0, 0.8, 0.0,   0.1, 0.1, 0.0, 0.1,
                                   0.7,  0.0,  0.0, 0.0, 0.0,   0.0, 1.0};

#include "profile_edits.h"

#define EDIT_OPERATOR(name, channel, operator, value) \
  CHANGE(name, 0, QuantumOperatorImage(image, channel, operator, value, &image->exception))

/* Of images with sides at least that long; others stay as they are. */
#define EDIT_WINDOW(name, steps, side, call)                        \
  MAKE(name, steps,                                                 \
       (image->columns < side || image->rows < side)                \
           ? CloneImage(image, 0, 0, MagickTrue, &image->exception) \
           : (call))
/* Random samples, but so dark that some are similar. */
#define EDIT_SIMILAR(image) \
  QuantumOperatorImage(image, AllChannels, MultiplyQuantumOp, 0.19, &image->exception)

/* GraphicsMagick leaves the highest logarithmic code undefined: from_log has none of it. Charcoal
   stretches the differences of BlurImage.
   CHANGE(name, steps allowed, call on `image`), MAKE(name, steps allowed, a new image of `image`).
 */
#define EDITS                                                                                     \
  CHANGE(level_all, 0, LevelImage(image, "1000,1.3,60000"))                                       \
  CHANGE(level_percent, 0, LevelImage(image, "5%/0.8/95%"))                                       \
  CHANGE(level_black, 0, LevelImage(image, "20%"))                                                \
  CHANGE(level_reversed, 0, LevelImage(image, "60000,1,1000"))                                    \
  CHANGE(level_red, 0, LevelImageChannel(image, RedChannel, 3000.7, 0.5, 50000.9))                \
  CHANGE(level_opacity, 0, LevelImageChannel(image, OpacityChannel, 0, 1.5, 40000))               \
  CHANGE(level_none, 0, LevelImageChannel(image, GrayChannel, 0, 1.5, 40000))                     \
  CHANGE(normalize, 0, NormalizeImage(image))                                                     \
  CHANGE(normalize_more, 0,                                                                       \
         (SetImageAttribute(image, "histogram-threshold", "4"), NormalizeImage(image)))           \
  CHANGE(equalize, 0, EqualizeImage(image))                                                       \
  CHANGE(negate_grey, 0, NegateImage(image, 1))                                                   \
  CHANGE(gamma_three, 0, GammaImage(image, "0.6,1.4/2"))                                          \
  CHANGE(solarize_half, 0, SolarizeImage(image, 32767.5))                                         \
  CHANGE(solarize_none, 0, SolarizeImage(image, 1e9))                                             \
  CHANGE(solarize_all, 0, SolarizeImage(image, -4))                                               \
  CHANGE(black_threshold, 0, BlackThresholdImage(image, "40%"))                                   \
  CHANGE(black_threshold_three, 0, BlackThresholdImage(image, "10000,20000,30000"))               \
  CHANGE(black_threshold_zero, 0, BlackThresholdImage(image, "0"))                                \
  CHANGE(white_threshold, 0, WhiteThresholdImage(image, "60%"))                                   \
  CHANGE(white_threshold_four, 0, WhiteThresholdImage(image, "50000,40000/30000/20000"))          \
  CHANGE(white_threshold_most, 0, WhiteThresholdImage(image, "100%"))                             \
  CHANGE(threshold_half, 0, ThresholdImage(image, 32768))                                         \
  CHANGE(threshold_most, 0, ThresholdImage(image, 65535))                                         \
  CHANGE(channel_threshold, 0, ChannelThresholdImage(image, "30%,50%,70%"))                       \
  CHANGE(channel_threshold_two, 0, ChannelThresholdImage(image, "20000,-1,20000,9000"))           \
  MAKE(colorize_one, 0,                                                                           \
       ColorizeImage(image, "35", edit_color(60000, 10000, 3000, 0), &image->exception))          \
  MAKE(colorize_three, 0,                                                                         \
       ColorizeImage(image, "35/0,80", edit_color(60000, 10000, 3000, 0), &image->exception))     \
  MAKE(colorize_grey, 0,                                                                          \
       ColorizeImage(image, "50,50,50", edit_color(999, 999, 999, 0), &image->exception))         \
  MAKE(colorize_four, 0,                                                                          \
       ColorizeImage(image, "1,2,3,40", edit_color(999, 0, 65535, 65535), &image->exception))     \
  /* Without a saturation, which GraphicsMagick adds to samples. */                               \
  CHANGE(cdl, 0, CdlImage(image, "0.9,0.01,0.9:0.9,0.01,0.9:0.9,0.01,0.9"))                       \
  CHANGE(cdl_colors, 0, CdlImage(image, "1.1,-0.1,1.3:0.8,0.2,0.7:1,0,-2"))                       \
  CHANGE(opaque_exact, 0, OpaqueImage(image, edit_target(image), edit_color(1, 2, 3, 4)))         \
  CHANGE(opaque_fuzzy, 0,                                                                         \
         (image->fuzz = 20000, OpaqueImage(image, edit_target(image), edit_color(1, 2, 3, 4))))   \
  CHANGE(opaque_grey, 0,                                                                          \
         (image->fuzz = 30000.5, OpaqueImage(image, edit_target(image), edit_color(7, 7, 7, 0)))) \
  CHANGE(transparent, 0,                                                                          \
         (image->fuzz = 25000, TransparentImage(image, edit_target(image), 65535)))               \
  EDIT_OPERATOR(add, AllChannels, AddQuantumOp, 9000.4)                                           \
  EDIT_OPERATOR(add_green, GreenChannel, AddQuantumOp, 9000.6)                                    \
  EDIT_OPERATOR(and_all, AllChannels, AndQuantumOp, 0xf0f0)                                       \
  EDIT_OPERATOR(and_grey, GrayChannel, AndQuantumOp, 0xf0f0)                                      \
  EDIT_OPERATOR(assign, AllChannels, AssignQuantumOp, 12345)                                      \
  EDIT_OPERATOR(assign_blue, BlueChannel, AssignQuantumOp, 12345)                                 \
  EDIT_OPERATOR(divide, AllChannels, DivideQuantumOp, 3.3)                                        \
  EDIT_OPERATOR(multiply, AllChannels, MultiplyQuantumOp, 1.7)                                    \
  EDIT_OPERATOR(multiply_opacity, OpacityChannel, MultiplyQuantumOp, 0.7)                         \
  EDIT_OPERATOR(lshift, AllChannels, LShiftQuantumOp, 3)                                          \
  EDIT_OPERATOR(rshift, CyanChannel, RShiftQuantumOp, 3)                                          \
  EDIT_OPERATOR(or_all, AllChannels, OrQuantumOp, 0x0f0f)                                         \
  EDIT_OPERATOR(subtract, AllChannels, SubtractQuantumOp, 9000)                                   \
  EDIT_OPERATOR(threshold_op, AllChannels, ThresholdQuantumOp, 30000)                             \
  EDIT_OPERATOR(threshold_red, RedChannel, ThresholdQuantumOp, 30000)                             \
  EDIT_OPERATOR(threshold_black_op, AllChannels, ThresholdBlackQuantumOp, 30000)                  \
  EDIT_OPERATOR(threshold_black_grey, GrayChannel, ThresholdBlackQuantumOp, 30000)                \
  EDIT_OPERATOR(threshold_white_op, UndefinedChannel, ThresholdWhiteQuantumOp, 30000)             \
  EDIT_OPERATOR(threshold_black_negate, AllChannels, ThresholdBlackNegateQuantumOp, 30000)        \
  EDIT_OPERATOR(threshold_black_negate_0, AllChannels, ThresholdBlackNegateQuantumOp, 0)          \
  EDIT_OPERATOR(threshold_white_negate, AllChannels, ThresholdWhiteNegateQuantumOp, 30000)        \
  EDIT_OPERATOR(threshold_white_negate_grey, GrayChannel, ThresholdWhiteNegateQuantumOp, 30000)   \
  EDIT_OPERATOR(threshold_white_negate_most, AllChannels, ThresholdWhiteNegateQuantumOp, 65535)   \
  EDIT_OPERATOR(xor_all, AllChannels, XorQuantumOp, 0xaaaa)                                       \
  EDIT_OPERATOR(negate_op, AllChannels, NegateQuantumOp, 0)                                       \
  EDIT_OPERATOR(negate_yellow, YellowChannel, NegateQuantumOp, 0)                                 \
  EDIT_OPERATOR(gamma_op, AllChannels, GammaQuantumOp, 1.8)                                       \
  EDIT_OPERATOR(log_op, AllChannels, LogQuantumOp, 100)                                           \
  EDIT_OPERATOR(max_op, AllChannels, MaxQuantumOp, 20000)                                         \
  EDIT_OPERATOR(min_op, MagentaChannel, MinQuantumOp, 20000)                                      \
  EDIT_OPERATOR(pow_op, AllChannels, PowQuantumOp, 2.5)                                           \
  CHANGE(multivalue, 0, QuantumOperatorImageMultivalue(image, AddQuantumOp, "10%,20%,-5"))        \
  CHANGE(region, 0,                                                                               \
         QuantumOperatorRegionImage(image, 1, 0, image->columns - 1, (image->rows + 1) / 2,       \
                                    AllChannels, AddQuantumOp, 7777, &image->exception))          \
  CHANGE(to_ohta, 1, TransformColorspace(image, OHTAColorspace))                                  \
  CHANGE(from_ohta, 1,                                                                            \
         (image->colorspace = OHTAColorspace, TransformColorspace(image, RGBColorspace)))         \
  CHANGE(to_xyz, 1, TransformColorspace(image, XYZColorspace))                                    \
  CHANGE(from_xyz, 1,                                                                             \
         (image->colorspace = XYZColorspace, TransformColorspace(image, RGBColorspace)))          \
  CHANGE(to_ycbcr601, 1, TransformColorspace(image, Rec601YCbCrColorspace))                       \
  CHANGE(from_ycbcr601, 1,                                                                        \
         (image->colorspace = Rec601YCbCrColorspace, TransformColorspace(image, RGBColorspace)))  \
  CHANGE(to_ycbcr709, 1, TransformColorspace(image, Rec709YCbCrColorspace))                       \
  CHANGE(from_ycbcr709, 1,                                                                        \
         (image->colorspace = Rec709YCbCrColorspace, TransformColorspace(image, RGBColorspace)))  \
  CHANGE(to_yiq, 1, TransformColorspace(image, YIQColorspace))                                    \
  CHANGE(from_yiq, 1,                                                                             \
         (image->colorspace = YIQColorspace, TransformColorspace(image, RGBColorspace)))          \
  CHANGE(to_yuv, 1, TransformColorspace(image, YUVColorspace))                                    \
  CHANGE(from_yuv, 1,                                                                             \
         (image->colorspace = YUVColorspace, TransformColorspace(image, RGBColorspace)))          \
  CHANGE(to_hsl, 1, TransformColorspace(image, HSLColorspace))                                    \
  CHANGE(from_hsl, 1,                                                                             \
         (image->colorspace = HSLColorspace, TransformColorspace(image, RGBColorspace)))          \
  CHANGE(to_hwb, 1, TransformColorspace(image, HWBColorspace))                                    \
  CHANGE(from_hwb, 1,                                                                             \
         (image->colorspace = HWBColorspace, TransformColorspace(image, RGBColorspace)))          \
  CHANGE(to_log, 1, TransformColorspace(image, CineonLogRGBColorspace))                           \
  CHANGE(from_log, 1,                                                                             \
         (QuantumOperatorImage(image, AllChannels, MinQuantumOp, 65000, &image->exception),       \
          image->colorspace = CineonLogRGBColorspace, TransformColorspace(image, RGBColorspace))) \
  CHANGE(to_ypbpr, 1, TransformColorspace(image, YPbPrColorspace))                                \
  CHANGE(to_gray, 1, TransformColorspace(image, GRAYColorspace))                                  \
  CHANGE(to_luma601, 1, TransformColorspace(image, Rec601LumaColorspace))                         \
  CHANGE(to_luma709, 1, TransformColorspace(image, Rec709LumaColorspace))                         \
  CHANGE(to_cmyk, 0, TransformColorspace(image, CMYKColorspace))                                  \
  CHANGE(to_cmyk_and_back, 0,                                                                     \
         (TransformColorspace(image, CMYKColorspace), TransformColorspace(image, RGBColorspace))) \
  CHANGE(hsl_to_yuv, 2,                                                                           \
         (image->colorspace = HSLColorspace, TransformColorspace(image, YUVColorspace)))          \
  CHANGE(channel_red, 0, ChannelImage(image, RedChannel))                                         \
  CHANGE(channel_green, 0, ChannelImage(image, GreenChannel))                                     \
  CHANGE(channel_blue, 0, ChannelImage(image, BlueChannel))                                       \
  CHANGE(channel_cyan, 0, ChannelImage(image, CyanChannel))                                       \
  CHANGE(channel_black, 0, ChannelImage(image, BlackChannel))                                     \
  CHANGE(channel_opacity, 0, ChannelImage(image, OpacityChannel))                                 \
  CHANGE(channel_all, 0, ChannelImage(image, AllChannels))                                        \
  CHANGE(channel_gray, 0, ChannelImage(image, GrayChannel))                                       \
  CHANGE(texture, 1, cover_with_part(image, 0))                                                   \
  CHANGE(texture_matte, 1, cover_with_part(image, 1))                                             \
  CHANGE(hald_clut, 0, look_up_in_a_cube(image))                                                  \
  MAKE(implode, 2, ImplodeImage(image, 0.6, &image->exception))                                   \
  MAKE(implode_out, 2, ImplodeImage(image, -1.5, &image->exception))                              \
  MAKE(swirl, 2, SwirlImage(image, 100.0, &image->exception))                                     \
  MAKE(swirl_often, 2, SwirlImage(image, -1000.0, &image->exception))                             \
  MAKE(wave, 2, wave_over_background(image))                                                      \
  MAKE(wave_tiles, 2, wave_over_tiles(image))                                                     \
  MAKE(affine_turn, 2, transform_affine(image, 0.8, 0.6, -0.6, 0.8, 0.0, 0.0))                    \
  MAKE(affine_flip, 2, transform_affine(image, -1.3, 0.1, 0.4, 0.9, 0.0, 0.0))                    \
  MAKE(affine_shift, 2, transform_affine(image, 2.0, 0.0, 0.0, 3.0, 3.4, -1.2))                   \
  MAKE(affine_quarter, 2, transform_affine(image, 0.0, 1.0, -1.0, 0.0, 0.0, 0.0))                 \
  CHANGE(contrast, 1, ContrastImage(image, 1))                                                    \
  CHANGE(contrast_less, 1, ContrastImage(image, 0))                                               \
  CHANGE(modulate, 1, ModulateImage(image, "105,110"))                                            \
  CHANGE(modulate_hue, 1, ModulateImage(image, "90,60,170"))                                      \
  CHANGE(modulate_turned, 1, ModulateImage(image, "100/100/333"))                                 \
  CHANGE(modulate_grey, 1, ModulateImage(image, "130,0,100"))                                     \
  CHANGE(matrix_sepia, 1, ColorMatrixImage(image, 3, edit_sepia))                                 \
  CHANGE(matrix_five, 1, ColorMatrixImage(image, 5, edit_five))                                   \
  CHANGE(matrix_two, 1, ColorMatrixImage(image, 2, edit_sepia))                                   \
  EDIT_WINDOW(enhance, 0, 5, EnhanceImage(image, &image->exception))                              \
  EDIT_WINDOW(enhance_similar, 0, 5,                                                              \
              (EDIT_SIMILAR(image), EnhanceImage(image, &image->exception)))                      \
  EDIT_WINDOW(shade, 1, 1, ShadeImage(image, 0, 30, 30, &image->exception))                       \
  EDIT_WINDOW(shade_grey, 1, 1, ShadeImage(image, 1, 217.5, 60, &image->exception))               \
  EDIT_WINDOW(shade_similar, 1, 1,                                                                \
              (EDIT_SIMILAR(image), ShadeImage(image, 1, -45, 0, &image->exception)))             \
  EDIT_WINDOW(lat, 0, 3, AdaptiveThresholdImage(image, 3, 3, 0, &image->exception))               \
  EDIT_WINDOW(lat_even, 0, 4, AdaptiveThresholdImage(image, 4, 2, -2999.7, &image->exception))    \
  EDIT_WINDOW(lat_wide, 0, 29, AdaptiveThresholdImage(image, 29, 8, 4321, &image->exception))     \
  EDIT_WINDOW(lat_dark, 0, 3, AdaptiveThresholdImage(image, 3, 1, -70000, &image->exception))     \
  EDIT_WINDOW(paint, 0, 5, OilPaintImage(image, 0, &image->exception))                            \
  EDIT_WINDOW(paint_small, 0, 3, OilPaintImage(image, 1, &image->exception))                      \
  EDIT_WINDOW(paint_similar, 0, 9,                                                                \
              (EDIT_SIMILAR(image), OilPaintImage(image, 4, &image->exception)))                  \
  EDIT_WINDOW(reduce_noise, 0, 5, ReduceNoiseImage(image, 0, &image->exception))                  \
  EDIT_WINDOW(reduce_noise_small, 0, 3, ReduceNoiseImage(image, 1, &image->exception))            \
  EDIT_WINDOW(reduce_noise_nine, 0, 9, ReduceNoiseImage(image, 4, &image->exception))             \
  EDIT_WINDOW(                                                                                    \
      reduce_noise_two, 0, 3,                                                                     \
      (QuantumOperatorImage(image, AllChannels, ThresholdQuantumOp, 65534, &image->exception),    \
       ReduceNoiseImage(image, 1, &image->exception)))                                            \
  EDIT_WINDOW(                                                                                    \
      reduce_noise_wide, 0, 17,                                                                   \
      (QuantumOperatorImage(image, AllChannels, ThresholdQuantumOp, 65534, &image->exception),    \
       ReduceNoiseImage(image, 8, &image->exception)))                                            \
  EDIT_WINDOW(charcoal, 9, 5, CharcoalImage(image, 0, 1, &image->exception))                      \
  EDIT_WINDOW(charcoal_wide, 9, 7, CharcoalImage(image, 3, 1.5, &image->exception))               \
  PROFILE_EDITS

#define CHANGE(name, steps, call)           \
  static Image* edit_##name(Image* image) { \
    (void)(call);                           \
    return image;                           \
  }
#define MAKE(name, steps, call)             \
  static Image* edit_##name(Image* image) { \
    return edit_made(image, call);          \
  }
EDITS
#undef CHANGE
#undef MAKE

typedef struct {
  const char* name;
  unsigned steps;                /* by which the library may differ */
  Image* (*apply)(Image* image); /* owns the image; NULL on failure */
} Edit;

#define CHANGE(name, steps, call) {#name, steps, edit_##name},
#define MAKE(name, steps, call) {#name, steps, edit_##name},
static const Edit edits[] = {EDITS};
#undef CHANGE
#undef MAKE

#endif
