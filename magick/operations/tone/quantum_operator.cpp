// Arithmetic, bitwise and other operators on the samples of channels.
#include "magick/operator.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "magick/colorspace.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/enum_strings.h"
#include "magick/pixel_cache.h"
#include "magick/core/strings/number_list.hpp"
#include "magick/operations/colorspace/channels.hpp"
#include "magick/operations/tone/noise.hpp"
#include "magick/operations/tone/operator_tables.hpp"

namespace lodestone {
namespace {

// For all channels together, thresholds are compared with the intensity, which shifts no colour.
PointRule RuleForAll(QuantumOperator operation, const PointTable* table, Quantum threshold) {
  PointRule rule = PointRule::ForColors(table);
  switch (operation) {
    case ThresholdQuantumOp:
      rule.from_intensity = true;
      break;
    case ThresholdBlackQuantumOp:
    case ThresholdBlackNegateQuantumOp:
      // Black is what an intensity of 0 becomes, whatever the threshold.
      rule.selection = MagickAccelerateInRange;
      rule.high = static_cast<Quantum>(threshold > 0 ? threshold - 1 : 0);
      break;
    case ThresholdWhiteQuantumOp:
    case ThresholdWhiteNegateQuantumOp:
      rule.selection = MagickAccelerateInRange;
      rule.low = static_cast<Quantum>(threshold < MaxRGB ? threshold + 1 : MaxRGB);
      break;
    default:
      break;
  }
  return rule;
}

// For the pixels that such a rule selects.
PointTable TableForAll(QuantumOperator operation, double argument) {
  const auto constant = [](double value) { return MakePointTable([=](Quantum) { return value; }); };
  const Quantum threshold = RoundDoubleToQuantum(argument);
  switch (operation) {
    case ThresholdBlackQuantumOp:
    case ThresholdWhiteNegateQuantumOp:
      // Where nothing is beyond the threshold, all pixels stay.
      return threshold == MaxRGB && operation == ThresholdWhiteNegateQuantumOp
                 ? MakePointTable([](Quantum value) -> double { return value; })
                 : constant(0.0);
    case ThresholdWhiteQuantumOp:
    case ThresholdBlackNegateQuantumOp:
      return threshold == 0 && operation == ThresholdBlackNegateQuantumOp
                 ? MakePointTable([](Quantum value) -> double { return value; })
                 : constant(MaxRGBDouble);
    default:
      return OperatorTable(operation, argument);
  }
}

// A channel as GraphicsMagick's operators understand it.
ChannelType Understood(ChannelType channel) {
  if (channel == MatteChannel) return OpacityChannel;
  return channel == UndefinedChannel ? AllChannels : channel;
}

struct Region {
  long x, y;
  unsigned long columns, rows;

