#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <optional>

#include "coders/common/blob_reader.hpp"
#include "coders/common/decoded_bands.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"
#include "coders/gif/gif.hpp"
#include "magick/attribute.h"

namespace lodestone::coders {
namespace {

// The file as libgif reads it. One that ends early is as one with an empty block at its end: that
// way a frame whose pixels are all there is complete.
struct GifInput {
  BlobReader* reader;
  bool ended = false;
};

int ReadInput(GifFileType* file, GifByteType* data, int length) {
  GifInput& input = *static_cast<GifInput*>(file->UserData);
  const std::size_t got = input.reader->Read(data, static_cast<std::size_t>(length));
  if (got == 0 && length == 1) {
    input.ended = true;
    *data = 0;
    return 1;
  }
  if (got < static_cast<std::size_t>(length)) input.ended = true;
  return static_cast<int>(got);
}

class GifDecoder {
 public:
  GifDecoder(const ImageInfo* image_info, Image* first, ExceptionInfo* exception);
  ~GifDecoder() { DGifCloseFile(file_, nullptr); }
  GifDecoder(const GifDecoder&) = delete;
  GifDecoder& operator=(const GifDecoder&) = delete;
  void Read();

 private:
  [[noreturn]] void FailGif(std::source_location where = std::source_location::current()) const;
  std::optional<GifRecordType> NextRecord();
  void ReadFrame();
  void Describe(Image* image);
  void SetColors(Image* image);
  void ReadPixels(Image* image);
  void SkipPixels();
  void Finish();
  bool Wanted(unsigned long scene) const;
  bool Last(unsigned long scene) const;

