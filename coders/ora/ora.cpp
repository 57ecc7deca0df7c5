// OpenRaster: a zip archive with the composed image, its layers and a text that lists them.
#include <algorithm>
#include <cmath>

#include "coders/common/embedded.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/registration.hpp"
#include "coders/ora/ora_stack.hpp"
#include "coders/ora/zip.hpp"

namespace lodestone::coders {
namespace {

constexpr std::string_view kStart = "PK\3\4", kType = "mimetypeimage/openraster";
constexpr std::size_t kTypeAt = 30;
constexpr std::string_view kStackName = "stack.xml", kMergedName = "mergedimage.png";

void ReadPng(const ImageInfo* image_info, const ZipArchive& archive, std::string_view name,
             Image* image, ExceptionInfo* exception) {
  ReadEmbedded(image_info, "PNG", archive.Read(name).bytes(), image, exception);
}

void ReadMerged(const ImageInfo* image_info, const ZipArchive& archive, Image* image,
                ExceptionInfo* exception) {
  ReadPng(image_info, archive, kMergedName, image, exception);
  if (!archive.Has(kStackName)) return;
  const OraStack stack = ParseOraStack(archive.Read(kStackName).bytes());
  const auto valid = [](double value) { return std::isfinite(value) && value > 0; };
  if (!valid(stack.x_resolution) || !valid(stack.y_resolution)) return;
  image->units = PixelsPerInchResolution;
  image->x_resolution = stack.x_resolution;
  image->y_resolution = stack.y_resolution;
}

void Fade(double opacity, Image* image, ExceptionInfo* exception) {
  PixelPacket* pixels = GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  if (pixels == nullptr) FailAfter(exception, CacheError, "Unable to get pixels");
  const bool matte = image->matte != MagickFalse;
  image->storage_class = DirectClass;
  image->matte = MagickTrue;
  for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i) {
    const double alpha = matte ? MaxRGBDouble - pixels[i].opacity : MaxRGBDouble;
    pixels[i].opacity = static_cast<Quantum>(MaxRGBDouble - alpha * opacity + 0.5);
  }
  SyncPixels(image, exception);
}

void ReadLayer(const ImageInfo* image_info, const ZipArchive& archive, const OraLayer& layer,
               Image* image, ExceptionInfo* exception) {
  ReadPng(image_info, archive, layer.source, image, exception);
  image->page = {image->columns, image->rows, layer.x, layer.y};
  image->compose = layer.visible ? OraCompositeOf(layer.compose) : NoCompositeOp;
  if (!layer.name.empty()) StoreText(image, "label", layer.name.c_str());
  if (layer.opacity < 1 && !image_info->ping) Fade(layer.opacity, image, exception);
}

// Those of "[numbers]": 0 is the composed image, and behind it are the layers, the lowest first.
void ReadSome(const ImageInfo* image_info, const ZipArchive& archive, Image* image,
              ExceptionInfo* exception) {
  const std::vector<OraLayer> layers = ParseOraStack(archive.Read(kStackName).bytes()).layers;
  const FrameRange range = WantedFrames(image_info, layers.size() + 1);
  image->scene = range.first;
  for (std::size_t i = range.first; i < range.end; ++i) {
    if (i != range.first) image = NextImage(image_info, image);
    if (i == 0)
      ReadMerged(image_info, archive, image, exception);
    else
      ReadLayer(image_info, archive, layers[layers.size() - i], image, exception);
  }
}

Image* ReadOra(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ZipArchive archive(WholeBlob(image));
    if (image_info->subrange != 0)
      ReadSome(image_info, archive, image, exception);
    else
      ReadMerged(image_info, archive, image, exception);
  });
}

unsigned int IsOra(const unsigned char* magick, const std::size_t length) {
  const std::string_view start(reinterpret_cast<const char*>(magick), length);
  return start.starts_with(kStart) && length >= kTypeAt && start.substr(kTypeAt).starts_with(kType);
}

}  // namespace

void RegisterOraImage() {
  FormatEntry entry{"ORA", "OpenRaster", "ORA", ReadOra, nullptr, IsOra};
  entry.traits = {"8, 16", "yes", "layers", "ICC, resolution, texts", ""};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
