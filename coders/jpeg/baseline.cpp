#include "coders/jpeg/baseline.hpp"

#include "kernels/jpeg/frame.hpp"

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

const char* Decode(const jpeg_decompress_struct& info, std::span<const std::uint8_t> file,
                   const kernels::JpegTake& take) {
  if (file.empty()) return "from a pipe";
  if (const char* reason = Unusual(info)) return reason;
  kernels::JpegFrame frame;
  if (const char* reason = kernels::ReadJpegFrame(file, frame)) return reason;
  if (const char* reason = OtherColors(info, frame)) return reason;
  const kernels::JpegLayout layout = kernels::LayOutForDecoding(frame, info.scale_denom);
  MemoryClaim claim;
  if (!claim.Acquire(layout.bytes + file.size())) return "the memory limit";
  return kernels::DecodeJpeg(file, frame, layout, take);
}

}  // namespace

bool DecodeBaselineJpeg(const jpeg_decompress_struct& info, std::span<const std::uint8_t> file,
                        const kernels::JpegTake& take) {
  const char* const reason = Decode(info, file, take);
  LogJpegCoder("decoded", reason);
  return reason == nullptr;
}

}  // namespace lodestone::coders
