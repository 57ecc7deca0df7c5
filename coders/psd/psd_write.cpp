#include <cstring>
#include <string>

#include "coders/common/compression_loss.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/upright.hpp"
#include "coders/psd/psd_channels.hpp"
#include "coders/psd/psd_layers.hpp"
#include "coders/psd/psd_white.hpp"
#include "magick/attribute.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kColormapColors = 256;

// The composite, and its layers.
using Images = std::vector<Image*>;

Images ImagesOf(const ImageInfo* image_info, Image* first) {
  Images images = {first};
  if (image_info->adjoin == MagickFalse) return images;
  for (Image* image = first->next; image != nullptr; image = image->next) images.push_back(image);
  return images;
}

// What will be written.
struct Plan {
  PsdHeader header;
  bool matte = false;
  bool packed = false;
  bool on_white = false;  // as composites with alpha are
  unsigned SampleBytes() const { return header.depth / 8; }
  std::size_t LineBytes() const { return header.LineBytes(header.columns); }
};

bool WantsInks(const ImageInfo* image_info, const Image* image) {
  const ColorspaceType wanted = image_info->colorspace;
  return wanted == CMYKColorspace ||
         (wanted == UndefinedColorspace && image->colorspace == CMYKColorspace);
}

// Colormaps have bytes.
bool FitsBytes(const PixelPacket& color) {
  const auto fits = [](Quantum value) { return value == QuantumFromByte(ByteFromQuantum(value)); };
  return fits(color.red) && fits(color.green) && fits(color.blue);
}

PsdMode ChooseMode(const ImageInfo* image_info, Image* image) {
  if (WantsInks(image_info, image)) {
    if (image->colorspace != CMYKColorspace &&
        TransformColorspace(image, CMYKColorspace) == MagickFail) {
      Fail(CoderError, "Unable to convert the colorspace to CMYK");
    }
    return PsdMode::kCmyk;
  }
  ToRgb(image);
  const ImageType type = image_info->type;
  const bool palette = image->storage_class == PseudoClass && image->colors <= kColormapColors &&
                       image->matte == MagickFalse;
  if (type == PaletteType && palette) return PsdMode::kIndexed;
  if (type == TrueColorType || type == TrueColorMatteType) return PsdMode::kRgb;
  if (Analyze(image, type == OptimizeType, &image->exception).grayscale) return PsdMode::kGray;
  return palette && std::all_of(image->colormap, image->colormap + image->colors, FitsBytes)
             ? PsdMode::kIndexed
             : PsdMode::kRgb;
}

void CheckSides(const Image* image) {
  if (image->columns > kPsdSideMax || image->rows > kPsdSideMax)
    Fail(CoderError, "Image column or row size is not supported");
}

// Documents with layers have the mode that holds all of them, and no colormap.
PsdMode ModeOfList(const ImageInfo* image_info, const Images& images) {
  Image* const first = images.front();
  const PsdMode mode = ChooseMode(image_info, first);
  if (images.size() == 1) return mode;
  bool gray = mode == PsdMode::kGray;
  for (Image* layer : images)
    if (mode != PsdMode::kCmyk) {
      ToRgb(layer);
      gray = gray && Analyze(layer, false, &first->exception).grayscale;
    } else if (layer->colorspace != CMYKColorspace &&
               TransformColorspace(layer, CMYKColorspace) == MagickFail) {
      Fail(CoderError, "Unable to convert the colorspace to CMYK");
    }
  if (mode == PsdMode::kCmyk) return mode;
  return gray ? PsdMode::kGray : PsdMode::kRgb;
}

bool IsDeep(const Image* image) {
  return image->depth > 8;
}

// The same for an image of its own size and alpha.
Plan PlanFor(const Plan& document, const Image* image) {
  Plan plan = document;
  plan.header.columns = static_cast<std::uint32_t>(image->columns);
  plan.header.rows = static_cast<std::uint32_t>(image->rows);
  plan.matte = image->matte != MagickFalse;
  plan.header.channels = plan.header.Colors() + (plan.matte ? 1 : 0);
  return plan;
}

