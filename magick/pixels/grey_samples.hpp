// The pixels of opaque grey images as one sample each, for those who need no packets.
#pragma once

#include "magick/pixels/pixel_store.hpp"

namespace lodestone {

// New pixels of `image`, all 0 and to be written before anybody else sees it, row after row;
// `levels` as in PixelLayout. Null with *exception set, and the pixels as they were.
Quantum* NewGreySamples(Image* image, unsigned long levels, ExceptionInfo* exception);

// Keeps the samples valid while it lives.
class GreySamples {
 public:
  // Empty where the image has packets, is not opaque grey of that size any more by what its fields
  // say, or where its pixels cannot be brought to memory, in which case *exception is set.
  static GreySamples Of(const Image* image, ExceptionInfo* exception);

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
