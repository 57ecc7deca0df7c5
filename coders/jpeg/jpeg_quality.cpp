#include <algorithm>
#include <array>

#include "coders/jpeg/jpeg.hpp"
#include "base/on_first_use.hpp"

namespace lodestone::coders {
namespace {

constexpr int kQualities = 100;

// Identifies the quantization tables of each quality: the sum of all entries, and of a few.
struct Marks {
  std::array<int, kQualities> color_sum{}, color_few{}, gray_sum{}, gray_few{};
};

// The tables of quality 50, of which all others are multiples.
struct BaseTables {
  int luminance[DCTSIZE2] = {};
  int chrominance[DCTSIZE2] = {};
};

BaseTables LoadBaseTables() {
  BaseTables base;
  JpegClient client(nullptr, nullptr, CoderError);
  jpeg_compress_struct info = {};
  info.err = &client.errors;
  info.client_data = &client;
  JpegCall(client, [&] {
    jpeg_create_compress(&info);
    info.input_components = 3;
    info.in_color_space = JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, 50, TRUE);
  });
  for (int i = 0; i < DCTSIZE2; ++i) {
    base.luminance[i] = info.quant_tbl_ptrs[0]->quantval[i];
    base.chrominance[i] = info.quant_tbl_ptrs[1]->quantval[i];
  }
  jpeg_destroy_compress(&info);
  return base;
}

Marks MakeMarks() {
  const BaseTables base = LoadBaseTables();
  Marks marks;
  for (int quality = 1; quality <= kQualities; ++quality) {
    const int percent = jpeg_quality_scaling(quality);
    const auto scaled = [percent](int value) {
      return std::min(std::max((value * percent + 50) / 100, 1), 255);
    };
    const std::size_t at = static_cast<std::size_t>(quality - 1);
    for (int i = 0; i < DCTSIZE2; ++i) {
      marks.gray_sum[at] += scaled(base.luminance[i]);
      marks.color_sum[at] += scaled(base.chrominance[i]);
    }
    marks.color_sum[at] += marks.gray_sum[at];
    marks.gray_few[at] = scaled(base.luminance[2]) + scaled(base.luminance[53]);
    marks.color_few[at] =
        marks.gray_few[at] + scaled(base.chrominance[0]) + scaled(base.chrominance[63]);
  }
  return marks;
}

}  // namespace

int EstimateJpegQuality(const jpeg_decompress_struct& info) {
  struct KnownMarks {
    Marks marks = MakeMarks();
  };
  static constinit OnFirstUse<KnownMarks> known;
  const Marks& marks = known.Get().marks;
  const JQUANT_TBL* first = info.quant_tbl_ptrs[0];
  const JQUANT_TBL* second = info.quant_tbl_ptrs[1];
  if (first == nullptr) return 0;
  int sum = 0;
  for (const JQUANT_TBL* table : info.quant_tbl_ptrs) {
    for (int i = 0; table != nullptr && i < DCTSIZE2; ++i) sum += table->quantval[i];
  }
  const bool color = second != nullptr;
  int few = first->quantval[2] + first->quantval[53];
  if (color) few += second->quantval[0] + second->quantval[63];
  const auto& few_of = color ? marks.color_few : marks.gray_few;
  const auto& sum_of = color ? marks.color_sum : marks.gray_sum;
  for (std::size_t i = 0; i < kQualities; ++i) {
    if (few >= few_of[i] || sum >= sum_of[i]) return static_cast<int>(i) + 1;
  }
  return 0;
}

}  // namespace lodestone::coders
