// Files that a device decodes.
#include "accel/trials/trial_jpeg.hpp"
#include "magick/core/calls/decode.hpp"
#include "tests/magick/device_images.hpp"

namespace lodestone::test {
namespace {

// The bytes of a file are read once, so only what they decode to is kept.
TEST_F(DeviceImages, FilesAreNotKept) {
  Plug();
  const accel::TrialScan scan = accel::MakeTrialScan(kColumns, kRows, false, 0);
  const auto decoded = [&](MagickAccelerateMode mode) {
    const ModeScope scope(mode);
    ImagePtr image = Source();
    DecodeRequest request;
    request.image = image.get();
    request.columns = kColumns;
    request.rows = kRows;
    request.jpeg = &scan.jpeg;
    request.scan = scan.bytes;
    request.progress = [](std::size_t) { return true; };
    request.library = "none";
    EXPECT_TRUE(DecodePixels(request, [] { FAIL() << "not decoded"; }));
    return image;
  };
  EventRecorder recorder;
  const ImagePtr image = decoded(MagickAccelerateRequire);
  ASSERT_EQ(1u, recorder.events().size());
  EXPECT_EQ("Machine:GPU:0", recorder.events()[0].device);
  EXPECT_EQ(0u, recorder.events()[0].raw.resident);
  EXPECT_EQ(1, Machine().ran[0]);
  EXPECT_EQ(0u, Machine().bytes_up) << "into a buffer";
  ExpectPixels(decoded(MagickAccelerateOff).get(), image.get());
}

}  // namespace
}  // namespace lodestone::test