  const ImageInfo* info_;
  Image* first_;
  Image* image_ = nullptr;  // the frame read last
  unsigned long iterations_ = 0;
  ExceptionInfo* exception_;
  BlobReader reader_;
  GifInput input_;
  GifFileType* file_ = nullptr;
  GifExtensions extensions_;
  unsigned long scene_ = 0;  // of the next frame
};

GifDecoder::GifDecoder(const ImageInfo* image_info, Image* first, ExceptionInfo* exception)
    : info_(image_info),
      first_(first),
      exception_(exception),
      reader_(first),
      input_{&reader_, false} {
  int error = D_GIF_SUCCEEDED;
  file_ = DGifOpen(&input_, ReadInput, &error);
  if (file_ != nullptr) return;
  if (error == D_GIF_ERR_NOT_ENOUGH_MEM) throw std::bad_alloc();
  if (input_.ended) Fail(CorruptImageError, "Unexpected end-of-file");
  Fail(CorruptImageError, "Improper image header");
}

void GifDecoder::FailGif(std::source_location where) const {
  if (file_->Error == D_GIF_ERR_NOT_ENOUGH_MEM) throw std::bad_alloc();
  if (input_.ended) Fail(CorruptImageError, "Unexpected end-of-file", where);
  const char* reason = GifErrorString(file_->Error);
  Fail(CorruptImageError, reason == nullptr ? "Corrupt image" : reason, where);
}

bool GifDecoder::Wanted(unsigned long scene) const {
  return info_->subrange == 0 || scene >= info_->subimage;
}

bool GifDecoder::Last(unsigned long scene) const {
  return info_->subrange != 0 && scene >= info_->subimage + info_->subrange - 1;
}

// Nothing at the end of the images. Bytes between blocks that begin none are ignored.
std::optional<GifRecordType> GifDecoder::NextRecord() {
  while (true) {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    const bool known = DGifGetRecordType(file_, &type) == GIF_OK;
    if (input_.ended) {
      Report(exception_, CorruptImageWarning, "Unexpected end-of-file", info_->filename);
      return std::nullopt;
    }
    if (!known && file_->Error != D_GIF_ERR_WRONG_RECORD) FailGif();
    if (type == TERMINATE_RECORD_TYPE) return std::nullopt;
    if (known) return type;
  }
}

void GifDecoder::Describe(Image* image) {
  const GifImageDesc& frame = file_->Image;
  GifControl& control = extensions_.control;
  image->columns = static_cast<unsigned long>(frame.Width);
  image->rows = static_cast<unsigned long>(frame.Height);
  image->page = {static_cast<unsigned long>(file_->SWidth),
                 static_cast<unsigned long>(file_->SHeight), frame.Left, frame.Top};
  image->depth = 8;
  image->compression = LZWCompression;
  image->interlace = frame.Interlace ? LineInterlace : NoInterlace;
  image->delay = control.delay;
  image->dispose = control.dispose;
  // Those of the animation are with its first frame, which may not be wanted.
  image->iterations = image == first_ ? iterations_ : control.iterations;
  if (!control.comment.empty()) {
    StoreText(image, "comment", control.comment.c_str());
  }
}

// The transparent colour may be one more than the map has.
void GifDecoder::SetColors(Image* image) {
  const ColorMapObject* local = file_->Image.ColorMap;
  const ColorMapObject* map = local != nullptr ? local : file_->SColorMap;
  const unsigned listed = map == nullptr ? kGifColorsMax : static_cast<unsigned>(map->ColorCount);
  int& transparent = extensions_.control.transparent;
  if (transparent > static_cast<int>(listed)) transparent = NO_TRANSPARENT_COLOR;
  MakeColormap(image, transparent == static_cast<int>(listed) ? listed + 1 : listed);
  for (unsigned i = 0; i < image->colors; ++i) {
    const GifColorType color =
        map != nullptr && i < listed ? map->Colors[i] : GifColorType{0, 0, 0};
    image->colormap[i] = {};
    image->colormap[i].red = QuantumFromByte(color.Red);
    image->colormap[i].green = QuantumFromByte(color.Green);
    image->colormap[i].blue = QuantumFromByte(color.Blue);
    image->colormap[i].opacity =
        static_cast<int>(i) == transparent ? TransparentOpacity : OpaqueOpacity;
  }
  image->matte = transparent == NO_TRANSPARENT_COLOR ? MagickFalse : MagickTrue;
  if (local != nullptr) return;
  const unsigned background = static_cast<unsigned>(file_->SBackGroundColor);
  image->background_color = image->colormap[std::min(background, image->colors - 1)];
}

// Indexes beyond the colormap count as the first colour. False if there are any.
bool ConvertRow(const Image* image, const std::array<PixelPacket, kGifColorsMax>& colors,
                const GifPixelType* row, PixelPacket* pixels, IndexPacket* indexes) {
  for (std::size_t x = 0; x < image->columns; ++x) {
    pixels[x] = colors[row[x]];
    indexes[x] = row[x];
  }
  if (image->colors == kGifColorsMax) return true;
  bool valid = true;
  for (std::size_t x = 0; x < image->columns; ++x) {
    if (row[x] < image->colors) continue;
    indexes[x] = 0;
    valid = false;
  }
  return valid;
}

// Where each row of the file belongs.
std::vector<std::size_t> OrderOfRows(const Image* image) {
  std::vector<std::size_t> order;
  order.reserve(image->rows);
  ForEachGifRow(image->rows, image->interlace != NoInterlace,
                [&](std::size_t y) { order.push_back(y); });
  return order;
}

void GifDecoder::ReadPixels(Image* image) {
  const Pixels target = NewPixels(image, exception_);
  std::array<PixelPacket, kGifColorsMax> colors;
  colors.fill(image->colormap[0]);
  std::copy_n(image->colormap, std::min<std::size_t>(image->colors, colors.size()), colors.begin());
  const std::vector<std::size_t> order = OrderOfRows(image);
  const std::size_t columns = image->columns;
  std::atomic<bool> valid{true};
  const auto read = [&](const DecodedBand& band) {
    for (std::size_t i = 0; i < band.count; ++i) {
      GifPixelType* const row = band.bytes + i * columns;
      if (DGifGetLine(file_, row, static_cast<int>(columns)) == GIF_ERROR) FailGif();
    }
  };
  DecodeBands(image, columns, exception_, read, [&](const DecodedBand& band) {
    if (image->interlace == NoInterlace) RequestRows(target, band.first, band.count);
    for (std::size_t i = 0; i < band.count; ++i) {
      const std::size_t y = order[band.first + i];
      if (!ConvertRow(image, colors, band.bytes + i * columns, target.Row(y), target.IndexRow(y)))
        valid = false;
    }
  });
  SyncPixels(image, exception_);
  if (!valid) {
    Report(exception_, CorruptImageWarning, "Invalid colormap index", info_->filename);
  }
}

void GifDecoder::SkipPixels() {
  int code_size = 0;
  GifByteType* block = nullptr;
  if (DGifGetCode(file_, &code_size, &block) == GIF_ERROR) FailGif();
  while (block != nullptr) {
    if (DGifGetCodeNext(file_, &block) == GIF_ERROR) FailGif();
  }
}

void GifDecoder::ReadFrame() {
  if (DGifGetImageDesc(file_) == GIF_ERROR) FailGif();
  const unsigned long scene = scene_++;
  if (extensions_.control.iterations != 0) iterations_ = extensions_.control.iterations;
  if (Wanted(scene)) {
    image_ = image_ == nullptr ? first_ : NextImage(info_, image_);
    image_->scene = scene;
    Describe(image_);
    CheckLimits(image_);
    SetColors(image_);
  }
  extensions_.control = {};
  if (!Wanted(scene) || info_->ping != MagickFalse) {
    if (!Last(scene)) SkipPixels();
  } else {
    ReadPixels(image_);
  }
}

// Profiles belong to the first frame; a comment that no frame follows to the last.
void GifDecoder::Finish() {
  if (image_ == nullptr && scene_ != 0) {
    Fail(OptionError, "Subimage specification returns no images");
  }
  if (image_ == nullptr) Fail(CorruptImageError, "No image in file");
  StoreProfile(first_, "ICM", extensions_.profiles.icc);
  StoreProfile(first_, "XMP", extensions_.profiles.xmp);
  const std::string& comment = extensions_.control.comment;
  if (!comment.empty() && GetImageAttribute(image_, "comment") == nullptr) {
    StoreText(image_, "comment", comment.c_str());
  }
}

void GifDecoder::Read() {
  while (const std::optional<GifRecordType> type = NextRecord()) {
    if (*type == IMAGE_DESC_RECORD_TYPE) {
      ReadFrame();
      if (Last(scene_ - 1)) break;
    } else if (!extensions_.Read(file_)) {
      FailGif();
    }
  }
  Finish();
}

}  // namespace

Image* ReadGif(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* first) {
    OpenForReading(image_info, first, exception);
    GifDecoder decoder(image_info, first, exception);
    decoder.Read();
  });
}

}  // namespace lodestone::coders
