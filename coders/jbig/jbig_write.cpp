#include "coders/common/bilevel.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/jbig/jbig.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

// What the library hands out; it must not be left by an exception.
struct Output {
  ByteSink sink;
  bool no_memory = false;

  static void Add(unsigned char* bytes, std::size_t length, void* self) noexcept {
    auto& output = *static_cast<Output*>(self);
    try {
      output.sink.Bytes({bytes, length});
    } catch (const std::bad_alloc&) {
      output.no_memory = true;
    }
  }
};

// Set bits are black; those behind the last pixel are not set.
std::vector<std::uint8_t> BlackBits(Image* image) {
  const BilevelCopy copy(image);
  const WhiteIndexes white(copy.get());
  const ConstPixels source = AllPixels(copy.get(), &image->exception);
  const std::size_t row_bytes = PackedBytes(image->columns, 1);
  std::vector<std::uint8_t> bits(row_bytes * image->rows);
  const unsigned used = image->columns % 8 == 0 ? 8 : static_cast<unsigned>(image->columns % 8);
  for (std::size_t y = 0; y < image->rows; ++y) {
    std::uint8_t* const row = &bits[y * row_bytes];
    white.Pack(source.IndexRow(y), source.columns, row);
    for (std::size_t i = 0; i < row_bytes; ++i) row[i] = static_cast<std::uint8_t>(~row[i]);
    row[row_bytes - 1] &= static_cast<std::uint8_t>(0xff00u >> used);
  }
  return bits;
}

// Layers of resolution: as many as were asked for by number of the first image, or until the
// smallest is no larger than a screen, whose size the density may say.
void SetLayers(const ImageInfo* image_info, jbg_enc_state& state) {
  if (image_info->subimage != 0) {
    constexpr unsigned long kMostLayers = 32;
    return jbg_enc_layers(&state, static_cast<int>(std::min(image_info->subimage, kMostLayers)));
  }
  long x = 0, y = 0;
  unsigned long columns = 640, rows = 480;
  if (image_info->density != nullptr) GetGeometry(image_info->density, &x, &y, &columns, &rows);
  jbg_enc_lrlmax(&state, columns, rows);
}

}  // namespace

unsigned int WriteJbig(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    if (image->columns > INT32_MAX || image->rows > INT32_MAX)
      Fail(CoderError, "Image column or row size is not supported");
    ToRgb(image);
    std::vector<std::uint8_t> bits = BlackBits(image);
    // Layers, and the coded data of all of them, of at most as many bytes.
    const JbigMemory memory(4 * std::uint64_t{bits.size()} + (1 << 20));
    unsigned char* plane = bits.data();
    Output output;
    jbg_enc_state state;
    jbg_enc_init(&state, image->columns, image->rows, 1, &plane, Output::Add, &output);
    SetLayers(image_info, state);
    jbg_enc_lrange(&state, -1, -1);
    jbg_enc_options(&state, JBG_ILEAVE | JBG_SMID, JBG_TPDON | JBG_TPBON | JBG_DPON, 0, -1, -1);
    jbg_enc_out(&state);
    jbg_enc_free(&state);
    if (output.no_memory) throw std::bad_alloc();
    output.sink.Flush(image);
  });
}

}  // namespace lodestone::coders
