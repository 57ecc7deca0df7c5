#include <algorithm>

#include "base/owner.hpp"
#include "coders/webp/webp.hpp"
#include "magick/core/image/frame_time.hpp"

namespace lodestone::coders {
namespace {

// A frame of a mux, with a copy of its image.
class Frame {
 public:
  // A file of one frame may be a still image, which stands for all images.
  Frame(const WebpMux& mux, std::uint32_t number, const Image* images) {
    CheckWebpMux(WebPMuxGetFrame(mux.get(), number, &info_));
    if (info_.id == WEBP_CHUNK_ANMF) return;
    info_.id = WEBP_CHUNK_ANMF;
    info_.x_offset = info_.y_offset = 0;
    info_.duration = static_cast<int>(GetImageListLength(images));
    info_.dispose_method = WEBP_MUX_DISPOSE_NONE;
    info_.blend_method = WEBP_MUX_NO_BLEND;
  }
  ~Frame() { WebPDataClear(&info_.bitstream); }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;
  const WebPMuxFrameInfo& info() const { return info_; }

 private:
  WebPMuxFrameInfo info_{};
};

std::uint32_t FrameCount(const WebpMux& mux) {
  int count = 0;
  CheckWebpMux(WebPMuxNumChunks(mux.get(), WEBP_CHUNK_ANMF, &count));
  return static_cast<std::uint32_t>(std::max(count, 1));
}

int DurationMs(const Image* image) {
  constexpr unsigned long kMost = (1 << 24) - 1;  // that the format has room for
  return static_cast<int>(FrameMilliseconds(image, kMost));
}

void Push(const WebpMux& mux, const WebPMuxFrameInfo& frame) {
  CheckWebpMux(WebPMuxPushFrame(mux.get(), &frame, 1));
}

// A frame after `frame` that changes nothing. If the area of that one is to be cleared, this one is
// to clear it.
void PushUnchanged(const WebpMux& mux, WebPMuxFrameInfo frame, int duration) {
  int columns = 1, rows = 1;
  if (frame.dispose_method == WEBP_MUX_DISPOSE_BACKGROUND &&
      WebPGetInfo(frame.bitstream.bytes, frame.bitstream.size, &columns, &rows) == 0) {
    Fail(CoderError, "libwebp has written what it cannot read");
  }
  const std::vector<std::uint32_t> transparent(static_cast<std::size_t>(columns) *
                                               static_cast<std::size_t>(rows));
  std::uint8_t* bytes = nullptr;
  frame.bitstream.size =
      WebPEncodeLosslessRGBA(reinterpret_cast<const std::uint8_t*>(transparent.data()), columns,
                             rows, columns * 4, &bytes);
  const Owner<std::uint8_t, WebPFree> owner(bytes);
  if (frame.bitstream.size == 0) throw std::bad_alloc();
  frame.bitstream.bytes = bytes;
  frame.blend_method = WEBP_MUX_BLEND;
  frame.duration = duration;
  Push(mux, frame);
}

// The frame, and others for the images merged with its own. Returns the image after those.
const Image* PushFrames(const WebpMux& mux, const WebPMuxFrameInfo& frame, const Image* image) {
  WebPMuxFrameInfo shown = frame;
  shown.duration = DurationMs(image);
  if (frame.duration > 1) shown.dispose_method = WEBP_MUX_DISPOSE_NONE;
  Push(mux, shown);
  image = image->next;
  for (int left = frame.duration - 1; left > 0 && image != nullptr; --left) {
    WebPMuxFrameInfo before = frame;
    if (left > 1) before.dispose_method = WEBP_MUX_DISPOSE_NONE;
    PushUnchanged(mux, before, DurationMs(image));
    image = image->next;
  }
  return image;
}

}  // namespace

void SeparateWebpFrames(const Image* first, const WebpCanvas& canvas, WebPData* file) {
  const WebpMux merged(WebPMuxCreate(file, 1)), separate(WebPMuxNew());
  const WebPMuxAnimParams animation{0xffffffff,
                                    static_cast<int>(std::min(first->iterations, 65535ul))};
  CheckWebpMux(WebPMuxSetAnimationParams(separate.get(), &animation));
  CheckWebpMux(WebPMuxSetCanvasSize(separate.get(), static_cast<int>(canvas.columns()),
                                    static_cast<int>(canvas.rows())));
  const std::uint32_t count = FrameCount(merged);
  const Image* image = first;
  for (std::uint32_t number = 1; number <= count && image != nullptr; ++number) {
    const Frame frame(merged, number, first);
    image = PushFrames(separate, frame.info(), image);
  }
  separate.Assemble(file);
}

}  // namespace lodestone::coders
