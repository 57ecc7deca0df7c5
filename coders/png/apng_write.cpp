#include <zlib.h>

#include <algorithm>
#include <climits>

#include "base/owner.hpp"
#include "coders/common/upright.hpp"
#include "coders/png/apng.hpp"
#include "coders/png/png_plan.hpp"
#include "magick/core/image/frame_time.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kSignatureBytes = 8;

// Where libpng writes a frame to.
struct FrameBytes {
  std::vector<std::uint8_t> bytes;

  bool Add(const std::uint8_t* data, std::size_t length) noexcept {
    try {
      bytes.insert(bytes.end(), data, data + length);
      return true;
    } catch (...) {
      return false;
    }
  }
};

void KeepFrame(png_structp png, png_bytep data, std::size_t length) {
  if (!static_cast<FrameBytes*>(png_get_io_ptr(png))->Add(data, length)) {
    png_error(png, "Memory allocation failed");
  }
}

class ApngWriter {
 public:
  ApngWriter(const ImageInfo* image_info, Image* first);
  void Write();

 private:
  void ChooseCanvas();
  void ExpandFirst();
  void WriteFrame(std::size_t number);
  void WriteFirst(ByteCursor cursor, ByteSpan control);
  void WriteControl(std::size_t number, ByteSink& sink);
  void WriteData(ByteCursor cursor, ByteSink& sink);
  void AddChunk(ByteSink& sink, std::string_view name, ByteSpan data) const;

  const ImageInfo* info_;
  Image* first_;
  std::vector<Image*> frames_;
  Owner<Image, DestroyImage> expanded_;  // the first frame, as large as the canvas
  PngPlan plan_;
  std::uint64_t width_ = 0, height_ = 0;
  std::uint32_t sequence_ = 0;
};

// Left of or above the canvas there is nothing.
std::uint32_t Offset(long at) {
  return static_cast<std::uint32_t>(std::clamp<long>(at, 0, INT_MAX));
}

ApngWriter::ApngWriter(const ImageInfo* image_info, Image* first)
    : info_(image_info), first_(first) {
  const bool several = image_info->adjoin != MagickFalse;
  for (Image* image = first; image != nullptr; image = several ? image->next : nullptr) {
    ToRgb(image);
    frames_.push_back(image);
    if (image->page.x >= 0 && image->page.y >= 0) continue;
    Report(&first->exception, CoderWarning, "An APNG has no negative offsets: they become 0",
           first->filename);
  }
  ChooseCanvas();
  ExpandFirst();
  plan_ = PlanApng(image_info, frames_);
}

// The page of the first image, and all of the others.
void ApngWriter::ChooseCanvas() {
  if (frames_.size() > 1) {
    width_ = first_->page.width;
    height_ = first_->page.height;
  }
  for (const Image* image : frames_) {
    const bool alone = frames_.size() == 1;
    width_ = std::max<std::uint64_t>(width_, image->columns + (alone ? 0 : Offset(image->page.x)));
    height_ = std::max<std::uint64_t>(height_, image->rows + (alone ? 0 : Offset(image->page.y)));
  }
  if (width_ > INT_MAX || height_ > INT_MAX) {
    Fail(ImageError, "A PNG is at most 2147483647 pixels wide and high");
  }
}

// The first frame has to be as large as the canvas: there are transparent pixels around it.
void ApngWriter::ExpandFirst() {
  if (first_->columns == width_ && first_->rows == height_) return;
  CheckLimits(width_, height_);
  expanded_.reset(CloneImage(first_, width_, height_, MagickTrue, &first_->exception));
  if (!expanded_) FailAfter(&first_->exception, CoderError, "Unable to copy the image");
  Image* const image = expanded_.get();
  image->storage_class = DirectClass;
  image->matte = MagickTrue;
  image->page = {static_cast<unsigned long>(width_), static_cast<unsigned long>(height_), 0, 0};
  const ConstPixels source = AllPixels(first_, &first_->exception);
  const Pixels target = NewPixels(image, &first_->exception);
  PixelPacket clear = {};
  clear.opacity = TransparentOpacity;
  std::fill_n(target.pixels, width_ * height_, clear);
  for (std::size_t y = 0; y < first_->rows; ++y) {
    PixelPacket* const row = target.Row(Offset(first_->page.y) + y) + Offset(first_->page.x);
    std::copy_n(source.Row(y), first_->columns, row);
    for (std::size_t x = 0; first_->matte == MagickFalse && x < first_->columns; ++x) {
      row[x].opacity = OpaqueOpacity;
    }
  }
  SyncPixels(image, &first_->exception);
  frames_.front() = image;
}

void ApngWriter::AddChunk(ByteSink& sink, std::string_view name, ByteSpan data) const {
  sink.U32Be(static_cast<std::uint32_t>(data.size()));
  sink.Text(name);
  sink.Bytes(data);
  uLong crc = crc32_z(0, reinterpret_cast<const Bytef*>(name.data()), name.size());
  if (!data.empty()) crc = crc32_z(crc, data.data(), data.size());
  sink.U32Be(static_cast<std::uint32_t>(crc));
}

