// Grey images with one sample per pixel, and the same images in packets.
#pragma once

#include "magick/core/pixels/pixel_cache.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone::test {

inline std::vector<Quantum> RandomSamples(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Quantum> samples(count);
  for (Quantum& sample : samples) sample = RandomQuantum(random);
  return samples;
}

inline ImagePtr GreyImage(unsigned long columns, unsigned long rows,
                          const std::vector<Quantum>& samples,
                          ClassType storage_class = DirectClass) {
  Exception exception;
  constexpr StorageType kType = QuantumDepth == 8 ? CharPixel : ShortPixel;
  ImagePtr image(ConstituteImage(columns, rows, "I", kType, samples.data(), exception));
  EXPECT_NE(nullptr, image) << exception.text();
  EXPECT_TRUE(HasGreyPixels(image.get()));
  std::strcpy(image->filename, "grey");
  image->storage_class = storage_class;
  return image;
}

inline ImagePtr RandomGrey(unsigned long columns, unsigned long rows, unsigned seed,
                           ClassType storage_class = DirectClass) {
  return GreyImage(columns, rows, RandomSamples(columns * rows, seed), storage_class);
}

// Made pixel by pixel, without using the library.
inline ImagePtr AsPackets(const Image* grey, const std::vector<Quantum>& samples) {
  Exception exception;
  ImagePtr image(CloneImage(grey, 0, 0, MagickTrue, exception));
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, image->columns, image->rows);
  EXPECT_NE(nullptr, pixels);
  IndexPacket* indexes = AccessMutableIndexes(image.get());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    pixels[i] = PixelPacket{};
    pixels[i].red = pixels[i].green = pixels[i].blue = samples[i];
    if (indexes) indexes[i] = static_cast<IndexPacket>(samples[i]);
  }
  EXPECT_NE(MagickFail, SyncImagePixels(image.get()));
  EXPECT_FALSE(HasGreyPixels(image.get()));
  image->is_grayscale = grey->is_grayscale;
  return image;
}

}  // namespace lodestone::test
