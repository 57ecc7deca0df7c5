// Pixels in device memory that the program shares: whose it is, and for how long.
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "magick/device_pixels.h"
#include "tests/magick/device_images.hpp"

namespace lodestone::test {
namespace {

using Pixels = MagickAccelerateDevicePixels;

// Memory of another library on a device, with rows that have gaps.
class Foreign {
 public:
  Foreign(const Image* image, std::size_t gap, unsigned device = 0)
      : stride_(kColumns * sizeof(PixelPacket) + gap), bytes_(stride_ * kRows, 0x3c) {
    Exception exception;
    for (unsigned long y = 0; y < kRows; ++y)
      std::memcpy(&bytes_[y * stride_], AcquireImagePixels(image, 0, y, kColumns, 1, exception),
                  kColumns * sizeof(PixelPacket));
    before_ = bytes_;
    Machine().memory_of_others[bytes_.data()] = device;
  }
  ~Foreign() {
    EXPECT_EQ(before_, bytes_) << "memory of others was written to";
    Machine().memory_of_others.erase(bytes_.data());
  }
  Foreign(const Foreign&) = delete;
  Foreign& operator=(const Foreign&) = delete;

  Pixels Describe() {
    Pixels pixels{};
    pixels.struct_size = sizeof pixels;
    pixels.data = bytes_.data();
    pixels.stride_bytes = stride_;
    pixels.columns = kColumns;
    pixels.rows = kRows;
    pixels.channels = MagickAccelerateOpaque;
    pixels.sample_bits = QuantumDepth;
    pixels.device_type = 2;
    pixels.device_id = -1;
    pixels.release = [](void* foreign) { ++static_cast<Foreign*>(foreign)->released; };
    pixels.context = this;
    return pixels;
  }
  ImagePtr Wrap() {
    Exception exception;
    const Pixels pixels = Describe();
    ImagePtr image(MagickAccelerateWrapDevicePixels(&pixels, exception));
    EXPECT_NE(nullptr, image) << exception.text();
    return image;
  }

  int released = 0;