  bool IsWhole(const Image* image) const {
    return x == 0 && y == 0 && columns == image->columns && rows == image->rows;
  }
};

MagickPassFail ChangeRegion(Image* image, const Region& region, const PointRule& rule) {
  for (unsigned long y = 0; y < region.rows; ++y) {
    PixelPacket* pixels = GetImagePixelsEx(image, region.x, region.y + static_cast<long>(y),
                                           region.columns, 1, &image->exception);
    if (!pixels) return MagickFail;
    std::transform(pixels, pixels + region.columns, pixels,
                   [&](const PixelPacket& pixel) { return rule.Map(pixel); });
    if (SyncImagePixelsEx(image, &image->exception) == MagickFail) return MagickFail;
  }
  return MagickPass;
}

std::string MonitorText(QuantumOperator operation, double argument, ChannelType channel) {
  return "[%s] Apply operator '" + std::string(QuantumOperatorToString(operation)) + " " +
         std::to_string(argument) + "' to channel '" + ChannelTypeToString(channel) + "'...";
}

MagickPassFail Change(Image* image, const Region& region, ChannelType channel,
                      QuantumOperator operation, double argument) {
  const std::string text = MonitorText(operation, argument, channel);
  if (const auto noise = NoiseOf(operation))
    return AddNoise(image, {region.x, region.y, region.columns, region.rows, region.IsWhole(image)},
                    channel, *noise, argument, QuantumOperatorToString(operation), text.c_str());
  const bool all = channel == AllChannels;
  const PointTable table =
      all ? TableForAll(operation, argument) : OperatorTable(operation, argument);
  PointRule rule = RuleFor(channel, &table);
  if (all) rule = RuleForAll(operation, &table, RoundDoubleToQuantum(argument));
  if (channel == GrayChannel) {
    rule = PointRule::ForColors(&table);
    rule.from_intensity = true;
  }
  // Only this operator counts black among the colours.
  if (all && operation == DepthQuantumOp && image->colorspace == CMYKColorspace)
    rule.opacity = &table;
  if (!region.IsWhole(image)) return ChangeRegion(image, region, rule);
  const bool stays_grey = image->is_grayscale && rule.red == rule.green && rule.green == rule.blue;
  const MagickPassFail status =
      ChangeSamples(image, QuantumOperatorToString(operation), rule, text.c_str());
  if (status == MagickFail) return status;
  const bool constant = operation == AssignQuantumOp && all;
  image->is_grayscale = stays_grey || constant ? MagickTrue : MagickFalse;
  if (constant) image->is_monochrome = MagickTrue;
  return status;
}

MagickPassFail Operate(Image* image, const Region& region, ChannelType channel,
                       QuantumOperator operation, double argument, ExceptionInfo* exception) {
  if (!CheckKnown(channel, exception) || !CheckKnown(operation, exception)) return MagickFail;
  if (!AreFinite({{"rvalue", argument}}, "Unable to apply operator", exception)) return MagickFail;
  if (!HasTable(operation) && !NoiseOf(operation)) {
    ThrowException(exception, OptionError, "Quantum operator is not supported",
                   QuantumOperatorToString(operation));
    return MagickFail;
  }
  image->storage_class = DirectClass;
  const MagickPassFail status = Change(image, region, Understood(channel), operation, argument);
  if (status == MagickFail && exception != &image->exception)
    CopyException(exception, &image->exception);
  return status;
}

// One value for each of red, green, blue and opacity; a negative one leaves its channel as it is.
MagickPassFail OperateOnEach(Image* image, QuantumOperator operation, const char* text) {
  constexpr ChannelType kChannels[] = {RedChannel, GreenChannel, BlueChannel, OpacityChannel};
  std::array<double, 4> values{-1.0, -1.0, -1.0, -1.0};
  const std::size_t count = ParseNumbers(text, "/,%", values);
  if (std::strchr(text, '%'))
    for (double& value : values) value *= MaxRGBDouble / 100.0;
  const auto operate = [&](ChannelType channel, double value) {
    return Operate(image, {0, 0, image->columns, image->rows}, channel, operation, value,
                   &image->exception);
  };
  const bool alike = count == 1 || (values[0] == values[1] && values[1] == values[2]);
  const bool together = alike && IsRGBColorspace(image->colorspace);
  if (together) {
    const bool grey = IsGrayColorspace(image->colorspace);
    if (operate(grey ? GrayChannel : AllChannels, values[0]) == MagickFail) return MagickFail;
  }
  for (std::size_t c = together ? 3 : 0; c < count; ++c)
    if (values[c] >= 0.0 && operate(kChannels[c], values[c]) == MagickFail) return MagickFail;
  return MagickPass;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail QuantumOperatorImage(Image* image, const ChannelType channel,
                                    const QuantumOperator quantum_operator, const double rvalue,
                                    ExceptionInfo* exception) {
  if (!lodestone::AreGiven({image}, exception)) return MagickFail;
  return QuantumOperatorRegionImage(image, 0, 0, image->columns, image->rows, channel,
                                    quantum_operator, rvalue, exception);
}

MagickPassFail QuantumOperatorImageMultivalue(Image* image, const QuantumOperator quantum_operator,
                                              const char* values) {
  if (!image || !values) return MagickFail;
  return Guard(&image->exception, MagickFail,
               [&] { return OperateOnEach(image, quantum_operator, values); });
}

MagickPassFail QuantumOperatorRegionImage(Image* image, const long x, const long y,
                                          const unsigned long columns, const unsigned long rows,
                                          const ChannelType channel,
                                          const QuantumOperator quantum_operator,
                                          const double rvalue, ExceptionInfo* exception) {
  return Guard(exception, {image}, MagickFail, [&] {
    return Operate(image, {x, y, columns, rows}, channel, quantum_operator, rvalue, exception);
  });
}
