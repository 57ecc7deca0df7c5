// IDENTITY: the Hald CLUT that changes nothing, of the order that the name says (8), and MATTE,
// which writes the opacity of an image as shades, in a MIFF file.
#include <cstdlib>
#include <cstring>

#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"
#include "coders/miff/miff.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr unsigned long kUsualOrder = 8, kMostOrder = 64;

unsigned long OrderOf(const char* text) {
  const long order = std::strtol(text, nullptr, 10);
  if (order < 2) return kUsualOrder;
  if (static_cast<unsigned long>(order) > kMostOrder)
    Fail(ResourceLimitError,
         "The order of a Hald CLUT is at most " + std::to_string(kMostOrder) + ": " + text);
  return static_cast<unsigned long>(order);
}

Image* ReadIdentity(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    const unsigned long order = OrderOf(image_info->filename);
    const std::size_t levels = order * order;
    MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
    image->columns = image->rows = order * order * order;
    CheckLimits(image);
    if (image_info->ping != MagickFalse) return;
    const Pixels target = NewPixels(image, exception);
    const auto quantum = [&](std::size_t level) {
      return QuantumFromRange(static_cast<std::uint32_t>(level),
                              static_cast<std::uint32_t>(levels - 1));
    };
    ReadRows(image, exception, [&](std::size_t y) {
      for (std::size_t x = 0; x < image->columns; ++x) {
        const std::size_t number = y * image->columns + x;
        PixelPacket& pixel = target.Row(y)[x];
        pixel.red = quantum(number % levels);
        pixel.green = quantum(number / levels % levels);
        pixel.blue = quantum(number / levels / levels);
        pixel.opacity = OpaqueOpacity;
      }
    });
    SyncPixels(image, exception);
  });
}

void FillShades(const Image* image, Image* shades) {
  const ConstPixels source = AllPixels(image, &shades->exception);
  const Pixels target = NewPixels(shades, &shades->exception);
  const std::size_t count = std::size_t{image->columns} * image->rows;
  for (std::size_t i = 0; i < count; ++i) {
    const Quantum opacity = source.pixels[i].opacity;
    target.pixels[i].red = target.pixels[i].green = target.pixels[i].blue = opacity;
    target.pixels[i].opacity = OpaqueOpacity;
  }
  SyncPixels(shades, &shades->exception);
}

MadeImage Shades(Image* image) {
  if (image->matte == MagickFalse) Fail(CoderError, "Image does not have a matte channel");
  MadeImage shades(CloneImage(image, image->columns, image->rows, MagickTrue, &image->exception));
  if (shades == nullptr) throw std::bad_alloc();
  shades->matte = MagickFalse;
  shades->storage_class = DirectClass;
  shades->colorspace = RGBColorspace;
  FillShades(image, shades.get());
  return shades;
}

unsigned int WriteMatte(const ImageInfo* image_info, Image* image) {
  return WriteMiffOf(image_info, image, [&] { return Shades(image); });
}

}  // namespace

void RegisterIdentityImage() {
  FormatEntry identity{"IDENTITY", "Hald CLUT identity image", "IDENTITY", ReadIdentity};
  identity.adjoin = false;
  identity.extension = IgnoreExtensionTreatment;
  RegisterFormat(identity);
  FormatEntry matte{"MATTE", "Opacity as shades, in MIFF", "MATTE", nullptr, WriteMatte};
  matte.adjoin = false;
  RegisterFormat(matte);
}

}  // namespace lodestone::coders
