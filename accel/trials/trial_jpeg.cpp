#include "accel/trials/trial_jpeg.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "kernels/jpeg/code.hpp"

namespace lodestone::accel {
namespace {

constexpr std::uint32_t kSide = 8, kEnd = 0x00, kSixteenZeros = 0xF0;

struct Sampling {
  std::uint32_t across, down;
};
constexpr Sampling kSamplings[] = {{2, 2}, {1, 1}, {2, 1}, {1, 2}, {4, 1}};
constexpr std::uint32_t kDenominators[] = {1, 2, 1, 8, 4};

// Of coefficients: short codes for values near 0, longer ones for what is rare. The end of a block
// is the first code or the last of the short ones.
MagickAccelerateJpegCode AcCode(bool ends_first) {
  MagickAccelerateJpegCode code{};
  std::uint8_t common[] = {kEnd, 0x01, 0x11, 0x02, 0x21, 0x31, 0x03, kSixteenZeros};
  if (!ends_first) std::rotate(common, common + 1, common + 7);
  code.counts[3] = 7;
  code.counts[11] = 1;
  std::uint8_t* next = std::copy(std::begin(common), std::end(common), code.symbols);
  for (unsigned run = 0; run < 16; ++run)
    for (unsigned size = 1; size <= 8; ++size) {
      const auto symbol = static_cast<std::uint8_t>(run << 4 | size);
      if (std::find(std::begin(common), std::end(common), symbol) != std::end(common)) continue;
      *next++ = symbol;
      ++code.counts[12];
    }
  return code;
}

MagickAccelerateJpegCode DcCode() {
  MagickAccelerateJpegCode code{};
  code.counts[4] = 12;
  for (std::uint8_t size = 0; size < 12; ++size) code.symbols[size] = size;
  return code;
}

struct Bits {
  std::uint32_t value, count;
};
using Codes = std::array<Bits, 256>;  // by the symbol

Codes CodesOf(const MagickAccelerateJpegCode& code) {
  Codes codes{};
  kernels::ForJpegCodes(code, [&](unsigned symbol, unsigned bits, unsigned length) {
    codes[symbol] = {bits, length};
  });
  return codes;
}

class Writer {
 public:
  explicit Writer(TrialScan& scan)
      : jpeg_(scan.jpeg),
        bytes_(scan.bytes),
        dc_(CodesOf(jpeg_.dc[0])),
        ac_{CodesOf(jpeg_.ac[0]), CodesOf(jpeg_.ac[1])} {}

  void Write() {
    const std::uint32_t mcus = jpeg_.mcu_columns * jpeg_.mcu_rows;
    for (std::uint32_t mcu = 0; mcu < mcus; ++mcu) {
      if (mcu != 0 && mcu % jpeg_.interval == 0) Restart(mcu / jpeg_.interval - 1);
      for (std::uint32_t block = 0; block < jpeg_.mcu_blocks; ++block)
        Block(jpeg_.mcu[block].component, ac_[jpeg_.mcu[block].ac]);
    }
    Marker(0xD9);
  }

 private:
  std::uint32_t Random(std::uint32_t below) {
    state_ = state_ * 1664525u + 1013904223u;
    return (state_ >> 8) % below;
  }

  void Put(Bits bits) {
    held_ = held_ << bits.count | bits.value;
    for (count_ += bits.count; count_ >= 8; count_ -= 8) {
      bytes_.push_back(static_cast<std::uint8_t>(held_ >> (count_ - 8)));
      if (bytes_.back() == 0xFF) bytes_.push_back(0);
    }
  }

  // A code, and a value of that size.
  void PutValue(const Codes& codes, std::uint32_t run, int value) {
    const auto magnitude = static_cast<std::uint32_t>(value < 0 ? -value : value);
    std::uint32_t size = 0;
    while (magnitude >> size != 0) ++size;
    Put(codes[run << 4 | size]);
    const std::uint32_t ones = (1u << size) - 1;
    Put({value < 0 ? magnitude ^ ones : magnitude, size});
  }

  // Around grey, so that all sums are within what transforms hold.
  void Block(std::size_t component, const Codes& ac) {
    const int dc = static_cast<int>(Random(121)) - 60;
    PutValue(dc_, 0, dc - std::exchange(before_[component], dc));
    for (std::uint32_t place = 1, run; place < 64; place += run + 1) {
      run = Random(place < 12 ? 3 : 40);
      if (place + run > 63) return Put(ac[kEnd]);
      for (std::uint32_t zeros = run; zeros >= 16; zeros -= 16) Put(ac[kSixteenZeros]);
      const int value = static_cast<int>(Random(place < 6 ? 13 : 3)) + 1;
      PutValue(ac, run % 16, Random(2) == 0 ? value : -value);
    }
  }

