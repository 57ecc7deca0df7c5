#include "magick/operations/filters/effect_run.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "accel/operation_table.hpp"
#include "accel/work.hpp"
#include "magick/core/calls/recent_plans.hpp"
#include "magick/core/pixels/pixel_view.hpp"
#include "magick/operations/colorspace/in_place.hpp"

namespace lodestone {
namespace {

constexpr std::uint32_t kAllSamples = 15;

constexpr std::uint32_t SampleBit(std::size_t offset) {
  return 1u << (offset / sizeof(Quantum));
}
constexpr std::uint32_t kRedBit = SampleBit(offsetof(PixelPacket, red));
constexpr std::uint32_t kGreenBit = SampleBit(offsetof(PixelPacket, green));
constexpr std::uint32_t kBlueBit = SampleBit(offsetof(PixelPacket, blue));
constexpr std::uint32_t kOpacityBit = SampleBit(offsetof(PixelPacket, opacity));
constexpr std::uint32_t kColorBits = kRedBit | kGreenBit | kBlueBit;

std::uint32_t CmykSample(ChannelType channel) {
  switch (channel) {
    case CyanChannel:
      return kRedBit;
    case MagentaChannel:
      return kGreenBit;
    case YellowChannel:
      return kBlueBit;
    case BlackChannel:
      return kOpacityBit;
    default:
      return 0;
  }
}

std::uint32_t RgbSample(ChannelType channel) {
  switch (channel) {
    case RedChannel:
      return kRedBit;
    case GreenChannel:
      return kGreenBit;
    case BlueChannel:
      return kBlueBit;
    case OpacityChannel:
      return kOpacityBit;
    default:
      return 0;
  }
}

std::uint32_t Half(const std::vector<double>& taps) {
  return static_cast<std::uint32_t>(taps.size() / 2);
}

Image* Run(const EffectCall& effect, const OperationRequest& request, MagickAccelerateWork work) {
  work.channels = accel::Takes(work.operation, MagickAccelerateWeighted)
                      ? effect.Channels(work.finish.keep)
                      : SeparateChannels(request.source);
  ImageHolder result(MakeDestination(request, effect.exception));
  if (!result.get() || !RunOperation(request, work, result.get(), effect.exception)) return nullptr;
  return result.release();
}

Image* WithAlphaOf(const EffectCall& effect, Image* unfinished) {
  ImageHolder result(unfinished);
  if (!unfinished || !CopyAlphaIndexes(effect.image, unfinished, effect.exception)) return nullptr;
  return result.release();
}

// The image extended by as much border as the taps need.
Image* Extended(const EffectCall& effect, const SeparableTaps& taps, const std::string& text) {
  const Image* image = effect.image;
  const std::uint32_t across = Half(taps.across), down = Half(taps.down);
  const kernels::BorderMap map = kernels::BuildBorderMap(
      taps.border, Narrow(image->columns), Narrow(image->rows), {across, across, down, down});
  const OperationRequest request{
      image,       image->columns + 2ul * across, image->rows + 2ul * down,
      DirectClass, MagickAccelerateExtend,        text.c_str(),
      true};
  if (!SizeIsUsable(request.columns, request.rows, effect.reason, "", effect.exception))
    return nullptr;
  MagickAccelerateWork work = accel::PlainWorkRecord(request.operation);
  SetBorder(map, taps.border, taps.color, &work);
  return Run(effect, request, work);
}

MagickAccelerateWork SeparableWork(const Image* image, const kernels::ResamplePlan& plan) {
  MagickAccelerateWork work =
      accel::ResampleWorkRecord(MagickAccelerateBlur, plan, MagickAccelerateOpaque);
  WeighInLight(image, &work);
  return work;
}

SharedPlan PlanOf(const Image* image, const SeparableTaps& taps, kernels::Fold fold) {
  return PlanSeparable(Narrow(image->columns), Narrow(image->rows), taps.across, taps.down, fold);
}

SeparableTaps Folded(const Image* image, const SeparableTaps& taps) {
  return {kernels::FoldedTaps(taps.border, Narrow(image->columns), taps.across),
          kernels::FoldedTaps(taps.border, Narrow(image->rows), taps.down), taps.border,
          taps.color};
}

Image* RunExtended(const EffectCall& effect, const SeparableTaps& given, const std::string& text) {
  const SeparableTaps taps = Folded(effect.image, given);
  const ImageHolder extended(Extended(effect, taps, text));
  if (!extended.get()) return nullptr;
  const SharedPlan plan = PlanOf(effect.image, taps, kernels::Fold::kValid);
  const OperationRequest request{extended.get(), effect.image->columns, effect.image->rows,
                                 DirectClass,    MagickAccelerateBlur,  text.c_str()};
  return WithAlphaOf(effect, Run(effect, request, SeparableWork(effect.image, *plan)));
}

// The same as a matrix: both directions must have the same number of taps.
kernels::TapList SquareTaps(const SeparableTaps& taps) {
  std::vector<double> matrix;
  for (double down : taps.down)
    for (double across : taps.across) matrix.push_back(down * across);
  return kernels::MatrixTaps(Narrow(taps.across.size()), matrix);
}

kernels::Border BorderOf(kernels::Fold fold) {
  switch (fold) {
    case kernels::Fold::kMirror:
      return kernels::Border::kMirror;
    case kernels::Fold::kReflect101:
      return kernels::Border::kReflect101;
    case kernels::Fold::kEdge:
      return kernels::Border::kEdge;
    default:
      return kernels::Border::kConstant;  // pixels that count for nothing
  }
}

}  // namespace

MagickAccelerateChannels EffectCall::Channels(std::uint32_t keep) const {
  return weights && (keep & kColorBits) == 0 ? FilteredChannels(image) : SeparateChannels(image);
}

Image* EffectCall::Refuse(const char* description, ExceptionType severity) const {
  ThrowException(exception, severity, reason, description);
  return nullptr;
}

Image* RunEffect(const EffectCall& effect, const MagickAccelerateWork& work,
                 const std::string& text) {
  const OperationRequest request{effect.image, effect.image->columns, effect.image->rows,
                                 DirectClass,  work.operation,        text.c_str()};
  return WithAlphaOf(effect, Run(effect, request, work));
}

std::optional<WideKernel> PlanWide(const EffectCall& effect, std::span<const double> across,
                                   std::span<const double> down, kernels::Fold fold,
                                   std::uint32_t keep) {
  const Image* image = effect.image;
  if (image->linear_light || effect.Channels(keep) == MagickAccelerateWeighted) return std::nullopt;
  const std::uint32_t columns = Narrow(image->columns), rows = Narrow(image->rows);
  SharedSeries plan = PlanWideBlur(columns, rows, across, down, fold == kernels::Fold::kCut);
  if (!plan) return std::nullopt;
  kernels::BorderMap map = kernels::BuildBorderMap(
      BorderOf(fold), columns, rows,
      {plan->reach_across, plan->reach_across, plan->reach_down, plan->reach_down});
  return WideKernel{std::move(plan), std::move(map)};
}

MagickAccelerateWork WideWork(const WideKernel& kernel, MagickAccelerateOperation operation) {
  MagickAccelerateWork work = accel::PlainWorkRecord(MagickAccelerateCosineBlur);
  work.series = {kernel.plan->terms, {kernel.plan->reach_across, kernel.plan->reach_down}};
  work.table = {kernel.plan->numbers.data(),
                static_cast<std::uint32_t>(kernel.plan->numbers.size())};
  work.border = kernel.map.view();
  work.name = accel::GetOperation(operation).name;
  return work;
}

Image* RunSeparable(const EffectCall& effect, const SeparableTaps& taps, std::uint32_t keep,
                    const std::string& text) {
  const std::optional<kernels::Fold> fold = kernels::FoldOf(taps.border);
  if (!fold && keep == 0) return RunExtended(effect, taps, text);
  // Kept samples must be at the same position in source and result; an extended image is shifted.
  if (!fold && effect.image->linear_light)
    return effect.Refuse("single channels inside this border have no linear light");
  if (!fold)
    return RunTaps(effect, MagickAccelerateConvolve, SquareTaps(taps), taps.color, keep, text);
  const auto run = [&](MagickAccelerateWork work) {
    work.finish.keep = keep;
    return RunEffect(effect, work, text);
  };
  if (const auto wide = PlanWide(effect, taps.across, taps.down, *fold, keep))
    return run(WideWork(*wide, MagickAccelerateBlur));
  const SharedPlan plan = PlanOf(effect.image, taps, *fold);
  return run(SeparableWork(effect.image, *plan));
}

Image* RunTaps(const EffectCall& effect, MagickAccelerateOperation operation,
               const kernels::TapList& taps, const PixelPacket& color, std::uint32_t keep,
               const std::string& text) {
  const Image* image = effect.image;
  const kernels::Border border = VirtualBorder(image);
  const kernels::BorderMap map = kernels::BuildBorderMap(
      border, Narrow(image->columns), Narrow(image->rows), kernels::ReachOf(taps));
  MagickAccelerateWork work = accel::PlainWorkRecord(operation);
  work.taps = taps.view();
  work.finish.keep = keep;
  SetBorder(map, border, color, &work);
  return RunEffect(effect, work, text);
}

std::uint32_t KeptSamples(const Image* image, ChannelType channel) {
  if (channel == AllChannels || channel == GrayChannel) return 0;
  const bool cmyk = image->colorspace == CMYKColorspace;
  return kAllSamples & ~(cmyk ? CmykSample(channel) : RgbSample(channel));
}

std::uint32_t KeptFourth(const Image* image) {
  return HasOpacity(image) ? kOpacityBit : 0;
}

Image* ToType(const EffectCall& effect, Image* made, ImageType type) {
  ImageHolder holder(made);
  if (!made) return nullptr;
  if (SetImageType(made, type) != MagickFail) return holder.release();
  CopyException(effect.exception, &made->exception);
  return nullptr;
}

Image* TypedCopy(const EffectCall& effect, ImageType type) {
  return ToType(effect, CloneImage(effect.image, 0, 0, MagickTrue, effect.exception), type);
}

void SetBorder(const kernels::BorderMap& map, kernels::Border border, const PixelPacket& color,
               MagickAccelerateWork* work) {
  work->border = map.view();
  if (border != kernels::Border::kConstant) return;
  CopySamples(color, work->border.constant);
}

}  // namespace lodestone
