#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/checked_size.hpp"
#include "coders/jxl/jxl.hpp"

namespace lodestone::coders {
namespace {

// Boxes may be small in a file and huge in memory.
constexpr std::size_t kBoxBytesMax = std::size_t{64} << 20;
constexpr std::size_t kFramesMax = 1 << 16;
constexpr std::size_t kExtraChannelsMax = 16;

// Reads the metadata boxes one after another.
class BoxReader {
 public:
  BoxReader(JxlDecoder* decoder, JxlHeader& header) : decoder_(decoder), header_(header) {}

  void Begin() {
    End();
    JxlBoxType type;
    if (JxlDecoderGetBoxType(decoder_, type, JXL_TRUE) != JXL_DEC_SUCCESS) return;
    const std::string_view name(type, sizeof type);
    if (name == "Exif") target_ = &header_.exif;
    if (name == "xml ") target_ = &header_.xmp;
    if (target_ == nullptr) return;
    target_->clear();
    Grow();
  }

  void Grow() {
    if (target_ == nullptr) return;
    constexpr std::size_t kFirst = 4096;
    const std::size_t filled = Filled();
    const std::size_t size = std::max(kFirst, 2 * target_->size());
    if (size > kBoxBytesMax) Fail(ResourceLimitError, "Profile is too large");
    target_->resize(size);
    const JxlDecoderStatus status =
        JxlDecoderSetBoxBuffer(decoder_, target_->data() + filled, size - filled);
    if (status != JXL_DEC_SUCCESS) Fail(CorruptImageError, "Corrupt image");
  }

  void End() {
    if (target_ != nullptr) target_->resize(Filled());
    target_ = nullptr;
  }

 private:
  // Takes the buffer back.
  std::size_t Filled() { return target_->size() - JxlDecoderReleaseBoxBuffer(decoder_); }

