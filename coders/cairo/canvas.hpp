// What libraries that draw with cairo draw on. Included by their coders alone, which are modules:
// the core of the library does not see cairo.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include <cairo.h>

#include "base/owner.hpp"
#include "coders/common/coder.hpp"
#include "coders/common/drawing_size.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {

// As large as the image, which must be within the limits.
class CairoCanvas {
 public:
  explicit CairoCanvas(const Image* image) {
    CheckLimits(image);
    if (std::max(image->columns, image->rows) > kSideMax)
      Fail(ResourceLimitError, "Image sides beyond 32767 pixels are not supported");
    if (!claim_.Acquire(std::uint64_t{4} * image->columns * image->rows)) FailOfMemoryLimit();
    surface_.reset(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(image->columns),
                                              static_cast<int>(image->rows)));
    context_.reset(cairo_create(surface_.get()));
    if (cairo_status(context_.get()) != CAIRO_STATUS_SUCCESS) throw std::bad_alloc();
  }

  cairo_t* context() const { return context_.get(); }

  void Fill(const PixelPacket& color) {
    const auto part = [](Quantum sample) { return sample / MaxRGBDouble; };
    cairo_t* const context = context_.get();
    cairo_save(context);
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE);
    cairo_set_source_rgba(context, part(color.red), part(color.green), part(color.blue),
                          1.0 - part(color.opacity));
    cairo_paint(context);
    cairo_restore(context);
  }

  // All pixels of the image.
  void Store(Image* image, ExceptionInfo* exception) const {
    cairo_surface_flush(surface_.get());
    const unsigned char* const bytes = cairo_image_surface_get_data(surface_.get());
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface_.get()));
    const Pixels target = NewPixels(image, exception);
    for (std::size_t y = 0; y < image->rows; ++y) {
      const auto* const row = reinterpret_cast<const std::uint32_t*>(bytes + y * stride);
      for (std::size_t x = 0; x < image->columns; ++x) target.Row(y)[x] = PixelOf(row[x]);
    }
    SyncPixels(image, exception);
  }

 private:
  static constexpr unsigned long kSideMax = 32767;  // of cairo

  // Colours have been multiplied by alpha.
  static PixelPacket PixelOf(std::uint32_t argb) {
    const std::uint32_t alpha = argb >> 24;
    if (alpha == 0) return {0, 0, 0, TransparentOpacity};
    const auto sample = [&](unsigned shift) {
      const std::uint32_t value = argb >> shift & 255;
      return alpha == 255 ? QuantumFromByte(value)
                          : QuantumFromRange(std::min(value, alpha), alpha);
    };
    PixelPacket pixel = {};
    pixel.red = sample(16);
    pixel.green = sample(8);
    pixel.blue = sample(0);
    pixel.opacity = static_cast<Quantum>(MaxRGB - QuantumFromByte(alpha));
    return pixel;
  }

  MemoryClaim claim_;
  Owner<cairo_surface_t, cairo_surface_destroy> surface_;
  Owner<cairo_t, cairo_destroy> context_;
};

}  // namespace lodestone::coders
