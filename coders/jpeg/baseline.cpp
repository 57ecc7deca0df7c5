#include "coders/jpeg/baseline.hpp"

#include "kernels/jpeg/color.hpp"
#include "kernels/jpeg/decode.hpp"
#include "magick/log.h"

namespace lodestone::coders {
namespace {

constexpr unsigned kMostShrunk = 8;

// What a user may ask of libjpeg, and only libjpeg does.
const char* Unusual(const jpeg_decompress_struct& info) {
  if (info.dct_method != JDCT_ISLOW) return "another transform";
  if (info.do_fancy_upsampling == FALSE) return "plain upsampling";
  const unsigned factor = info.scale_denom;
  if (info.scale_num != 1 || factor > kMostShrunk || (factor & (factor - 1)) != 0)
    return "an unusual scale";
  return nullptr;
}

// libjpeg decides by more than the frame.
const char* OtherColors(const jpeg_decompress_struct& info, const kernels::JpegFrame& frame) {
  const J_COLOR_SPACE expected = frame.components == 1 ? JCS_GRAYSCALE
                                 : frame.is_ycc        ? JCS_YCbCr
                                                       : JCS_RGB;
  const J_COLOR_SPACE out = frame.components == 1 ? JCS_GRAYSCALE : JCS_RGB;
  return info.jpeg_color_space != expected || info.out_color_space != out ? "unusual colours"
                                                                          : nullptr;
}

}  // namespace

const char* BaselineJpeg::TryDecode(const jpeg_decompress_struct& info,
                                    std::span<const std::uint8_t> file) {
  if (const char* reason = Unusual(info)) return reason;
  if (const char* reason = kernels::ReadJpegFrame(file, frame_)) return reason;
  if (const char* reason = OtherColors(info, frame_)) return reason;
  layout_ = kernels::LayOutJpeg(frame_, info.scale_denom);
  const std::size_t bytes = layout_.bytes + kernels::kJpegPlanesBeyond;
  if (!claim_.Acquire(bytes + file.size())) return "the memory limit";
  planes_ = kernels::NewAligned<std::uint8_t>(bytes);
  return kernels::DecodeJpegPlanes(file, frame_, layout_, planes_.get());
}

bool BaselineJpeg::Decode(const jpeg_decompress_struct& info, std::span<const std::uint8_t> file) {
  const char* reason = TryDecode(info, file);
  LogMagickEvent(CoderEvent, GetMagickModule(), "JPEG decoded by %s%s%s",
                 reason == nullptr ? "Lodestone" : "libjpeg", reason == nullptr ? "" : ": ",
                 reason == nullptr ? "" : reason);
  return reason == nullptr;
}

void BaselineJpeg::Write(kernels::DestinationView pixels, std::size_t begin,
                         std::size_t end) const {
  kernels::JpegBand({frame_, layout_, planes_.get(), pixels}, begin, end);
}

}  // namespace lodestone::coders
