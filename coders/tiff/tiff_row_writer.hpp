// From the pixels of an image to rows of samples.
#pragma once

#include "coders/tiff/tiff_plan.hpp"
#include "coders/tiff/tiff_samples.hpp"
#include "magick/core/pixels/grey_samples.hpp"

namespace lodestone::coders {

// The pixels that an image is written from.
struct TiffSource {
  TiffSource(const TiffPlan& plan, const Image* image, ExceptionInfo* exception);

  const GreySamples gray;  // if that is all that is needed
  const ConstPixels packets;
  const bool matte;
  const unsigned long colors;
};

// Fills rows, with memory of its own, so that each thread has one.
class TiffRowWriter {
 public:
  TiffRowWriter(const TiffPlan& plan, const TiffSource& source)
      : plan_(plan), source_(source), packer_(plan.format) {}

  // `count` pixels from column x of row y on; those of one plane, if they are separate.
  void Fill(std::size_t x, std::size_t y, std::size_t count, unsigned plane, std::uint8_t* row);

 private:
  bool IsExportable() const;
  Quantum Shade(Quantum value) const;
  Quantum Color(const PixelPacket& pixel, Quantum value) const;
  Quantum Get(TiffSample sample, const PixelPacket& pixel, const IndexPacket* index) const;
  void FillGray(const Quantum* samples, std::size_t count, std::uint8_t* row);
  void FillIndexes(const PixelPacket* pixels, const IndexPacket* indexes, std::size_t count,
                   unsigned plane, std::uint8_t* row);
  void FillColors(const PixelPacket* pixels, const IndexPacket* indexes, std::size_t count,
                  unsigned plane, std::uint8_t* row);

  const TiffPlan& plan_;
  const TiffSource& source_;
  const TiffPacker packer_;
  std::vector<Quantum> quanta_;
  std::vector<std::uint16_t> numbers_;
};

}  // namespace lodestone::coders
