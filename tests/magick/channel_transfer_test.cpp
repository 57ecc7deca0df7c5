// Channels from one image to another.
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

constexpr ChannelType kChannels[] = {RedChannel,     CyanChannel,  GreenChannel,
                                     MagentaChannel, BlueChannel,  YellowChannel,
                                     OpacityChannel, BlackChannel, MatteChannel};

bool Fits(ChannelType channel, bool cmyk) {
  switch (channel) {
    case CyanChannel:
    case MagentaChannel:
    case YellowChannel:
    case BlackChannel:
      return cmyk;
    case RedChannel:
    case GreenChannel:
    case BlueChannel:
      return !cmyk;
    default:
      return true;
  }
}

// Which of red, green, blue, opacity and index a channel is.
int PlaceOf(ChannelType channel, bool cmyk) {
  if (channel == RedChannel || channel == CyanChannel) return 0;
  if (channel == GreenChannel || channel == MagentaChannel) return 1;
  if (channel == BlueChannel || channel == YellowChannel) return 2;
  return cmyk && channel != BlackChannel ? 4 : 3;
}

using Samples = std::vector<std::vector<Quantum>>;

Samples AllSamples(const Image* image) {
  Samples samples(5);
  for (const PixelPacket& pixel : Pixels(image)) {
    samples[0].push_back(pixel.red);
    samples[1].push_back(pixel.green);
    samples[2].push_back(pixel.blue);
    samples[3].push_back(pixel.opacity);
  }
  samples[4] = Indexes(image);
  return samples;
}

TEST(ExportImageChannel, GivesItsSamples) {
  Exception exception;
  for (const unsigned size : {1, 2, 7, 16, 17, 257})
    for (const Kind kind : kAllKinds)
      for (const ChannelType channel : kChannels) {
        const bool cmyk = kind == Kind::kCmyk;
        if (!Fits(channel, cmyk)) continue;
        const ImagePtr image = RandomImage(size, 3, kind, size);
        const ImagePtr result(ExportImageChannel(image.get(), channel, exception));
        ASSERT_NE(nullptr, result) << exception.text();
        const Samples samples = AllSamples(result.get());
        const auto expected = AllSamples(image.get())[PlaceOf(channel, cmyk)];
        for (int i = 0; i < 3; ++i) EXPECT_EQ(expected, samples[i]) << KindName(kind) << channel;
        EXPECT_EQ(std::vector<Quantum>(expected.size(), OpaqueOpacity), samples[3]);
        EXPECT_EQ(DirectClass, result->storage_class);
        EXPECT_TRUE(result->is_grayscale);
      }
}

TEST(ExportImageChannel, OfAllChannelsIsTheIntensity) {
  Exception exception;
  const ImagePtr image = RandomImage(7, 7, Kind::kOpaque, 1);
  for (const ChannelType channel : {UndefinedChannel, AllChannels, GrayChannel}) {
    const ImagePtr result(ExportImageChannel(image.get(), channel, exception));
    const auto pixels = Pixels(image.get());
    const auto greys = Pixels(result.get());
    for (std::size_t i = 0; i < pixels.size(); ++i)
      EXPECT_EQ(PixelIntensityToQuantum(&pixels[i]), greys[i].green);
  }
}

TEST(ImportImageChannel, TakesIntensities) {
  for (const Kind from : kAllKinds)
    for (const Kind to : kAllKinds)
      for (const ChannelType channel : kChannels) {
        const bool cmyk = to == Kind::kCmyk;
        if (!Fits(channel, cmyk)) continue;
        const ImagePtr source = RandomImage(17, 3, from, 1);
        const ImagePtr update = RandomImage(17, 3, to, 2);
        Samples expected = AllSamples(update.get());
        const auto pixels = Pixels(source.get());
        for (std::size_t i = 0; i < pixels.size(); ++i)
          expected[PlaceOf(channel, cmyk)][i] = PixelIntensityToQuantum(&pixels[i]);
        if (!cmyk) expected[4].clear();
        ASSERT_EQ(MagickPass, ImportImageChannel(source.get(), update.get(), channel));
        EXPECT_EQ(expected, AllSamples(update.get())) << KindName(from) << " " << KindName(to);
        EXPECT_EQ(DirectClass, update->storage_class);
      }
}

