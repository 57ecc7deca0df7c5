// DICOM files built element by element.
#pragma once

#include <zlib.h>

#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {

class DcmBuilder {
 public:
  explicit DcmBuilder(std::string syntax = "1.2.840.10008.1.2.1") : syntax_(std::move(syntax)) {
    implicit_ = syntax_ == "1.2.840.10008.1.2";
    big_ = syntax_ == "1.2.840.10008.1.2.2";
  }

  DcmBuilder& Short(unsigned group, unsigned element, unsigned value) {
    Bytes bytes;
    U16(bytes, value);
    return Raw(group, element, "US", bytes);
  }
  DcmBuilder& Text(unsigned group, unsigned element, const char* type, std::string text) {
    if (text.size() % 2 != 0) text += ' ';
    return Raw(group, element, type, {text.begin(), text.end()});
  }
  DcmBuilder& Raw(unsigned group, unsigned element, const std::string& type, const Bytes& value) {
    Head(group, element, type, static_cast<std::uint32_t>(value.size()));
    data_.insert(data_.end(), value.begin(), value.end());
    return *this;
  }
  // The element without its value.
  DcmBuilder& Head(unsigned group, unsigned element, const std::string& type,
                   std::uint32_t length) {
    U16(data_, group);
    U16(data_, element);
    if (implicit_ || group == 0xfffe) {
      U32(data_, length);
      return *this;
    }
    data_.insert(data_.end(), type.begin(), type.end());
    if (type == "OB" || type == "OW" || type == "SQ" || type == "UN") {
      U16(data_, 0);
      U32(data_, length);
    } else {
      U16(data_, length);
    }
    return *this;
  }

  // What an image needs.
  DcmBuilder& Image(const char* colors, unsigned samples, unsigned columns, unsigned rows,
                    unsigned allocated, unsigned stored, bool is_signed = false) {
    Short(0x28, 2, samples).Text(0x28, 4, "CS", colors);
    return Short(0x28, 0x10, rows)
        .Short(0x28, 0x11, columns)
        .Short(0x28, 0x100, allocated)
        .Short(0x28, 0x101, stored)
        .Short(0x28, 0x102, stored - 1)
        .Short(0x28, 0x103, is_signed ? 1 : 0);
  }
  DcmBuilder& Words(unsigned group, unsigned element, const std::vector<int>& values) {
    Bytes bytes;
    for (const int value : values) U16(bytes, static_cast<unsigned>(value) & 0xffffu);
    return Raw(group, element, "OW", bytes);
  }
  DcmBuilder& Pixels(const Bytes& bytes) { return Raw(0x7fe0, 0x10, "OB", bytes); }
  DcmBuilder& Fragments(const std::vector<Bytes>& fragments, const Bytes& offsets = {}) {
    Head(0x7fe0, 0x10, "OB", 0xffffffff).Raw(0xfffe, 0xe000, "", offsets);
    for (const Bytes& fragment : fragments) Raw(0xfffe, 0xe000, "", fragment);
    return Head(0xfffe, 0xe0dd, "", 0);
  }

  Bytes File() const {
    DcmBuilder meta;
    meta.Text(2, 0x10, "UI", syntax_);
    if (meta.data_.back() == ' ') meta.data_.back() = 0;
    Bytes file(128, 0);
    for (const char c : {'D', 'I', 'C', 'M'}) file.push_back(static_cast<std::uint8_t>(c));
    file.insert(file.end(), meta.data_.begin(), meta.data_.end());
    const Bytes data = syntax_ == "1.2.840.10008.1.2.1.99" ? Deflated(data_) : data_;
    file.insert(file.end(), data.begin(), data.end());
    return file;
  }
  Bytes WithoutHeader() const { return data_; }

 private:
  static Bytes Deflated(const Bytes& bytes) {
    Bytes out(bytes.size() + 1000);
    z_stream stream = {};
    deflateInit2(&stream, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = const_cast<Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.resize(out.size() - stream.avail_out);
    deflateEnd(&stream);
    return out;
  }
  void U16(Bytes& bytes, unsigned value) const {
    const auto high = static_cast<std::uint8_t>(value >> 8), low = static_cast<std::uint8_t>(value);
    bytes.push_back(big_ ? high : low);
    bytes.push_back(big_ ? low : high);
  }
  void U32(Bytes& bytes, std::uint32_t value) const {
    U16(bytes, big_ ? value >> 16 : value & 0xffff);
    U16(bytes, big_ ? value & 0xffff : value >> 16);
  }

  std::string syntax_;
  bool implicit_ = false, big_ = false;
  Bytes data_;
};

// Run lengths of one frame, each byte by itself: segments of literal bytes.
inline Bytes DcmRuns(const std::vector<Bytes>& segments) {
  Bytes frame(64, 0);
  frame[0] = static_cast<std::uint8_t>(segments.size());
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const std::size_t start = frame.size();
    for (std::size_t k = 0; k < 4; ++k)
      frame[4 * (i + 1) + k] = static_cast<std::uint8_t>(start >> (8 * k));
    for (std::size_t at = 0; at < segments[i].size();) {
      std::size_t run = 1;
      while (run < 128 && at + run < segments[i].size() && segments[i][at + run] == segments[i][at])
        ++run;
      frame.push_back(static_cast<std::uint8_t>(run == 1 ? 0 : 257 - run));
      frame.push_back(segments[i][at]);
      at += run;
    }
    if (frame.size() % 2 != 0) frame.push_back(128);
  }
  return frame;
}

