#include "utilities/conform/cases.hpp"

#include <span>

#include "utilities/conform/calls.hpp"

namespace lodestone::conform {
namespace {

// Kinds of pixels, as bits.
constexpr unsigned Bit(Pixels pixels) {
  return 1u << static_cast<unsigned>(pixels);
}
constexpr Pixels kEveryKind[] = {Pixels::kOpaque, Pixels::kAlpha, Pixels::kGrey, Pixels::kCmyk};
constexpr unsigned kColors = Bit(Pixels::kOpaque) | Bit(Pixels::kAlpha);
constexpr unsigned kUsual = kColors | Bit(Pixels::kGrey);
constexpr unsigned kAll = kUsual | Bit(Pixels::kCmyk);
constexpr unsigned kInks = Bit(Pixels::kCmyk);

// A source, and for calls that take a size the result.
struct Sizes {
  Size from, to = {};
};

// Sides that are and are not multiples of what CPUs and devices compute at a time; several
// work-groups in both directions.
constexpr Sizes kFilterSizes[] = {{{64, 16}}, {{97, 61}}, {{263, 190}}};
// Where every size is the same, or nearly.
constexpr Sizes kTwoSizes[] = {{{61, 97}}, {{263, 190}}};
// Not smaller than wide kernels, and than what their waves go on for.
constexpr Sizes kWideSizes[] = {{{131, 101}}, {{263, 530}}, {{1031, 140}}};
constexpr Sizes kOneSize[] = {{{129, 70}}};
// Shorter than windows and vectors.
constexpr Sizes kTinySizes[] = {{{1, 1}}, {{1, 37}}, {{37, 1}}, {{3, 2}}};
constexpr Sizes kLarge[] = {{{1031, 773}}};

// Of the JPEG files of cases; the smallest take a few bytes.
constexpr Sizes kFileSizes[] = {{{8, 8}}, {{97, 61}}, {{263, 190}}};

constexpr Sizes kScalings[] = {
    {{97, 61}, {31, 17}},    {{97, 61}, {230, 141}},   {{97, 61}, {97, 20}}, {{64, 48}, {32, 24}},
    {{64, 48}, {16, 12}},    {{48, 64}, {96, 128}},    {{300, 5}, {7, 40}},  {{1, 1}, {9, 7}},
    {{517, 389}, {65, 190}}, {{1031, 773}, {257, 191}}};
constexpr Sizes kEachFilter[] = {
    {{97, 61}, {31, 17}}, {{97, 61}, {230, 141}}, {{61, 97}, {61, 40}}, {{263, 190}, {66, 381}}};
constexpr Sizes kHalvings[] = {{{64, 48}}, {{97, 61}}, {{1, 5}}, {{263, 190}}};

struct Row {
  const char* operation;
  const char* call;
  Image* (*run)(const Inputs& inputs, ExceptionInfo* exception);
  unsigned kinds;
  std::span<const Sizes> sizes;
};

// A call, and its text for names. In it, `image` is the source, `to` the size of the result.
#define MAKES(...) \
#__VA_ARGS__, [](const Inputs& inputs, ExceptionInfo* exception) {  \
    [[maybe_unused]] const Image* const image = inputs.image;         \
    [[maybe_unused]] const Size to = inputs.to;                       \
    return __VA_ARGS__;                                               \
  }
// The same of a call that changes `image`, a clone of the source.
#define CHANGES(...) \
#__VA_ARGS__, [](const Inputs& inputs, ExceptionInfo* exception) {  \
    return Changed(inputs.image, exception, [&](Image* image) { return __VA_ARGS__; }); \
  }
// The same of a call in linear light.
#define IN_LIGHT(...)                                                                 \
  "linear light, " #__VA_ARGS__, [](const Inputs& inputs, ExceptionInfo* exception) { \
    [[maybe_unused]] const Size to = inputs.to;                                       \
    return InLinearLight(inputs.image, exception,                                     \
                         [&](const Image* image) { return __VA_ARGS__; });            \
  }

