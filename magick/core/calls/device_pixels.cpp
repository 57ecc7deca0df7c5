// Images in device memory that the program shares with other libraries.
#include "magick/device_pixels.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "accel/pixels/shared_pixels.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/pixels/pixel_cache.hpp"

namespace lodestone {
namespace {

void ThrowFor(const char* reason, const accel::Attempt& attempt, ExceptionInfo* exception) {
  if (attempt.parts.reason == MagickAccelerateHostMemory)
    return PixelBlock::ThrowShortage(reason, exception);
  Throw(exception, AccelerateError, reason, attempt.parts.detail);
}

// The caller's structure may be older or newer.
MagickAccelerateDevicePixels Received(const MagickAccelerateDevicePixels& pixels) {
  MagickAccelerateDevicePixels whole{};
  std::memcpy(&whole, &pixels, std::min(pixels.struct_size, sizeof whole));
  return whole;
}

void Deliver(const MagickAccelerateDevicePixels& pixels, MagickAccelerateDevicePixels* to) {
  const std::size_t size = std::min(to->struct_size, sizeof pixels);
  std::memcpy(to, &pixels, size);
  to->struct_size = size;
}

const char* ProblemOf(const MagickAccelerateDevicePixels& pixels) {
  if (pixels.sample_bits != QuantumDepth) return "samples are not of the size of a Quantum";
  if (pixels.channels > MagickAccelerateGrey || pixels.channels == MagickAcceleratePlain)
    return "channels are opaque, weighted or grey";
  return nullptr;
}

void Describe(const MagickAccelerateDevicePixels& pixels, Image* image) {
  image->columns = pixels.columns;
  image->rows = pixels.rows;
  image->matte = pixels.channels == MagickAccelerateWeighted ? MagickTrue : MagickFalse;
  image->is_grayscale = pixels.channels == MagickAccelerateGrey ? MagickTrue : MagickFalse;
  image->is_monochrome = MagickFalse;
  image->magick[0] = '\0';  // it was not read from a file
}

Image* Wrap(const MagickAccelerateDevicePixels& pixels, ExceptionInfo* exception) {
  constexpr const char* kReason = "Device memory cannot be an image";
  if (const char* const problem = ProblemOf(pixels)) {
    Throw(exception, OptionError, kReason, problem);
    return nullptr;
  }
  ConnectLog();
  ImageHolder image(AllocateImage(nullptr));
  Describe(pixels, image.get());
  const bool made = pixels.channels == MagickAccelerateGrey
                        ? NewGreyPixelsToOverwrite(image.get(), 0, exception)
                        : NewPixelsToOverwrite(image.get(), exception);
  if (!made) return nullptr;
  const StoreReference store = image.get()->cache->Hold();
  const accel::Attempt attempt = accel::WrapPixels(pixels, store->device_pixels());
  if (attempt.done()) return image.release();
  ThrowFor(kReason, attempt, exception);
  return nullptr;
}

MagickAccelerateChannels ChannelsOf(const Image* image, const PixelStore& store) {
  if (store.grey()) return MagickAccelerateGrey;
  if (image->colorspace == CMYKColorspace) return MagickAcceleratePlain;
  return image->matte ? MagickAccelerateWeighted : MagickAccelerateOpaque;
}

bool Share(const Image* image, const char* device, MagickAccelerateDevicePixels* to,
           ExceptionInfo* exception) {
  ConnectLog();
  const StoreReference store = image->cache->Hold();
  if (!store) {
    Throw(exception, CacheError, "Pixel cache is not open", image->filename);
    return false;
  }
  MagickAccelerateDevicePixels pixels{};
  pixels.columns = store->columns();
  pixels.rows = store->rows();
  pixels.channels = ChannelsOf(image, *store.get());
  pixels.sample_bits = QuantumDepth;
  const accel::PixelShape shape{store->columns(), store->rows(), store->pixel_bytes()};
  const accel::Attempt attempt =
      accel::SharePixels({&store->device_pixels(), store.get()}, shape, device, pixels);
  if (attempt.done())
    Deliver(pixels, to);
  else
    ThrowFor("Pixels cannot be shared on a device", attempt, exception);
  return attempt.done();
}

}  // namespace
}  // namespace lodestone

Image* MagickAccelerateWrapDevicePixels(const MagickAccelerateDevicePixels* pixels,
                                        ExceptionInfo* exception) {
  using namespace lodestone;
  return Guard(exception, {pixels}, nullptr, [&] { return Wrap(Received(*pixels), exception); });
}

int MagickAccelerateShareDevicePixels(const Image* image, const char* device,
                                      MagickAccelerateDevicePixels* pixels,
                                      ExceptionInfo* exception) {
  using namespace lodestone;
  return Guard(exception, {image, pixels}, 0,
               [&] { return Share(image, device, pixels, exception) ? 1 : 0; });
}
