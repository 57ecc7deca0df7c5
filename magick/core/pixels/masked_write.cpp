#include "magick/core/pixels/masked_write.hpp"

#include <algorithm>

#include "magick/core/pixels/pixel_view.hpp"
#include "magick/core/pixels/row_iteration.hpp"

namespace lodestone {
namespace {

// Copies rows from one image to another, which merges them.
class RowWriter {
 public:
  RowWriter(const Image* from, Image* to) : from_(from), to_(to) {}
  bool operator()(std::size_t row, ExceptionInfo* exception) {
    const RectangleInfo region{from_->columns, 1, 0, static_cast<long>(row)};
    const PixelPacket* from = source_.Acquire(from_, region, exception);
    PixelPacket* to = target_.Select(to_, region, PixelView::Access::kReadWrite, exception);
    if (from == nullptr || to == nullptr) return false;
    std::copy_n(from, region.width, to);
    if (source_.indexes() != nullptr && target_.indexes() != nullptr)
      std::copy_n(source_.indexes(), region.width, target_.indexes());
    return target_.Sync(to_, exception);
  }

 private:
  const Image* const from_;
  Image* const to_;
  PixelView source_, target_;
};

}  // namespace

bool WriteThroughMasks(const Image* result, Image* image, ExceptionInfo* exception) {
  return ForEachRow(
      {image->columns, image->rows, 0}, exception, [=] { return RowWriter(result, image); },
      [](unsigned long, ExceptionInfo*) { return true; });
}

}  // namespace lodestone
