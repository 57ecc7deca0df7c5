#include <algorithm>
#include <cstring>

#include "coders/gif/gif.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

// Codes of one width without any compression: a clear code comes before the width would grow.
class PlainCodes {
 public:
  PlainCodes(GifFileType* file, unsigned bits) : file_(file), bits_(bits) { Put(1u << bits_); }

  bool Add(GifPixelType index) {
    if (++since_clear_ == (1u << bits_) - 2) {
      since_clear_ = 0;
      Put(1u << bits_);
    }
    Put(index);
    return !failed_;
  }

  bool Finish() {
    Put((1u << bits_) + 1);
    while (count_ != 0) PutByte();
    return Flush() && EGifPutCodeNext(file_, nullptr) == GIF_OK;
  }

 private:
  void Put(unsigned code) {
    data_ |= code << count_;
    count_ += bits_ + 1;
    while (count_ >= 8) PutByte();
  }

  void PutByte() {
    block_[++block_[0]] = static_cast<GifByteType>(data_);
    data_ >>= 8;
    count_ -= std::min(count_, 8u);
    if (block_[0] == kGifBlockBytesMax) failed_ |= !Flush();
  }

  bool Flush() {
    const bool written = block_[0] == 0 || EGifPutCodeNext(file_, block_) == GIF_OK;
    block_[0] = 0;
    return written && !failed_;
  }

  GifFileType* file_;
  unsigned bits_;  // of a colour; a code has one more
  unsigned since_clear_ = 0;
  unsigned data_ = 0;
  unsigned count_ = 0;  // bits in data_
  bool failed_ = false;
  GifByteType block_[1 + kGifBlockBytesMax] = {};  // its length comes first
};

// The place of a frame on the canvas.
struct Place {
  unsigned x = 0;
  unsigned y = 0;
};

struct Canvas {
  unsigned long width = 0;
  unsigned long height = 0;
};

int WriteOutput(GifFileType* file, const GifByteType* data, int length) {
  auto* image = static_cast<Image*>(file->UserData);
  return static_cast<int>(WriteBlob(image, static_cast<std::size_t>(length), data));
}

class GifWriter {
 public:
  GifWriter(const ImageInfo* image_info, Image* first);
  ~GifWriter();
  GifWriter(const GifWriter&) = delete;
  GifWriter& operator=(const GifWriter&) = delete;
  void Write();

 private:
  void Check(bool written, std::source_location where = std::source_location::current()) const;
  Canvas CanvasSize() const;
  bool Interlaced() const;
  void WriteScreen(const GifFrame& frame);
  void WriteFrame(Image* image, const GifFrame& frame);
  void WritePixels(Image* image, const GifFrame& frame, const ColorMapObject* map);
  template <typename Put>
  void WriteRows(Image* image, const GifFrame& frame, const Put& put);

  const ImageInfo* info_;
  Image* first_;
  bool several_;
  bool extensions_;  // GIF87 has none
  GifFileType* file_ = nullptr;
};

GifWriter::GifWriter(const ImageInfo* image_info, Image* first)
    : info_(image_info),
      first_(first),
      several_(first->next != nullptr && image_info->adjoin != MagickFalse),
      extensions_(LocaleCompare(image_info->magick, "GIF87") != 0) {
  int error = E_GIF_SUCCEEDED;
  file_ = EGifOpen(first, WriteOutput, &error);
  if (file_ == nullptr) throw std::bad_alloc();
}

GifWriter::~GifWriter() {
  if (file_ != nullptr) EGifCloseFile(file_, nullptr);
}

void GifWriter::Check(bool written, std::source_location where) const {
  if (written) return;
  if (file_->Error == E_GIF_ERR_NOT_ENOUGH_MEM) throw std::bad_alloc();
  if (file_->Error == E_GIF_ERR_WRITE_FAILED) Fail(BlobError, "Unable to write to file", where);
  const char* reason = GifErrorString(file_->Error);
  Fail(CoderError, reason == nullptr ? "Unable to write image" : reason, where);
}

// Left of or above the canvas there is nothing.
Place PlaceOf(const Image* image) {
  return {static_cast<unsigned>(std::clamp<long>(image->page.x, 0, kGifSideMax)),
          static_cast<unsigned>(std::clamp<long>(image->page.y, 0, kGifSideMax))};
}

