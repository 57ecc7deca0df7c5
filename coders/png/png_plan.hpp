// How a PNG file stores its pixels: colour type, depth and palette.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "base/owner.hpp"
#include "coders/png/png.hpp"

namespace lodestone::coders {

struct PngPlan {
  int color_type = PNG_COLOR_TYPE_RGB;
  int bit_depth = 8;
  png_color palette[256] = {};
  png_byte alpha[256] = {};
  int palette_size = 0;
  int alpha_size = 0;                   // entries of the tRNS chunk
  std::map<std::uint64_t, int> lookup;  // colour to index, for images without indexes
  int transparent = -1;                 // index of what is more transparent than opaque
  Owner<Image, DestroyImage> reduced;   // with fewer colours, to be written instead

  bool indexed() const { return color_type == PNG_COLOR_TYPE_PALETTE; }
  const Image* Source(const Image* image) const { return reduced ? reduced.get() : image; }
};

// What `lookup` of a plan is searched by: red, green, blue and alpha of 8 bits.
std::uint64_t PngColorKey(const PixelPacket& pixel, bool matte);

// The plan of one image, by the name of the format, else by the type asked for and the content.
PngPlan PlanPng(const ImageInfo* image_info, Image* image);

// One plan for all frames of an animation.
PngPlan PlanApng(const ImageInfo* image_info, std::span<Image* const> frames);

// png_write.cpp: the header with palette and compression, and the rows of the plan's source.
void SetPngHeader(PngWriter& writer, const ImageInfo* image_info, const Image* image,
                  PngPlan& plan);
void WritePngRows(PngWriter& writer, const PngPlan& plan, const Image* image,
                  ExceptionInfo* exception);

}  // namespace lodestone::coders
