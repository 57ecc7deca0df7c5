#include "utilities/image/image_statistics.hpp"

#include <algorithm>
#include <cmath>

#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

struct Channel {
  const char* name;
  ChannelType type;
  Quantum PixelPacket::*sample;
};

std::vector<Channel> ChannelsOf(const Image* image, ExceptionInfo* exception) {
  std::vector<Channel> channels;
  if (image->colorspace == CMYKColorspace) {
    return {{"Cyan", CyanChannel, &PixelPacket::red},
            {"Magenta", MagentaChannel, &PixelPacket::green},
            {"Yellow", YellowChannel, &PixelPacket::blue},
            {"Black", BlackChannel, &PixelPacket::opacity}};
  }
  if (IsGrayImage(image, exception)) {
    channels.push_back({"Gray", RedChannel, &PixelPacket::red});
  } else {
    channels = {{"Red", RedChannel, &PixelPacket::red},
                {"Green", GreenChannel, &PixelPacket::green},
                {"Blue", BlueChannel, &PixelPacket::blue}};
  }
  if (image->matte) channels.push_back({"Opacity", OpacityChannel, &PixelPacket::opacity});
  return channels;
}

template <typename Visit>
void VisitPixels(const Image* image, ExceptionInfo* exception, Visit visit) {
  for (unsigned long y = 0; y < image->rows; ++y) {
    const PixelPacket* pixels =
        AcquireImagePixels(image, 0, static_cast<long>(y), image->columns, 1, exception);
    if (pixels == nullptr) throw std::bad_alloc();
    for (unsigned long x = 0; x < image->columns; ++x) visit(pixels[x]);
  }
}

ChannelFacts FactsOf(const Image* image, const Channel& channel, ExceptionInfo* exception) {
  const double count = static_cast<double>(image->columns) * static_cast<double>(image->rows);
  ChannelFacts facts{
      channel.name, GetImageChannelDepth(image, channel.type, exception), MaxRGBDouble, 0, 0, 0};
  VisitPixels(image, exception, [&](const PixelPacket& pixel) {
    const double sample = pixel.*channel.sample;
    facts.minimum = std::min(facts.minimum, sample);
    facts.maximum = std::max(facts.maximum, sample);
    facts.mean += sample / count;
  });
  double squares = 0;
  VisitPixels(image, exception, [&](const PixelPacket& pixel) {
    const double distance = pixel.*channel.sample - facts.mean;
    squares += distance * distance;
  });
  // Sample variance, not population variance: divided by one less than the number of pixels.
  facts.deviation = std::sqrt(squares / std::max(count - 1, 1.0));
  return facts;
}

}  // namespace

std::vector<ChannelFacts> ChannelFactsOf(const Image* image) {
  Exception exception;
  std::vector<ChannelFacts> facts;
  for (const Channel& channel : ChannelsOf(image, exception.get())) {
    facts.push_back(FactsOf(image, channel, exception.get()));
  }
  return facts;
}

}  // namespace lodestone::cli
