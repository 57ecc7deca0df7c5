// Options that change tones and colours, pixel by pixel.
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

#include "utilities/options/image_tasks.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/options/number_list.hpp"
#include "utilities/options/option_checks.hpp"

namespace lodestone::cli {
namespace {

// For functions that change an image in place. `what`: completes "Unable to ... image".
template <class Change>
void ChangeEach(ImageTask* task, const char* what, Change change) {
  const std::string failure = std::string("Unable to ") + what + " image";
  ForEachImage(task,
               [&](Image* image) { ThrowOrPrintImage(image, change(image), failure.c_str()); });
}

template <MagickPassFail (*Function)(Image*, const char*)>
void ApplyText(ImageTask* task, const OptionUse& use) {
  ChangeEach(task, use.option->name, [&](Image* image) { return Function(image, use.value()); });
}

template <MagickPassFail (*Function)(Image*)>
void ApplyPlain(ImageTask* task, const OptionUse& use) {
  ChangeEach(task, use.option->name, Function);
}

template <MagickPassFail (*Function)(Image*, double)>
void ApplySample(ImageTask* task, const OptionUse& use) {
  const double value = ParseSample(use.value());
  ChangeEach(task, use.option->name, [&](Image* image) { return Function(image, value); });
}

// +contrast reduces it.
void ApplyContrast(ImageTask* task, const OptionUse& use) {
  ChangeEach(task, "enhance", [&](Image* image) { return ContrastImage(image, !use.plus); });
}

// +gamma only says what the gamma of the image is.
void ApplyGamma(ImageTask* task, const OptionUse& use) {
  if (use.plus) {
    ForEachImage(task, [&](Image* image) { image->gamma = std::strtod(use.value(), nullptr); });
    return;
  }
  ChangeEach(task, "gamma correct", [&](Image* image) { return GammaImage(image, use.value()); });
}

// +negate changes only grey pixels.
void ApplyNegate(ImageTask* task, const OptionUse& use) {
  ChangeEach(task, "negate", [&](Image* image) { return NegateImage(image, use.plus); });
}

PixelPacket ParseColor(const OptionUse& use) {
  PixelPacket color{};
  Exception exception;
  QueryColorDatabase(use.value(), &color, exception.get());
  return color;
}

// The color of labels and captions.
void SetPen(ImageInfo* info, const OptionUse& use) {
  info->pen = ParseColor(use);
}

void ApplyFill(ImageTask* task, const OptionUse& use) {
  task->draw->fill = ParseColor(use);
}

void ApplyFuzz(ImageTask* task, const OptionUse& use) {
  ForEachImage(task, [&](Image* image) { image->fuzz = ParseSample(use.value()); });
}

void ApplyColorize(ImageTask* task, const OptionUse& use) {
  Replace(task, use, [&](const Image* image, ExceptionInfo* exception) {
    return ColorizeImage(image, use.value(), task->draw->fill, exception);
  });
}

void ApplyOpaque(ImageTask* task, const OptionUse& use) {
  const PixelPacket target = ParseColor(use);
  ChangeEach(task, "change the color of",
             [&](Image* image) { return OpaqueImage(image, target, task->draw->fill); });
}

void ApplyTransparent(ImageTask* task, const OptionUse& use) {
  const PixelPacket target = ParseColor(use);
  ChangeEach(task, "make a color transparent in",
             [&](Image* image) { return TransparentImage(image, target, TransparentOpacity); });
}

void ApplyOperator(ImageTask* task, const OptionUse& use) {
  const ChannelType channel = StringToChannelType(use.values[0].c_str());
  const QuantumOperator operation = StringToQuantumOperator(use.values[1].c_str());
  const double value = ParseSample(use.values[2].c_str());
  ChangeEach(task, "operate on", [&](Image* image) {
    return QuantumOperatorImage(image, channel, operation, value, &image->exception);
  });
}

void CheckOperator(const OptionUse& use) {
  if (StringToChannelType(use.values[0].c_str()) == UndefinedChannel)
    throw CommandError("Unrecognized channel type", use.values[0]);
  if (StringToQuantumOperator(use.values[1].c_str()) == UndefinedQuantumOp)
    throw CommandError("Unrecognized operator", use.values[1]);
  CheckNumber(use.values[2], use);
}

void CheckFirstNumber(const OptionUse& use) {
  CheckNumber(use.values[0], use);
}

// The matrix, or @ and the name of a file with it.
OptionUse WithMatrix(OptionUse use) {
  use.values[0] = TextOrFile(use.values[0]);
  return use;
}

void ApplyRecolor(ImageTask* task, const OptionUse& use) {
  const std::vector<double> matrix = ParseElements(WithMatrix(use));
  ChangeEach(task, "recolor", [&](Image* image) {
    return ColorMatrixImage(image, SquareOrder(matrix), matrix.data());
  });
}

void CheckRecolor(const OptionUse& use) {
  constexpr unsigned kMostOrder = 5;
  if (CheckSquare(WithMatrix(use)) > kMostOrder)
    throw CommandError("The matrix has more than 5 rows", use.spelled());
}

void ApplyChannel(ImageTask* task, const OptionUse& use) {
  const ChannelType channel = StringToChannelType(use.value());
  ChangeEach(task, "extract a channel of",
             [&](Image* image) { return ChannelImage(image, channel); });
}

void CheckChannel(const OptionUse& use) {
  CheckName<StringToChannelType, UndefinedChannel>(use, "Unrecognized channel type");
}

void ApplyHaldClut(ImageTask* task, const OptionUse& use) {
  const ImageList clut = ReadImages(task->info, use.value());
  ChangeEach(task, "look up the colors of",
             [&](Image* image) { return HaldClutImage(image, clut.get()); });
}

void ApplyColorspace(ImageTask* task, const OptionUse& use) {
  const ColorspaceType space = StringToColorspaceType(use.value());
  task->reduction.colorspace = space;  // of the -colors that follow
  ChangeEach(task, "transform the colors of",
             [&](Image* image) { return TransformColorspace(image, space); });
}

void CheckColorspace(const OptionUse& use) {
  CheckName<StringToColorspaceType, UndefinedColorspace>(use, "Unrecognized image colorspace");
}

struct NamedMethod {
  const char* name;
  IntensityMethod method;
};
constexpr NamedMethod kMethods[] = {{"Average", AverageIntensity},
                                    {"Brightness", BrightnessIntensity},
                                    {"Lightness", LightnessIntensity},
                                    {"Rec601Luma", Rec601LumaIntensity},
                                    {"Rec709Luma", Rec709LumaIntensity},
                                    {"Rec601Luminance", Rec601LuminanceIntensity},
                                    {"Rec709Luminance", Rec709LuminanceIntensity},
                                    {"RMS", RMSIntensity}};

IntensityMethod ParseMethod(const char* text) {
  for (const NamedMethod& each : kMethods)
    if (LocaleCompare(each.name, text) == 0) return each.method;
  return UndefinedIntensity;
}

void ApplyGrayscale(ImageTask* task, const OptionUse& use) {
  const IntensityMethod method = ParseMethod(use.value());
  ChangeEach(task, "make grey", [&](Image* image) { return GrayscaleImage(image, method); });
}

void CheckGrayscale(const OptionUse& use) {
  CheckName<ParseMethod, UndefinedIntensity>(use, "Unrecognized intensity method");
}

struct NamedFunction {
  const char* name;
  MagickFunction function;
};
constexpr NamedFunction kFunctions[] = {{"Polynomial", PolynomialFunction},
                                        {"Sinusoid", SinusoidFunction},
                                        {"Arcsin", ArcsinFunction},
                                        {"Arctan", ArctanFunction}};

MagickFunction ParseFunction(const char* text) {
  for (const NamedFunction& each : kFunctions)
    if (LocaleCompare(each.name, text) == 0) return each.function;
  return UndefinedMagickFunction;
}

void ApplyFunction(ImageTask* task, const OptionUse& use) {
  const std::vector<double> parameters = ParseElements(use, 1);
  ChangeEach(task, "apply a function to", [&](Image* image) {
    return FunctionImage(image, ParseFunction(use.value()), parameters.size(), parameters.data());
  });
}

void CheckFunction(const OptionUse& use) {
  CheckName<ParseFunction, UndefinedMagickFunction>(use, "Unrecognized function");
  ParseElements(use, 1);
}

// In per cent, whether or not a sign says so; the second is the first unless given.
void ApplyContrastStretch(ImageTask* task, const OptionUse& use) {
  const std::string& text = use.values[0];
  const std::size_t between = text.find_first_of(",x");
  const double black = std::strtod(text.c_str(), nullptr);
  const double white =
      between == std::string::npos ? black : std::strtod(text.c_str() + between + 1, nullptr);
  ChangeEach(task, "stretch the contrast of",
             [&](Image* image) { return ContrastStretchImage(image, black, white); });
}

// The middle is half the range unless given.
void ApplySigmoidalContrast(ImageTask* task, const OptionUse& use) {
  const std::string& text = use.values[0];
  const std::size_t between = text.find_first_of(",x");
  const double contrast = std::strtod(text.c_str(), nullptr);
  const double middle =
      between == std::string::npos ? MaxRGBDouble / 2.0 : ParseSample(text.c_str() + between + 1);
  ChangeEach(task, "change the contrast of", [&](Image* image) {
    return SigmoidalContrastImage(image, !use.plus, contrast, middle);
  });
}

constexpr Option kOptions[] = {
    {"asc-cdl", kConvert, 1, kNoPlus, "spec", "apply a color decision list", CheckFirstNumber,
     nullptr, ApplyText<CdlImage>},
    {"auto-level", kConvert, 0, kNoPlus, "", "stretch the colors over the whole range", nullptr,
     nullptr, ApplyPlain<AutoLevelImage>},
    {"black-threshold", kConvert, 1, kNoPlus, "value", "pixels below the threshold become black",
     CheckFirstNumber, nullptr, ApplyText<BlackThresholdImage>},
    {"channel", kConvert, 1, kNoPlus, "type", "make a channel a grey image", CheckChannel, nullptr,
     ApplyChannel},
    {"colorize", kConvert, 1, kNoPlus, "value", "blend with the fill color, in per cent",
     CheckFirstNumber, nullptr, ApplyColorize},
    {"colorspace", kWriters | kCompare, 1, kNoPlus, "type", "convert to this color space",
     CheckColorspace, nullptr, ApplyColorspace},
    {"contrast", kConvert, 0, 0, "", "more contrast; +contrast: less", nullptr, nullptr,
     ApplyContrast},
    {"contrast-stretch", kConvert, 1, kNoPlus, "black%,white%",
     "stretch the contrast; this much may become black and white", CheckFirstNumber, nullptr,
     ApplyContrastStretch},
    {"equalize", kConvert, 0, kNoPlus, "", "equalize the histogram of each channel", nullptr,
     nullptr, ApplyPlain<EqualizeImage>},
    {"fill", kConvert | kMontage, 1, kNoPlus, "color", "color for the options that need one",
     CheckColor, SetPen, ApplyFill, OptionEffect::kMark},
    {"function", kConvert, 2, kNoPlus, "name parameters",
     "replace samples by Polynomial, Sinusoid, Arcsin, or Arctan", CheckFunction, nullptr,
     ApplyFunction},
    {"fuzz", kConvert, 1, kNoPlus, "distance", "colors within this distance are equal",
     CheckFirstNumber, nullptr, ApplyFuzz, OptionEffect::kMark},
    {"gamma", kConvert | kMontage, 1, 1, "level",
     "gamma correction, of red,green,blue; +gamma only sets it", CheckFirstNumber, nullptr,
     ApplyGamma},
    {"grayscale", kConvert, 1, kNoPlus, "method", "make grey by this intensity method",
     CheckGrayscale, nullptr, ApplyGrayscale},
    {"hald-clut", kConvert, 1, kNoPlus, "clut", "look colors up in a Hald CLUT", nullptr, nullptr,
     ApplyHaldClut},
    {"level", kConvert, 1, kNoPlus, "value", "adjust black, middle and white points",
     CheckFirstNumber, nullptr, ApplyText<LevelImage>},
    {"modulate", kConvert, 1, kNoPlus, "value", "vary brightness, saturation and hue, in per cent",
     CheckFirstNumber, nullptr, ApplyText<ModulateImage>},
    {"negate", kConvert | kComposite, 0, 0, "",
     "replace every colour by its complement; +negate: grey ones only", nullptr, nullptr,
     ApplyNegate},
    {"normalize", kConvert, 0, kNoPlus, "", "stretch each channel over the whole range", nullptr,
     nullptr, ApplyPlain<NormalizeImage>},
    {"opaque", kConvert, 1, kNoPlus, "color", "replace this color by the fill color", CheckColor,
     nullptr, ApplyOpaque},
    {"operator", kConvert, 3, kNoPlus, "channel operator value",
     "apply an arithmetic or bitwise operator to a channel", CheckOperator, nullptr, ApplyOperator},
    {"recolor", kConvert | kComposite, 1, kNoPlus, "matrix", "multiply colors by a matrix",
     CheckRecolor, nullptr, ApplyRecolor},
    {"sigmoidal-contrast", kConvert, 1, 1, "contrast,middle",
     "more contrast without clipping; +sigmoidal-contrast: less", CheckFirstNumber, nullptr,
     ApplySigmoidalContrast},
    {"solarize", kConvert, 1, kNoPlus, "threshold", "negate the samples above the threshold",
     CheckFirstNumber, nullptr, ApplySample<SolarizeImage>},
    {"threshold", kConvert, 1, kNoPlus, "value", "pixels become black or white", CheckFirstNumber,
     nullptr, ApplySample<ThresholdImage>},
    {"transparent", kConvert | kMontage, 1, kNoPlus, "color", "make this color transparent",
     CheckColor, nullptr, ApplyTransparent},
    {"white-threshold", kConvert, 1, kNoPlus, "value", "pixels above the threshold become white",
     CheckFirstNumber, nullptr, ApplyText<WhiteThresholdImage>},
};

}  // namespace

std::span<const Option> ToneOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
