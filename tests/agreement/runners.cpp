#include "tests/agreement/runners.hpp"

#include <algorithm>
#include <random>

#include "accel/operation_table.hpp"

namespace lodestone::test {
namespace {

double Sigma(const Case& c) {
  return 0.4 + c.variety % 7 * 0.6;
}

Image* Blur(const Image* image, const Case& c, ExceptionInfo* exception) {
  constexpr double kRadii[] = {0.0, 1.0, 2.5, 7.0, 40.0};
  constexpr ChannelType kChannels[] = {AllChannels, RedChannel, OpacityChannel};
  if (c.variety % 3 == 0)
    return BlurImageChannel(image, kChannels[c.variety / 3 % 3], kRadii[c.variety % 5], Sigma(c),
                            exception);
  return BlurImage(image, kRadii[c.variety % 5], Sigma(c), exception);
}

// Of the samples, by the luma, and as local contrast.
constexpr const char* kSharpenings[] = {"unsharp", "unsharp-luma", "local-contrast"};

unsigned SharpeningOf(const Case& c) {
  return c.variety / 7 % 3;
}

Image* Unsharp(const Image* image, const Case& c, ExceptionInfo* exception) {
  constexpr double kAmounts[] = {0.5, 1.0, 3.7, -1.0};
  constexpr double kThresholds[] = {0.0, 0.05, 0.3};
  const double amount = kAmounts[c.variety % 4], threshold = kThresholds[c.variety % 3];
  if (SharpeningOf(c) == 1)
    return UnsharpMaskLumaImage(image, c.variety % 2 * 3.0, Sigma(c), amount, threshold, exception);
  if (SharpeningOf(c) == 2)
    return LocalContrastImage(image, c.variety % 5 * 23.0, 100.0 * amount, exception);
  constexpr ChannelType kChannels[] = {AllChannels, AllChannels, GreenChannel, OpacityChannel};
  return UnsharpMaskImageChannel(image, kChannels[c.variety / 5 % 4], c.variety % 2 * 3.0, Sigma(c),
                                 amount, threshold, exception);
}

unsigned long Order(const Case& c) {
  return 1 + 2 * (c.variety % 6);
}

Image* DenoiseByWavelets(const Image* image, const Case& c, ExceptionInfo* exception) {
  return WaveletDenoiseImage(image, MaxRGB * 0.01 * (c.variety % 23), 0.1 * (c.variety % 7),
                             exception);
}

// Including negative weights and zeros, and kernels whose sum is 0.
Image* Convolve(const Image* image, const Case& c, ExceptionInfo* exception) {
  std::mt19937 random(c.variety);
  const unsigned order = static_cast<unsigned>(Order(c));
  std::vector<double> kernel(order * order);
  for (double& weight : kernel) weight = random() % 5 == 0 ? 0.0 : double(random() % 200) - 60.0;
  if (c.variety % 4 == 1) {
    kernel.assign(kernel.size(), -1.0);
    kernel[kernel.size() / 2] = double(kernel.size()) - 1.0;
  }
  return ConvolveImage(image, order, kernel.data(), exception);
}

Image* MotionBlur(const Image* image, const Case& c, ExceptionInfo* exception) {
  return MotionBlurImage(image, c.variety % 3 * 4.0, Sigma(c), 23.0 * (c.variety % 17), exception);
}

double MedianRadius(const Case& c) {
  return 1.0 + c.variety % 4;
}

Image* Median(const Image* image, const Case& c, ExceptionInfo* exception) {
  return MedianFilterImage(image, MedianRadius(c), exception);
}

Image* ReduceNoise(const Image* image, const Case& c, ExceptionInfo* exception) {
  return ReduceNoiseImage(image, MedianRadius(c), exception);
}

Image* Despeckle(const Image* image, const Case&, ExceptionInfo* exception) {
  return DespeckleImage(image, exception);
}

// Extends the image, and then convolves it.
Image* Extend(const Image* image, const Case& c, ExceptionInfo* exception) {
  constexpr double kTaps[] = {1, 4, 8, 16, 32, 134, 32, 16, 8, 4, 1};
  const ConvolveTaps across{11, kTaps, 0.0}, down{c.variety % 2 ? 5u : 11u, kTaps, 37.0};
  PixelPacket color{};
  color.red = color.green = color.blue = MaxRGB / 3;
  return SeparableConvolveImage(image, &across, &down,
                                c.variety % 3 ? TileConvolveBorder : ConstantConvolveBorder, &color,
                                exception);
}

// A function that changes an image in place, and the name of its event.
struct Edit {
  const char* name;
  std::function<MagickPassFail(Image*)> change;
};

PixelPacket Color(unsigned red, unsigned green, unsigned blue) {
  PixelPacket color{};
  color.red = static_cast<Quantum>(red);
  color.green = static_cast<Quantum>(green);
  color.blue = static_cast<Quantum>(blue);
  return color;
}

Edit Operator(const char* name, ChannelType channel, QuantumOperator operation, double value) {
  return {name, [=](Image* image) {
            return QuantumOperatorImage(image, channel, operation, value, &image->exception);
          }};
}

MagickPassFail FuzzyOpaque(Image* image) {
  image->fuzz = MaxRGB / 3;
  return OpaqueImage(image, Color(MaxRGB, MaxRGB / 2, MaxRGB / 2),
                     Color(MaxRGB / 7, MaxRGB / 7, MaxRGB / 7));
}

// All kinds of tables and of selections; the first ten leave grey images grey.
const std::vector<Edit>& TableEdits() {
  static const auto& edits = *new std::vector<Edit>{
      {"negate", [](Image* image) { return NegateImage(image, 0); }},
      {"negate", [](Image* image) { return NegateImage(image, 1); }},
      {"gamma", [](Image* image) { return GammaImage(image, "2.2"); }},
      {"level", [](Image* image) { return LevelImage(image, "10%,1.3,80%"); }},
      {"solarize", [](Image* image) { return SolarizeImage(image, MaxRGB / 3); }},
      {"opaque", FuzzyOpaque},
      Operator("threshold", AllChannels, ThresholdQuantumOp, MaxRGB / 2),
      Operator("threshold-black", AllChannels, ThresholdBlackQuantumOp, MaxRGB / 2),
      Operator("threshold-white", AllChannels, ThresholdWhiteQuantumOp, MaxRGB / 2),
      Operator("add", GrayChannel, AddQuantumOp, MaxRGB / 5),
      {"gamma", [](Image* image) { return GammaImage(image, "1.5,0.7,1"); }},
      Operator("multiply", GreenChannel, MultiplyQuantumOp, 1.3),
      {"opaque", [](Image* image) { return OpaqueImage(image, Color(9, 9, 9), Color(1, 2, 3)); }},
      {"threshold", [](Image* image) { return ThresholdImage(image, MaxRGB / 3); }},
  };
  return edits;
}

MagickPassFail Matrix(Image* image) {
  constexpr double kMatrix[] = {1.2, -0.1, 0.2, 0.3, 0.7, 0.1, -0.4, 0.6, 0.9};
  return ColorMatrixImage(image, 3, kMatrix);
}

MagickPassFail MatrixOfAlpha(Image* image) {
  constexpr double kMatrix[] = {0.8, 0.1, 0.0, 0.1, 0.05, 0.0,  0.9, 0.1, 0.0, 0.0, 0.1, 0.0, 0.7,
                                0.2, 0.0, 0.1, 0.0, 0.1,  0.75, 0.1, 0.0, 0.0, 0.0, 0.0, 1.0};
  return ColorMatrixImage(image, 5, kMatrix);
}

Edit ToSpace(ColorspaceType space) {
  return {"colorspace", [space](Image* image) { return TransformColorspace(image, space); }};
}

// CMYK images are taken for RGB.
MagickPassFail ToInks(Image* image) {
  image->colorspace = RGBColorspace;
  return TransformColorspace(image, CMYKColorspace);
}

Edit FromSpace(ColorspaceType space) {
  return {"colorspace", [space](Image* image) {
            image->colorspace = space;
            return TransformColorspace(image, RGBColorspace);
          }};
}

Edit Modulate(const char* percent) {
  return {"modulate", [percent](Image* image) { return ModulateImage(image, percent); }};
}

Edit Contrast(unsigned sharpen) {
  return {"contrast", [sharpen](Image* image) { return ContrastImage(image, sharpen); }};
}

// The third, fifth, eighth and tenth leave grey images grey.
const std::vector<Edit>& ColorEdits() {
  static const auto& edits = *new std::vector<Edit>{
      {"color-matrix", Matrix},
      ToSpace(Rec601YCbCrColorspace),
      Modulate("90,130,140"),
      ToSpace(HSLColorspace),
      Contrast(1),
      {"color-matrix", MatrixOfAlpha},
      ToSpace(HWBColorspace),
      Contrast(0),
      FromSpace(HSLColorspace),
      Modulate("120,40,20"),
      FromSpace(HWBColorspace),
      ToSpace(Rec709LumaColorspace),
      {"grayscale", [](Image* image) { return GrayscaleImage(image, Rec709LuminanceIntensity); }},
      FromSpace(CMYKColorspace),
      {"colorspace", ToInks},
  };
  return edits;
}

Operation Editing(const std::vector<Edit>& edits) {
  Operation operation;
  operation.run = [&edits](const Image* image, const Case& c, ExceptionInfo* exception) {
    return Changed(image, exception, edits[c.variety % edits.size()].change);
  };
  operation.events = [&edits](const Case& c) {
    return std::vector<std::string>{edits[c.variety % edits.size()].name};
  };
  operation.keeps_size = true;
  operation.takes_palettes = false;
  return operation;
}

// Mirrored, turned, or cropped.
Image* Rearrange(const Image* image, const Case& c, ExceptionInfo* exception) {
  const unsigned long columns = image->columns, rows = image->rows;
  const auto x = static_cast<long>(c.variety / 4 % columns);
  switch (c.variety % 4) {
    case 0:
      return FlipImage(image, exception);
    case 1:
      return RotateImage(image, 180.0, exception);
    case 2:
      if (columns * rows > 1) {
        const RectangleInfo region{x == 0 && rows == 1 ? columns - 1 : columns,
                                   rows == 1 ? 1 : rows - rows / 3 - (rows == 2), x,
                                   static_cast<long>(rows / 3)};
        return CropImage(image, &region, exception);
      }
      break;
  }
  return FlopImage(image, exception);
}

Image* Transpose(const Image* image, const Case& c, ExceptionInfo* exception) {
  constexpr OrientationType kTurned[] = {LeftTopOrientation, RightTopOrientation,
                                         RightBottomOrientation, LeftBottomOrientation};
  return AutoOrientImage(image, kTurned[c.variety % 4], exception);
}

Operation Resizing(decltype(Operation::run) run) {
  return {std::move(run)};
}

Operation KeepingSize(decltype(Operation::run) run) {
  return {std::move(run), nullptr, true};
}

std::map<std::string, Operation> MakeOperations() {
  std::map<std::string, Operation> operations{
      {"scale", Resizing([](const Image* image, const Case& c, ExceptionInfo* exception) {
         return ScaleImage(image, c.columns, c.rows, exception);
       })},
      {"resize", Resizing([](const Image* image, const Case& c, ExceptionInfo* exception) {
         return ResizeImage(image, c.columns, c.rows, c.filter, c.blur, exception);
       })},
      {"sample", Resizing([](const Image* image, const Case& c, ExceptionInfo* exception) {
         return SampleImage(image, c.columns, c.rows, exception);
       })},
      {"minify", Resizing([](const Image* image, const Case&, ExceptionInfo* exception) {
         return MinifyImage(image, exception);
       })},
      {"magnify", Resizing([](const Image* image, const Case&, ExceptionInfo* exception) {
         return MagnifyImage(image, exception);
       })},
      {"blur", KeepingSize(Blur)},
      {"unsharp", KeepingSize(Unsharp)},
      {"convolve", KeepingSize(Convolve)},
      {"motion-blur", KeepingSize(MotionBlur)},
      {"median", KeepingSize(Median)},
      {"despeckle", KeepingSize(Despeckle)},
      {"extend", KeepingSize(Extend)},
      {"tables", Editing(TableEdits())},
      {"colors", Editing(ColorEdits())},
      {"rearrange", KeepingSize(Rearrange)},
      {"transpose", KeepingSize(Transpose)},
      {"composite", CompositionOnImages()},
      {"windows", FunctionsOfNeighborhood()},
      {"reduce-noise", KeepingSize(ReduceNoise)},
      {"warp", Warping()},
      {"noise", AddingNoise()},
      {"histogram", CountingSamples()},
      {"bounding-box", FindingBounds()},
      {"shear", Shearing()},
      {"wavelet-denoise", KeepingSize(DenoiseByWavelets)},
      {"cube", LookingUpInCubes()},
      {"wide-blur", BlurringWidely()},
      {"decode", DecodingJpeg()},
      {"encode", EncodingJpeg()},
  };
  operations["convolve"].least_side = Order;
  operations["median"].least_side = operations["reduce-noise"].least_side = [](const Case& c) {
    return static_cast<unsigned long>(2 * MedianRadius(c) + 1);
  };
  operations["unsharp"].events = [](const Case& c) {
    return std::vector<std::string>{kSharpenings[SharpeningOf(c)]};
  };
  operations["extend"].events = [](const Case&) {
    return std::vector<std::string>{"extend", "blur"};
  };
  return operations;
}

// Runs under `mode` and checks that by the events `device` did it ("" = the CPU).
ImagePtr RunProven(const std::string& name, const Image* image, const Case& c,
                   MagickAccelerateMode mode, const std::string& device, unsigned samples) {
  const Operation& operation = Operations().at(name);
  EventRecorder recorder;
  const ModeScope scope(mode);
  Exception exception;
  ImagePtr result(operation.run(image, c, exception));
  EXPECT_NE(nullptr, result) << exception.text();
  std::vector<std::string> names;
  for (const auto& event : recorder.operations()) {
    names.push_back(event.operation);
    EXPECT_EQ(MagickAccelerateDone, event.outcome);
    EXPECT_EQ(device, event.device) << event.detail;
    EXPECT_EQ(device.empty(), event.kernels.empty());
    EXPECT_TRUE(device.empty() || event.kernels.starts_with(operation.kernels)) << event.kernels;
    EXPECT_EQ(samples, event.raw.samples);
  }
  const bool linear = image->linear_light && IsRGBColorspace(image->colorspace);
  const std::string called = (linear ? "linear-" : "") + name;
  const auto expected = operation.events ? operation.events(c) : std::vector{called};
  // What needs colours makes them of inks first.
  if (image->colorspace == CMYKColorspace && names.size() == expected.size() + 1 &&
      names[0] == "colorspace")
    names.erase(names.begin());
  EXPECT_EQ(expected, names);
  return result;
}

accel::Agreement AgreementOf(const std::string& operation) {
  for (const accel::OperationTraits& info : accel::Operations())
    if (operation == info.name) return info.agreement;
  ADD_FAILURE() << operation << " is not in the operation table";
  return accel::Agreement::kExact;
}

}  // namespace

Image* Changed(const Image* image, ExceptionInfo* exception,
               const std::function<MagickPassFail(Image*)>& change) {
  ImagePtr clone(CloneImage(image, 0, 0, MagickTrue, exception));
  if (!clone || change(clone.get()) != MagickFail) return clone.release();
  CopyException(exception, &clone->exception);
  return nullptr;
}

const std::map<std::string, Operation>& Operations() {
  static const auto& operations = *new std::map<std::string, Operation>(MakeOperations());
  return operations;
}

std::string Describe(const std::string& operation, const Image* image, const Case& c, Kind kind) {
  const std::string size = std::to_string(image->columns) + "x" + std::to_string(image->rows);
  const std::string start = operation + " " + KindName(kind) + " " + size;
  if (Operations().at(operation).keeps_size)
    return start + " variety " + std::to_string(c.variety) + " outside " +
           std::to_string(GetImageVirtualPixelMethod(image));
  return start + " to " + std::to_string(c.columns) + "x" + std::to_string(c.rows) + " filter " +
         std::to_string(c.filter) + " blur " + std::to_string(c.blur);
}

void ExpectAgreement(const std::string& operation, const std::string& device, const Image* image,
                     const Case& c, const std::string& what, unsigned samples) {
  SCOPED_TRACE(what);
  const ImagePtr cpu = RunProven(operation, image, c, MagickAccelerateOff, "", samples);
  const ImagePtr accelerated =
      RunProven(operation, image, c, MagickAccelerateRequire, device, samples);
  if (!cpu || !accelerated) FAIL() << what;
  switch (AgreementOf(operation)) {
    case accel::Agreement::kExact:
      ExpectSameImage(cpu.get(), accelerated.get(), what);
      return;
  }
  FAIL() << "no comparison for the agreement class of " << operation;
}

void OnEveryDevice(const std::function<void(const std::string& device)>& body) {
  for (const std::string& device : UsableDevices()) {
    const DeviceScope scope(device);
    SCOPED_TRACE(device);
    body(device);
    if (testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace lodestone::test
