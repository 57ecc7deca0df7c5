#include "coders/pict/pict_picture.hpp"

#include "base/owner.hpp"
#include "coders/common/embedded.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {
namespace {

// The first of `many` outputs, of which each takes the input before it, that takes input `index` of
// `few`.
std::size_t FirstOutput(std::size_t index, std::size_t many, std::size_t few) {
  return (index * many + few - 1) / few;
}

PixelPacket ColorOf(const std::uint8_t* bytes) {
  PixelPacket pixel{};
  pixel.opacity = static_cast<Quantum>(MaxRGB - QuantumFromByte(bytes[0]));
  pixel.red = QuantumFromByte(bytes[1]);
  pixel.green = QuantumFromByte(bytes[2]);
  pixel.blue = QuantumFromByte(bytes[3]);
  return pixel;
}

// Formats of images that QuickTime has by these names.
const char* FormatOf(std::string_view codec) {
  if (codec == "jpeg") return "JPEG";
  if (codec == "png ") return "PNG";
  return codec == "tiff" ? "TIFF" : nullptr;
}

// A compressed image, and where its matrix puts it.
struct QuickTimeImage {
  const char* format = nullptr;
  ByteSpan bytes;
  PictRectangle destination;
};

int TakeFixed(ByteCursor& cursor) {
  const int whole = static_cast<std::int16_t>(cursor.U16Be());
  cursor.Skip(2);
  return whole;
}

QuickTimeImage TakeQuickTime(ByteCursor& cursor) {
  constexpr std::size_t kDescriptionBytes = 86;
  constexpr double kOne = 65536;
  QuickTimeImage image;
  cursor.Skip(2);  // version
  const double x_scale = cursor.U32Be() / kOne;
  cursor.Skip(12);
  const double y_scale = cursor.U32Be() / kOne;
  cursor.Skip(4);
  image.destination.left = TakeFixed(cursor);
  image.destination.top = TakeFixed(cursor);
  cursor.Skip(4);
  const std::uint32_t matte_bytes = cursor.U32Be();
  cursor.Skip(8 + 2 + 8 + 4);  // its rectangle; mode, source, accuracy
  const std::uint32_t mask_bytes = cursor.U32Be();
  cursor.Skip(matte_bytes);
  cursor.Skip(mask_bytes);
  const std::size_t start = cursor.Position();
  const std::uint32_t description_bytes = cursor.U32Be();
  const ByteSpan codec = cursor.Take(4);
  image.format = FormatOf({reinterpret_cast<const char*>(codec.data()), codec.size()});
  cursor.Skip(24);
  const double columns = cursor.U16Be(), rows = cursor.U16Be();
  image.destination.right =
      image.destination.left + static_cast<int>(std::min(columns * x_scale + 0.5, 65535.0));
  image.destination.bottom =
      image.destination.top + static_cast<int>(std::min(rows * y_scale + 0.5, 65535.0));
  if (description_bytes < kDescriptionBytes) Fail(CorruptImageError, "Improper image header");
  cursor.Seek(start + description_bytes);
  image.bytes = cursor.Take(cursor.Remaining());
  return image;
}

}  // namespace

void PictPicture::SetFrame(const PictRectangle& frame) {
  if (frame.empty()) Fail(CorruptImageError, "Improper image header");
  frame_ = frame;
  image_->columns = frame.columns();
  image_->rows = frame.rows();
  image_->depth = 8;
  CheckLimits(image_);
}

// QuickDraw draws on white.
Pixels& PictPicture::Canvas() {
  if (canvas_.pixels != nullptr) return canvas_;
  canvas_ = NewPixels(image_, exception_);
  constexpr PixelPacket kWhite{MaxRGB, MaxRGB, MaxRGB, OpaqueOpacity};
  const std::size_t count = std::size_t{image_->columns} * image_->rows;
  std::fill_n(canvas_.pixels, count, kWhite);
  constexpr std::uint64_t kLayers = 16, kPixelsPerByte = 1000;
  budget_ = kLayers * count + kPixelsPerByte * file_bytes_;
  return canvas_;
}

// A small file could enlarge small maps over the whole picture thousands of times.
void PictPicture::Spend(const PictRectangle& to) {
  const PictRectangle shown{std::max(to.top, frame_.top), std::max(to.left, frame_.left),
                            std::min(to.bottom, frame_.bottom), std::min(to.right, frame_.right)};
  if (shown.empty()) return;
  const std::uint64_t pixels = std::uint64_t{shown.columns()} * shown.rows();
  if (pixels > budget_)
    Fail(ResourceLimitError, "The bitmaps cover the picture too often for the size of the file");
  budget_ -= pixels;
}