  JxlDecoder* const decoder_;
  JxlHeader& header_;
  std::vector<std::uint8_t>* target_ = nullptr;
};

bool IsSrgb(JxlDecoder* decoder, const JxlPixelFormat& format) {
  JxlColorEncoding color;
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
  (void)format;
  const JxlDecoderStatus status =
      JxlDecoderGetColorAsEncodedProfile(decoder, JXL_COLOR_PROFILE_TARGET_DATA, &color);
#else
  const JxlDecoderStatus status =
      JxlDecoderGetColorAsEncodedProfile(decoder, &format, JXL_COLOR_PROFILE_TARGET_DATA, &color);
#endif
  if (status != JXL_DEC_SUCCESS || color.transfer_function != JXL_TRANSFER_FUNCTION_SRGB ||
      color.white_point != JXL_WHITE_POINT_D65)
    return false;
  return color.color_space == JXL_COLOR_SPACE_GRAY ||
         (color.color_space == JXL_COLOR_SPACE_RGB && color.primaries == JXL_PRIMARIES_SRGB);
}

bool GetProfileSize(JxlDecoder* decoder, const JxlPixelFormat& format, std::size_t* size) {
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
  (void)format;
  return JxlDecoderGetICCProfileSize(decoder, JXL_COLOR_PROFILE_TARGET_DATA, size) ==
         JXL_DEC_SUCCESS;
#else
  return JxlDecoderGetICCProfileSize(decoder, &format, JXL_COLOR_PROFILE_TARGET_DATA, size) ==
         JXL_DEC_SUCCESS;
#endif
}

bool GetProfile(JxlDecoder* decoder, const JxlPixelFormat& format, std::vector<std::uint8_t>& icc) {
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
  (void)format;
  return JxlDecoderGetColorAsICCProfile(decoder, JXL_COLOR_PROFILE_TARGET_DATA, icc.data(),
                                        icc.size()) == JXL_DEC_SUCCESS;
#else
  return JxlDecoderGetColorAsICCProfile(decoder, &format, JXL_COLOR_PROFILE_TARGET_DATA, icc.data(),
                                        icc.size()) == JXL_DEC_SUCCESS;
#endif
}

// Of the pixels that the decoder will give.
void ReadColors(JxlDecoder* decoder, JxlHeader& header) {
  const JxlPixelFormat format = {header.info.num_color_channels, JXL_TYPE_UINT16, JXL_NATIVE_ENDIAN,
                                 0};
  std::size_t size = 0;
  if (IsSrgb(decoder, format) || !GetProfileSize(decoder, format, &size)) return;
  if (size > kBoxBytesMax) Fail(ResourceLimitError, "Profile is too large");
  header.icc.resize(size);
  if (!GetProfile(decoder, format, header.icc)) header.icc.clear();
}

void RefuseInk(JxlDecoder* decoder, const JxlHeader& header) {
  for (std::size_t i = 0; i < header.info.num_extra_channels; ++i) {
    JxlExtraChannelInfo channel;
    if (JxlDecoderGetExtraChannelInfo(decoder, i, &channel) == JXL_DEC_SUCCESS &&
        channel.type == JXL_CHANNEL_BLACK)
      Fail(CoderError, "CMYK in JPEG XL is not supported");
  }
}

// libjxl holds all channels of a frame, as numbers of 32 bits.
void CheckMemory(const JxlHeader& header, std::size_t columns, std::size_t rows) {
  const std::size_t channels = header.info.num_color_channels + header.info.num_extra_channels;
  const CheckedSize bytes = CheckedSize(columns) * rows * channels * sizeof(float);
  MemoryClaim claim;
  if (!bytes.valid() || !claim.Acquire(bytes.value())) FailOfMemoryLimit();
}

void ReadInfo(JxlDecoder* decoder, JxlHeader& header, Image* image) {
  if (JxlDecoderGetBasicInfo(decoder, &header.info) != JXL_DEC_SUCCESS)
    Fail(CorruptImageError, "Corrupt image");
  image->columns = header.info.xsize;
  image->rows = header.info.ysize;
  CheckLimits(image);
  if (header.info.num_extra_channels > kExtraChannelsMax)
    Fail(ResourceLimitError, "Too many channels");
  CheckMemory(header, header.info.xsize, header.info.ysize);
  RefuseInk(decoder, header);
}

// Frames may be larger than the image.
void ReadFrame(JxlDecoder* decoder, JxlHeader& header) {
  JxlFrameHeader frame;
  if (JxlDecoderGetFrameHeader(decoder, &frame) != JXL_DEC_SUCCESS)
    Fail(CorruptImageError, "Corrupt image");
  CheckMemory(header, frame.layer_info.xsize, frame.layer_info.ysize);
  // The layers of a frame are composed.
  if (header.info.have_animation ? frame.duration != 0 || frame.is_last : frame.is_last != 0)
    header.durations.push_back(frame.duration);
  header.complete = frame.is_last != JXL_FALSE;
  if (header.durations.size() > kFramesMax) Fail(ResourceLimitError, "Too many frames");
}

}  // namespace

JxlHeader ReadJxlHeader(std::span<const std::uint8_t> file, Image* image) {
  JxlHeader header;
  const JxlSignature signature = JxlSignatureCheck(file.data(), file.size());
  if (signature != JXL_SIG_CODESTREAM && signature != JXL_SIG_CONTAINER)
    Fail(CorruptImageError, "Improper image header");
  const JxlDecoderOwner decoder(JxlDecoderCreate(JxlLimitedMemory()));
  if (decoder == nullptr) throw std::bad_alloc();
  JxlDecoderSubscribeEvents(
      decoder.get(), JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME | JXL_DEC_BOX);
  JxlDecoderSetKeepOrientation(decoder.get(), JXL_TRUE);
  JxlDecoderSetCoalescing(decoder.get(), JXL_FALSE);
  JxlDecoderSetDecompressBoxes(decoder.get(), JXL_TRUE);
  JxlDecoderSetInput(decoder.get(), file.data(), file.size());
  BoxReader boxes(decoder.get(), header);
  for (;;) {
    switch (JxlDecoderProcessInput(decoder.get())) {
      case JXL_DEC_BASIC_INFO:
        ReadInfo(decoder.get(), header, image);
        break;
      case JXL_DEC_COLOR_ENCODING:
        ReadColors(decoder.get(), header);
        break;
      case JXL_DEC_FRAME:
        ReadFrame(decoder.get(), header);
        break;
      case JXL_DEC_BOX:
        boxes.Begin();
        break;
      case JXL_DEC_BOX_NEED_MORE_OUTPUT:
        boxes.Grow();
        break;
      case JXL_DEC_NEED_MORE_INPUT:
        // Input that was said to have ended would make libjxl print what it thinks of damaged
        // files. Without that it wants more boxes after the last one.
        if (!header.complete) Fail(CorruptImageError, "Unexpected end-of-file");
        [[fallthrough]];
      case JXL_DEC_SUCCESS:
        boxes.End();
        if (header.durations.empty()) Fail(CorruptImageError, "No images in the file");
        return header;
      default:
        Fail(CorruptImageError, "Corrupt image");
    }
  }
}

}  // namespace lodestone::coders
