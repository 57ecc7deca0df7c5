// Functions that take an image.
#include "tests/magick/enum_calls.hpp"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // old names are called too

namespace lodestone::test {
namespace {

template <class Enum>
Call NoImage(const char* function, Enum last,
             std::function<Image*(const Image*, Enum, ExceptionInfo*)> call) {
  return {function, last, [call](int value) {
            Exception exception;
            const ImagePtr source = Source();
            EXPECT_EQ(nullptr, ImagePtr(call(source.get(), static_cast<Enum>(value), exception)));
            EXPECT_EQ(OptionError, exception.severity()) << exception.text();
          }};
}

// Functions that take no exception use that of the image.
template <class Enum>
Call Fails(const char* function, Enum last,
           std::function<unsigned(Image*, Enum, ExceptionInfo*)> call) {
  return {function, last, [call](int value) {
            const ImagePtr image = Source();
            EXPECT_EQ(0u, call(image.get(), static_cast<Enum>(value), &image->exception));
            EXPECT_EQ(OptionError, image->exception.severity);
          }};
}

double distortion;
DifferenceStatistics statistics;
PixelPacket color;

}  // namespace

std::vector<Call> CallsThatGiveImages() {
  return {
      NoImage<FilterTypes>(
          "ResizeImage", SincFilter,
          [](auto image, auto filter, auto e) { return ResizeImage(image, 4, 3, filter, 1, e); }),
      NoImage<FilterTypes>("ResizeImage", SincFilter,
                           [](auto image, auto filter, auto e) {
                             return ResizeImage(image, image->columns, image->rows, filter, 1, e);
                           }),
      NoImage<FilterTypes>("ZoomImage", SincFilter,
                           [](auto image, auto filter, auto e) {
                             const_cast<Image*>(image)->filter = filter;
                             return ZoomImage(image, 20, 20, e);
                           }),
      NoImage<ChannelType>("BlurImageChannel", GrayChannel,
                           [](auto image, auto channel, auto e) {
                             return BlurImageChannel(image, channel, 1, 1, e);
                           }),
      NoImage<ChannelType>("GaussianBlurImageChannel", GrayChannel,
                           [](auto image, auto channel, auto e) {
                             return GaussianBlurImageChannel(image, channel, 1, 1, e);
                           }),
      NoImage<ChannelType>("SharpenImageChannel", GrayChannel,
                           [](auto image, auto channel, auto e) {
                             return SharpenImageChannel(image, channel, 1, 1, e);
                           }),
      NoImage<ChannelType>("UnsharpMaskImageChannel", GrayChannel,
                           [](auto image, auto channel, auto e) {
                             return UnsharpMaskImageChannel(image, channel, 1, 1, 1, 0, e);
                           }),
      NoImage<NoiseType>(
          "AddNoiseImage", RandomNoise,
          [](auto image, auto type, auto e) { return AddNoiseImage(image, type, e); }),
      NoImage<NoiseType>("AddNoiseImageChannel", RandomNoise,
                         [](auto image, auto type, auto e) {
                           return AddNoiseImageChannel(image, RedChannel, type, e);
                         }),
      NoImage<ChannelType>("AddNoiseImageChannel", GrayChannel,
                           [](auto image, auto channel, auto e) {
                             return AddNoiseImageChannel(image, channel, UniformNoise, e);
                           }),
      NoImage<ConvolveBorder>("SeparableConvolveImage", ConstantConvolveBorder,
                              [](auto image, auto border, auto e) {
                                const double one = 1;
                                const ConvolveTaps taps{1, &one, 0};
                                return SeparableConvolveImage(image, &taps, &taps, border, nullptr,
                                                              e);
                              }),
      NoImage<OrientationType>("AutoOrientImage", LeftBottomOrientation,
                               [](auto image, auto orientation, auto e) {
                                 return AutoOrientImage(image, orientation, e);
                               }),
      NoImage<ChannelType>(
          "ExportImageChannel", GrayChannel,
          [](auto image, auto channel, auto e) { return ExportImageChannel(image, channel, e); }),
      NoImage<StorageType>("ConstituteImage", DoublePixel,
                           [](auto, auto type, auto e) {
                             const double pixels[3] = {};
                             return ConstituteImage(1, 1, "RGB", type, pixels, e);
                           }),
  };
}

std::vector<Call> CallsThatFail() {
  return {
      Fails<StyleType>("GetTypeInfoByFamily", AnyStyle,
                       [](auto, auto style, auto e) {
                         return GetTypeInfoByFamily("Any", style, AnyStretch, 0, e) != nullptr;
                       }),
      Fails<StretchType>("GetTypeInfoByFamily", AnyStretch,
                         [](auto, auto stretch, auto e) {
                           return GetTypeInfoByFamily("Any", AnyStyle, stretch, 0, e) != nullptr;
                         }),
      Fails<QuantumType>("ImportImagePixelArea", CIEXYZQuantum,
                         [](auto image, auto type, auto) {
                           const unsigned char bytes[100] = {};
                           GetImagePixels(image, 0, 0, 1, 1);
                           return ImportImagePixelArea(image, type, 8, bytes, nullptr, nullptr);
                         }),
      Fails<QuantumType>("ImportViewPixelArea", CIEXYZQuantum,
                         [](auto image, auto type, auto e) {
                           const unsigned char bytes[100] = {};
                           ViewInfo* view = OpenCacheView(image);
                           GetCacheViewPixels(view, 0, 0, 1, 1, e);
                           const auto status =
                               ImportViewPixelArea(view, type, 8, bytes, nullptr, nullptr);
                           CloseCacheView(view);
                           return status;
                         }),
      Fails<QuantumType>("PushImagePixels", CIEXYZQuantum,
                         [](auto image, auto type, auto) {
                           const unsigned char bytes[100] = {};
                           GetImagePixels(image, 0, 0, 1, 1);
                           return PushImagePixels(image, type, bytes);
                         }),
      Fails<ChannelType>(
          "ImportImageChannel", GrayChannel,
          [](auto image, auto channel, auto) { return ImportImageChannel(image, image, channel); }),
      Fails<ChannelType>("ImportImageChannelsMasked", GrayChannel,
                         [](auto image, auto channel, auto) {
                           return ImportImageChannelsMasked(image, image, channel);
                         }),
      Fails<ChannelType>(
          "SetImageChannelDepth", GrayChannel,
          [](auto image, auto channel, auto) { return SetImageChannelDepth(image, channel, 4); }),
      Fails<ChannelType>(
          "GetImageChannelDepth", GrayChannel,
          [](auto image, auto channel, auto e) { return GetImageChannelDepth(image, channel, e); }),
      Fails<ChannelType>(
          "ChannelImage", GrayChannel,
          [](auto image, auto channel, auto) { return ChannelImage(image, channel); }),
      Fails<ChannelType>("LevelImageChannel", GrayChannel,
                         [](auto image, auto channel, auto) {
                           return LevelImageChannel(image, channel, 0, 1, MaxRGB);
                         }),
      Fails<ChannelType>("QuantumOperatorImage", GrayChannel,
                         [](auto image, auto channel, auto e) {
                           return QuantumOperatorImage(image, channel, AddQuantumOp, 1, e);
                         }),
      Fails<QuantumOperator>("QuantumOperatorImage", ThresholdWhiteNegateQuantumOp,
                             [](auto image, auto operation, auto e) {
                               return QuantumOperatorImage(image, RedChannel, operation, 1, e);
                             }),
      Fails<QuantumOperator>("QuantumOperatorImageMultivalue", ThresholdWhiteNegateQuantumOp,
                             [](auto image, auto operation, auto) {
                               return QuantumOperatorImageMultivalue(image, operation, "1");
                             }),
      Fails<QuantumOperator>("QuantumOperatorRegionImage", ThresholdWhiteNegateQuantumOp,
                             [](auto image, auto operation, auto e) {
                               return QuantumOperatorRegionImage(image, 0, 0, 1, 1, RedChannel,
                                                                 operation, 1, e);
                             }),
      Fails<MetricType>("GetImageChannelDifference", RootMeanSquaredErrorMetric,
                        [](auto image, auto metric, auto e) {
                          return GetImageChannelDifference(image, image, metric, &statistics, e);
                        }),
      Fails<MetricType>("GetImageChannelDistortion", RootMeanSquaredErrorMetric,
                        [](auto image, auto metric, auto e) {
                          return GetImageChannelDistortion(image, image, RedChannel, metric,
                                                           &distortion, e);
                        }),
      Fails<ChannelType>("GetImageChannelDistortion", GrayChannel,
                         [](auto image, auto channel, auto e) {
                           return GetImageChannelDistortion(
                               image, image, channel, MeanAbsoluteErrorMetric, &distortion, e);
                         }),
      Fails<MetricType>("GetImageDistortion", RootMeanSquaredErrorMetric,
                        [](auto image, auto metric, auto e) {
                          return GetImageDistortion(image, image, metric, &distortion, e);
                        }),
      Fails<StorageType>("DispatchImage", DoublePixel,
                         [](auto image, auto type, auto e) {
                           double pixels[3] = {};
                           return DispatchImage(image, 0, 0, 1, 1, "RGB", type, pixels, e);
                         }),
      Fails<BlobMode>("OpenBlob", WriteBinaryBlobMode,
                      [](auto image, auto mode, auto e) {
                        const TemporaryFolder folder;
                        const ImageInfoPtr info = NewInfo();
                        MagickStrlCpy(image->filename, (folder / "file").c_str(), MaxTextExtent);
                        const unsigned opened = OpenBlob(info.get(), image, mode, e);
                        EXPECT_TRUE(folder.Names().empty());
                        return opened;
                      }),
      Fails<ComplianceType>("QueryColorname", AllCompliance,
                            [](auto image, auto compliance, auto e) {
                              char name[MaxTextExtent] = "";
                              const unsigned found =
                                  QueryColorname(image, &color, compliance, name, e);
                              EXPECT_EQ('#', name[0]) << name;
                              return found;
                            }),
      Fails<MagickFunction>(
          "FunctionImage", ArctanFunction,
          [](auto image, auto function, auto) { return FunctionImage(image, function, 0, {}); }),
      Fails<IntensityMethod>(
          "GrayscaleImage", Rec709LuminanceIntensity,
          [](auto image, auto method, auto) { return GrayscaleImage(image, method); }),
      Fails<ColorspaceType>(
          "RGBTransformImage", Rec709YCbCrColorspace,
          [](auto image, auto space, auto) { return RGBTransformImage(image, space); }),
      Fails<ColorspaceType>(
          "TransformRGBImage", Rec709YCbCrColorspace,
          [](auto image, auto space, auto) { return TransformRGBImage(image, space); }),
      Fails<ColorspaceType>(
          "TransformColorspace", Rec709YCbCrColorspace,
          [](auto image, auto space, auto) { return TransformColorspace(image, space); }),
      Fails<ImageType>("SetImageType", OptimizeType,
                       [](auto image, auto type, auto) { return SetImageType(image, type); }),
      Fails<PaintMethod>("ColorFloodfillImage", ResetMethod,
                         [](auto image, auto method, auto) {
                           DrawInfo* const info = CloneDrawInfo(nullptr, nullptr);
                           const PixelPacket target = Source()->background_color;
                           const unsigned status =
                               ColorFloodfillImage(image, info, target, 0, 0, method);
                           DestroyDrawInfo(info);
                           return status;
                         }),
      Fails<PaintMethod>("MatteFloodfillImage", ResetMethod,
                         [](auto image, auto method, auto) {
                           const PixelPacket target = Source()->background_color;
                           return MatteFloodfillImage(image, target, 9, 0, 0, method);
                         }),
      Fails<ColorspaceType>(
          "SegmentImage", Rec709YCbCrColorspace,
          [](auto image, auto space, auto) { return SegmentImage(image, space, 0, 1, 1); }),
      Fails<CompositeOperator>("CompositeImage", HardMixCompositeOp,
                               [](auto image, auto compose, auto) {
                                 const ImagePtr update = Source();
                                 return CompositeImage(image, compose, update.get(), 0, 0);
                               }),
      Fails<CompositeOperator>("CompositeImageRegion", HardMixCompositeOp,
                               [](auto image, auto compose, auto e) {
                                 const ImagePtr update = Source();
                                 return CompositeImageRegion(compose, nullptr, 2, 2, update.get(),
                                                             0, 0, image, 0, 0, e);
                               }),
  };
}

}  // namespace lodestone::test
