// Reading packed samples into the pixels of a view.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>

#include "magick/constitute.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/samples/packed_runs.hpp"
#include "magick/core/samples/packed_samples.hpp"
#include "magick/core/samples/quantum_samples.hpp"
#include "magick/core/samples/sample_plan.hpp"
#include "magick/core/pixels/selected_area.hpp"

namespace lodestone {
namespace {

constexpr auto kMax = static_cast<std::uint32_t>(MaxRGB);
constexpr double kLeastSpan = 1e-12;  // of floating point samples
constexpr char kUnable[] = "unable to import image pixels";

struct Import {
  Image* image;
  SelectedArea area;
  QuantumType type;
  SampleFormat format;
  bool white_is_zero;
  bool whole_bytes;  // the format has them for samples of this type
};

// Not a number is black.
Quantum FromLight(double value) {
  return !(value > 0.0) ? Quantum{0} : RoundDoubleToQuantum(value);
}

// The samples one after another.
class SampleReader {
 public:
  SampleReader(const Import& job, const unsigned char* from)
      : format_(job.format),
        whole_bytes_(job.whole_bytes),
        start_(from),
        next_(from),
        bits_(from),
        ratio_(SampleRatio(job.format.bits)) {
    const double span = format_.white - format_.black;
    scale_ = span < kLeastSpan ? 0.0 : MaxRGBDouble / span;
  }

  // An index, or another number that is not scaled.
  std::uint32_t Raw() {
    if (!whole_bytes_) return bits_.Get(format_.bits);
    const std::uint64_t value = GetBytes(next_, format_.bits / 8, format_.little_endian);
    return static_cast<std::uint32_t>(format_.bits == 64 ? value >> 32 : value);
  }
  double Float() { return FloatOfSize(format_.bits); }
  double FloatOfSize(unsigned bits) {
    const double value = FloatOfBits(bits, GetBytes(next_, bits / 8, format_.little_endian));
    return std::isnan(value) ? 0.0 : value;
  }
  Quantum Next() {
    if (format_.is_float()) return FromLight((Float() - format_.black) * scale_);
    return Scale(Raw());
  }

  void Next(Quantum* quanta, std::size_t count) {
    if (whole_bytes_ && QuantaOfPacked(format_, next_, count, quanta))
      next_ += count * (format_.bits / 8);
    else
      std::generate_n(quanta, count, [this] { return Next(); });
  }

  // Those of bits are not counted.
  std::size_t bytes() const { return static_cast<std::size_t>(next_ - start_); }
  std::size_t full_bytes() const { return static_cast<std::size_t>(bits_.end() - start_); }
  bool has_part() const { return bits_.has_part(); }

 private:
  Quantum Scale(std::uint32_t value) const {
    if (format_.bits == 64) return ScaleLongToQuantum(value);
    return static_cast<Quantum>(format_.bits > QuantumDepth ? value / ratio_ : value * ratio_);
  }

