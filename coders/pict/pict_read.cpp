#include "coders/common/profiles.hpp"
#include "coders/pict/pict.hpp"
#include "coders/pict/pict_picture.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kFrameBytes = 10;  // and the low half of the size of the picture before it
constexpr std::string_view kVersion1{"\x11\x01", 2}, kVersion2{"\x00\x11\x02\xff", 4};

// Files begin with 512 bytes of any kind; pictures of other origin do not.
std::size_t StartOf(ByteSpan file) {
  for (const std::size_t start : {kPictPreambleBytes, std::size_t{0}}) {
    if (file.size() < start + kFrameBytes) continue;
    ByteCursor cursor(file.subspan(start + kFrameBytes));
    if (cursor.TakeIf(kVersion2) || cursor.TakeIf(kVersion1)) return start;
  }
  if (file.size() <= kPictPreambleBytes + kFrameBytes) FailTruncated();
  Fail(CorruptImageError, "Improper image header");
}

class Reader {
 public:
  Reader(const ImageInfo* image_info, Image* image, ExceptionInfo* exception, ByteSpan file)
      : image_info_(image_info),
        image_(image),
        cursor_(file.subspan(StartOf(file))),
        picture_(image_info, image, exception, file.size()) {}

  void Run() {
    cursor_.Skip(2);
    const PictRectangle frame = TakePictRectangle(cursor_);
    wide_ = !cursor_.TakeIf(kVersion1);
    if (wide_) cursor_.Skip(kVersion2.size());
    picture_.SetFrame(frame);
    if (wide_) TakeHeader();
    if (image_info_->ping != MagickFalse) return;
    while (Step()) {
    }
    StoreProfile(image_, "ICM", icc_);
    picture_.Finish();
  }

 private:
  // Commands of version 2 are shorts at even places.
  unsigned TakeCommand() {
    if (!wide_) return cursor_.U8();
    cursor_.Skip(cursor_.Position() % 2);
    return cursor_.U16Be();
  }

  // That of pictures with more than 72 pixels per inch has their size and resolution.
  void TakeHeader() {
    ByteCursor header = cursor_;
    if (header.Remaining() < 2 || header.U16Be() != kPictHeader) return;
    if (header.U32Be() != kPictExtended) return;
    constexpr double kOne = 65536;
    const double x = header.U32Be() / kOne, y = header.U32Be() / kOne;
    const PictRectangle frame = TakePictRectangle(header);
    if (!frame.empty()) picture_.SetFrame(frame);
    if (x <= 0 || y <= 0) return;
    image_->units = PixelsPerInchResolution;
    image_->x_resolution = x;
    image_->y_resolution = y;
  }

  // False at the end. A picture that is cut off after its bitmap is complete.
  bool Step() {
    if (cursor_.Remaining() < (wide_ ? 2 : 1) + cursor_.Position() % 2) return false;
    const unsigned command = TakeCommand();
    switch (command) {
      case kPictEnd:
      case 0xffff:
        return false;
      case kPictFirstPattern:
      case kPictFirstPattern + 1:
      case kPictLastPattern:
        SkipPattern();
        return true;
      case kPictBits:
      case kPictBitsRegion:
      case kPictPackedBits:
      case kPictPackedBitsRegion:
      case kPictDirectBits:
      case kPictDirectBitsRegion: {
        const PictMap map = TakePictMap(command, cursor_);
        picture_.DrawMap(map, cursor_);
        return true;
      }
      case kPictLongComment:
        TakeComment();
        return true;
      case kPictQuickTime:
        picture_.DrawQuickTime(ByteCursor(cursor_.Take(cursor_.U32Be())));
        return true;
      default:
        SkipPictCommand(command, cursor_);
        return true;
    }
  }

  void SkipPattern() {
    constexpr unsigned kMap = 1, kDithered = 2;
    const unsigned type = cursor_.U16Be();
    cursor_.Skip(8);
    if (type == kDithered) return cursor_.Skip(6);
    if (type != kMap) Fail(CorruptImageError, "Unknown pattern type");
    const PictMap map = TakePictPattern(cursor_);
    PictRows rows(map, cursor_);
    std::vector<std::uint8_t> values(map.bounds.columns());
    for (std::size_t y = 0; y < map.bounds.rows(); ++y) rows.Next(values.data());
  }

  void TakeComment() {
    const unsigned kind = cursor_.U16Be();
    ByteCursor comment(cursor_.Take(cursor_.U16Be()));
    if (kind == kPictResourcesComment) {
      if (!comment.TakeIf(kPictResources)) return;
      const ByteSpan resources = comment.Take(comment.Remaining());
      if (comment = ByteCursor(resources); comment.TakeIf(kPictResources))
        StoreProfile(image_, "8BIM", resources);
    } else if (kind == kPictProfileComment && comment.Remaining() > 4) {
      const std::uint32_t part = comment.U32Be();
      if (part == kPictProfileBegin) icc_.clear();
      if (part > kPictProfileMore) return;
      const ByteSpan bytes = comment.Take(comment.Remaining());
      icc_.insert(icc_.end(), bytes.begin(), bytes.end());
    }
  }

  const ImageInfo* image_info_;
  Image* image_;
  ByteCursor cursor_;
  PictPicture picture_;
  bool wide_ = true;  // version 2
  std::vector<std::uint8_t> icc_;
};

}  // namespace

Image* ReadPict(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    Reader(image_info, image, exception, WholeBlob(image)).Run();
  });
}

}  // namespace lodestone::coders
