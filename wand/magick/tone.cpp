// Brightness, contrast and arithmetic of samples.
#include "wand/magick/color.hpp"

using namespace lodestone::wand;

namespace {

// Arithmetic reports to the wand itself.
unsigned int Operate(MagickWand* wand, ChannelType channel, QuantumOperator quantum_operator,
                     double rvalue) {
  if (!HasImage(wand)) return MagickFail;
  return QuantumOperatorImage(wand->image, channel, quantum_operator, rvalue, &wand->exception);
}

// change(image, "first,second,third").
unsigned int ChangeByThree(MagickWand* wand, MagickPassFail (*change)(Image*, const char*),
                           double first, double second, double third) {
  char numbers[128];
  MagickFormatString(numbers, sizeof numbers, "%g,%g,%g", first, second, third);
  return Change(wand, change, numbers);
}

}  // namespace

unsigned int MagickContrastImage(MagickWand* wand, const unsigned int sharpen) {
  return Change(wand, ContrastImage, sharpen);
}

unsigned int MagickEqualizeImage(MagickWand* wand) {
  return Change(wand, EqualizeImage);
}

unsigned int MagickNormalizeImage(MagickWand* wand) {
  return Change(wand, NormalizeImage);
}

unsigned int MagickGammaImage(MagickWand* wand, const double gamma) {
  char number[32];
  MagickFormatString(number, sizeof number, "%g", gamma);
  return Change(wand, GammaImage, number);
}

unsigned int MagickGammaImageChannel(MagickWand* wand, const ChannelType channel,
                                     const double gamma) {
  return Operate(wand, channel, GammaQuantumOp, gamma);
}

unsigned int MagickLevelImage(MagickWand* wand, const double black_point, const double gamma,
                              const double white_point) {
  return ChangeByThree(wand, LevelImage, black_point, white_point, gamma);
}

unsigned int MagickLevelImageChannel(MagickWand* wand, const ChannelType channel,
                                     const double black_point, const double gamma,
                                     const double white_point) {
  // GraphicsMagick hands them on in this order, too, though the core has the gamma in the middle.
  return Change(wand, LevelImageChannel, channel, black_point, white_point, gamma);
}

unsigned int MagickModulateImage(MagickWand* wand, const double brightness, const double saturation,
                                 const double hue) {
  return ChangeByThree(wand, ModulateImage, brightness, saturation, hue);
}

unsigned int MagickNegateImage(MagickWand* wand, const unsigned int gray) {
  return Change(wand, NegateImage, gray);
}

unsigned int MagickNegateImageChannel(MagickWand* wand, const ChannelType channel,
                                      const unsigned int) {
  return Operate(wand, channel, NegateQuantumOp, 0);
}

unsigned int MagickSolarizeImage(MagickWand* wand, const double threshold) {
  if (!HasImage(wand)) return MagickFail;
  (void)Change(wand, SolarizeImage, threshold);
  return MagickPass;
}

unsigned int MagickOperatorImageChannel(MagickWand* wand, const ChannelType channel,
                                        const QuantumOperator quantum_operator,
                                        const double rvalue) {
  return Operate(wand, channel, quantum_operator, rvalue);
}

unsigned int MagickCdlImage(MagickWand* wand, const char* cdl) {
  if (!HasImage(wand, {cdl})) return MagickFail;
  return CdlImage(wand->image, cdl);
}

unsigned int MagickHaldClutImage(MagickWand* wand, const MagickWand* clut_wand) {
  if (!HaveImages(wand, clut_wand)) return MagickFail;
  return HaldClutImage(wand->image, clut_wand->image);
}

unsigned int MagickSeparateImageChannel(MagickWand* wand, const ChannelType channel) {
  return Change(wand, ChannelImage, channel);
}

unsigned int MagickThresholdImage(MagickWand* wand, const double threshold) {
  return Change(wand, ThresholdImage, threshold);
}

unsigned int MagickThresholdImageChannel(MagickWand* wand, const ChannelType channel,
                                         const double threshold) {
  return Operate(wand, channel, ThresholdQuantumOp, threshold);
}

unsigned int MagickBlackThresholdImage(MagickWand* wand, const PixelWand* threshold) {
  if (!HasImage(wand, {threshold})) return MagickFail;
  return Change(wand, BlackThresholdImage, Samples(threshold).text());
}

unsigned int MagickWhiteThresholdImage(MagickWand* wand, const PixelWand* threshold) {
  if (!HasImage(wand, {threshold})) return MagickFail;
  return Change(wand, WhiteThresholdImage, Samples(threshold).text());
}
