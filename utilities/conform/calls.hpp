// Calls of conformance cases that take more than one function of the library.
#pragma once

#include <functional>
#include <string>

#include "magick/api.h"

namespace lodestone::conform {

// A clone that `change` has changed in place.
Image* Changed(const Image* image, ExceptionInfo* exception,
               const std::function<MagickPassFail(Image*)>& change);

// A call on a clone that stands for the light of its sRGB colours.
Image* InLinearLight(const Image* image, ExceptionInfo* exception,
                     const std::function<Image*(const Image*)>& make);

// Taps for both directions, 1 at the ends and more in the middle, with that border.
Image* SeparablyConvolved(const Image* image, unsigned across, unsigned down, ConvolveBorder border,
                          ExceptionInfo* exception);

// A matrix with negative weights and zeros whose sum is not 0.
Image* Convolved(const Image* image, unsigned order, ExceptionInfo* exception);

// Edges of one colour are added, which trimming finds.
Image* BorderedAndTrimmed(const Image* image, double fuzz, ExceptionInfo* exception);

Image* Cropped(const Image* image, unsigned long columns, unsigned long rows, long x, long y,
               ExceptionInfo* exception);
Image* Chopped(const Image* image, unsigned long columns, unsigned long rows, long x, long y,
               ExceptionInfo* exception);
Image* Bordered(const Image* image, unsigned long columns, unsigned long rows,
                ExceptionInfo* exception);
Image* Extended(const Image* image, unsigned long columns, unsigned long rows, long x, long y,
                ExceptionInfo* exception);

// From random numbers that begin with this seed.
Image* WithNoise(const Image* image, NoiseType noise, unsigned seed, ExceptionInfo* exception);
Image* Spread(const Image* image, unsigned radius, unsigned seed, ExceptionInfo* exception);

// As a JPEG file of that quality and sampling, decoded at 1/denominator.
Image* ThroughJpeg(const Image* image, unsigned quality, const char* sampling, unsigned denominator,
                   ExceptionInfo* exception);

// The file, as grey pixels, 256 in a row, and black ones behind them.
Image* BytesOfJpeg(const Image* image, unsigned quality, const char* sampling,
                   const char* optimizes, ExceptionInfo* exception);

Image* Transformed(const Image* image, const AffineMatrix& matrix, ExceptionInfo* exception);
Image* WithColorMatrix(const Image* image, unsigned order, ExceptionInfo* exception);
Image* Opaqued(const Image* image, double fuzz, ExceptionInfo* exception);
// Taken for an image of that colour space, and transformed to RGB.
Image* FromColorspace(const Image* image, ColorspaceType colorspace, ExceptionInfo* exception);
Image* ToColorspace(const Image* image, ColorspaceType colorspace, ExceptionInfo* exception);

}  // namespace lodestone::conform