constexpr Row kResizing[] = {
    {"scale", MAKES(ScaleImage(image, to.columns, to.rows, exception)), kAll, kScalings},
    {"scale", IN_LIGHT(ScaleImage(image, to.columns, to.rows, exception)), kUsual, kEachFilter},
    {"resize", MAKES(ResizeImage(image, to.columns, to.rows, LanczosFilter, 1.0, exception)), kAll,
     kScalings},
    {"resize", MAKES(ResizeImage(image, to.columns, to.rows, MitchellFilter, 0.8, exception)),
     kUsual, kEachFilter},
    {"resize", MAKES(ResizeImage(image, to.columns, to.rows, GaussianFilter, 2.5, exception)),
     kUsual, kEachFilter},
    {"resize", IN_LIGHT(ResizeImage(image, to.columns, to.rows, LanczosFilter, 1.0, exception)),
     kUsual, kEachFilter},
};

constexpr Row kSampling[] = {
    {"sample", MAKES(SampleImage(image, to.columns, to.rows, exception)), kAll, kScalings},
    {"minify", MAKES(MinifyImage(image, exception)), kUsual, kHalvings},
    {"magnify", MAKES(MagnifyImage(image, exception)), kUsual, kHalvings},
};

constexpr Row kFiltering[] = {
    {"blur", MAKES(BlurImage(image, 0.0, 2.0, exception)), kAll, kFilterSizes},
    {"blur", MAKES(BlurImage(image, 0.0, 2.0, exception)), kColors, kTinySizes},
    {"blur", MAKES(BlurImage(image, 1.0, 0.6, exception)), kUsual, kFilterSizes},
    {"blur", MAKES(BlurImage(image, 40.0, 13.0, exception)), kUsual, kFilterSizes},
    {"blur", MAKES(BlurImage(image, 0.0, 4.5, exception)), kColors, kLarge},
    {"blur", MAKES(BlurImageChannel(image, GreenChannel, 0.0, 1.5, exception)), kColors, kTwoSizes},
    {"blur", MAKES(BlurImageChannel(image, OpacityChannel, 0.0, 1.5, exception)),
     Bit(Pixels::kAlpha), kTwoSizes},
    {"blur", MAKES(GaussianBlurImage(image, 3.0, 1.2, exception)), kUsual, kTwoSizes},
    {"blur", IN_LIGHT(BlurImage(image, 0.0, 2.0, exception)), kUsual, kFilterSizes},
    {"blur", MAKES(SeparablyConvolved(image, 11, 5, MirrorConvolveBorder, exception)), kUsual,
     kTwoSizes},
    {"unsharp", MAKES(UnsharpMaskImage(image, 0.0, 1.0, 1.0, 0.05, exception)), kAll, kFilterSizes},
    {"unsharp", MAKES(UnsharpMaskImage(image, 3.0, 2.0, 2.7, 0.0, exception)), kUsual, kTwoSizes},
    {"unsharp", MAKES(UnsharpMaskLumaImage(image, 0.0, 1.0, 1.0, 0.05, exception)), kUsual,
     kTwoSizes},
    {"unsharp", MAKES(LocalContrastImage(image, 10.0, 30.0, exception)), kUsual, kTwoSizes},
    {"wide-blur", MAKES(BlurImage(image, 60.0, 30.0, exception)), kAll, kWideSizes},
    {"wide-blur", MAKES(BlurImage(image, 0.0, 40.0, exception)), kUsual, kWideSizes},
    {"wide-blur", MAKES(BlurImageChannel(image, GreenChannel, 50.0, 17.0, exception)), kColors,
     kWideSizes},
    {"wide-blur", MAKES(GaussianBlurImage(image, 48.0, 20.0, exception)), kUsual, kWideSizes},
    {"wide-blur", MAKES(UnsharpMaskImage(image, 70.0, 25.0, 1.5, 0.02, exception)), kUsual,
     kWideSizes},
    {"convolve", MAKES(Convolved(image, 3, exception)), kAll, kFilterSizes},
    {"convolve", MAKES(Convolved(image, 5, exception)), kUsual, kFilterSizes},
    {"convolve", MAKES(Convolved(image, 11, exception)), kUsual, kTwoSizes},
    {"convolve", MAKES(SharpenImage(image, 0.0, 1.0, exception)), kUsual, kTwoSizes},
    {"convolve", MAKES(EdgeImage(image, 2.0, exception)), kUsual, kTwoSizes},
    {"motion-blur", MAKES(MotionBlurImage(image, 0.0, 3.0, 0.0, exception)), kUsual, kFilterSizes},
    {"motion-blur", MAKES(MotionBlurImage(image, 8.0, 3.0, 37.0, exception)), kAll, kFilterSizes},
    {"median", MAKES(MedianFilterImage(image, 1.0, exception)), kAll, kFilterSizes},
    {"median", MAKES(MedianFilterImage(image, 2.0, exception)), kUsual, kFilterSizes},
    {"median", MAKES(MedianFilterImage(image, 4.0, exception)), kUsual, kTwoSizes},
    {"despeckle", MAKES(DespeckleImage(image, exception)), kAll, kFilterSizes},
    {"despeckle", MAKES(DespeckleImage(image, exception)), kColors, kTinySizes},
    {"extend", MAKES(SeparablyConvolved(image, 11, 5, TileConvolveBorder, exception)), kAll,
     kFilterSizes},
    {"extend", MAKES(SeparablyConvolved(image, 7, 11, ConstantConvolveBorder, exception)), kUsual,
     kFilterSizes},
    {"windows", MAKES(EnhanceImage(image, exception)), kUsual, kFilterSizes},
    {"windows", MAKES(ShadeImage(image, 0, 30.0, 30.0, exception)), kUsual, kTwoSizes},
    {"windows", MAKES(ShadeImage(image, 1, 250.0, 5.0, exception)), kUsual, kTwoSizes},
    {"windows", MAKES(OilPaintImage(image, 3.0, exception)), kUsual, kTwoSizes},
    {"windows", MAKES(AdaptiveThresholdImage(image, 7, 5, MaxRGB / 9.0, exception)), kUsual,
     kTwoSizes},
    {"windows", MAKES(SelectiveBlurImage(image, 3.0, 2.0, MaxRGB / 5.0, exception)), kUsual,
     kTwoSizes},
    {"windows", MAKES(BilateralBlurImage(image, 6, 9, 40.0, 3.0, exception)), kUsual, kTwoSizes},
    {"reduce-noise", MAKES(ReduceNoiseImage(image, 1.0, exception)), kAll, kFilterSizes},
    {"reduce-noise", MAKES(ReduceNoiseImage(image, 3.0, exception)), kUsual, kTwoSizes},
    {"wavelet-denoise", MAKES(WaveletDenoiseImage(image, MaxRGB * 0.05, 0.0, exception)), kUsual,
     kFilterSizes},
    {"wavelet-denoise", MAKES(WaveletDenoiseImage(image, MaxRGB * 0.2, 0.4, exception)), kUsual,
     kTwoSizes},
};

