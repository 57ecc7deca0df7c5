#include "magick/core/pixels/grey_samples.hpp"

#include "magick/core/pixels/pixel_cache.hpp"

namespace lodestone {

Quantum* NewGreySamples(Image* image, unsigned long levels, ExceptionInfo* exception) {
  StoreReference store(CreateStoreFor(image, PixelLayout::Grey(levels), exception));
  // Cleared, since a damaged file may end before the image is complete.
  if (!store || !store->BeginWriting(PixelStore::Before::kNeeded, image->filename, exception))
    return nullptr;
  Quantum* const samples = store->samples();
  image->cache->Take(std::move(store));
  RecordPixelChange(image);
  return samples;
}

namespace {

bool Fits(const Image* image, const StoreReference& store) {
  return store && store->grey() && !image->matte && !IsCMYKColorspace(image->colorspace) &&
         store->columns() == image->columns && store->rows() == image->rows;
}

}  // namespace

GreySamples GreySamples::Of(const Image* image, ExceptionInfo* exception) {
  StoreReference store = image->cache->Hold();
  if (!Fits(image, store) || !store->Fetch(image->filename, exception)) return {};
  return GreySamples(std::move(store));
}

bool GreySamples::AreOf(const Image* image) {
  return Fits(image, image->cache->Hold());
}

}  // namespace lodestone
