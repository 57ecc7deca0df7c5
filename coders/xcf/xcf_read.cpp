#include <algorithm>
#include <cmath>
#include <string>

#include "coders/common/metadata.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/registration.hpp"
#include "coders/xcf/xcf_compose.hpp"

namespace lodestone::coders {
namespace {

constexpr std::string_view kIdentifier = "gimp xcf";

// Size and type of one image of the document.
void Describe(const XcfHeader& header, std::uint32_t columns, std::uint32_t rows, bool matte,
              Image* image) {
  image->columns = columns;
  image->rows = rows;
  image->depth = header.precision.bytes == 1 ? 8 : QuantumDepth;
  image->matte = matte ? MagickTrue : MagickFalse;
  SetShade(image, header.base == XcfBase::kGray, false);
  CheckLimits(image);
}

void SetResolution(const XcfDocument& document, Image* image) {
  const auto valid = [](float value) { return std::isfinite(value) && value > 0; };
  if (!valid(document.x_resolution) || !valid(document.y_resolution)) return;
  image->units = PixelsPerInchResolution;
  image->x_resolution = document.x_resolution;
  image->y_resolution = document.y_resolution;
}

void SetMetadata(const XcfDocument& document, Image* image) {
  SetResolution(document, image);
  if (!HasXcfLight(document)) StoreProfile(image, "ICM", document.icc);
  StoreExif(image, document.exif);
  if (!document.comment.empty()) StoreText(image, "comment", document.comment.c_str());
}

void ReadCanvas(const ImageInfo* image_info, const XcfDocument& document, Image* image,
                ExceptionInfo* exception) {
  const XcfHeader& header = document.header;
  Describe(header, header.columns, header.rows, !CoversXcfCanvas(header, document.layers), image);
  SetMetadata(document, image);
  if (!image_info->ping) ComposeXcf(document, document.layers, image, exception);
}

// As if it were the only one, at the corner of a canvas of its size.
void ReadLayer(const ImageInfo* image_info, const XcfDocument& document, const XcfLayer& layer,
               Image* image, ExceptionInfo* exception) {
  const XcfPlane& plane = layer.pixels;
  Describe(document.header, plane.columns, plane.rows, !layer.IsOpaque(), image);
  SetMetadata(document, image);
  image->page = {plane.columns, plane.rows, layer.x, layer.y};
  image->compose = layer.visible ? XcfCompositeOf(layer.blend) : NoCompositeOp;
  if (!layer.name.empty()) StoreText(image, "label", layer.name.c_str());
  if (image_info->ping) return;
  std::vector<XcfLayer> alone(1, layer);
  alone[0].x = alone[0].y = 0;
  alone[0].visible = true;
  alone[0].blend = {};
  ComposeXcf(document, alone, image, exception);
}

// Appends those with pixels, the lowest first.
void ListLayers(const std::vector<XcfLayer>& layers, std::vector<const XcfLayer*>& list) {
  for (std::size_t i = layers.size(); i-- > 0;) {
    if (layers[i].group)
      ListLayers(layers[i].layers, list);
    else
      list.push_back(&layers[i]);
  }
}

// Those of "[numbers]": 0 is the canvas, and behind it are the layers.
void ReadSome(const ImageInfo* image_info, const XcfDocument& document, Image* image,
              ExceptionInfo* exception) {
  std::vector<const XcfLayer*> layers;
  ListLayers(document.layers, layers);
  const FrameRange range = WantedFrames(image_info, layers.size() + 1);
  image->scene = range.first;
  for (std::size_t i = range.first; i < range.end; ++i) {
    if (i != range.first) image = NextImage(image_info, image);
    if (i == 0)
      ReadCanvas(image_info, document, image, exception);
    else
      ReadLayer(image_info, document, *layers[i - 1], image, exception);
  }
}

Image* ReadXcf(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const XcfDocument document = TakeXcfDocument(WholeBlob(image));
    if (image_info->subrange != 0)
      ReadSome(image_info, document, image, exception);
    else
      ReadCanvas(image_info, document, image, exception);
  });
}

unsigned int IsXcf(const unsigned char* magick, const std::size_t length) {
  return length >= kIdentifier.size() && std::equal(kIdentifier.begin(), kIdentifier.end(), magick);
}

}  // namespace

void RegisterXcfImage() {
  FormatEntry entry{"XCF", "GIMP image", "XCF", ReadXcf, nullptr, IsXcf};
  entry.traits = {"8, 16, 32, 64, floating point", "yes", "layers", "ICC, EXIF, comment", ""};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