// The finest fraction of a second that has room for it.
static std::pair<unsigned, unsigned> DelayOf(const Image* image) {
  const unsigned long milliseconds = FrameMilliseconds(image, USHRT_MAX * 1000ul);
  for (const unsigned per_second : {100u, 1000u, 1u}) {
    const unsigned long unit = 1000 / per_second;
    const bool exact = milliseconds % unit == 0 || per_second == 1;
    const unsigned long delay = (milliseconds + unit / 2) / unit;
    if (exact && delay <= USHRT_MAX) return {static_cast<unsigned>(delay), per_second};
  }
  return {USHRT_MAX, 1};
}

void ApngWriter::WriteControl(std::size_t number, ByteSink& sink) {
  const Image* const image = frames_[number];
  const bool placed = number != 0;
  ByteSink control;
  control.U32Be(sequence_++);
  control.U32Be(static_cast<std::uint32_t>(image->columns));
  control.U32Be(static_cast<std::uint32_t>(image->rows));
  control.U32Be(placed ? Offset(image->page.x) : 0);
  control.U32Be(placed ? Offset(image->page.y) : 0);
  const auto [delay, per_second] = DelayOf(image);
  control.U16Be(delay);
  control.U16Be(per_second);
  control.U8(image->dispose == BackgroundDispose ? kApngClear
             : image->dispose == PreviousDispose ? kApngRestore
                                                 : kApngKeep);
  control.U8(image->matte != MagickFalse && placed ? kApngOver : kApngSource);
  AddChunk(sink, "fcTL", control.bytes());
}

// All that libpng has written, with what makes an animation of it.
void ApngWriter::WriteFirst(ByteCursor cursor, ByteSpan control) {
  ByteSink sink;
  sink.Bytes(cursor.Take(kSignatureBytes));
  bool rows_seen = false;
  for (std::string_view name; name != "IEND";) {
    const std::uint32_t length = cursor.U32Be();
    const ByteSpan text = cursor.Take(4);
    name = {reinterpret_cast<const char*>(text.data()), text.size()};
    const ByteSpan data = cursor.Take(length);
    cursor.Skip(4);
    if (name == "IDAT" && !std::exchange(rows_seen, true)) WriteControl(0, sink);
    if (name != "IEND") AddChunk(sink, name, data);
    if (name == "IHDR") sink.Bytes(control);
  }
  sink.Flush(first_);
}

// The rows, as data of a frame.
void ApngWriter::WriteData(ByteCursor cursor, ByteSink& sink) {
  cursor.Skip(kSignatureBytes);
  while (!cursor.AtEnd()) {
    const std::uint32_t length = cursor.U32Be();
    const bool rows = cursor.TakeIf("IDAT");
    if (!rows) cursor.Skip(4);
    const ByteSpan data = cursor.Take(length);
    cursor.Skip(4);
    if (!rows) continue;
    ByteSink numbered;
    numbered.U32Be(sequence_++);
    numbered.Bytes(data);
    AddChunk(sink, "fdAT", numbered.bytes());
  }
}

void ApngWriter::WriteFrame(std::size_t number) {
  Image* const image = frames_[number];
  PngClient client{first_, &first_->exception, first_->filename};
  client.severity = CoderError;
  FrameBytes frame;
  {
    PngWriter writer(client);
    png_set_write_fn(writer.png, &frame, KeepFrame, PngFlush);
    SetPngHeader(writer, info_, image, plan_);
    if (number == 0) SetPngMetadata(writer, info_, image);
    PngCall(writer.png, [&] { png_write_info(writer.png, writer.info); });
    WritePngRows(writer, plan_, image, &first_->exception);
    PngCall(writer.png, [&] { png_write_end(writer.png, nullptr); });
  }
  ByteSink sink;
  if (number == 0) {
    ByteSink control, chunk;
    control.U32Be(static_cast<std::uint32_t>(frames_.size()));
    control.U32Be(static_cast<std::uint32_t>(std::min<unsigned long>(first_->iterations, INT_MAX)));
    AddChunk(chunk, "acTL", control.bytes());
    return WriteFirst(ByteCursor(frame.bytes), chunk.bytes());
  }
  WriteControl(number, sink);
  WriteData(ByteCursor(frame.bytes), sink);
  sink.Flush(first_);
}

void ApngWriter::Write() {
  for (std::size_t i = 0; i < frames_.size(); ++i) WriteFrame(i);
  ByteSink sink;
  AddChunk(sink, "IEND", {});
  sink.Flush(first_);
}

}  // namespace

unsigned int WriteApng(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    PutOrientationIntoExif(first, OrientationPlace::kExif);
    ApngWriter(image_info, first).Write();
  });
}

}  // namespace lodestone::coders
