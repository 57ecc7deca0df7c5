// The pixels of opaque grey images as one sample each, for code that needs no packets.
#pragma once

#include "base/coder_api.hpp"
#include "magick/core/pixels/pixel_store.hpp"

LS_CODER_API_BEGIN
namespace lodestone {

// New pixels of `image`, all 0, row after row, to be written before any other code sees them;
// `levels` as in PixelLayout. Null with *exception set, and the pixels unchanged.
Quantum* NewGreySamples(Image* image, unsigned long levels, ExceptionInfo* exception);

// Keeps the samples valid during its lifetime.
class GreySamples {
 public:
  // Empty if the image has packets, if its fields no longer describe an opaque grey image of that
  // size, or if its pixels cannot be fetched, in which case *exception is set.
  static GreySamples Of(const Image* image, ExceptionInfo* exception);
  // Whether it would not be empty, if its pixels could be fetched.
  static bool AreOf(const Image* image);

  GreySamples() = default;
  explicit operator bool() const { return static_cast<bool>(store_); }
  const Quantum* Row(std::size_t y) const { return store_->samples() + y * store_->columns(); }
  std::size_t count() const { return store_->area(); }
  unsigned long levels() const { return store_->levels(); }

 private:
  explicit GreySamples(StoreReference store) : store_(std::move(store)) {}

  StoreReference store_;
};

}  // namespace lodestone
LS_CODER_API_END
