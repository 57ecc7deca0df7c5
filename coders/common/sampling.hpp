// The sampling of chroma that a writer is asked for.
#pragma once

#include <optional>

#include "base/sampling_factors.hpp"
#include "coders/common/coder.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

inline constexpr unsigned long kFullChromaQuality = 90;  // from here on chroma is not subsampled

// What -sampling-factor says; nothing if it is not given. Fails if that cannot be understood.
std::optional<SamplingFactors> SamplingOf(const ImageInfo* image_info);

// The same for JPEG data, where -define jpeg:sampling-factor comes first.
const char* JpegSamplingText(const ImageInfo* image_info);
std::optional<SamplingFactors> JpegSamplingOf(const ImageInfo* image_info);

// Whether JPEG data can have these factors of so many components, which it interleaves.
bool FitsJpeg(const SamplingFactors& factors, std::size_t components);

// Of a text that may be null.
std::optional<SamplingFactors> SamplingFrom(const char* text);

// Fails because the format cannot have the factors that `text` stands for.
[[noreturn]] void FailSampling(const char* text);

// The chroma that nearly all formats can have. Others lose less: 4:1:1 is k422, 4:4:0 is k444.
enum class ChromaSampling { k420, k422, k444 };

// By -sampling-factor, else by quality as for JPEG files.
ChromaSampling ChromaOf(const ImageInfo* image_info);

}  // namespace lodestone::coders
LS_CODER_API_END
