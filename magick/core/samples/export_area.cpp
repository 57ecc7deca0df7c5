// Writing the pixels of a view to packed samples.
#include <algorithm>
#include <span>

#include "magick/colorspace.h"
#include "magick/constitute.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/enums/enum_range.hpp"
#include "magick/core/samples/packed_runs.hpp"
#include "magick/core/samples/packed_samples.hpp"
#include "magick/core/samples/quantum_samples.hpp"
#include "magick/core/samples/sample_plan.hpp"
#include "magick/core/pixels/selected_area.hpp"
#include "magick/pixel_cache.h"

namespace lodestone {
namespace {

constexpr auto kMax = static_cast<std::uint32_t>(MaxRGB);

struct Export {
  const Image* image;
  SelectedArea area;
  QuantumType type;
  SampleFormat format;
  bool white_is_zero;
};

std::uint32_t Grey(const Export& job, const PixelPacket& pixel) {
  return job.image->is_grayscale ? pixel.red : PixelIntensityToQuantum(&pixel);
}

void Add(const Export& job, Sample sample, ExportPlan& plan) {
  const bool integer = !job.format.is_float();
  const Quantum flip = job.white_is_zero && integer ? kReversed : Quantum{0};
  switch (sample) {
    case Sample::kIndex:
      return plan.AddIndex();
    case Sample::kGrey:
      if (integer && job.image->is_grayscale) return plan.AddSample(kRed, flip);
      return plan.AddIntensity(flip);
    case Sample::kRed:
      return plan.AddSample(kRed);
    case Sample::kGreen:
      return plan.AddSample(kGreen);
    case Sample::kBlue:
      return plan.AddSample(kBlue);
    case Sample::kBlack:
      return plan.AddSample(kOpacity);
    case Sample::kAlpha:
      return plan.AddSample(kOpacity, kReversed);
    case Sample::kIndexAlpha:
      return plan.AddIndex(kReversed);
  }
}

// Calls put(quanta, count, has_indexes) for the samples of runs of pixels; has_indexes: the first
// sample of each pixel is one.
template <class Put>
void ForEachRun(const Export& job, Put put) {
  const std::span<const Sample> samples =
      SamplesOf(job.type, job.image->colorspace == CMYKColorspace);
  if (samples.empty()) return;
  ExportPlan plan(true);
  for (const Sample sample : samples) Add(job, sample, plan);
  const ExportRun all{job.area.pixels, job.area.indexes, nullptr, job.area.count};
  constexpr std::size_t kSamples = 2048;
  Quantum quanta[kSamples];
  const std::size_t step = kSamples / samples.size();
  for (std::size_t i = 0; i < all.count; i += step) {
    const std::size_t count = std::min(step, all.count - i);
    plan.Run(all.Part(i, count), quanta);
    put(quanta, count * samples.size(), samples[0] == Sample::kIndex);
  }
}

// Calls put(value, is_index) for each sample of each pixel.
template <class Put>
void ForEachSample(const Export& job, Put put) {
  const std::size_t samples = SamplesOf(job.type, job.image->colorspace == CMYKColorspace).size();
  ForEachRun(job, [&](const Quantum* quanta, std::size_t count, bool has_indexes) {
    for (std::size_t i = 0; i < count; ++i)
      put(std::uint32_t{quanta[i]}, has_indexes && i % samples == 0);
  });
}

std::size_t ExportFloats(const Export& job, unsigned char* to) {
  const SampleFormat& format = job.format;
  const double scale = (format.white - format.black) / MaxRGBDouble;
  unsigned char* next = to;
  ForEachSample(job, [&](std::uint32_t value, bool) {
    PutBytes(next, format.bits / 8, FloatBits(format.bits, value * scale + format.black),
             format.little_endian);
  });
  return static_cast<std::size_t>(next - to);
}

// In 64 bits, both halves are the same.
std::uint64_t ByteSample(unsigned bits, std::uint32_t value, bool is_index) {
  if (bits == 8) return is_index ? value : ScaleQuantumToChar(value);
  if (bits == 16) return is_index ? value : ScaleQuantumToShort(value);
  const std::uint64_t wide = is_index ? value : ScaleQuantumToLong(value);
  return bits == 64 ? wide << 32 | wide : wide;
}

std::size_t ExportBytes(const Export& job, unsigned char* to) {
  const unsigned bytes = job.format.bits / 8;
  unsigned char* next = to;
  if (job.type == IndexQuantum || job.type == IndexAlphaQuantum || job.format.bits == 64) {
    ForEachSample(job, [&](std::uint32_t value, bool is_index) {
      PutBytes(next, bytes, ByteSample(job.format.bits, value, is_index), job.format.little_endian);
    });
  } else {
    ForEachRun(job, [&](const Quantum* quanta, std::size_t count, bool) {
      PackedOfQuanta(job.format, quanta, count, next);
      next += count * bytes;
    });
  }
  return static_cast<std::size_t>(next - to);
}

std::size_t ExportBits(const Export& job, unsigned char* to) {
  const unsigned bits = job.format.bits;
  const std::uint32_t ratio = SampleRatio(bits);
  BitWriter writer(to);
  ForEachSample(job, [&](std::uint32_t value, bool is_index) {
    if (!is_index) value = bits < QuantumDepth ? value / ratio : value * ratio;
    writer.Put(bits, value);
  });
  return static_cast<std::size_t>(writer.end() - to);
}

// Writes predicate(i) for each pixel as one bit.
template <class Predicate>
std::size_t ExportFlags(const Export& job, unsigned char* to, Predicate predicate) {
  BitWriter writer(to);
  for (std::size_t i = 0; i < job.area.count; ++i) writer.Put(1, predicate(i));
  return static_cast<std::size_t>(writer.end() - to) + writer.has_part();
}

// The index that is written as 1, of an image with a colormap.
unsigned SetIndex(const Export& job) {
  const Image* image = job.image;
  const unsigned first = PixelIntensityToQuantum(&image->colormap[0]);
  const unsigned other =
      image->colors == 2 ? PixelIntensityToQuantum(&image->colormap[1]) : kMax / 2;
  return (first < other) != job.white_is_zero;
}

std::size_t ExportGreyFlags(const Export& job, unsigned char* to) {
  if (job.image->storage_class == PseudoClass && job.area.indexes && job.image->colormap) {
    const unsigned set = SetIndex(job);
    return ExportFlags(job, to, [&](std::size_t i) { return job.area.indexes[i] == set; });
  }
  return ExportFlags(job, to, [&](std::size_t i) {
    return (Grey(job, job.area.pixels[i]) > kMax / 2) != job.white_is_zero;
  });
}

std::size_t ExportNibbles(const Export& job, unsigned char* to) {
  BitWriter writer(to);
  for (std::size_t i = 0; i < job.area.count; ++i) writer.Put(4, job.area.indexes[i]);
  return static_cast<std::size_t>(writer.end() - to) + writer.has_part();
}

std::size_t ExportUnsigned(const Export& job, unsigned char* to) {
  const unsigned bits = job.format.bits;
  if (bits == 1 && job.type == GrayQuantum) return ExportGreyFlags(job, to);
  if (bits == 1 && job.type == IndexQuantum)
    return ExportFlags(job, to, [&](std::size_t i) { return job.area.indexes[i] != 0; });
  if (bits == 4 && job.type == IndexQuantum) return ExportNibbles(job, to);
  return job.format.HasWholeBytes() ? ExportBytes(job, to) : ExportBits(job, to);
}

bool HasFloats(const Export& job) {
  return job.format.is_float() && job.format.IsValid() && job.type != IndexQuantum &&
         job.type != IndexAlphaQuantum;
}

bool CanExport(const Export& job) {
  const Image* image = job.image;
  if (!IsKnown(job.type)) return false;
  switch (job.type) {
    case UndefinedQuantum:
    case CIEYQuantum:
    case CIEXYZQuantum:
      return false;
    case IndexQuantum:
    case IndexAlphaQuantum:
      return image->storage_class == PseudoClass && image->colors != 0 && job.area.indexes;
    case AlphaQuantum:
      return image->colorspace != CMYKColorspace || job.area.indexes;
    case CMYKAQuantum:
      return job.area.indexes != nullptr;
    default:
      return true;
  }
}

Export MakeJob(const Image* image, const SelectedArea& area, QuantumType type, unsigned bits,
               const ExportPixelAreaOptions* options) {
  Export job{image, area, type, {.bits = bits}, false};
  if (!options) return job;
  job.format.type = options->sample_type;
  job.format.little_endian = IsLittleEndian(options->endian);
  job.format.black = options->double_minvalue;
  job.format.white = options->double_maxvalue;
  job.white_is_zero = options->grayscale_miniswhite != MagickFalse;
  return job;
}

bool IsValidSize(unsigned bits) {
  return (bits > 0 && bits <= 32) || bits == 64;
}

bool ExportArea(const Export& job, unsigned char* to, const ExportPixelAreaOptions* options,
                ExportPixelAreaInfo* info) {
  const bool can = CanExport(job);
  std::size_t bytes = 0;
  if (can && HasFloats(job)) bytes = ExportFloats(job, to);
  if (can && job.format.type == UnsignedQuantumSampleType) bytes = ExportUnsigned(job, to);
  if (options) {
    std::fill_n(to + bytes, options->pad_bytes, options->pad_value);
    bytes += options->pad_bytes;
  }
  if (info) info->bytes_exported = bytes;
  return can;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

void ExportPixelAreaOptionsInit(ExportPixelAreaOptions* options) {
  if (!options) return;
  *options = {.sample_type = UnsignedQuantumSampleType,
              .double_minvalue = 0.0,
              .double_maxvalue = 1.0,
              .grayscale_miniswhite = MagickFalse,
              .pad_bytes = 0,
              .pad_value = 0,
              .endian = MSBEndian,
              .signature = MagickSignature};
}

MagickPassFail ExportImagePixelArea(const Image* image, const QuantumType quantum_type,
                                    const unsigned int quantum_size, unsigned char* destination,
                                    const ExportPixelAreaOptions* options,
                                    ExportPixelAreaInfo* export_info) {
  if (export_info) export_info->bytes_exported = 0;
  if (!image || !destination || !IsValidSize(quantum_size)) return MagickFail;
  return Guard(nullptr, MagickFail, [&]() -> MagickPassFail {
    const Export job = MakeJob(image, SelectedAreaOf(image), quantum_type, quantum_size, options);
    return ExportArea(job, destination, options, export_info) ? MagickPass : MagickFail;
  });
}

MagickPassFail ExportViewPixelArea(const ViewInfo* view, const QuantumType quantum_type,
                                   const unsigned int quantum_size, unsigned char* destination,
                                   const ExportPixelAreaOptions* options,
                                   ExportPixelAreaInfo* export_info) {
  if (export_info) export_info->bytes_exported = 0;
  if (!view || !destination || !IsValidSize(quantum_size)) return MagickFail;
  const Export job =
      MakeJob(GetCacheViewImage(view), SelectedAreaOf(view), quantum_type, quantum_size, options);
  return ExportArea(job, destination, options, export_info) ? MagickPass : MagickFail;
}
