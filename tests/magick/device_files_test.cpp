// Files of images whose pixels are on a device.
#include <string>

#include "tests/magick/device_images.hpp"
#include "tests/support/grey_image.hpp"
#include "tests/support/jpeg_files.hpp"

namespace lodestone::test {
namespace {

std::string Written(const Image* image, MagickAccelerateMode mode) {
  const ModeScope scope(mode);
  Exception exception;
  const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(nullptr));
  const ImagePtr copy(CloneImage(image, 0, 0, MagickTrue, exception));
  for (char* format : {info.get()->magick, copy->magick})
    MagickStrlCpy(format, "JPEG", sizeof copy->magick);
  std::size_t size = 0;
  void* const blob = ImageToBlob(info.get(), copy.get(), &size, exception);
  EXPECT_NE(nullptr, blob) << exception.text();
  const std::string bytes(static_cast<const char*>(blob), blob ? size : 0);
  MagickFree(blob);
  return bytes;
}

// Whether it is grey is known without its pixels; only the bytes of the scan come down.
TEST_F(DeviceImages, JpegFilesAreWrittenFromTheDevice) {
  Plug();
  for (const bool is_grey : {false, true}) {
    const ImagePtr source = is_grey ? RandomGrey(kColumns, kRows, 1) : Source();
    const ImagePtr half = Halved(source.get());
    const int reads = Machine().reads;
    EventRecorder recorder;
    const std::string bytes = Written(half.get(), MagickAccelerateRequire);
    ASSERT_EQ(1u, recorder.events().size());
    EXPECT_EQ("encode", recorder.events()[0].operation);
    EXPECT_EQ("Machine:GPU:0", recorder.events()[0].device);
    EXPECT_EQ(1u, recorder.events()[0].raw.resident);
    EXPECT_EQ(reads, Machine().reads);
    const ImagePtr expected = Halved(source.get(), MagickAccelerateOff);
    EXPECT_TRUE(bytes == Written(expected.get(), MagickAccelerateOff));
  }
}

// What tells whether a shrunk file has to be read at its full size comes with its pixels.
TEST_F(DeviceImages, ShrunkJpegFilesStayOnTheDevice) {
  Plug();
  for (const int components : {1, 3})
    for (const bool is_drawn : {false, true}) {
      const jpeg::Bytes file =
          jpeg::Made({.columns = 320,
                      .rows = 240,
                      .components = components,
                      .content = is_drawn ? jpeg::Content::kBoard : jpeg::Content::kPhotograph});
      const ModeScope scope(MagickAccelerateRequire);
      Exception exception;
      const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(nullptr));
      AddDefinitions(info.get(), "jpeg:shrink-on-load=40x30", exception);
      EventRecorder recorder;
      const ImagePtr image(BlobToImage(info.get(), file.data(), file.size(), exception));
      ASSERT_NE(nullptr, image) << exception.text();
      EXPECT_EQ(is_drawn ? 320u : 80u, image->columns);
      ASSERT_EQ(is_drawn ? 2u : 1u, recorder.events().size());
      for (const RecordedEvent& event : recorder.events()) {
        EXPECT_EQ("decode", event.operation);
        EXPECT_EQ("Machine:GPU:0", event.device);
      }
      EXPECT_EQ(0, Machine().reads);
    }
}

}  // namespace
}  // namespace lodestone::test