void CheckPlace(Image* image) {
  if (image->columns > kGifSideMax || image->rows > kGifSideMax ||
      image->page.x > static_cast<long>(kGifSideMax) ||
      image->page.y > static_cast<long>(kGifSideMax)) {
    Fail(ImageError, "A GIF is at most 65535 pixels wide and high");
  }
  if (image->page.x >= 0 && image->page.y >= 0) return;
  Report(&image->exception, CoderWarning, "A GIF has no negative offsets: they become 0",
         image->filename);
}

// The page, or what holds all frames.
Canvas GifWriter::CanvasSize() const {
  if (first_->page.width != 0 && first_->page.height != 0) {
    return {first_->page.width, first_->page.height};
  }
  Canvas canvas;
  for (const Image* image = first_; image != nullptr; image = image->next) {
    const Place place = PlaceOf(image);
    canvas.width = std::max(canvas.width, place.x + image->columns);
    canvas.height = std::max(canvas.height, place.y + image->rows);
    if (!several_) break;
  }
  return canvas;
}

// As in GraphicsMagick, frames of an animation are not.
bool GifWriter::Interlaced() const {
  return !several_ && info_->interlace != NoInterlace && info_->interlace != UndefinedInterlace;
}

void GifWriter::WriteScreen(const GifFrame& frame) {
  const Canvas canvas = CanvasSize();
  if (canvas.width > kGifSideMax || canvas.height > kGifSideMax) {
    Fail(ImageError, "A GIF is at most 65535 pixels wide and high");
  }
  EGifSetGifVersion(file_, extensions_);
  Check(EGifPutScreenDesc(file_, static_cast<int>(canvas.width), static_cast<int>(canvas.height), 8,
                          static_cast<int>(frame.Background()), frame.map()) == GIF_OK);
  if (!extensions_) return;
  if (several_ && first_->iterations != 1) Check(WriteGifLoop(file_, first_->iterations));
  Check(WriteGifProfiles(file_, frame.image(), &first_->exception));
}

template <typename Put>
void GifWriter::WriteRows(Image* image, const GifFrame& frame, const Put& put) {
  std::vector<GifPixelType> row(image->columns);
  CodingProgress progress(CodingProgress::Task::kSaving, image, &first_->exception);
  std::size_t done = 0;
  ForEachGifRow(image->rows, Interlaced(), [&](std::size_t y) {
    frame.FillRow(y, row.data());
    Check(put(row));
    progress.Tick(done++);
  });
}

void GifWriter::WritePixels(Image* image, const GifFrame& frame, const ColorMapObject* map) {
  if (info_->compression != NoCompression) {
    return WriteRows(image, frame, [&](std::vector<GifPixelType>& row) {
      return EGifPutLine(file_, row.data(), static_cast<int>(row.size())) == GIF_OK;
    });
  }
  PlainCodes codes(file_, static_cast<unsigned>(std::max(map->BitsPerPixel, 2)));
  WriteRows(image, frame, [&](const std::vector<GifPixelType>& row) {
    return std::all_of(row.begin(), row.end(),
                       [&](GifPixelType index) { return codes.Add(index); });
  });
  Check(codes.Finish());
}

void GifWriter::WriteFrame(Image* image, const GifFrame& frame) {
  if (extensions_) {
    Check(WriteGifComment(file_, image) && WriteGifControl(file_, image, frame.transparent()));
  }
  const Place place = PlaceOf(image);
  // libgif loses the map of the frame before if this one has none.
  GifFreeMapObject(std::exchange(file_->Image.ColorMap, nullptr));
  const ColorMapObject* local = frame.Fits(file_->SColorMap) ? nullptr : frame.map();
  Check(EGifPutImageDesc(file_, static_cast<int>(place.x), static_cast<int>(place.y),
                         static_cast<int>(image->columns), static_cast<int>(image->rows),
                         Interlaced(), local) == GIF_OK);
  WritePixels(image, frame, local == nullptr ? file_->SColorMap : local);
}

void GifWriter::Write() {
  for (Image* image = first_; image != nullptr; image = image->next) {
    CheckPlace(image);
    const GifFrame frame(info_, image);
    if (image == first_) WriteScreen(frame);
    WriteFrame(image, frame);
    if (!several_) break;
  }
  int error = E_GIF_SUCCEEDED;
  if (EGifCloseFile(std::exchange(file_, nullptr), &error) == GIF_ERROR) {
    Fail(BlobError, "Unable to write to file");
  }
}

}  // namespace

unsigned int WriteGif(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    GifWriter writer(image_info, first);
    writer.Write();
  });
}

}  // namespace lodestone::coders