Plan Choose(const ImageInfo* image_info, const Images& images) {
  std::ranges::for_each(images, CheckSides);
  Plan plan;
  plan.header.mode = ModeOfList(image_info, images);
  plan.header.depth =
      std::ranges::any_of(images, IsDeep) && plan.header.mode != PsdMode::kIndexed ? 16 : 8;
  plan.packed = image_info->compression == RLECompression;
  WarnOfAbsentCompression("PSD", images.front(), image_info->compression,
                          plan.packed ? RLECompression : NoCompression, &images.front()->exception);
  return PlanFor(plan, images.front());
}

void PutHeader(const PsdHeader& header, ByteSink& sink) {
  sink.Text(kPsdIdentifier);
  sink.U16Be(1);
  sink.Fill(6);
  sink.U16Be(header.channels);
  sink.U32Be(header.rows);
  sink.U32Be(header.columns);
  sink.U16Be(header.depth);
  sink.U16Be(static_cast<unsigned>(header.mode));
}

void PutColormap(const Plan& plan, const Image* image, ByteSink& sink) {
  if (plan.header.mode != PsdMode::kIndexed) return sink.U32Be(0);
  sink.U32Be(3 * kColormapColors);
  for (Quantum PixelPacket::*member :
       {&PixelPacket::red, &PixelPacket::green, &PixelPacket::blue}) {
    for (std::size_t i = 0; i < kColormapColors; ++i)
      sink.U8(i < image->colors ? ByteFromQuantum(image->colormap[i].*member) : 0);
  }
}

// The alpha of CMYK is in its indexes.
void FillInkAlpha(const IndexPacket* indexes, std::size_t count, unsigned bytes,
                  std::uint8_t* row) {
  for (std::size_t x = 0; x < count; ++x) {
    const auto alpha = static_cast<Quantum>(indexes == nullptr ? MaxRGB : MaxRGB - indexes[x]);
    if (bytes == 1) {
      *row++ = ByteFromQuantum(alpha);
    } else {
      const unsigned wide = ShortFromQuantum(alpha);
      *row++ = static_cast<std::uint8_t>(wide >> 8);
      *row++ = static_cast<std::uint8_t>(wide);
    }
  }
}

// One row of a channel, not blended.
void FillPlainRow(const Plan& plan, const ConstPixels& source, unsigned channel, std::size_t y,
                  std::uint8_t* row) {
  constexpr Channels kPlanes[] = {Channels::kRed, Channels::kGreen, Channels::kBlue,
                                  Channels::kBlack};
  const PsdMode mode = plan.header.mode;
  const unsigned bytes = plan.SampleBytes();
  const bool alpha = channel == plan.header.Colors();
  if (mode == PsdMode::kIndexed) return NarrowIndexes(source.IndexRow(y), source.columns, row);
  if (alpha && mode == PsdMode::kCmyk)
    return FillInkAlpha(source.IndexRow(y), source.columns, bytes, row);
  const Channels plane = alpha                    ? Channels::kAlpha
                         : mode == PsdMode::kGray ? Channels::kGray
                                                  : kPlanes[channel];
  ExportRow({plane, bytes}, source.Row(y), nullptr, source.columns, plan.matte, row);
  if (mode != PsdMode::kCmyk) return;
  for (std::size_t i = 0; i < plan.LineBytes(); ++i) row[i] = static_cast<std::uint8_t>(~row[i]);
}

void FillRow(const Plan& plan, const ConstPixels& source, unsigned channel, std::size_t y,
             std::uint8_t* row) {
  FillPlainRow(plan, source, channel, y, row);
  const unsigned alpha = plan.header.Colors();
  if (!plan.on_white || channel == alpha) return;
  std::vector<std::uint8_t> shares(plan.LineBytes());
  FillPlainRow(plan, source, alpha, y, shares.data());
  BlendWithWhite(plan.SampleBytes(), plan.header.columns, shares.data(), row);
}

// A channel with run lengths: the length of each row, and the rows.
struct PackedChannel {
  std::vector<std::uint16_t> lengths;
  ByteSink rows;
};