  const SampleFormat& format_;
  const bool whole_bytes_;
  const unsigned char* const start_;
  const unsigned char* next_;
  BitReader bits_;
  const std::uint32_t ratio_;
  double scale_;
};

std::uint32_t VerifiedIndex(Image* image, std::uint32_t index) {
  if (index < image->colors) return index;
  if (image->exception.severity < CorruptImageError) {
    char text[MaxTextExtent];
    std::snprintf(text, sizeof text, "index %lu >= %u colors, %.1024s",
                  static_cast<unsigned long>(index), image->colors, image->filename);
    Throw(&image->exception, CorruptImageError, "Invalid colormap index", text);
  }
  return 0;
}

void StoreIndex(const Import& job, std::size_t i, std::uint32_t index) {
  job.area.indexes[i] = static_cast<IndexPacket>(index);
  job.area.pixels[i] = job.image->colormap[index];
}

// Whether pixels become opaque.
bool IsOpaque(const Import& job) {
  return job.type == RGBQuantum || (job.type == GrayQuantum && !job.format.is_float());
}

void Place(const Import& job, Sample sample, std::size_t k, ImportPlan& plan) {
  auto& out = plan.pixel.out;
  switch (sample) {
    case Sample::kRed:
      out[kRed] = {k, 0};
      break;
    case Sample::kGreen:
      out[kGreen] = {k, 0};
      break;
    case Sample::kBlue:
      out[kBlue] = {k, 0};
      break;
    case Sample::kBlack:
      out[kOpacity] = {k, 0};
      break;
    case Sample::kAlpha:
      out[kOpacity] = {k, kReversed};
      break;
    case Sample::kIndexAlpha:
      plan.index.out[0] = {k, kReversed};
      break;
    case Sample::kGrey:
      plan.SetGrey({k, job.white_is_zero && !job.format.is_float() ? kReversed : Quantum{0}});
      break;
    case Sample::kIndex:
      break;  // as indexes, which are not scaled
  }
}

bool IsPlaced(const kernels::SamplePlace& place) {
  return place.from != kernels::SamplePlace::kNowhere;
}

void ImportColors(const Import& job, SampleReader& reader) {
  const std::span<const Sample> samples =
      SamplesOf(job.type, job.image->colorspace == CMYKColorspace);
  ImportPlan plan(samples.size());
  for (std::size_t k = 0; k < samples.size(); ++k) Place(job, samples[k], k, plan);
  const bool whole =
      IsOpaque(job) || std::all_of(plan.pixel.out.begin(), plan.pixel.out.end(), IsPlaced);
  IndexPacket* const indexes = IsPlaced(plan.index.out[0]) ? job.area.indexes : nullptr;
  constexpr std::size_t kSamples = 2048;
  Quantum quanta[kSamples];
  const std::size_t step = kSamples / samples.size();
  for (std::size_t i = 0; i < job.area.count; i += step) {
    const std::size_t count = std::min(step, job.area.count - i);
    reader.Next(quanta, count * samples.size());
    IndexPacket* const to_indexes = indexes == nullptr ? nullptr : indexes + i;
    if (whole)
      plan.Run(quanta, count, job.area.pixels + i, to_indexes);
    else
      plan.Merge(quanta, count, job.area.pixels + i, to_indexes);
  }
}

// Black and white, whatever the colours between.
void ImportFlags(const Import& job, SampleReader& reader) {
  for (std::size_t i = 0; i < job.area.count; ++i) {
    const bool white = (reader.Raw() != 0) != job.white_is_zero;
    const auto value = static_cast<Quantum>(white ? kMax : 0);
    job.area.pixels[i] = {};
    job.area.pixels[i].red = job.area.pixels[i].green = job.area.pixels[i].blue = value;
    job.area.pixels[i].opacity = OpaqueOpacity;
  }
}

// The index of the brightest grey level.
std::uint32_t LastLevel(const Import& job) {
  return job.format.bits == 1 && job.type == GrayQuantum ? 1 : job.image->colors - 1;
}

// Numbers of grey levels are scaled to the number of colours.
std::uint32_t IndexRatio(const Import& job) {
  const bool is_grey = job.type == GrayQuantum || job.type == GrayAlphaQuantum;
  const bool scaled = job.type == GrayAlphaQuantum || (!job.whole_bytes && job.format.bits != 1);
  if (!is_grey || !scaled || job.image->colors < 2) return 1;
  const std::uint32_t last = LastLevel(job);
  const std::uint32_t largest = job.format.bits == 64 ? kMax : MaxSample(job.format.bits);
  return largest > last ? largest / last : 1;
}

void ImportIndexes(const Import& job, SampleReader& reader) {
  const bool is_grey = job.type == GrayQuantum || job.type == GrayAlphaQuantum;
  const bool has_alpha = job.type == IndexAlphaQuantum || job.type == GrayAlphaQuantum;
  const std::uint32_t ratio = IndexRatio(job);
  const std::uint32_t last = LastLevel(job);
  for (std::size_t i = 0; i < job.area.count; ++i) {
    const std::uint32_t raw = reader.Raw() / ratio;
    std::uint32_t index = VerifiedIndex(job.image, raw);
    if (is_grey && job.white_is_zero && index <= last) index = last - index;
    StoreIndex(job, i, VerifiedIndex(job.image, index));
    if (has_alpha) job.area.pixels[i].opacity = static_cast<Quantum>(kMax - reader.Next());
  }
}

// Linear light becomes samples of gamma 2.
Quantum FromLinear(double light) {
  if (light <= 0.0) return 0;
  return static_cast<Quantum>(light >= 1.0 ? MaxRGBDouble : MaxRGBDouble * std::sqrt(light) + 0.5);
}

void ImportCie(const Import& job, SampleReader& reader) {
  const unsigned bits = job.format.bits == 64 ? 64 : 32;
  for (std::size_t i = 0; i < job.area.count; ++i) {
    PixelPacket& pixel = job.area.pixels[i];
    const double first = reader.FloatOfSize(bits);
    if (job.type == CIEYQuantum) {
      pixel.red = pixel.green = pixel.blue = FromLinear(first);
      continue;
    }
    const double x = first, y = reader.FloatOfSize(bits), z = reader.FloatOfSize(bits);
    pixel.red = FromLinear(2.690 * x + -1.276 * y + -0.414 * z);
    pixel.green = FromLinear(-1.022 * x + 1.978 * y + 0.044 * z);
    pixel.blue = FromLinear(0.061 * x + -0.224 * y + 1.163 * z);
    pixel.opacity = OpaqueOpacity;
  }
}

bool UsesIndexes(const Import& job) {
  if (job.type == IndexQuantum || job.type == IndexAlphaQuantum) return true;
  const bool is_grey = job.type == GrayQuantum || job.type == GrayAlphaQuantum;
  return is_grey && job.image->storage_class != DirectClass && !job.format.is_float();
}

bool HasColormap(const Import& job) {
  const Image* image = job.image;
  return image->storage_class == PseudoClass && image->colors != 0 && image->colormap &&
         job.area.indexes;
}

bool NeedsIndexAlpha(const Import& job) {
  return job.type == CMYKAQuantum ||
         (job.type == AlphaQuantum && job.image->colorspace == CMYKColorspace);
}

bool CanImport(const Import& job) {
  ExceptionInfo* exception = &job.image->exception;
  if (!CheckKnown(job.type, exception) || job.type == UndefinedQuantum) return false;
  if (UsesIndexes(job) && !HasColormap(job)) {
    Throw(exception, ImageError, "image is not colormapped", kUnable);
    return false;
  }
  if (NeedsIndexAlpha(job) && !job.area.indexes) {
    Throw(exception, ImageError, "CMYKA image lacks an alpha channel (indexes)", kUnable);
    return false;
  }
  return job.area.pixels == nullptr || job.area.writable;
}

// Bytes that are counted as read.
std::size_t BytesRead(const Import& job, const SampleReader& reader) {
  if (job.whole_bytes) return reader.bytes();
  if (job.type == GrayQuantum && job.format.bits == 1)
    return reader.full_bytes() + reader.has_part();
  const bool counted = job.type == IndexQuantum && (job.format.bits == 1 || job.format.bits == 4);
  return counted ? reader.full_bytes() : 0;
}

std::size_t ImportSamples(const Import& job, const unsigned char* from) {
  SampleReader reader(job, from);
  const bool is_cie = job.type == CIEYQuantum || job.type == CIEXYZQuantum;
  const bool is_index = job.type == IndexQuantum || job.type == IndexAlphaQuantum;
  if (is_cie) {
    if (job.format.is_float()) ImportCie(job, reader);
  } else if (UsesIndexes(job)) {
    if (!is_index || !job.format.is_float()) ImportIndexes(job, reader);
  } else if (job.type == GrayQuantum && !job.format.is_float() && job.format.bits == 1) {
    ImportFlags(job, reader);
  } else {
    ImportColors(job, reader);
  }
  return BytesRead(job, reader);
}

// Samples of 24 bits are bytes where only alpha is read, and with indexes of grey levels.
bool HasWholeBytes(const Import& job) {
  if (job.format.HasWholeBytes()) return true;
  const bool indexed_grey = job.type == GrayAlphaQuantum && job.image->storage_class != DirectClass;
  return job.format.bits == 24 && (job.type == AlphaQuantum || indexed_grey);
}

Import MakeJob(Image* image, const SelectedArea& area, QuantumType type, unsigned bits,
               const ImportPixelAreaOptions* options) {
  Import job{image, area, type, {.bits = bits}, false, false};
  if (options) {
    job.format.type = options->sample_type;
    job.format.little_endian = IsLittleEndian(options->endian);
    job.format.black = options->double_minvalue;
    job.format.white = options->double_maxvalue;
    job.white_is_zero = options->grayscale_miniswhite != MagickFalse;
  }
  job.whole_bytes = HasWholeBytes(job);
  return job;
}

bool ImportArea(const Import& job, const unsigned char* from, ImportPixelAreaInfo* info) {
  if (!job.format.IsValid()) {
    char size[16];
    std::snprintf(size, sizeof size, "%u", job.format.bits);
    Throw(&job.image->exception, CoderError, "Unsupported bits per sample", size);
    return false;
  }
  if (!CanImport(job)) return false;
  const std::size_t bytes = ImportSamples(job, from);
  if (info) info->bytes_imported = bytes;
  return true;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

void ImportPixelAreaOptionsInit(ImportPixelAreaOptions* options) {
  if (!options) return;
  *options = {.sample_type = UnsignedQuantumSampleType,
              .double_minvalue = 0.0,
              .double_maxvalue = 1.0,
              .grayscale_miniswhite = MagickFalse,
              .endian = MSBEndian,
              .signature = MagickSignature};
}

MagickPassFail ImportImagePixelArea(Image* image, const QuantumType quantum_type,
                                    const unsigned int quantum_size, const unsigned char* source,
                                    const ImportPixelAreaOptions* options,
                                    ImportPixelAreaInfo* import_info) {
  if (import_info) import_info->bytes_imported = 0;
  if (!image || !source) return MagickFail;
  return Guard(&image->exception, MagickFail, [&]() -> MagickPassFail {
    const Import job = MakeJob(image, SelectedAreaOf(image), quantum_type, quantum_size, options);
    return ImportArea(job, source, import_info) ? MagickPass : MagickFail;
  });
}

MagickPassFail ImportViewPixelArea(ViewInfo* view, const QuantumType quantum_type,
                                   const unsigned int quantum_size, const unsigned char* source,
                                   const ImportPixelAreaOptions* options,
                                   ImportPixelAreaInfo* import_info) {
  if (import_info) import_info->bytes_imported = 0;
  if (!view || !source) return MagickFail;
  const Import job =
      MakeJob(GetCacheViewImage(view), SelectedAreaOf(view), quantum_type, quantum_size, options);
  return ImportArea(job, source, import_info) ? MagickPass : MagickFail;
}
