#include <string>

#include "coders/common/metadata.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"
#include "coders/psd/psd_layers.hpp"
#include "coders/psd/psd_pixels.hpp"

namespace lodestone::coders {
namespace {

bool IsKnown(PsdMode mode) {
  const PsdMode modes[] = {PsdMode::kBitmap,  PsdMode::kGray, PsdMode::kIndexed,
                           PsdMode::kRgb,     PsdMode::kCmyk, PsdMode::kMultichannel,
                           PsdMode::kDuotone, PsdMode::kLab};
  return std::ranges::find(modes, mode) != std::end(modes);
}

void Check(const PsdHeader& header) {
  const bool bitmap = header.mode == PsdMode::kBitmap;
  const bool plain = header.depth == 8;
  const bool deep = header.depth == 16 || header.depth == 32;
  if (!IsKnown(header.mode) || (bitmap ? header.depth != 1 : !plain && !deep) ||
      (header.mode == PsdMode::kIndexed && !plain)) {
    Fail(CoderError, "Data storage type is not supported");
  }
  if (header.channels < header.Colors() || header.channels > kPsdChannelsMax)
    Fail(CorruptImageError, "Improper image header");
}

PsdHeader TakeHeader(ByteCursor& cursor) {
  PsdHeader header;
  if (!cursor.TakeIf(kPsdIdentifier)) Fail(CorruptImageError, "Improper image header");
  const unsigned version = cursor.U16Be();
  if (version != 1 && version != 2) Fail(CorruptImageError, "Improper image header");
  header.large = version == 2;
  cursor.Skip(6);
  header.channels = cursor.U16Be();
  header.rows = cursor.U32Be();
  header.columns = cursor.U32Be();
  header.depth = cursor.U16Be();
  header.mode = static_cast<PsdMode>(cursor.U16Be());
  Check(header);
  return header;
}

// The parts of a file.
struct Document {
  PsdHeader header;
  ByteSpan colors;
  ByteSpan resources;
  PsdLayers layers;
  ByteSpan composite;
};

Document TakeDocument(ByteSpan file) {
  Document document;
  ByteCursor cursor(file);
  document.header = TakeHeader(cursor);
  document.colors = cursor.Take(cursor.U32Be());
  document.resources = cursor.Take(cursor.U32Be());
  const std::uint64_t layers = document.header.TakeLength(cursor);
  document.layers = TakePsdLayers(document.header, cursor.Take(layers));
  document.composite = cursor.Take(cursor.Remaining());
  return document;
}

std::vector<PsdChannel> CompositeChannels(const Document& document, const PsdPlane& plane) {
  ByteCursor cursor(document.composite);
  const PsdCompression compression = TakePsdCompression(cursor);
  return PsdChannel::Take(document.header, plane, compression, document.header.channels, cursor);
}

// The channels of a layer; those that are not needed are empty.
std::vector<PsdChannel> LayerChannels(const PsdHeader& header, const PsdLayer& layer,
                                      const PsdPlane& plane) {
  std::vector<PsdChannel> channels(layer.parts.size());
  for (std::size_t i = 0; i < layer.parts.size(); ++i) {
    const int number = layer.parts[i].number;
    if (number < kPsdTransparency || number >= static_cast<int>(header.Colors())) continue;
    ByteCursor cursor(layer.parts[i].bytes);
    const PsdCompression compression = TakePsdCompression(cursor);
    channels[i] = std::move(PsdChannel::Take(header, plane, compression, 1, cursor).front());
  }
  return channels;
}

// All reds, then all greens, then all blues.
void SetColormap(ByteSpan bytes, Image* image) {
  const std::size_t colors = std::min<std::size_t>(bytes.size() / 3, 256);
  if (colors == 0) Fail(CorruptImageError, "Improper image header");
  MakeColormap(image, colors);
  for (std::size_t i = 0; i < colors; ++i) {
    image->colormap[i].red = QuantumFromByte(bytes[i]);
    image->colormap[i].green = QuantumFromByte(bytes[colors + i]);
    image->colormap[i].blue = QuantumFromByte(bytes[2 * colors + i]);
    image->colormap[i].opacity = OpaqueOpacity;
  }
}

// Size and type of one image of the document.
void Describe(const Document& document, std::size_t columns, std::size_t rows, bool matte,
              Image* image) {
  const PsdHeader& header = document.header;
  image->columns = columns;
  image->rows = rows;
  image->depth = std::min<unsigned>(header.depth <= 8 ? 8 : 16, QuantumDepth);
  image->matte = matte ? MagickTrue : MagickFalse;
  CheckLimits(image);
  if (header.mode == PsdMode::kCmyk) image->colorspace = CMYKColorspace;
  if (header.mode == PsdMode::kIndexed) return SetColormap(document.colors, image);
  const bool gray = header.Colors() == 1;
  if (gray && !matte && header.depth <= 8) MakeColormap(image, 1ul << header.depth);
  SetShade(image, gray, header.depth == 1);
}

PsdPlane PlaneOf(const PsdHeader& header, const Image* image) {
  return {image->columns, image->rows, header.LineBytes(image->columns), header.depth};
}

void ReadComposite(const ImageInfo* image_info, const Document& document, Image* image,
                   ExceptionInfo* exception) {
  const PsdHeader& header = document.header;
  const bool extra = header.channels > header.Colors() && header.mode != PsdMode::kMultichannel;
  const bool matte = extra && (!document.layers.any || document.layers.alpha);
  Describe(document, header.columns, header.rows, matte, image);
  ReadPsdResources(document.resources, image);
  if (image_info->ping) return;
  const std::vector<PsdChannel> channels = CompositeChannels(document, PlaneOf(header, image));
  PsdImage source{PlaneOf(header, image), {}, nullptr, 255};
  for (unsigned i = 0; i < header.Colors(); ++i) source.colors.push_back(&channels[i]);
  if (matte) source.alpha = &channels[header.Colors()];
  ReadPsdPixels(header, source, image, exception);
}

// What GraphicsMagick says of layers.
void SetAttributes(const PsdLayer& layer, Image* image) {
  const Quantum opacity = static_cast<Quantum>(MaxRGB - QuantumFromByte(layer.opacity));
  StoreText(image, "[layer-xpos]", std::to_string(layer.x).c_str());
  StoreText(image, "[layer-ypos]", std::to_string(layer.y).c_str());
  StoreText(image, "[layer-opacity]", std::to_string(opacity).c_str());
  StoreText(image, "[layer-name]", layer.name.c_str());
  if (!layer.name.empty()) StoreText(image, "label", layer.name.c_str());
}

// The channel of that number, or null.
const PsdChannel* Find(const PsdLayer& layer, const std::vector<PsdChannel>& channels, int number) {
  for (std::size_t i = 0; i < layer.parts.size(); ++i) {
    if (layer.parts[i].number == number) return &channels[i];
  }
  return nullptr;
}

// Whether there is one layer alone, which is stored again as the composite: programs write images
// with alpha like this.
bool IsFlat(const Document& document, const PsdPlane& plane) {
  const PsdHeader& header = document.header;
  if (document.layers.layers.size() != 1 || !document.layers.alpha) return false;
  const PsdLayer& layer = document.layers.layers.front();
  if (layer.x != 0 || layer.y != 0 || layer.columns != header.columns ||
      layer.rows != header.rows || layer.opacity != 255 || !layer.visible ||
      layer.compose != OverCompositeOp || layer.parts.size() != header.channels ||
      header.channels != header.Colors() + 1) {
    return false;
  }
  const std::vector<PsdChannel> composite = CompositeChannels(document, plane);
  const std::vector<PsdChannel> channels = LayerChannels(header, layer, plane);
  for (std::size_t i = 0; i < composite.size(); ++i) {
    const int number = i == header.Colors() ? kPsdTransparency : static_cast<int>(i);
    const PsdChannel* channel = Find(layer, channels, number);
    if (channel == nullptr || !channel->Equals(composite[i])) return false;
  }
  return true;
}

void ReadLayerPixels(const PsdHeader& header, const PsdLayer& layer, Image* image,
                     ExceptionInfo* exception) {
  const PsdPlane plane = PlaneOf(header, image);
  const std::vector<PsdChannel> channels = LayerChannels(header, layer, plane);
  PsdImage source{plane, {}, Find(layer, channels, kPsdTransparency), layer.opacity};
  for (unsigned i = 0; i < header.Colors(); ++i)
    source.colors.push_back(Find(layer, channels, static_cast<int>(i)));
  ReadPsdPixels(header, source, image, exception);
}

void ReadLayer(const ImageInfo* image_info, const Document& document, const PsdLayer& layer,
               const Image* first, Image* image, ExceptionInfo* exception) {
  Describe(document, layer.columns, layer.rows, layer.HasAlpha(), image);
  image->page = {layer.columns, layer.rows, layer.x, layer.y};
  image->compose = layer.visible ? layer.compose : NoCompositeOp;
  image->units = first->units;
  image->x_resolution = first->x_resolution;
  image->y_resolution = first->y_resolution;
  StoreProfile(image, "ICM", ProfileOf(first, "ICM"));
  SetAttributes(layer, image);
  if (!image_info->ping) ReadLayerPixels(document.header, layer, image, exception);
}

}  // namespace

Image* ReadPsd(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* first) {
    OpenForReading(image_info, first, exception);
    const Document document = TakeDocument(WholeBlob(first));
    ReadComposite(image_info, document, first, exception);
    if (IsFlat(document, PlaneOf(document.header, first))) return;
    Image* image = first;
    for (const PsdLayer& layer : document.layers.layers) {
      if (IsLastWanted(image_info, image)) break;
      image = NextImage(image_info, image);
      ReadLayer(image_info, document, layer, first, image, exception);
    }
  });
}

}  // namespace lodestone::coders