constexpr Row kFiles[] = {
    {"decode", MAKES(ThroughJpeg(image, 85, "2x2", 1, exception)), kUsual, kFileSizes},
    {"decode", MAKES(ThroughJpeg(image, 80, "1x1", 1, exception)), kUsual, kFileSizes},
    {"decode", MAKES(ThroughJpeg(image, 60, "2x1", 1, exception)), kColors, kFileSizes},
    {"decode", MAKES(ThroughJpeg(image, 75, "1x2", 1, exception)), kColors, kFileSizes},
    {"decode", MAKES(ThroughJpeg(image, 30, "4x1", 1, exception)), kColors, kFileSizes},
    {"decode", MAKES(ThroughJpeg(image, 80, "2x2", 2, exception)), kUsual, kFileSizes},
    {"decode", MAKES(ThroughJpeg(image, 90, "2x1", 4, exception)), kUsual, kFileSizes},
    {"decode", MAKES(ThroughJpeg(image, 70, "2x2", 8, exception)), kUsual, kFileSizes},
    {"decode", MAKES(ThroughJpeg(image, 85, "2x2", 1, exception)), kUsual, kLarge},
    {"encode", MAKES(BytesOfJpeg(image, 85, "2x2", "TRUE", exception)), kUsual, kFileSizes},
    {"encode", MAKES(BytesOfJpeg(image, 75, "1x1", "FALSE", exception)), kUsual, kFileSizes},
    {"encode", MAKES(BytesOfJpeg(image, 60, "2x1", "FALSE", exception)), kColors, kFileSizes},
    {"encode", MAKES(BytesOfJpeg(image, 50, "1x2", "TRUE", exception)), kColors, kFileSizes},
    {"encode", MAKES(BytesOfJpeg(image, 30, "4x1", "TRUE", exception)), kColors, kFileSizes},
    {"encode", MAKES(BytesOfJpeg(image, 85, "2x2", "TRUE", exception)), kUsual, kLarge},
};

