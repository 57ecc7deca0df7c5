// QOI, the "Quite OK Image Format" (qoiformat.org): 8-bit RGB and RGBA, lossless.
#include <array>
#include <cstring>

#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {
namespace {

constexpr std::string_view kIdentifier = "qoif";
constexpr std::uint8_t kEndMark[] = {0, 0, 0, 0, 0, 0, 0, 1};
constexpr unsigned kIndex = 0x00, kDifference = 0x40, kLuma = 0x80, kRun = 0xc0;
constexpr unsigned kRgbPixel = 0xfe, kRgbaPixel = 0xff;
constexpr unsigned kKindMask = 0xc0;
constexpr unsigned kRunMax = 62;
constexpr double kLinearGamma = 1.0;

struct Pixel {
  std::uint8_t red = 0, green = 0, blue = 0, alpha = 255;
  bool operator==(const Pixel&) const = default;
  // The place of the pixel among the 64 that are remembered.
  unsigned Place() const { return (red * 3u + green * 5u + blue * 7u + alpha * 11u) % 64; }
};

std::uint8_t Byte(unsigned value) {
  return static_cast<std::uint8_t>(value);
}

// The pixels of a file in order.
class Decoder {
 public:
  explicit Decoder(ByteSpan bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {
    seen_.fill({0, 0, 0, 0});
  }

  void FillRow(Pixel* row, std::size_t count) {
    for (std::size_t x = 0; x < count;) {
      if (run_ == 0) TakeChunk();
      const std::size_t step = std::min<std::size_t>(run_, count - x);
      std::fill_n(row + x, step, pixel_);
      run_ -= static_cast<unsigned>(step);
      x += step;
    }
  }

 private:
  unsigned Next() {
    if (at_ == end_) FailTruncated();
    return *at_++;
  }

  void TakeColor(bool alpha) {
    if (end_ - at_ < (alpha ? 4 : 3)) FailTruncated();
    pixel_ = {at_[0], at_[1], at_[2], alpha ? at_[3] : pixel_.alpha};
    at_ += alpha ? 4 : 3;
  }

  void TakeLuma(unsigned chunk) {
    const unsigned green = (chunk & 63) - 32;
    const unsigned others = Next();
    pixel_.red = Byte(pixel_.red + green - 8 + (others >> 4));
    pixel_.green = Byte(pixel_.green + green);
    pixel_.blue = Byte(pixel_.blue + green - 8 + (others & 15));
  }

  void TakeChunk() {
    const unsigned chunk = Next();
    run_ = 1;
    if (chunk == kRgbPixel || chunk == kRgbaPixel) {
      TakeColor(chunk == kRgbaPixel);
    } else if ((chunk & kKindMask) == kIndex) {
      pixel_ = seen_[chunk];
    } else if ((chunk & kKindMask) == kDifference) {
      pixel_.red = Byte(pixel_.red + (chunk >> 4 & 3) - 2);
      pixel_.green = Byte(pixel_.green + (chunk >> 2 & 3) - 2);
      pixel_.blue = Byte(pixel_.blue + (chunk & 3) - 2);
    } else if ((chunk & kKindMask) == kLuma) {
      TakeLuma(chunk);
    } else {
      run_ = (chunk & 63) + 1;
    }
    seen_[pixel_.Place()] = pixel_;
  }

  const std::uint8_t* at_;
  const std::uint8_t* end_;
  std::array<Pixel, 64> seen_;
  Pixel pixel_;
  unsigned run_ = 0;
};

void ReadPixels(ByteSpan bytes, Image* image, ExceptionInfo* exception) {
  if (bytes.size() < image->columns * image->rows / kRunMax) FailTruncated();
  const Pixels target = NewPixels(image, exception);
  Decoder decoder(bytes);
  std::vector<Pixel> row(image->columns);
  const auto* const samples = reinterpret_cast<const std::uint8_t*>(row.data());
  const bool matte = image->matte != MagickFalse;
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    decoder.FillRow(row.data(), row.size());
    if (!matte) {
      for (Pixel& pixel : row) pixel.alpha = 255;
    }
    ImportRow({Channels::kRgba, 1}, samples, row.size(), target.Row(y), nullptr, nullptr);
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

Image* ReadQoi(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    if (!cursor.TakeIf(kIdentifier)) Fail(CorruptImageError, "Improper image header");
    image->columns = cursor.U32Be();
    image->rows = cursor.U32Be();
    const unsigned channels = cursor.U8();
    const unsigned colorspace = cursor.U8();
    if (channels < 3 || channels > 4 || colorspace > 1)
      Fail(CorruptImageError, "Improper image header");
    image->depth = 8;
    image->matte = channels == 4 ? MagickTrue : MagickFalse;
    if (colorspace == 1) image->gamma = kLinearGamma;
    CheckLimits(image);
    if (!image_info->ping) ReadPixels(cursor.Take(cursor.Remaining()), image, exception);
  });
}

// Chunks of the pixels that it is given.
class Encoder {
 public:
  Encoder() { seen_.fill({0, 0, 0, 0}); }

