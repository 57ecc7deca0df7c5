#include <string>

#include "coders/common/metadata.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"
#include "coders/psd/psd_layers.hpp"
#include "coders/psd/psd_pixels.hpp"
#include "coders/psd/psd_white.hpp"

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

void DescribeComposite(const Document& document, Image* image) {
  const PsdHeader& header = document.header;
  const bool extra = header.channels > header.Colors() && header.mode != PsdMode::kMultichannel;
  const bool matte = extra && (!document.layers.any || document.layers.alpha);
  Describe(document, header.columns, header.rows, matte, image);
  ReadPsdResources(document.resources, image);
}

// Without layers, programs store colours and alpha as they are.
bool IsOnWhite(const Document& document) {
  return document.layers.alpha && BlendsWithWhite(document.header.mode);
}

void ReadComposite(const Document& document, Image* image, ExceptionInfo* exception) {
  const PsdHeader& header = document.header;
  const std::vector<PsdChannel> channels = CompositeChannels(document, PlaneOf(header, image));
  PsdImage source{PlaneOf(header, image), {}, nullptr, 255};
  for (unsigned i = 0; i < header.Colors(); ++i) source.colors.push_back(&channels[i]);
  if (image->matte != MagickFalse) {
    source.alpha = &channels[header.Colors()];
    source.on_white = IsOnWhite(document);
  }
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

// Whether the composite has that colour, blended with white.
bool IsBlended(const PsdPlane& plane, const PsdChannel& color, const PsdChannel& alpha,
               const PsdChannel& composite) {
  if (plane.depth > 16) return false;
  const unsigned bytes = plane.depth / 8;
  std::vector<std::uint8_t> blended(plane.line_bytes), shares(plane.line_bytes),
      expected(plane.line_bytes);
  for (std::size_t y = 0; y < plane.rows; ++y) {
    const std::uint8_t* const row = color.Row(y, blended.data());
    const std::uint8_t* const share = alpha.Row(y, shares.data());
    const std::uint8_t* const other = composite.Row(y, expected.data());
    if (row == nullptr || share == nullptr || other == nullptr) return false;
    if (row != blended.data()) std::copy_n(row, plane.line_bytes, blended.data());
    BlendWithWhite(bytes, plane.columns, share, blended.data());
    if (!AreClose(bytes, plane.columns, blended.data(), other)) return false;
  }
  return true;
}

// Whether there is one layer alone, which is stored again as the composite: programs write images
// with alpha like this, blended with white or not.
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
  const PsdChannel* const alpha = Find(layer, channels, kPsdTransparency);
  if (alpha == nullptr || !alpha->Equals(composite[header.Colors()])) return false;
  for (unsigned i = 0; i < header.Colors(); ++i) {
    const PsdChannel* color = Find(layer, channels, static_cast<int>(i));
    if (color == nullptr) return false;
    if (!color->Equals(composite[i]) &&
        !(IsOnWhite(document) && IsBlended(plane, *color, *alpha, composite[i])))
      return false;
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
    DescribeComposite(document, first);
    const bool flat = IsFlat(document, PlaneOf(document.header, first));
    if (!image_info->ping && flat) {
      // Its colours are exact, also where there is little alpha.
      ReadLayerPixels(document.header, document.layers.layers.front(), first, exception);
    } else if (!image_info->ping) {
      ReadComposite(document, first, exception);
    }
    if (flat) return;
    Image* image = first;
    for (const PsdLayer& layer : document.layers.layers) {
      if (IsLastWanted(image_info, image)) break;
      image = NextImage(image_info, image);
      ReadLayer(image_info, document, layer, first, image, exception);
    }
  });
}

}  // namespace lodestone::coders