std::vector<PackedChannel> Pack(const Plan& plan, const ConstPixels& source, Image* image) {
  const std::size_t most = PackedPsdMax(plan.LineBytes());
  std::vector<std::uint8_t> plain(BandRows(image) * plan.LineBytes());
  std::vector<std::uint8_t> packed(BandRows(image) * most);
  std::vector<PackedChannel> channels(plan.header.channels);
  for (unsigned i = 0; i < plan.header.channels; ++i) {
    PackedChannel& channel = channels[i];
    channel.lengths.resize(image->rows);
    const auto pack = [&](std::size_t y, std::size_t slot) {
      std::uint8_t* const row = &plain[slot * plan.LineBytes()];
      std::uint8_t* const out = &packed[slot * most];
      FillRow(plan, source, i, y, row);
      channel.lengths[y] =
          static_cast<std::uint16_t>(PackPsdRow({row, plan.LineBytes()}, out) - out);
    };
    const auto append = [&](std::size_t first, std::size_t count) {
      for (std::size_t slot = 0; slot < count; ++slot)
        channel.rows.Bytes({&packed[slot * most], channel.lengths[first + slot]});
    };
    ConvertBands(CodingProgress::Task::kSaving, image, &image->exception, pack, append);
  }
  return channels;
}

// The channels of an image, as often as they are written.
class ChannelWriter {
 public:
  // Writes to the open blob of `first`.
  ChannelWriter(const Plan& plan, Image* image, Image* first)
      : plan_(plan), source_(AllPixels(image, &first->exception)), image_(image), first_(first) {
    if (plan.packed) packed_ = Pack(plan, source_, image);
  }
  const Plan& plan() const { return plan_; }
  const Image* image() const { return image_; }

  // With the number of its compression.
  std::uint64_t Bytes(unsigned channel) const {
    if (!plan_.packed) return 2 + std::uint64_t{plan_.header.rows} * plan_.LineBytes();
    return 2 + 2 * packed_[channel].lengths.size() + packed_[channel].rows.size();
  }

  void PutCompression() const {
    ByteSink sink;
    sink.U16Be(plan_.packed ? 1 : 0);
    sink.Flush(first_);
  }
  void PutLengths(unsigned channel) const {
    if (!plan_.packed) return;
    ByteSink sink;
    for (const std::uint16_t length : packed_[channel].lengths) sink.U16Be(length);
    sink.Flush(first_);
  }
  void PutRows(unsigned channel) {
    if (plan_.packed) {
      std::vector<std::uint8_t>& bytes = packed_[channel].rows.bytes();
      return WriteBytes(first_, bytes.data(), bytes.size());
    }
    WriteRows(first_, image_, plan_.LineBytes(),
              [&](std::size_t y, std::uint8_t* row) { FillRow(plan_, source_, channel, y, row); });
  }

 private:
  const Plan plan_;
  const ConstPixels source_;
  Image* const image_;
  Image* const first_;
  std::vector<PackedChannel> packed_;
};

std::string LayerName(const Image* image, std::size_t number) {
  constexpr std::size_t kMostBytes = 255;
  const ImageAttribute* name = GetImageAttribute(image, "label");
  if (name != nullptr && name->value != nullptr)
    return std::string(name->value).substr(0, kMostBytes);
  const std::string digits = std::to_string(number);
  return "L" + std::string(4 - std::min<std::size_t>(digits.size(), 4), '0') + digits;
}

// Alpha comes first in layers.
unsigned InLayerOrder(const Plan& plan, unsigned place) {
  if (!plan.matte) return place;
  return place == 0 ? plan.header.Colors() : place - 1;
}

void PutCorner(long x, long y, ByteSink& record) {
  constexpr long kFarthest = 1 << 24;
  record.U32Be(static_cast<std::uint32_t>(std::clamp(y, -kFarthest, kFarthest)));
  record.U32Be(static_cast<std::uint32_t>(std::clamp(x, -kFarthest, kFarthest)));
}

void PutLayerRecord(const ChannelWriter& layer, bool placed, std::size_t number, ByteSink& record) {
  constexpr unsigned kOpaque = 0xff000000, kHidden = 0x0200;
  const Plan& plan = layer.plan();
  const Image* const image = layer.image();
  const long x = placed ? image->page.x : 0, y = placed ? image->page.y : 0;
  PutCorner(x, y, record);
  PutCorner(x + static_cast<long>(image->columns), y + static_cast<long>(image->rows), record);
  record.U16Be(plan.header.channels);
  for (unsigned i = 0; i < plan.header.channels; ++i) {
    const unsigned channel = InLayerOrder(plan, i);
    record.U16Be(channel == plan.header.Colors() ? 0xffff : channel);
    record.U32Be(static_cast<std::uint32_t>(layer.Bytes(channel)));
  }
  record.Text(kPsdBlock);
  record.Text(placed ? PsdBlendKey(image->compose) : "norm");
  record.U32Be(kOpaque | (placed && image->compose == NoCompositeOp ? kHidden : 0));
  const std::string name = LayerName(image, number);
  const std::size_t padded = (name.size() + 1 + 3) / 4 * 4;
  record.U32Be(static_cast<std::uint32_t>(4 + 4 + padded));
  record.U32Be(0);
  record.U32Be(0);
  record.U8(static_cast<unsigned>(name.size()));
  record.Text(name);
  record.Fill(padded - 1 - name.size());
}