constexpr Row kTones[] = {
    {"tables", CHANGES(NegateImage(image, 0)), kUsual, kFilterSizes},
    {"tables", CHANGES(NegateImage(image, 0)), kColors, kTinySizes},
    {"tables", CHANGES(NegateImage(image, 1)), kUsual, kOneSize},
    {"tables", CHANGES(GammaImage(image, "2.2")), kUsual, kTwoSizes},
    {"tables", CHANGES(GammaImage(image, "1.5,0.7,1")), kColors, kOneSize},
    {"tables", CHANGES(LevelImage(image, "10%,1.3,80%")), kUsual, kTwoSizes},
    {"tables", CHANGES(SolarizeImage(image, MaxRGB / 3)), kUsual, kOneSize},
    {"tables", CHANGES(ThresholdImage(image, MaxRGB / 3)), kUsual, kOneSize},
    {"tables", CHANGES(SigmoidalContrastImage(image, 0, 4.0, MaxRGB / 2.0)), kUsual, kOneSize},
    {"tables", CHANGES(CdlImage(image, "0.9,0.01,0.9:0.8,0.02,0.7:0.9,0.01,1.1:0.8")), kColors,
     kOneSize},
    {"tables", MAKES(Opaqued(image, MaxRGB / 3.0, exception)), kUsual, kTwoSizes},
    {"tables",
     CHANGES(QuantumOperatorImage(image, GrayChannel, AddQuantumOp, MaxRGB / 5.0, exception)),
     kColors, kOneSize},
    {"tables",
     CHANGES(QuantumOperatorImage(image, GreenChannel, MultiplyQuantumOp, 1.3, exception)), kColors,
     kOneSize},
    {"tables", CHANGES(QuantumOperatorImage(image, AllChannels, PowQuantumOp, 1.7, exception)),
     kUsual, kOneSize},
    {"tables", CHANGES(QuantumOperatorImage(image, AllChannels, LogQuantumOp, 25.0, exception)),
     kUsual, kOneSize},
    {"colors", MAKES(WithColorMatrix(image, 3, exception)), kUsual, kFilterSizes},
    {"colors", MAKES(WithColorMatrix(image, 5, exception)), kColors, kTwoSizes},
    {"colors", CHANGES(ModulateImage(image, "90,130,140")), kUsual, kTwoSizes},
    {"colors", CHANGES(ContrastImage(image, 1)), kUsual, kTwoSizes},
    {"colors", CHANGES(ContrastImage(image, 0)), kUsual, kOneSize},
    {"colors", MAKES(ToColorspace(image, Rec601YCbCrColorspace, exception)), kUsual, kTwoSizes},
    {"colors", MAKES(ToColorspace(image, HSLColorspace, exception)), kColors, kTwoSizes},
    {"colors", MAKES(ToColorspace(image, HWBColorspace, exception)), kColors, kTwoSizes},
    {"colors", MAKES(ToColorspace(image, CMYKColorspace, exception)), kColors, kTwoSizes},
    {"colors", MAKES(ToColorspace(image, Rec709LumaColorspace, exception)), kColors, kOneSize},
    {"colors", MAKES(FromColorspace(image, Rec601YCbCrColorspace, exception)), kColors, kTwoSizes},
    {"colors", MAKES(FromColorspace(image, HSLColorspace, exception)), kColors, kTwoSizes},
    {"colors", MAKES(FromColorspace(image, HWBColorspace, exception)), kColors, kTwoSizes},
    {"colors", MAKES(ToColorspace(image, RGBColorspace, exception)), kInks, kFilterSizes},
    {"histogram", CHANGES(EqualizeImage(image)), kUsual, kFilterSizes},
    {"histogram", CHANGES(NormalizeImage(image)), kUsual, kTwoSizes},
    {"histogram", CHANGES(EqualizeImage(image)), kColors, kLarge},
    {"bounding-box", MAKES(BorderedAndTrimmed(image, 0.0, exception)), kUsual, kFilterSizes},
    {"bounding-box", MAKES(BorderedAndTrimmed(image, MaxRGB / 9.0, exception)), kUsual, kTwoSizes},
};

