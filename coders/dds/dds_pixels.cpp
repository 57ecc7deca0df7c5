#include <algorithm>
#include <bit>

#include "coders/common/half.hpp"
#include "coders/common/linear_light.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"
#include "coders/dds/dds_blocks.hpp"

namespace lodestone::coders {
namespace {

std::uint64_t Little(const std::uint8_t* bytes, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = count; i-- > 0;) value = value << 8 | bytes[i];
  return value;
}

// One channel of numbers of which a mask says where it is. More than 16 bits are cut off.
class MaskedChannel {
 public:
  MaskedChannel(std::uint32_t mask, Quantum absent) : mask_(mask), absent_(absent) {
    if (mask == 0) return;
    shift_ = std::countr_zero(mask);
    while (mask >> shift_ > 65535) ++shift_;
    table_ = MakeSampleTable(mask >> shift_);
  }
  Quantum operator()(std::uint32_t pixel) const {
    return mask_ == 0 ? absent_ : table_[(pixel & mask_) >> shift_];
  }

 private:
  std::uint32_t mask_;
  Quantum absent_;
  int shift_ = 0;
  SampleTable table_;
};

// Divides colours by alpha.
void Unmultiply(PixelPacket& pixel) {
  const double alpha = MaxRGBDouble - pixel.opacity;
  const auto divided = [&](Quantum value) {
    if (alpha <= 0) return Quantum{0};
    return static_cast<Quantum>(std::min(value * MaxRGBDouble / alpha, MaxRGBDouble) + 0.5);
  };
  pixel.red = divided(pixel.red);
  pixel.green = divided(pixel.green);
  pixel.blue = divided(pixel.blue);
}

void StoreTexel(const DdsTexel& texel, PixelPacket& pixel) {
  pixel.red = QuantumFromByte(texel.red);
  pixel.green = QuantumFromByte(texel.green);
  pixel.blue = QuantumFromByte(texel.blue);
  pixel.opacity = static_cast<Quantum>(MaxRGB - QuantumFromByte(texel.alpha));
}

class Reader {
 public:
  Reader(const ImageInfo* image_info, const DdsHeader& header, ByteSpan bytes, Image* image,
         ExceptionInfo* exception)
      : layout_(header.layout),
        bytes_(bytes.data()),
        image_(image),
        exception_(exception),
        light_(image_info, "dds", Primaries(), layout_.IsGray()) {}

  void Read() {
    if (layout_.IsLight()) light_.Describe(image_);
    target_ = NewPixels(image_, exception_);
    if (layout_.IsBlocks())
      ReadBlocks();
    else if (layout_.coding == DdsCoding::kMasks)
      ReadMasks();
    else
      ReadSamples();
    SyncPixels(image_, exception_);
    SetShade(image_, layout_.IsGray(), false);
  }

 private:
  // Calls store(at, pixel) for each pixel, `at` being its bytes.
  template <class Store>
  void ForPixels(const Store& store) {
    const std::size_t row_bytes = layout_.RowBytes(target_.columns).value();
    ReadRows(image_, exception_, [&](std::size_t y) {
      const std::uint8_t* at = bytes_ + y * row_bytes;
      PixelPacket* pixels = target_.Row(y);
      for (std::size_t x = 0; x < target_.columns; ++x, at += layout_.bits / 8) {
        store(at, pixels[x]);
        Finish(pixels[x]);
      }
    });
  }

  void Finish(PixelPacket& pixel) const {
    if (layout_.IsGray()) pixel.green = pixel.blue = pixel.red;
    if (!layout_.alpha) pixel.opacity = OpaqueOpacity;
    if (layout_.premultiplied && layout_.alpha && !layout_.IsLight()) Unmultiply(pixel);
  }

  void ReadMasks() {
    const MaskedChannel red(layout_.masks[0], 0), green(layout_.masks[1], 0),
        blue(layout_.masks[2], 0), alpha(layout_.masks[3], MaxRGB);
    ForPixels([&](const std::uint8_t* at, PixelPacket& pixel) {
      const auto number = static_cast<std::uint32_t>(Little(at, layout_.bits / 8));
      pixel.red = red(number);
      pixel.green = green(number);
      pixel.blue = blue(number);
      pixel.opacity = static_cast<Quantum>(MaxRGB - alpha(number));
    });
  }