TEST(ImportImageChannelsMasked, KeepsTheNamedChannel) {
  for (const ChannelType channel : {RedChannel, GreenChannel, BlueChannel, OpacityChannel}) {
    const ImagePtr source = RandomImage(17, 3, Kind::kMatte, 1);
    const ImagePtr update = RandomImage(17, 3, Kind::kMatte, 2);
    Samples expected = AllSamples(source.get());
    expected[PlaceOf(channel, false)] = AllSamples(update.get())[PlaceOf(channel, false)];
    ASSERT_EQ(MagickPass, ImportImageChannelsMasked(source.get(), update.get(), channel));
    EXPECT_EQ(expected, AllSamples(update.get()));
  }
  const ImagePtr source = RandomImage(17, 3, Kind::kMatte, 1);
  const ImagePtr update = RandomImage(17, 3, Kind::kPalette, 2);
  const Samples before = AllSamples(update.get());
  for (const ChannelType all : {AllChannels, GrayChannel}) {
    ASSERT_EQ(MagickPass, ImportImageChannelsMasked(source.get(), update.get(), all));
    EXPECT_EQ(before, AllSamples(update.get()));
    EXPECT_EQ(PseudoClass, update->storage_class);
  }
}

TEST(ChannelTransfer, RefusesOtherColorSpacesAndLargerImages) {
  Exception exception;
  const ImagePtr rgb = RandomImage(3, 3, Kind::kOpaque, 1);
  const ImagePtr cmyk = RandomImage(3, 3, Kind::kCmyk, 1);
  EXPECT_EQ(nullptr, ImagePtr(ExportImageChannel(rgb.get(), BlackChannel, exception)));
  EXPECT_EQ(ImageError, exception.severity());
  EXPECT_EQ("unable to handle image channel (image colorspace mismatch)", exception.text());
  EXPECT_EQ(unsigned(MagickFail), ImportImageChannel(rgb.get(), cmyk.get(), RedChannel));
  EXPECT_EQ(ImageError, cmyk->exception.severity);
  const ImagePtr large = RandomImage(3, 4, Kind::kOpaque, 1);
  EXPECT_EQ(unsigned(MagickFail), ImportImageChannel(large.get(), rgb.get(), RedChannel));
  EXPECT_EQ(CacheError, rgb->exception.severity);
}

TEST(ChannelTransfer, RefusesWhatIsMissing) {
  Exception exception;
  const ImagePtr image = RandomImage(3, 3, Kind::kOpaque, 1);
  EXPECT_EQ(nullptr, ExportImageChannel(nullptr, RedChannel, exception));
  EXPECT_EQ(unsigned(MagickFail), ImportImageChannel(nullptr, image.get(), RedChannel));
  EXPECT_EQ(unsigned(MagickFail), ImportImageChannel(image.get(), nullptr, RedChannel));
  EXPECT_EQ(unsigned(MagickFail), ImportImageChannelsMasked(nullptr, image.get(), RedChannel));
  EXPECT_EQ(unsigned(MagickFail), SetImageChannelDepth(nullptr, RedChannel, 4));
  const ImagePtr empty(AllocateImage(nullptr));
  EXPECT_EQ(MagickPass, ImportImageChannel(empty.get(), image.get(), RedChannel));
}

TEST(SetImageChannelDepth, LeavesFewValues) {
  const ImagePtr image = RandomImage(40, 40, Kind::kOpaque, 1);
  const auto before = Pixels(image.get());
  ASSERT_EQ(MagickPass, SetImageChannelDepth(image.get(), GreenChannel, 1));
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(before[i].green > MaxRGB / 2 ? MaxRGB : 0u, after[i].green);
}

}  // namespace
}  // namespace lodestone::test