constexpr Row kPlacing[] = {
    {"rearrange", MAKES(FlipImage(image, exception)), kAll, kFilterSizes},
    {"rearrange", MAKES(FlopImage(image, exception)), kAll, kFilterSizes},
    {"rearrange", MAKES(FlopImage(image, exception)), kColors, kLarge},
    {"rearrange", MAKES(RotateImage(image, 180.0, exception)), kUsual, kTwoSizes},
    {"rearrange", MAKES(RollImage(image, 23, -11, exception)), kUsual, kTwoSizes},
    {"rearrange", MAKES(Cropped(image, 41, 9, 13, 5, exception)), kUsual, kFilterSizes},
    {"rearrange", MAKES(Chopped(image, 11, 7, 19, 3, exception)), kUsual, kTwoSizes},
    {"rearrange", MAKES(Bordered(image, 13, 7, exception)), kUsual, kTwoSizes},
    {"rearrange", MAKES(Extended(image, 150, 120, -11, 17, exception)), kUsual, kTwoSizes},
    {"transpose", MAKES(RotateImage(image, 90.0, exception)), kAll, kFilterSizes},
    {"transpose", MAKES(RotateImage(image, 90.0, exception)), kColors, kTinySizes},
    {"transpose", MAKES(RotateImage(image, 270.0, exception)), kUsual, kTwoSizes},
    {"transpose", MAKES(AutoOrientImage(image, LeftTopOrientation, exception)), kUsual, kTwoSizes},
    {"transpose", MAKES(AutoOrientImage(image, RightBottomOrientation, exception)), kColors,
     kLarge},
    {"warp", MAKES(ImplodeImage(image, 0.6, exception)), kUsual, kFilterSizes},
    {"warp", MAKES(SwirlImage(image, 210.0, exception)), kUsual, kFilterSizes},
    {"warp", MAKES(WaveImage(image, 8.0, 12.7, exception)), kUsual, kTwoSizes},
    {"warp", MAKES(Transformed(image, {0.9, 0.4, -0.3, 1.1, 0.0, 2.5}, exception)), kUsual,
     kTwoSizes},
    {"warp", MAKES(RotationalBlurImage(image, 30.0, exception)), kUsual, kTwoSizes},
    {"warp", MAKES(Spread(image, 5, 21, exception)), kUsual, kTwoSizes},
    {"shear", MAKES(RotateImage(image, 7.0, exception)), kUsual, kFilterSizes},
    {"shear", MAKES(RotateImage(image, -33.3, exception)), kUsual, kTwoSizes},
    {"shear", MAKES(ShearImage(image, 11.0, 6.5, exception)), kUsual, kTwoSizes},
    {"noise", MAKES(WithNoise(image, GaussianNoise, 1, exception)), kUsual, kFilterSizes},
    {"noise", MAKES(WithNoise(image, MultiplicativeGaussianNoise, 2, exception)), kUsual,
     kTwoSizes},
    {"noise", MAKES(WithNoise(image, ImpulseNoise, 3, exception)), kUsual, kTwoSizes},
    {"noise", MAKES(WithNoise(image, LaplacianNoise, 4, exception)), kUsual, kTwoSizes},
    {"noise", MAKES(WithNoise(image, PoissonNoise, 5, exception)), kUsual, kTwoSizes},
    {"noise", MAKES(WithNoise(image, UniformNoise, 6, exception)), kUsual, kTwoSizes},
    {"noise", MAKES(WithNoise(image, RandomNoise, 7, exception)), kUsual, kTwoSizes},
};

#undef MAKES
#undef CHANGES
#undef IN_LIGHT

void Add(const std::string& operation, const std::string& call, const Run& run, unsigned kinds,
         std::span<const Sizes> sizes, std::vector<Case>* cases) {
  for (const Pixels pixels : kEveryKind) {
    if ((kinds & Bit(pixels)) == 0) continue;
    for (const auto& [from, to] : sizes)
      cases->push_back({0,
                        operation,
                        call,
                        {pixels, from.columns, from.rows},
                        {},
                        to.columns != 0 ? std::optional(to) : std::nullopt,
                        run});
  }
}

void Add(std::span<const Row> rows, std::vector<Case>* cases) {
  for (const Row& row : rows) Add(row.operation, row.call, row.run, row.kinds, row.sizes, cases);
}