  void Marker(std::uint32_t kind) {
    if (count_ != 0) Put({(1u << (8 - count_)) - 1, 8 - count_});
    bytes_.insert(bytes_.end(), {0xFF, static_cast<std::uint8_t>(kind)});
  }

  void Restart(std::uint32_t number) {
    Marker(0xD0 + number % 8);
    before_ = {};
  }

  const MagickAccelerateJpeg& jpeg_;
  std::vector<std::uint8_t>& bytes_;
  const Codes dc_, ac_[2];
  std::uint32_t state_ = 12345, count_ = 0;
  std::uint64_t held_ = 0;
  std::array<int, MAGICK_ACCELERATE_JPEG_COMPONENTS> before_{};
};

void AddComponents(MagickAccelerateJpeg& jpeg, Sampling sampling, bool own_codes) {
  for (std::uint32_t c = 0; c < jpeg.components; ++c) {
    MagickAccelerateJpegComponent& component = jpeg.component[c];
    component.horizontal = c == 0 ? sampling.across : 1;
    component.vertical = c == 0 ? sampling.down : 1;
    for (std::uint16_t i = 0; i < MAGICK_ACCELERATE_JPEG_BLOCK; ++i)
      component.quanta[i] = static_cast<std::uint16_t>(8 + c + i / 8);
    for (std::uint32_t y = 0; y < component.vertical; ++y)
      for (std::uint32_t x = 0; x < component.horizontal; ++x)
        jpeg.mcu[jpeg.mcu_blocks++] = {static_cast<std::uint8_t>(c), static_cast<std::uint8_t>(x),
                                       static_cast<std::uint8_t>(y), 0, own_codes && c > 0};
  }
}

}  // namespace

TrialScan MakeTrialScan(std::uint32_t columns, std::uint32_t rows, bool grey, std::uint32_t kind) {
  TrialScan scan{};
  MagickAccelerateJpeg& jpeg = scan.jpeg;
  const Sampling sampling = grey ? Sampling{1, 1} : kSamplings[kind % std::size(kSamplings)];
  jpeg.denominator = kDenominators[kind % std::size(kDenominators)];
  jpeg.columns = columns * jpeg.denominator;
  jpeg.rows = rows * jpeg.denominator;
  jpeg.components = grey ? 1 : 3;
  jpeg.is_ycc = kind % 4 != 3;
  jpeg.dc[0] = DcCode();
  jpeg.ac[0] = AcCode(true);
  const bool own_codes = !grey && kind % 3 == 2;  // of the second and third component
  if (own_codes) jpeg.ac[1] = AcCode(false);
  AddComponents(jpeg, sampling, own_codes);
  jpeg.period = own_codes ? jpeg.mcu_blocks : 1;
  jpeg.mcu_columns = (jpeg.columns - 1) / (kSide * sampling.across) + 1;
  jpeg.mcu_rows = (jpeg.rows - 1) / (kSide * sampling.down) + 1;
  jpeg.interval = jpeg.mcu_columns * (kind % 2 == 0 ? jpeg.mcu_rows : 1);
  Writer(scan).Write();
  return scan;
}

MagickAccelerateEncoding MakeTrialEncoding(std::uint32_t columns, std::uint32_t rows, bool grey,
                                           std::uint32_t kind) {
  MagickAccelerateEncoding encoding{};
  const Sampling sampling = grey ? Sampling{1, 1} : kSamplings[kind % std::size(kSamplings)];
  encoding.columns = columns;
  encoding.rows = rows;
  encoding.components = grey ? 1 : 3;
  encoding.converts = kind % 4 != 3;
  encoding.interval = kind % 2 == 0 ? 0 : 1 + kind;
  encoding.optimizes = kind % 3 != 0;
  for (std::uint32_t c = 0; c < encoding.components; ++c) {
    MagickAccelerateEncodedComponent& component = encoding.component[c];
    component.across = c == 0 ? sampling.across : 1;
    component.down = c == 0 ? sampling.down : 1;
    component.code = c == 0 ? 0 : 1;
    for (std::uint16_t i = 0; i < MAGICK_ACCELERATE_JPEG_BLOCK; ++i)
      component.quanta[i] = static_cast<std::uint16_t>(24 + c + i / 2);
  }
  for (std::uint32_t i = 0; i < MAGICK_ACCELERATE_JPEG_CODES; ++i) {
    encoding.dc[i] = DcCode();
    encoding.ac[i] = AcCode(i == 0);
  }
  return encoding;
}

}  // namespace lodestone::accel
