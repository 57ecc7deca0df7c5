// Made-up pixels, and how libjpeg is set up to encode them.
#pragma once

#include <cstdio>  // jpeglib.h needs FILE

#include <jpeglib.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <random>
#include <vector>

#include "kernels/common/quantum.hpp"
#include "kernels/jpeg/jpeg.h"

namespace lodestone::test::encoding {

inline constexpr std::size_t kKeepsAll = std::size_t{1} << 40;

enum class Content { kPhotograph, kNoise, kFlat, kGraphics, kExtremes };
inline constexpr Content kContents[] = {Content::kPhotograph, Content::kNoise, Content::kFlat,
                                        Content::kGraphics, Content::kExtremes};

struct Settings {
  unsigned columns = 67, rows = 45;
  int components = 3;
  int across = 2, down = 2;  // of the first component
  int second_across = 1, second_down = 1;
  int quality = 85;
  unsigned interval = 0;  // MCUs
  bool optimized = false;
  bool converts = true;
  Content content = Content::kPhotograph;
  unsigned quantum = 0;  // of all tables, instead of the quality's
  std::size_t most_kept = kKeepsAll;
};

inline unsigned ValueAt(Content content, unsigned x, unsigned y, unsigned c, std::mt19937& random) {
  switch (content) {
    case Content::kPhotograph:
      return (30 + 3 * x + 2 * y * (c + 1) + random() % 24) & 255;
    case Content::kNoise:
      return random() & 255;
    case Content::kFlat:
      return 200;
    case Content::kGraphics:
      return (x / 9 + y / 7) % 2 == 0 ? 255 : 40 * c;
    case Content::kExtremes:
      return random() % 2 * 255;
  }
  return 0;
}

// Packets, or one sample a pixel, which are narrowed to bytes by the encoder.
inline std::vector<kernels::QuantumSample> PixelsOf(const Settings& settings) {
  constexpr bool kLittle = std::endian::native == std::endian::little;
  std::mt19937 random(settings.columns * 31 + settings.rows);
  const unsigned step = kernels::kQuantumMax / 255;
  const std::size_t samples = settings.components == 1 ? 1 : kernels::kChannels;
  std::vector<kernels::QuantumSample> pixels;
  pixels.reserve(settings.columns * settings.rows * samples);
  for (unsigned y = 0; y < settings.rows; ++y) {
    for (unsigned x = 0; x < settings.columns; ++x) {
      for (unsigned c = 0; c < samples; ++c) {
        const unsigned value = ValueAt(settings.content, x, y, kLittle ? 2 - c : c, random) * step;
        const unsigned less = step == 1 ? 0 : random() % 128;
        pixels.push_back(static_cast<kernels::QuantumSample>(c == 3          ? random()
                                                             : value >= less ? value - less
                                                                             : value + less));
      }
    }
  }
  return pixels;
}

struct LibJpeg {
  explicit LibJpeg(const Settings& settings) {
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &made, &size);
    info.image_width = settings.columns;
    info.image_height = settings.rows;
    info.input_components = settings.components == 1 ? 1 : 4;
    constexpr bool kLittle = std::endian::native == std::endian::little;
    info.in_color_space = settings.components == 1 ? JCS_GRAYSCALE
                          : kLittle                ? JCS_EXT_BGRX
                                                   : JCS_EXT_RGBX;
    jpeg_set_defaults(&info);
    if (!settings.converts && settings.components == 3) jpeg_set_colorspace(&info, JCS_RGB);
    jpeg_set_quality(&info, settings.quality, TRUE);
    for (JQUANT_TBL* table : info.quant_tbl_ptrs)
      for (unsigned i = 0; settings.quantum != 0 && table != nullptr && i < DCTSIZE2; ++i)
        table->quantval[i] = static_cast<UINT16>(1 + (settings.quantum + 7 * i) % 255);
    info.comp_info[0].h_samp_factor = settings.across;
    info.comp_info[0].v_samp_factor = settings.down;
    if (settings.components == 3) {
      info.comp_info[1].h_samp_factor = settings.second_across;
      info.comp_info[1].v_samp_factor = settings.second_down;
    }
    info.restart_interval = settings.interval;
    info.optimize_coding = settings.optimized ? TRUE : FALSE;
  }
  ~LibJpeg() {
    jpeg_destroy_compress(&info);
    std::free(made);
  }
  jpeg_error_mgr errors;
  jpeg_compress_struct info{};
  unsigned char* made = nullptr;
  unsigned long size = 0;
};

inline void CopyCode(const JHUFF_TBL& from, MagickAccelerateJpegCode& to) {
  std::copy(std::begin(from.bits), std::end(from.bits), to.counts);
  std::copy(std::begin(from.huffval), std::end(from.huffval), to.symbols);
}

inline MagickAccelerateEncoding EncodingOf(const Settings& settings) {
  const LibJpeg lib(settings);
  MagickAccelerateEncoding encoding{};
  encoding.columns = settings.columns;
  encoding.rows = settings.rows;
  encoding.components = static_cast<std::uint32_t>(settings.components);
  encoding.converts = settings.converts;
  encoding.interval = settings.interval;
  for (int c = 0; c < settings.components; ++c) {
    const jpeg_component_info& from = lib.info.comp_info[c];
    MagickAccelerateEncodedComponent& to = encoding.component[c];
    to.across = settings.components == 1 ? 1 : static_cast<std::uint32_t>(from.h_samp_factor);
    to.down = settings.components == 1 ? 1 : static_cast<std::uint32_t>(from.v_samp_factor);
    to.code = static_cast<std::uint32_t>(from.dc_tbl_no);
    std::copy_n(lib.info.quant_tbl_ptrs[from.quant_tbl_no]->quantval, DCTSIZE2, to.quanta);
  }
  for (unsigned i = 0; i < MAGICK_ACCELERATE_JPEG_CODES; ++i) {
    CopyCode(*lib.info.dc_huff_tbl_ptrs[i], encoding.dc[i]);
    CopyCode(*lib.info.ac_huff_tbl_ptrs[i], encoding.ac[i]);
  }
  return encoding;
}

}  // namespace lodestone::test::encoding