// Every filter by itself.
void AddFilters(std::vector<Case>* cases) {
  for (int number = PointFilter; number <= SincFilter; ++number) {
    const auto filter = static_cast<FilterTypes>(number);
    const std::string call = std::string("ResizeImage(image, to.columns, to.rows, ") +
                             ResizeFilterToString(filter) + ", 1.0)";
    const auto run = [filter](const Inputs& inputs, ExceptionInfo* exception) {
      return ResizeImage(inputs.image, inputs.to.columns, inputs.to.rows, filter, 1.0, exception);
    };
    Add("resize", call, run, kUsual, kEachFilter, cases);
  }
}

// They change single channels or opacities, which one sample a pixel cannot hold.
bool LeavesGrey(CompositeOperator compose) {
  switch (compose) {
    case OutCompositeOp:
    case XorCompositeOp:
    case ClearCompositeOp:
    case CopyRedCompositeOp:
    case CopyGreenCompositeOp:
    case CopyBlueCompositeOp:
    case CopyOpacityCompositeOp:
    case CopyCyanCompositeOp:
    case CopyMagentaCompositeOp:
    case CopyYellowCompositeOp:
    case CopyBlackCompositeOp:
      return false;
    default:
      return true;
  }
}

// The second image hangs over at the top, and alpha meets alpha and none.
void AddComposition(CompositeOperator compose, Pixels pixels, Pixels second,
                    std::vector<Case>* cases) {
  const std::string call = std::string("CompositeImage(image, ") +
                           CompositeOperatorToString(compose) + ", second, 31, -5)";
  const auto run = [compose](const Inputs& inputs, ExceptionInfo* exception) {
    return Changed(inputs.image, exception, [&](Image* canvas) {
      return CompositeImage(canvas, compose, inputs.second, 31, -5);
    });
  };
  cases->push_back({0, "composite", call, {pixels, 97, 61}, SourceImage{second, 50, 37}, {}, run});
}

void AddCompositions(std::vector<Case>* cases) {
  for (int number = OverCompositeOp; number <= HardMixCompositeOp; ++number) {
    const auto compose = static_cast<CompositeOperator>(number);
    if (compose == NoCompositeOp || compose == DisplaceCompositeOp) continue;
    for (const Pixels pixels : {Pixels::kOpaque, Pixels::kAlpha})
      for (const Pixels second : {Pixels::kOpaque, Pixels::kAlpha})
        AddComposition(compose, pixels, second, cases);
    if (LeavesGrey(compose)) AddComposition(compose, Pixels::kGrey, Pixels::kGrey, cases);
  }
  for (const CompositeOperator compose :
       {CopyCompositeOp, CopyRedCompositeOp, CopyBlackCompositeOp})
    AddComposition(compose, Pixels::kCmyk, Pixels::kCmyk, cases);
}

// Cubes of levels 2 and 3.
void AddCubes(std::vector<Case>* cases) {
  const auto run = [](const Inputs& inputs, ExceptionInfo* exception) {
    return Changed(inputs.image, exception,
                   [&](Image* image) { return HaldClutImage(image, inputs.second); });
  };
  for (const Pixels pixels : {Pixels::kOpaque, Pixels::kAlpha, Pixels::kGrey})
    for (const unsigned long side : {8ul, 27ul})
      for (const Sizes& sizes : kFilterSizes)
        cases->push_back(
            {0,
             "cube",
             "HaldClutImage(image, second)",
             {pixels, sizes.from.columns, sizes.from.rows},
             SourceImage{pixels == Pixels::kGrey ? pixels : Pixels::kOpaque, side, side},
             {},
             run});
}

// Without what every call has.
std::string WithoutException(std::string call) {
  const std::string last = ", exception";
  for (auto at = call.find(last); at != std::string::npos; at = call.find(last))
    call.erase(at, last.size());
  return call;
}

}  // namespace

std::string Case::name() const {
  std::string text = operation + ": " + WithoutException(call) + ", " + source.name();
  if (second) text += ", second " + second->name();
  if (to) text += " to " + std::to_string(to->columns) + "x" + std::to_string(to->rows);
  return text;
}

std::vector<Case> AllCases() {
  std::vector<Case> cases;
  Add(kResizing, &cases);
  AddFilters(&cases);
  Add(kSampling, &cases);
  Add(kFiltering, &cases);
  Add(kTones, &cases);
  Add(kPlacing, &cases);
  AddCompositions(&cases);
  AddCubes(&cases);
  Add(kFiles, &cases);
  for (std::size_t i = 0; i < cases.size(); ++i) cases[i].number = static_cast<unsigned>(i + 1);
  return cases;
}

}  // namespace lodestone::conform
