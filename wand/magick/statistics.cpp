// Numbers about the colours of the current image.
#include <algorithm>
#include <initializer_list>

#include "wand/magick/apply.hpp"

using namespace lodestone::wand;

namespace {

// Channels of CMYK images are where those of RGB images are.
bool Names(ChannelType channel, ChannelType first, ChannelType second) {
  return channel == AllChannels || channel == first || channel == second;
}

// Calls visit(statistics) for each channel that `channel` names.
template <class Visit>
void ForEach(const ImageStatistics& statistics, ChannelType channel, Visit visit) {
  if (Names(channel, RedChannel, CyanChannel)) visit(statistics.red);
  if (Names(channel, GreenChannel, MagentaChannel)) visit(statistics.green);
  if (Names(channel, BlueChannel, YellowChannel)) visit(statistics.blue);
  if (Names(channel, OpacityChannel, BlackChannel)) visit(statistics.opacity);
}

struct Extrema {
  double least = 1.0, greatest = 0.0;

  void Include(const ImageChannelStatistics& channel) {
    least = std::min(least, channel.minimum);
    greatest = std::max(greatest, channel.maximum);
  }
};

unsigned long Sample(double share) {
  return RoundDoubleToQuantum(share * MaxRGBDouble);
}

template <class Visit>
unsigned int GetExtrema(MagickWand* wand, unsigned long* least, unsigned long* greatest,
                        Visit visit) {
  if (!HasImage(wand, {least, greatest})) return MagickFail;
  ImageStatistics statistics{};
  Extrema extrema;
  const unsigned int status = GetImageStatistics(wand->image, &statistics, &wand->exception);
  visit(statistics, extrema);
  *least = Sample(extrema.least);
  *greatest = Sample(extrema.greatest);
  return status;
}

}  // namespace

unsigned int MagickGetImageExtrema(MagickWand* wand, unsigned long* min, unsigned long* max) {
  return GetExtrema(wand, min, max, [](const ImageStatistics& of, Extrema& extrema) {
    for (const auto* channel : {&of.red, &of.green, &of.blue}) extrema.Include(*channel);
  });
}

unsigned int MagickGetImageChannelExtrema(MagickWand* wand, const ChannelType channel,
                                          unsigned long* minima, unsigned long* maxima) {
  return GetExtrema(wand, minima, maxima, [&](const ImageStatistics& of, Extrema& extrema) {
    ForEach(of, channel, [&](const ImageChannelStatistics& one) { extrema.Include(one); });
  });
}

unsigned int MagickGetImageChannelMean(MagickWand* wand, const ChannelType channel, double* mean,
                                       double* standard_deviation) {
  if (!HasImage(wand, {mean, standard_deviation})) return MagickFail;
  ImageStatistics statistics{};
  const unsigned int status = GetImageStatistics(wand->image, &statistics, &wand->exception);
  double means = 0, deviations = 0;
  int channels = 0;
  ForEach(statistics, channel, [&](const ImageChannelStatistics& of) {
    means += of.mean;
    deviations += of.standard_deviation;
    ++channels;
  });
  *mean = static_cast<double>(Sample(means / std::max(channels, 1)));
  *standard_deviation = static_cast<double>(Sample(deviations / std::max(channels, 1)));
  return status;
}

unsigned long MagickGetImageColors(MagickWand* wand) {
  return Ask(wand, [&](Image& image) -> unsigned long {
    return GetNumberColors(&image, nullptr, &wand->exception);
  });
}

PixelWand** MagickGetImageHistogram(MagickWand* wand, unsigned long* number_colors) {
  if (!HasImage(wand, {number_colors})) return nullptr;
  HistogramColorPacket* const histogram =
      GetColorHistogram(wand->image, number_colors, &wand->exception);
  if (histogram == nullptr) return nullptr;
  PixelWand** const wands = NewPixelWands(*number_colors);
  for (unsigned long i = 0; wands != nullptr && i < *number_colors; ++i) {
    PixelSetQuantumColor(wands[i], &histogram[i].pixel);
    PixelSetColorCount(wands[i], histogram[i].count);
  }
  MagickFree(histogram);
  return wands;
}