  void PutRow(const Pixel* row, std::size_t count, ByteSink& sink) {
    std::vector<std::uint8_t>& bytes = sink.bytes();
    const std::size_t before = bytes.size();
    bytes.resize(before + 5 * count + 1);
    out_ = bytes.data() + before;
    for (std::size_t x = 0; x < count; ++x) Put(row[x]);
    bytes.resize(static_cast<std::size_t>(out_ - bytes.data()));
  }

  void Finish(ByteSink& sink) {
    if (run_ != 0) sink.U8(kRun | (run_ - 1));
    sink.Bytes(kEndMark);
  }

 private:
  void Put(const Pixel& pixel) {
    if (pixel == before_) {
      if (++run_ == kRunMax) PutRun();
      return;
    }
    if (run_ != 0) PutRun();
    const unsigned place = pixel.Place();
    if (seen_[place] == pixel) {
      *out_++ = Byte(kIndex | place);
    } else {
      seen_[place] = pixel;
      PutNew(pixel);
    }
    before_ = pixel;
  }

  void PutRun() {
    *out_++ = Byte(kRun | (run_ - 1));
    run_ = 0;
  }

  void PutNew(const Pixel& pixel) {
    if (pixel.alpha != before_.alpha) return PutColor(pixel, true);
    const auto change = [](unsigned now, unsigned before) {
      return static_cast<std::int8_t>(now - before);
    };
    const int red = change(pixel.red, before_.red);
    const int green = change(pixel.green, before_.green);
    const int blue = change(pixel.blue, before_.blue);
    const auto within = [](int value, int limit) { return value >= -limit && value < limit; };
    if (within(red, 2) && within(green, 2) && within(blue, 2)) {
      *out_++ =
          Byte(kDifference | static_cast<unsigned>((red + 2) << 4 | (green + 2) << 2 | (blue + 2)));
    } else if (within(green, 32) && within(red - green, 8) && within(blue - green, 8)) {
      *out_++ = Byte(kLuma | static_cast<unsigned>(green + 32));
      *out_++ = Byte(static_cast<unsigned>((red - green + 8) << 4 | (blue - green + 8)));
    } else {
      PutColor(pixel, false);
    }
  }

  void PutColor(const Pixel& pixel, bool alpha) {
    *out_++ = Byte(alpha ? kRgbaPixel : kRgbPixel);
    std::memcpy(out_, &pixel, alpha ? 4 : 3);
    out_ += alpha ? 4 : 3;
  }

  std::array<Pixel, 64> seen_;
  Pixel before_;
  std::uint8_t* out_ = nullptr;
  unsigned run_ = 0;
};

void WritePixels(Image* image) {
  const ConstPixels source = AllPixels(image, &image->exception);
  const bool matte = image->matte != MagickFalse;
  Encoder encoder;
  ByteSink sink;
  MakeRows(
      image, source.columns * sizeof(Pixel),
      [&](std::size_t y, std::uint8_t* row) {
        ExportRow({Channels::kRgba, 1}, source.Row(y), nullptr, source.columns, matte, row);
      },
      [&](const std::uint8_t* row) {
        encoder.PutRow(reinterpret_cast<const Pixel*>(row), source.columns, sink);
        sink.Flush(image);
      });
  encoder.Finish(sink);
  sink.Flush(image);
}

unsigned int WriteQoi(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    if (image->columns > UINT32_MAX || image->rows > UINT32_MAX)
      Fail(CoderError, "Image column or row size is not supported");
    ToRgb(image);
    ByteSink sink;
    sink.Text(kIdentifier);
    sink.U32Be(static_cast<std::uint32_t>(image->columns));
    sink.U32Be(static_cast<std::uint32_t>(image->rows));
    sink.U8(image->matte != MagickFalse ? 4 : 3);
    sink.U8(image->gamma == kLinearGamma ? 1 : 0);
    sink.Flush(image);
    WritePixels(image);
  });
}

unsigned int IsQoi(const unsigned char* magick, const std::size_t length) {
  return length >= kIdentifier.size() &&
         std::memcmp(magick, kIdentifier.data(), kIdentifier.size()) == 0;
}

}  // namespace

void RegisterQoiImage() {
  FormatEntry entry{"QOI", "Quite OK Image Format", "QOI", ReadQoi, WriteQoi, IsQoi};
  entry.adjoin = false;
  entry.traits = {"8", "yes", "", "", ""};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