// JPEG without loss: every difference has a code of 5 bits, its length. One component.
inline Bytes LosslessJpeg(const std::vector<int>& samples, unsigned columns, unsigned rows,
                          unsigned precision, int predictor, unsigned restart_rows = 0) {
  Bytes file = {0xff, 0xd8, 0xff, 0xc4, 0, 2 + 17 + 17, 0};
  for (int length = 1; length <= 16; ++length)
    file.push_back(static_cast<std::uint8_t>(length == 5 ? 17 : 0));
  for (std::uint8_t symbol = 0; symbol <= 16; ++symbol) file.push_back(symbol);
  const auto u16 = [&](unsigned value) {
    file.push_back(static_cast<std::uint8_t>(value >> 8));
    file.push_back(static_cast<std::uint8_t>(value));
  };
  const unsigned interval = restart_rows * columns;
  u16(0xffdd), u16(4), u16(interval);
  u16(0xffc3), u16(11), file.push_back(static_cast<std::uint8_t>(precision));
  u16(rows), u16(columns);
  for (const int byte : {1, 1, 0x11, 0}) file.push_back(static_cast<std::uint8_t>(byte));
  u16(0xffda), u16(8);
  for (const int byte : {1, 1, 0, predictor, 0, 0}) file.push_back(static_cast<std::uint8_t>(byte));
  std::uint32_t held = 0;
  unsigned count = 0;
  const auto put = [&](unsigned value, unsigned bits) {
    for (unsigned i = bits; i-- > 0;) {
      held = held << 1 | (value >> i & 1u);
      if (++count < 8) continue;
      file.push_back(static_cast<std::uint8_t>(held));
      if ((held & 0xff) == 0xff) file.push_back(0);
      count = 0;
    }
  };
  const auto flush = [&] {
    while (count != 0) put(1, 1);
  };
  const auto at = [&](unsigned x, unsigned y) { return samples[std::size_t{y} * columns + x]; };
  for (unsigned y = 0; y < rows; ++y) {
    const bool restarts = restart_rows != 0 && y % restart_rows == 0;
    if (restarts && y != 0) {
      flush();
      u16(0xffd0 + (y / restart_rows - 1) % 8);
    }
    for (unsigned x = 0; x < columns; ++x) {
      int prediction = 1 << (precision - 1);
      if (x == 0 && y != 0 && !restarts) prediction = at(x, y - 1);
      if (x != 0 && (y == 0 || restarts)) prediction = at(x - 1, y);
      if (x != 0 && y != 0 && !restarts) {
        const int a = at(x - 1, y), b = at(x, y - 1), c = at(x - 1, y - 1);
        const int all[] = {0,           a, b, c, a + b - c, a + ((b - c) >> 1), b + ((a - c) >> 1),
                           (a + b) >> 1};
        prediction = all[predictor];
      }
      // Modulo 2^16, from -32767 to 32768.
      const int difference = ((at(x, y) - prediction + 32767) & 0xffff) - 32767;
      unsigned length = 0;
      while (std::abs(difference) >> length != 0) ++length;
      put(length, 5);
      if (length < 16)
        put(static_cast<unsigned>(difference < 0 ? difference - 1 : difference), length);
    }
  }
  flush();
  u16(0xffd9);
  if (file.size() % 2 != 0) file.push_back(0);
  return file;
}

inline constexpr const char* kExplicit = "1.2.840.10008.1.2.1";
inline const char* const kSyntaxes[] = {"1.2.840.10008.1.2", kExplicit, "1.2.840.10008.1.2.2",
                                        "1.2.840.10008.1.2.1.99"};

class DcmTest : public ::testing::Test {
 protected:
  ImageHandle ReadWith(const Bytes& bytes, const Info& info) {
    MagickStrlCpy(info->magick, "DCM", sizeof info->magick);
    return ImageHandle(BlobToImage(info.get(), bytes.data(), bytes.size(), exception_.get()));
  }
  ImageHandle ReadDcm(const Bytes& bytes) {
    ImageHandle image = ReadWith(bytes, Info());
    EXPECT_TRUE(image) << exception_.Text();
    return image;
  }
  // Shades in 0..1, of the red samples.
  static std::vector<double> Shades(const Image* image) {
    std::vector<double> shades;
    const std::vector<std::uint16_t> rgba = Rgba16(image);
    for (std::size_t i = 0; i < rgba.size(); i += 4) shades.push_back(rgba[i] / 65535.0);
    return shades;
  }
  void ExpectShades(const ImageHandle& image, const std::vector<double>& expected) {
    ASSERT_TRUE(image);
    const std::vector<double> shades = Shades(image.get());
    ASSERT_EQ(shades.size(), expected.size());
    for (std::size_t i = 0; i < shades.size(); ++i)
      EXPECT_NEAR(shades[i], expected[i], 0.51 / MaxRGB + 1e-9) << i;
  }
  std::string Refusal(const Bytes& bytes) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("DCM", bytes, exception));
    EXPECT_GE(exception.severity(), ErrorException);
    return exception.Text();
  }

  Exception exception_;
};

inline const std::vector<int> kSix = {0, 1000, 2000, 3000, 4000, 4095};

inline DcmBuilder TwelveBits(const char* syntax = kExplicit, const char* colors = "MONOCHROME2") {
  DcmBuilder builder(syntax);
  builder.Image(colors, 1, 3, 2, 16, 12);
  return builder;
}

}  // namespace lodestone::coders::test
