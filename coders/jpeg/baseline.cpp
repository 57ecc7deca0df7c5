#include "coders/jpeg/baseline.hpp"

namespace lodestone::coders {
namespace {

// libjpeg-turbo makes eighths of the size, at least as many as were asked for: 1/5 is 1/4, all
// beyond 1/8 are 1/8. The denominator of what it makes; 0 for those that no power of two has.
unsigned DenominatorOf(const jpeg_decompress_struct& info) {
  if (info.scale_num != 1 || info.scale_denom == 0) return 0;
  const unsigned eighths = (DCTSIZE + info.scale_denom - 1) / info.scale_denom;
  return DCTSIZE % eighths == 0 ? DCTSIZE / eighths : 0;
}

// What a user may ask of libjpeg, and only libjpeg does.
const char* Unusual(const jpeg_decompress_struct& info) {
  if (info.dct_method != JDCT_ISLOW) return "another transform";
  if (info.do_fancy_upsampling == FALSE) return "plain upsampling";
  return DenominatorOf(info) == 0 ? "an unusual scale" : nullptr;
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

const char* Read(const jpeg_decompress_struct& info, std::span<const std::uint8_t> file,
                 BaselineScan& scan) {
  if (file.empty()) return "from a pipe";
  if (const char* reason = Unusual(info)) return reason;
  if (const char* reason = kernels::ReadJpegFrame(file, scan.frame, scan.bytes)) return reason;
  if (const char* reason = OtherColors(info, scan.frame)) return reason;
  scan.frame.denominator = DenominatorOf(info);
  return nullptr;
}

}  // namespace

void FindBaselineScan(const jpeg_decompress_struct& info, std::span<const std::uint8_t> file,
                      BaselineScan& scan) {
  scan.reason = Read(info, file, scan);
}

}  // namespace lodestone::coders
