// Alias/Wavefront: runs of blue, green and red, or of shades.
#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {
namespace {

// Runs go on from one row to the next.
class Runs {
 public:
  Runs(ByteCursor& cursor, bool gray) : cursor_(cursor), gray_(gray) {}

  PixelPacket Next() {
    if (left_ == 0) Take();
    --left_;
    return pixel_;
  }

 private:
  void Take() {
    left_ = cursor_.U8();
    if (left_ == 0) Fail(CorruptImageError, "Unable to runlength decode image");
    pixel_ = {};
    pixel_.opacity = OpaqueOpacity;
    pixel_.blue = QuantumFromByte(cursor_.U8());
    pixel_.green = gray_ ? pixel_.blue : QuantumFromByte(cursor_.U8());
    pixel_.red = gray_ ? pixel_.blue : QuantumFromByte(cursor_.U8());
  }

  ByteCursor& cursor_;
  const bool gray_;
  unsigned left_ = 0;
  PixelPacket pixel_ = {};
};

Image* ReadPix(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    image->columns = cursor.U16Be();
    image->rows = cursor.U16Be();
    cursor.Skip(4);  // the place
    const unsigned bits = cursor.U16Be();
    if (image->columns == 0 || image->rows == 0 || (bits != 8 && bits != 24))
      Fail(CorruptImageError, "Improper image header");
    image->depth = 8;
    CheckLimits(image);
    constexpr std::size_t kLongestRun = 255;
    if (cursor.Remaining() * kLongestRun < std::size_t{image->columns} * image->rows)
      FailTruncated();
    SetShade(image, bits == 8, false);
    if (image_info->ping != MagickFalse) return;
    const Pixels target = NewPixels(image, exception);
    CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
    Runs runs(cursor, bits == 8);
    for (std::size_t y = 0; y < image->rows; ++y) {
      for (std::size_t x = 0; x < image->columns; ++x) target.Row(y)[x] = runs.Next();
      progress.Tick(y);
    }
    SyncPixels(image, exception);
  });
}

}  // namespace

void RegisterPixImage() {
  FormatEntry entry{"PIX", "Alias/Wavefront RLE image format", "PIX", ReadPix};
  entry.adjoin = false;
  entry.traits = {"8", "", "", "", "65535x65535"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