 private:
  const std::size_t stride_;
  std::vector<unsigned char> bytes_, before_;
};

class SharedPixels : public DeviceImages {
 protected:
  static bool Share(const Image* image, Pixels* pixels, const char* device = nullptr) {
    Exception exception;
    *pixels = {};
    pixels->struct_size = sizeof *pixels;
    const int shared = MagickAccelerateShareDevicePixels(image, device, pixels, exception);
    EXPECT_EQ(shared == 0, exception.severity() >= ErrorException) << exception.text();
    return shared != 0;
  }
  static void ExpectAt(const Pixels& pixels, const Image* image) {
    Exception exception;
    for (unsigned long y = 0; y < image->rows; ++y)
      ASSERT_EQ(0, std::memcmp(static_cast<char*>(pixels.data) + y * pixels.stride_bytes,
                               AcquireImagePixels(image, 0, y, image->columns, 1, exception),
                               image->columns * sizeof(PixelPacket)))
          << y;
  }
  static std::string ProblemOf(Pixels pixels) {
    Exception exception;
    const ImagePtr image(MagickAccelerateWrapDevicePixels(&pixels, exception));
    EXPECT_EQ(nullptr, image);
    return exception.text();
  }
};

TEST_F(SharedPixels, WrappedOnesAreUsedWhereTheyAre) {
  Plug();
  const ImagePtr source = Source();
  Foreign memory(source.get(), 3 * sizeof(PixelPacket));
  ImagePtr wrapped = memory.Wrap();
  EventRecorder recorder;
  const ImagePtr half = Halved(wrapped.get());
  ASSERT_EQ(1u, recorder.events().size());
  EXPECT_EQ(0u, recorder.events()[0].raw.bytes_up);
  EXPECT_EQ(1u, recorder.events()[0].raw.resident);
  EXPECT_EQ(0, Machine().reads);
  ExpectPixels(Halved(source.get(), MagickAccelerateOff).get(), half.get());
  ExpectPixels(source.get(), wrapped.get());
  EXPECT_EQ(0, memory.released) << "the device still has them";
  wrapped.reset();
  EXPECT_EQ(1, memory.released);
}

TEST_F(SharedPixels, TheLastOfTheClonesGivesMemoryBack) {
  Plug();
  const ImagePtr source = Source();
  Foreign memory(source.get(), 0);
  Exception exception;
  ImagePtr wrapped = memory.Wrap();
  const ImagePtr clone(CloneImage(wrapped.get(), 0, 0, MagickTrue, exception));
  wrapped.reset();
  EXPECT_EQ(0, memory.released);
  ASSERT_EQ(MagickPass, NegateImage(clone.get(), MagickFalse));
  EXPECT_EQ(1, memory.released) << "changed images have other memory";
  const ImagePtr expected = Source();
  ASSERT_EQ(MagickPass, NegateImage(expected.get(), MagickFalse));
  ExpectPixels(expected.get(), clone.get());
}

TEST_F(SharedPixels, AChangedCloneLeavesTheOtherWrapped) {
  Plug();
  const ImagePtr source = Source();
  Foreign memory(source.get(), sizeof(PixelPacket));
  Exception exception;
  const ImagePtr wrapped = memory.Wrap();
  const ImagePtr clone(CloneImage(wrapped.get(), 0, 0, MagickTrue, exception));
  PixelPacket* const pixel = GetImagePixels(clone.get(), 5, 7, 1, 1);
  pixel->red = static_cast<Quantum>(MaxRGB - pixel->red);
  ASSERT_EQ(MagickPass, SyncImagePixels(clone.get()));
  EXPECT_EQ(0, memory.released);
  ExpectPixels(source.get(), wrapped.get());
}

TEST_F(SharedPixels, GreyOnesHaveOneSample) {
  Plug();
  std::vector<Quantum> samples(kColumns * kRows);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<Quantum>(i * 37);
  Machine().memory_of_others[samples.data()] = 0;
  Pixels pixels{};
  pixels.struct_size = sizeof pixels;
  pixels.data = samples.data();
  pixels.stride_bytes = kColumns * sizeof(Quantum);
  pixels.columns = kColumns;
  pixels.rows = kRows;
  pixels.channels = MagickAccelerateGrey;
  pixels.sample_bits = QuantumDepth;
  pixels.device_type = 2;
  Exception exception;
  const ImagePtr wrapped(MagickAccelerateWrapDevicePixels(&pixels, exception));
  ASSERT_NE(nullptr, wrapped) << exception.text();
  EXPECT_TRUE(wrapped->is_grayscale);
  EventRecorder recorder;
  const ImagePtr half = Halved(wrapped.get());
  EXPECT_EQ(1u, recorder.events().at(0).raw.samples);
  EXPECT_EQ(0u, recorder.events().at(0).raw.bytes_up);
  const PixelPacket* const row = AcquireImagePixels(wrapped.get(), 0, 9, kColumns, 1, exception);
  for (unsigned long x = 0; x < kColumns; ++x) EXPECT_EQ(samples[9 * kColumns + x], row[x].green);
  Pixels shared;
  ASSERT_TRUE(Share(half.get(), &shared));
  EXPECT_EQ(MagickAccelerateGrey, shared.channels);
  EXPECT_EQ(kColumns / 2 * sizeof(Quantum), shared.stride_bytes);
  shared.release(shared.context);
}

TEST_F(SharedPixels, ShutdownFetchesAndGivesBack) {
  Plug();
  const ImagePtr source = Source();
  Foreign memory(source.get(), sizeof(PixelPacket));
  const ImagePtr wrapped = memory.Wrap();
  MagickAccelerateShutdown();
  EXPECT_EQ(1, memory.released);
  EXPECT_EQ(1, Machine().reads);
  ExpectPixels(source.get(), wrapped.get());
}

// To evict it gives the device no room.
TEST_F(SharedPixels, WrappedOnesAreNotEvicted) {
  Machine().memory_bytes = kBytes + kBytes / 4 + kBytes / 8;
  Plug();
  const ImagePtr source = Source(), other = Source(2);
  Foreign memory(source.get(), 0);
  const ImagePtr wrapped = memory.Wrap();
  const ImagePtr first = Halved(other.get()), second = Halved(wrapped.get());
  EXPECT_EQ(0, memory.released);
  const ImagePtr third = Halved(Source(3).get());
  EXPECT_EQ(0, memory.released);
  ExpectPixels(Halved(other.get(), MagickAccelerateOff).get(), first.get());
  ExpectPixels(Halved(source.get(), MagickAccelerateOff).get(), second.get());
}

TEST_F(SharedPixels, TheDeviceOfMemoryIsFound) {
  Machine().devices = 3;
  Plug();
  const ImagePtr source = Source();
  Foreign memory(source.get(), 0, 1);
  Pixels pixels = memory.Describe();
  const ImagePtr wrapped = memory.Wrap();
  pixels.device_id = 2;
  const std::string problem = ProblemOf(pixels);
  EXPECT_NE(std::string::npos, problem.find("Machine:GPU:2: not mine")) << problem;
  EXPECT_NE(std::string::npos, problem.find("Machine:GPU:1: the memory is another device's"));
  EXPECT_EQ(0, memory.released);
  Pixels shared;
  ASSERT_TRUE(Share(wrapped.get(), &shared));
  EXPECT_EQ(1, shared.device_id);
  EXPECT_EQ(pixels.data, shared.data);
  EXPECT_EQ(pixels.stride_bytes, shared.stride_bytes);
  shared.release(shared.context);
}

TEST_F(SharedPixels, WhatCannotBeWrappedSaysWhy) {
  Plug();
  const ImagePtr source = Source();
  Foreign memory(source.get(), 0);
  const Pixels good = memory.Describe();
  const auto expect = [&](const char* part, auto change) {
    Pixels pixels = good;
    change(pixels);
    const std::string problem = ProblemOf(pixels);
    EXPECT_NE(std::string::npos, problem.find(part)) << problem;
  };
  expect("size of a Quantum", [](Pixels& pixels) { pixels.sample_bits = 32; });
  expect("opaque, weighted or grey",
         [](Pixels& pixels) { pixels.channels = MagickAcceleratePlain; });
  expect("No pixels", [](Pixels& pixels) { pixels.rows = 0; });
  expect("another device's", [](Pixels& pixels) { pixels.device_type = 10; });
  expect("not mine", [](Pixels& pixels) { pixels.data = &pixels; });
  {
    const ModeScope off(MagickAccelerateOff);
    expect("acceleration is off", [](Pixels&) {});
  }
  Machine().has_addresses = false;
  expect("no addresses", [](Pixels&) {});
  Pixels shared;
  EXPECT_FALSE(Share(source.get(), &shared));
  EXPECT_EQ(nullptr, shared.release);
  EXPECT_EQ(0, memory.released);
}

TEST_F(SharedPixels, SharedOnesAreUploadedOnce) {
  Plug();
  const ImagePtr source = Source();
  EventRecorder recorder;
  Pixels first, second;
  ASSERT_TRUE(Share(source.get(), &first));
  ASSERT_TRUE(Share(source.get(), &second, "machine"));
  EXPECT_EQ(first.data, second.data);
  ASSERT_EQ(1u, recorder.events().size());
  EXPECT_EQ("upload", recorder.events()[0].operation);
  EXPECT_EQ("Machine:GPU:0", recorder.events()[0].device);
  EXPECT_EQ(kBytes, recorder.events()[0].raw.bytes_up);
  EXPECT_EQ(2, first.device_type);
  EXPECT_EQ(kColumns, first.columns);
  EXPECT_EQ(kRows, first.rows);
  EXPECT_EQ(kColumns * sizeof(PixelPacket), first.stride_bytes);
  EXPECT_EQ(MagickAccelerateOpaque, first.channels);
  EXPECT_EQ(QuantumDepth, int(first.sample_bits));
  ExpectAt(first, source.get());
  first.release(first.context);
  second.release(second.context);
  Pixels nowhere;
  EXPECT_FALSE(Share(source.get(), &nowhere, "Other"));
}

TEST_F(SharedPixels, SharedOnesOutliveTheImageAndItsChanges) {
  Plug();
  const ImagePtr source = Source();
  ImagePtr half = Halved(source.get());
  Pixels changed, gone;
  ASSERT_TRUE(Share(half.get(), &changed));
  EXPECT_EQ(0, Machine().writes) << "they were there";
  ASSERT_EQ(MagickPass, NegateImage(half.get(), MagickFalse));
  const ImagePtr expected = Halved(source.get(), MagickAccelerateOff);
  ExpectAt(changed, expected.get());
  changed.release(changed.context);
  half = Halved(source.get());
  ASSERT_TRUE(Share(half.get(), &gone));
  half.reset();
  MagickAccelerateShutdown();
  EXPECT_EQ(0, Machine().closed) << "the device of shared pixels stays open";
  ExpectAt(gone, expected.get());
  gone.release(gone.context);
  EXPECT_EQ(1, Machine().closed);
}

TEST_F(SharedPixels, SharedOnesAreNotEvicted) {
  Machine().memory_bytes = kBytes + kBytes / 2;
  Plug();
  const ImagePtr source = Source();
  Pixels shared;
  ASSERT_TRUE(Share(source.get(), &shared));
  const ImagePtr other = Source(2), half = Halved(other.get());
  ExpectAt(shared, source.get());
  ExpectPixels(Halved(other.get(), MagickAccelerateOff).get(), half.get());
  shared.release(shared.context);
}

TEST_F(SharedPixels, AForkedChildGivesNothingBack) {
  Plug();
  const ImagePtr source = Source();
  Foreign memory(source.get(), 0);
  ImagePtr wrapped = memory.Wrap();
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    Pixels shared;
    const bool same = std::memcmp(GetImagePixels(wrapped.get(), 0, 0, kColumns, kRows),
                                  GetImagePixels(source.get(), 0, 0, kColumns, kRows), kBytes) == 0;
    const bool shares = Share(source.get(), &shared);
    wrapped.reset();
    ::_exit(!same || shares || memory.released != 0);
  }
  int status = -1;
  ASSERT_EQ(child, ::waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
  EXPECT_EQ(0, memory.released);
  wrapped.reset();
  EXPECT_EQ(1, memory.released);
}

}  // namespace
}  // namespace lodestone::test
