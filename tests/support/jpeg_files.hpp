// JPEG files that libjpeg-turbo makes of made-up pixels, and one that it would not make.
#pragma once

#include <cstdio>  // jpeglib.h needs FILE

#include <jpeglib.h>

#include <csetjmp>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <utility>
#include <vector>

namespace lodestone::test::jpeg {

using Bytes = std::vector<std::uint8_t>;

struct LibJpeg {
  LibJpeg() {
    jpeg_std_error(&errors);
    errors.error_exit = [](j_common_ptr info) {
      std::longjmp(static_cast<LibJpeg*>(info->client_data)->jump, 1);
    };
    errors.emit_message = [](j_common_ptr info, int level) {
      if (level < 0) ++info->err->num_warnings;
    };
  }
  jpeg_error_mgr errors;
  std::jmp_buf jump;
};

enum class Content { kPhotograph, kNoise, kFlat, kGraphics, kSpecks, kIslands, kStripes, kBoard };

struct Settings {
  unsigned columns = 67, rows = 45;
  int components = 3;
  int across = 2, down = 2;  // of the first component
  int quality = 85;
  unsigned interval = 0;  // MCUs
  bool optimized = false;
  bool one_code = false;  // of all components
  J_COLOR_SPACE space = JCS_YCbCr;
  Content content = Content::kPhotograph;
};

inline Bytes PixelsOf(const Settings& settings) {
  std::mt19937 random(settings.columns * 31 + settings.rows);
  Bytes bytes;
  for (unsigned y = 0; y < settings.rows; ++y) {
    for (unsigned x = 0; x < settings.columns; ++x) {
      for (int c = 0; c < settings.components; ++c) {
        unsigned value = 200;
        switch (settings.content) {
          case Content::kPhotograph:
            value = 30 + 3 * x + 2 * y * (c + 1) + random() % 24;
            break;
          case Content::kNoise:
            value = random() % 4 == 0 ? 255 * (random() % 2) : random();
            break;
          case Content::kFlat:
            break;
          case Content::kGraphics:
            value = (x / 9 + y / 7) % 2 == 0 ? 255 : 40 * unsigned(c);
            break;
          case Content::kSpecks:
            if (random() % 20000 == 0) value = 160;
            break;
          case Content::kIslands:
            if (x / 50 % 9 == 4 && y / 40 % 9 == 4) value = random();
            break;
          case Content::kStripes:
            value = (x % 16) * 16;
            break;
          case Content::kBoard:
            value = (x / 32 + y / 32) % 2 == 0 ? 255 : 0;
            break;
        }
        bytes.push_back(static_cast<std::uint8_t>(value));
      }
    }
  }
  return bytes;
}

inline Bytes Made(const Settings& settings) {
  LibJpeg lib;
  jpeg_compress_struct info{};
  info.err = &lib.errors;
  jpeg_create_compress(&info);
  unsigned char* made = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &made, &size);
  info.image_width = settings.columns;
  info.image_height = settings.rows;
  info.input_components = settings.components;
  info.in_color_space = settings.components == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&info);
  if (settings.components == 3) jpeg_set_colorspace(&info, settings.space);
  jpeg_set_quality(&info, settings.quality, TRUE);
  info.comp_info[0].h_samp_factor = settings.across;
  info.comp_info[0].v_samp_factor = settings.down;
  info.restart_interval = settings.interval;
  info.optimize_coding = settings.optimized ? TRUE : FALSE;
  for (int c = 0; settings.one_code && c < settings.components; ++c)
    info.comp_info[c].dc_tbl_no = info.comp_info[c].ac_tbl_no = 0;
  const Bytes pixels = PixelsOf(settings);
  jpeg_start_compress(&info, TRUE);
  const std::size_t row_bytes = std::size_t{settings.columns} * unsigned(settings.components);
  while (info.next_scanline < info.image_height) {
    JSAMPROW row = const_cast<JSAMPROW>(pixels.data() + info.next_scanline * row_bytes);
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  const Bytes file(made, made + size);
  jpeg_destroy_compress(&info);
  std::free(made);
  return file;
}

// A grey file in which each block is brighter than the one before by as much as there may be.
inline Bytes Brightening(unsigned side) {
  const auto byte = [](unsigned number) { return static_cast<std::uint8_t>(number); };
  Bytes file = {0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0};
  file.insert(file.end(), 64, 1);
  for (const unsigned each :
       {0xFFu, 0xC0u, 0u, 11u, 8u, side >> 8, side, side >> 8, side, 1u, 1u, 0x11u, 0u})
    file.push_back(byte(each));
  for (const auto& [kind, symbol] : {std::pair{0, 15}, {0x10, 0}}) {  // with codes of one bit, 0
    file.insert(file.end(), {0xFF, 0xC4, 0, 20, byte(unsigned(kind)), 1});
    file.insert(file.end(), 15, 0);
    file.push_back(byte(unsigned(symbol)));
  }
  file.insert(file.end(), {0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0});
  unsigned bits = 0, count = 0;
  const unsigned blocks = (side + 7) / 8 * ((side + 7) / 8);
  for (unsigned bit = 0; bit < 17 * blocks || count != 0; ++bit) {
    bits = bits << 1 | (bit >= 17 * blocks || (bit % 17 != 0 && bit % 17 != 16) ? 1 : 0);
    if (++count < 8) continue;
    file.push_back(byte(bits));
    if (file.back() == 0xFF) file.push_back(0);
    count = 0;
  }
  file.insert(file.end(), {0xFF, 0xD9});
  return file;
}

}  // namespace lodestone::test::jpeg