void PictPicture::DrawMap(const PictMap& map, ByteCursor& cursor) {
  PictRows rows(map, cursor);
  const bool draws = !embedded_ && !map.source.empty() && !map.destination.empty();
  if (draws) Canvas();
  if (draws) Spend(map.destination);
  if (draws && map.alpha()) image_->matte = MagickTrue;
  std::vector<std::uint8_t> values(map.bounds.columns() * (map.bits > 8 ? kPictColorBytes : 1));
  CodingProgress progress(CodingProgress::Task::kLoading, image_, exception_);
  for (std::size_t y = 0; y < map.bounds.rows(); ++y) {
    rows.Next(values.data());
    if (draws) DrawRow(map, y, values.data());
    progress.Tick(y);
  }
}

// To the rows of the picture that show it, and as often as they do.
void PictPicture::DrawRow(const PictMap& map, std::size_t row, const std::uint8_t* values) {
  const PictRectangle& source = map.source;
  const PictRectangle& to = map.destination;
  const int line = map.bounds.top + static_cast<int>(row);
  if (line < source.top || line >= source.bottom) return;
  const auto index = static_cast<std::size_t>(line - source.top);
  const auto output = [&](std::size_t i) {
    return to.top + static_cast<int>(FirstOutput(i, to.rows(), source.rows()));
  };
  const int end = std::min(output(index + 1), frame_.bottom);
  for (int y = std::max(output(index), frame_.top); y < end; ++y) {
    PixelPacket* const pixels = canvas_.Row(static_cast<std::size_t>(y - frame_.top));
    const int first = std::max(to.left, frame_.left), last = std::min(to.right, frame_.right);
    for (int x = first; x < last; ++x) {
      const std::size_t at =
          static_cast<std::size_t>(x - to.left) * source.columns() / to.columns();
      const int column = source.left + static_cast<int>(at) - map.bounds.left;
      if (column < 0 || column >= static_cast<int>(map.bounds.columns())) continue;
      const auto from = static_cast<std::size_t>(column);
      PixelPacket& pixel = pixels[x - frame_.left];
      if (map.bits > 8)
        pixel = ColorOf(values + from * kPictColorBytes);
      else
        pixel = map.colors[std::min<std::size_t>(values[from], map.colors.size() - 1)];
    }
  }
}

// One that is the whole picture brings its profiles and attributes.
void PictPicture::DrawQuickTime(ByteCursor cursor) {
  const QuickTimeImage found = TakeQuickTime(cursor);
  if (found.format == nullptr || found.destination.empty() || embedded_) return;
  embedded_ = true;
  const PictRectangle& to = found.destination;
  const bool whole = to.left == frame_.left && to.top == frame_.top && to.right == frame_.right &&
                     to.bottom == frame_.bottom;
  if (whole && canvas_.pixels == nullptr)
    return ReadEmbedded(image_info_, found.format, found.bytes, image_, exception_);
  const Owner<Image, DestroyImage> tile(AllocateImage(image_info_));
  if (tile == nullptr) throw std::bad_alloc();
  ReadEmbedded(image_info_, found.format, found.bytes, tile.get(), exception_);
  if (tile->matte != MagickFalse) image_->matte = MagickTrue;
  DrawImage(tile.get(), to);
}

void PictPicture::DrawImage(const Image* tile, const PictRectangle& to) {
  const Pixels& canvas = Canvas();
  const ConstPixels source = AllPixels(tile, exception_);
  const int top = std::max(to.top, frame_.top), bottom = std::min(to.bottom, frame_.bottom);
  const int left = std::max(to.left, frame_.left), right = std::min(to.right, frame_.right);
  for (int y = top; y < bottom; ++y) {
    const auto row = static_cast<std::size_t>(y - to.top) * tile->rows / to.rows();
    PixelPacket* const pixels = canvas.Row(static_cast<std::size_t>(y - frame_.top));
    for (int x = left; x < right; ++x)
      pixels[x - frame_.left] =
          source.Row(row)[static_cast<std::size_t>(x - to.left) * tile->columns / to.columns()];
  }
}

void PictPicture::Finish() {
  if (canvas_.pixels != nullptr) return SyncPixels(image_, exception_);
  if (!embedded_) Fail(CoderError, "The picture has no bitmap, and drawings are not rendered");
}

}  // namespace lodestone::coders