  float LightAt(const std::uint8_t* at, unsigned channel) const {
    if (channel >= layout_.channels) return channel == 3 ? 1.0f : 0.0f;
    if (layout_.coding == DdsCoding::kFloats)
      return std::bit_cast<float>(static_cast<std::uint32_t>(Little(at + 4 * channel, 4)));
    return FloatOfHalf(static_cast<std::uint16_t>(Little(at + 2 * channel, 2)));
  }

  void ReadSamples() {
    if (layout_.coding == DdsCoding::kShorts) {
      const SampleFormat format{Channels::kRgba, 2, true};
      return ForPixels([&](const std::uint8_t* at, PixelPacket& pixel) {
        ImportRow(format, at, 1, &pixel, nullptr, nullptr);
      });
    }
    ForPixels([&](const std::uint8_t* at, PixelPacket& pixel) {
      StoreLight(LightAt(at, 0), LightAt(at, 1), LightAt(at, 2), LightAt(at, 3), pixel);
    });
  }

  // Light is divided by alpha before it becomes samples.
  void StoreLight(float red, float green, float blue, float alpha, PixelPacket& pixel) const {
    const float divisor = layout_.premultiplied && layout_.alpha && alpha > 0 ? alpha : 1;
    if (layout_.IsGray())
      pixel.red = light_.Gray(red / divisor);
    else
      light_.Store(red / divisor, green / divisor, blue / divisor, pixel);
    pixel.opacity = static_cast<Quantum>(MaxRGB - QuantumOfShare(alpha));
  }

  // The first row of a row of blocks stands for all.
  void ReadBlocks() {
    const std::size_t across = (target_.columns + kDdsSide - 1) / kDdsSide;
    ReadRows(image_, exception_, [&](std::size_t y) {
      if (y % kDdsSide != 0) return;
      const std::uint8_t* at = bytes_ + y / kDdsSide * across * (layout_.bits / 8);
      for (std::size_t x = 0; x < across; ++x, at += layout_.bits / 8) ReadBlock(at, x * 4, y);
    });
  }

  void ReadBlock(const std::uint8_t* at, std::size_t left, std::size_t top) {
    DdsBlock block;
    DdsLightBlock light;
    const bool is_light = layout_.coding == DdsCoding::kBc6;
    if (is_light)
      DecodeBc6Block(layout_.is_signed, at, light);
    else
      DecodeDdsBlock(layout_, at, block);
    const std::size_t columns = std::min(kDdsSide, target_.columns - left);
    const std::size_t rows = std::min<std::size_t>(kDdsSide, image_->rows - top);
    for (std::size_t y = 0; y < rows; ++y) {
      for (std::size_t x = 0; x < columns; ++x) {
        PixelPacket& pixel = target_.Row(top + y)[left + x];
        const std::size_t i = y * kDdsSide + x;
        if (is_light)
          StoreLight(light[i][0], light[i][1], light[i][2], 1, pixel);
        else
          StoreTexel(block[i], pixel);
        Finish(pixel);
      }
    }
  }

  const DdsLayout& layout_;
  const std::uint8_t* bytes_;
  Image* image_;
  ExceptionInfo* exception_;
  LightSamples light_;
  Pixels target_;
};

void ReadPalette(const DdsHeader& header, ByteSpan bytes, Image* image, ExceptionInfo* exception) {
  MakeColormap(image, 256);
  std::size_t opaque = 0, transparent = 0;
  for (std::size_t i = 0; i < 256; ++i) {
    const std::uint8_t* color = header.palette.data() + 4 * i;
    StoreTexel({color[0], color[1], color[2], color[3]}, image->colormap[i]);
    if (color[3] == 255) ++opaque;
    if (color[3] == 0) ++transparent;
  }
  // Alpha is often left at 0 where it means nothing.
  image->matte = opaque < 256 && transparent < 256 ? MagickTrue : MagickFalse;
  for (std::size_t i = 0; i < 256 && image->matte == MagickFalse; ++i)
    image->colormap[i].opacity = OpaqueOpacity;
  const Pixels target = NewPixels(image, exception);
  PaletteRows rows(image, target);
  ReadRows(image, exception,
           [&](std::size_t y) { rows.Put(y, bytes.data() + y * target.columns); });
  SyncPixels(image, exception);
}

}  // namespace

void ReadDdsPixels(const ImageInfo* image_info, const DdsHeader& header, ByteSpan bytes,
                   Image* image, ExceptionInfo* exception) {
  if (header.layout.coding == DdsCoding::kPalette)
    return ReadPalette(header, bytes, image, exception);
  Reader(image_info, header, bytes, image, exception).Read();
}

}  // namespace lodestone::coders