// The images behind the first one. Of an image alone: itself, if it has alpha, since programs take
// a further channel for transparency only if there is a layer with it.
std::vector<ChannelWriter> LayersOf(const Plan& document, const Images& images) {
  Image* const first = images.front();
  std::vector<ChannelWriter> layers;
  if (images.size() == 1 && document.matte) layers.emplace_back(document, first, first);
  for (std::size_t i = 1; i < images.size(); ++i)
    layers.emplace_back(PlanFor(document, images[i]), images[i], first);
  return layers;
}

void WriteLayers(const Plan& plan, const Images& images) {
  Image* const first = images.front();
  constexpr std::size_t kMostLayers = 8000;
  std::vector<ChannelWriter> layers = LayersOf(plan, images);
  if (layers.size() > kMostLayers) Fail(CoderError, "Too many layers");
  ByteSink sink;
  if (layers.empty()) {
    sink.U32Be(0);
    return sink.Flush(first);
  }
  ByteSink records;
  std::uint64_t length = 2;
  for (const ChannelWriter& layer : layers) {
    PutLayerRecord(layer, images.size() > 1, 1 + (&layer - layers.data()), records);
    for (unsigned i = 0; i < layer.plan().header.channels; ++i) length += layer.Bytes(i);
  }
  length += records.size();
  const std::uint64_t padding = length % 2;
  if (length > UINT32_MAX - 16) Fail(CoderError, "File is too large");
  sink.U32Be(static_cast<std::uint32_t>(4 + length + padding + 4));
  sink.U32Be(static_cast<std::uint32_t>(length + padding));
  const auto count = static_cast<int>(layers.size());
  sink.U16Be(static_cast<unsigned>(plan.matte ? -count : count) & 0xffff);  // with alpha: negative
  sink.Bytes(records.bytes());
  sink.Flush(first);
  for (ChannelWriter& layer : layers)
    for (unsigned i = 0; i < layer.plan().header.channels; ++i) {
      const unsigned channel = InLayerOrder(layer.plan(), i);
      layer.PutCompression();
      layer.PutLengths(channel);
      layer.PutRows(channel);
    }
  sink.Fill(padding + 4);
  sink.Flush(first);
}

void WriteComposite(const Plan& document, Image* image) {
  Plan plan = document;
  plan.on_white = plan.matte && BlendsWithWhite(plan.header.mode);
  ChannelWriter channels(plan, image, image);
  channels.PutCompression();
  for (unsigned i = 0; i < plan.header.channels; ++i) channels.PutLengths(i);
  for (unsigned i = 0; i < plan.header.channels; ++i) channels.PutRows(i);
}

unsigned int IsPsd(const unsigned char* magick, const std::size_t length) {
  return length >= kPsdIdentifier.size() &&
         std::memcmp(magick, kPsdIdentifier.data(), kPsdIdentifier.size()) == 0;
}

}  // namespace

unsigned int WritePsd(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    const Images images = ImagesOf(image_info, image);
    const Plan plan = Choose(image_info, images);
    PutOrientationIntoExif(image, OrientationPlace::kExif);
    const std::vector<std::uint8_t> resources = MakePsdResources(image, plan.header.mode);
    ByteSink sink;
    PutHeader(plan.header, sink);
    PutColormap(plan, image, sink);
    sink.U32Be(static_cast<std::uint32_t>(resources.size()));
    sink.Bytes(resources);
    sink.Flush(image);
    WriteLayers(plan, images);
    WriteComposite(plan, image);
  });
}

void RegisterPsdImage() {
  FormatEntry entry{"PSD", "Adobe Photoshop bitmap", "PSD", ReadPsd, WritePsd, IsPsd};
  entry.traits = {"1, 8, 16, 32", "yes", "layers", "ICC, EXIF, XMP, IPTC", "30000x30000"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
