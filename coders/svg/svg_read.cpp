// Scalable Vector Graphics, drawn by librsvg.
#include <string>
#include <string_view>

#include <librsvg/rsvg.h>

#include "coders/cairo/canvas.hpp"
#include "coders/cairo/gobject.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/whole_input.hpp"

namespace lodestone::coders {
namespace {

[[noreturn]] void FailWith(const GOwner<GError>& error) {
  std::string reason = error == nullptr ? "unknown error" : error->message;
  while (reason.ends_with('\n')) reason.pop_back();
  Fail(CorruptImageError, "librsvg: " + reason);
}

// Without the name of the file, so that nothing outside it is read; gzip is decompressed.
GOwner<RsvgHandle> Open(std::span<const std::uint8_t> file) {
  const GOwner<GInputStream> stream(
      g_memory_input_stream_new_from_data(file.data(), static_cast<gssize>(file.size()), nullptr));
  GError* found = nullptr;
  GOwner<RsvgHandle> handle(rsvg_handle_new_from_stream_sync(
      stream.get(), nullptr, RSVG_HANDLE_FLAGS_NONE, nullptr, &found));
  const GOwner<GError> error(found);
  if (handle == nullptr) FailWith(error);
  return handle;
}

struct Size {
  double width = 0.0, height = 0.0;
};

// In pixels: what the document says, else its view box, else what is drawn.
Size SizeOf(RsvgHandle* handle) {
  Size size;
  if (rsvg_handle_get_intrinsic_size_in_pixels(handle, &size.width, &size.height)) return size;
  gboolean has_box = FALSE;
  RsvgRectangle box = {};
  rsvg_handle_get_intrinsic_dimensions(handle, nullptr, nullptr, nullptr, nullptr, &has_box, &box);
  if (!has_box) {
    GError* found = nullptr;
    rsvg_handle_get_geometry_for_element(handle, nullptr, &box, nullptr, &found);
    const GOwner<GError> error(found);
    if (error != nullptr) FailWith(error);
  }
  return {box.width, box.height};
}

// -size fits the document to a geometry.
void SetSize(const ImageInfo* image_info, RsvgHandle* handle, Image* image) {
  const Size size = SizeOf(handle);
  if (!std::isfinite(size.width) || !std::isfinite(size.height))
    Fail(CorruptImageError, "Negative or zero image size");
  image->columns = SpecializedSizeOf(size.width);
  image->rows = SpecializedSizeOf(size.height);
  if (image_info->size != nullptr) {
    RectangleInfo fitted = {image->columns, image->rows, 0, 0};
    GetMagickGeometry(image_info->size, &fitted.x, &fitted.y, &fitted.width, &fitted.height);
    image->columns = fitted.width;
    image->rows = fitted.height;
  }
  CheckLimits(image);
}

void Describe(const ImageInfo* image_info, RsvgHandle* handle, Image* image) {
  const DotsPerInch dots = DensityOf(image_info);
  rsvg_handle_set_dpi_x_y(handle, dots.x, dots.y);
  SetSize(image_info, handle, image);
  image->depth = 8;
  image->x_resolution = dots.x;
  image->y_resolution = dots.y;
  image->units = PixelsPerInchResolution;
  image->matte = image->background_color.opacity != OpaqueOpacity ? MagickTrue : MagickFalse;
}

void Draw(RsvgHandle* handle, Image* image, ExceptionInfo* exception) {
  CodingProgress(CodingProgress::Task::kLoading, image, exception).Tick(0);
  CairoCanvas canvas(image);
  canvas.Fill(image->background_color);
  const RsvgRectangle all = {0.0, 0.0, static_cast<double>(image->columns),
                             static_cast<double>(image->rows)};
  GError* found = nullptr;
  const gboolean drawn = rsvg_handle_render_document(handle, canvas.context(), &all, &found);
  const GOwner<GError> error(found);
  if (!drawn) FailWith(error);
  canvas.Store(image, exception);
}

Image* ReadSvg(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const WholeInput file(image);
    const GOwner<RsvgHandle> handle = Open(file.bytes());
    Describe(image_info, handle.get(), image);
    if (image_info->ping == MagickFalse) Draw(handle.get(), image, exception);
  });
}

unsigned int IsSvg(const unsigned char* magick, const std::size_t length) {
  const std::string_view start(reinterpret_cast<const char*>(magick), length);
  return start.find("<svg") != std::string_view::npos || start.starts_with("<?xml") ? MagickTrue
                                                                                    : MagickFalse;
}

}  // namespace
}  // namespace lodestone::coders

using namespace lodestone::coders;

LS_CODER_ENTRY(SVG) {
  static const std::string version = "librsvg " + std::to_string(rsvg_major_version) + "." +
                                     std::to_string(rsvg_minor_version) + "." +
                                     std::to_string(rsvg_micro_version);
  for (const char* name : {"SVG", "SVGZ"}) {
    FormatEntry entry{name, "Scalable Vector Graphics", "SVG", ReadSvg, nullptr, IsSvg};
    entry.adjoin = false;
    entry.version = version.c_str();
    entry.traits = {"8", "yes", "", "", "32767x32767"};
    RegisterFormat(entry);
  }
}
