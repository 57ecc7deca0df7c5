// Copying pixels to and from arrays of samples.
#include "magick/constitute.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "base/owner.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/colormap.h"
#include "magick/core/pixels/grey_samples.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/core/pixels/row_iteration.hpp"
#include "magick/core/samples/sample_conversion.hpp"
#include "magick/core/samples/sample_map.hpp"

using lodestone::ExportPlan;
using lodestone::ExportPlanOf;
using lodestone::ExportRun;
using lodestone::GreySamples;
using lodestone::Guard;
using lodestone::ImportPlan;
using lodestone::ImportPlanOf;
using lodestone::Owner;
using lodestone::SampleMap;
using lodestone::Throw;

namespace {

// Calls `visit` with a null pointer of the element type.
template <class Visitor>
bool WithType(StorageType type, Visitor visit, ExceptionInfo* exception) {
  switch (type) {
    case CharPixel:
      return visit(static_cast<unsigned char*>(nullptr));
    case ShortPixel:
      return visit(static_cast<unsigned short*>(nullptr));
    case IntegerPixel:
      return visit(static_cast<unsigned int*>(nullptr));
    case LongPixel:
      return visit(static_cast<unsigned long*>(nullptr));
    case FloatPixel:
      return visit(static_cast<float*>(nullptr));
    case DoublePixel:
      return visit(static_cast<double*>(nullptr));
  }
  Throw(exception, OptionError, "Unrecognized storage type", nullptr);
  return false;
}

using ImageOwner = Owner<Image, DestroyImage>;

// An image of the class, colour space and alpha that the map asks for.
ImageOwner ImageForMap(const SampleMap& map, const RectangleInfo& size, StorageType type,
                       ExceptionInfo* exception) {
  ImageOwner image(AllocateImage(nullptr));
  if (image == nullptr) throw std::bad_alloc();
  image->columns = size.width;
  image->rows = size.height;
  image->depth = type == CharPixel ? 8 : QuantumDepth;
  image->matte = map.has_alpha ? MagickTrue : MagickFalse;
  if (size.width == 0 || size.height == 0) {
    Throw(exception, OptionError, "Non-zero width and height required", nullptr);
    return nullptr;
  }
  if (lodestone::CheckImagePixelLimits(image.get(), exception) == MagickFail) return nullptr;
  if (map.is_cmyk) {
    image->colorspace = CMYKColorspace;
  } else if (map.has_intensity) {
    if (AllocateImageColormap(image.get(), MaxColormapSize) == MagickFail) throw std::bad_alloc();
  }
  return image;
}

// Calls convert(row, scratch) for each row, with a vector of quanta for the thread.
template <class Convert>
bool ConvertRows(const RectangleInfo& size, ExceptionInfo* exception, Convert convert) {
  const auto make_band = [&] {
    return [&, scratch = std::vector<Quantum>()](size_t y, ExceptionInfo*) mutable {
      convert(y, scratch);
      return true;
    };
  };
  const auto report = [](unsigned long, ExceptionInfo*) { return true; };
  return lodestone::ForEachRow({size.width, size.height, 0}, exception, make_band, report);
}

// Pixels whose samples stay in the nearest cache.
size_t PixelsAtOnce(const SampleMap& map, size_t columns) {
  constexpr size_t kSamples = 4096;
  return std::clamp(kSamples / map.size(), size_t{1}, columns);
}

// The colormap of such an image contains all shades.
template <class T>
bool ImportGrey(Image* image, const RectangleInfo& size, const T* samples,
                ExceptionInfo* exception) {
  Quantum* const to = lodestone::NewGreySamples(image, image->colors, exception);
  if (to == nullptr) return false;
  image->is_grayscale = MagickTrue;
  return ConvertRows(size, exception, [&](size_t y, std::vector<Quantum>&) {
    lodestone::QuantaOf(samples + y * size.width, size.width, to + y * size.width);
  });
}

// Packets, and their indexes where there are any.
struct Target {
  PixelPacket* pixels;
  IndexPacket* indexes;

  Target At(size_t i) const { return {pixels + i, indexes == nullptr ? nullptr : indexes + i}; }
};

template <class T>
void ImportRow(const ImportPlan& plan, const T* samples, const RectangleInfo& size, size_t step,
               const Target& to, std::vector<Quantum>& scratch) {
  if constexpr (std::is_same_v<T, Quantum> || std::is_same_v<T, unsigned char>) {
    plan.Run(samples, size.width, to.pixels, to.indexes);
    return;
  }
  const size_t in = plan.pixel.in;
  scratch.resize(step * in);
  for (size_t x = 0; x < size.width; x += step) {
    const size_t count = std::min<size_t>(step, size.width - x);
    lodestone::QuantaOf(samples + x * in, count * in, scratch.data());
    const Target part = to.At(x);
    plan.Run(scratch.data(), count, part.pixels, part.indexes);
  }
}

template <class T>
bool ImportAll(Image* image, const RectangleInfo& size, const SampleMap& map, const T* samples,
               ExceptionInfo* exception) {
  if (map.is_grey()) return ImportGrey(image, size, samples, exception);
  PixelPacket* const pixels = SetImagePixelsEx(image, 0, 0, size.width, size.height, exception);
  if (pixels == nullptr) return false;
  const Target target{pixels, AccessMutableIndexes(image)};
  const ImportPlan plan = ImportPlanOf(map);
  const size_t step = PixelsAtOnce(map, size.width);
  const bool done = ConvertRows(size, exception, [&](size_t y, std::vector<Quantum>& scratch) {
    const size_t start = y * size.width;
    ImportRow(plan, samples + start * map.size(), size, step, target.At(start), scratch);
  });
  image->is_grayscale = map.has_intensity && !map.is_cmyk ? MagickTrue : MagickFalse;
  return SyncImagePixelsEx(image, exception) != MagickFail && done;
}

Image* Constitute(const RectangleInfo& size, const char* map_text, StorageType type,
                  const void* pixels, ExceptionInfo* exception) {
  const auto map = lodestone::ParseSampleMap(map_text, exception);
  if (!map) return nullptr;
  ImageOwner image = ImageForMap(*map, size, type, exception);
  if (image == nullptr) return nullptr;
  const auto import = [&]<class T>(T*) {
    return ImportAll(image.get(), size, *map, static_cast<const T*>(pixels), exception);
  };
  return WithType(type, import, exception) ? image.release() : nullptr;
}

bool IsInside(const RectangleInfo& region, const Image* image) {
  return region.width > 0 && region.x >= 0 && region.y >= 0 && region.width <= image->columns &&
         region.height <= image->rows &&
         static_cast<unsigned long>(region.x) <= image->columns - region.width &&
         static_cast<unsigned long>(region.y) <= image->rows - region.height;
}

template <class T>
void ExportRow(const ExportPlan& plan, const ExportRun& row, size_t letters, size_t step,
               T* samples, std::vector<Quantum>& scratch) {
  if constexpr (std::is_same_v<T, Quantum>) return plan.Run(row, samples);
  scratch.resize(step * letters);
  for (size_t x = 0; x < row.count; x += step) {
    const size_t count = std::min(step, row.count - x);
    plan.Run(row.Part(x, count), scratch.data());
    lodestone::SamplesOf(scratch.data(), count * letters, samples + x * letters);
  }
}

// row_at(y) gives row y of the region.
template <class T, class RowAt>
bool ExportRows(const ExportPlan& plan, const RectangleInfo& region, const SampleMap& map,
                T* samples, ExceptionInfo* exception, RowAt row_at) {
  const size_t step = PixelsAtOnce(map, region.width);
  return ConvertRows(region, exception, [&](size_t y, std::vector<Quantum>& scratch) {
    ExportRow(plan, row_at(y), map.size(), step, samples + y * region.width * map.size(), scratch);
  });
}

template <class T>
bool ExportInside(const Image* image, const RectangleInfo& region, const SampleMap& map, T* samples,
                  ExceptionInfo* exception) {
  if (const GreySamples grey = GreySamples::Of(image, exception)) {
    return ExportRows(
        ExportPlanOf(map, image, true), region, map, samples, exception, [&](size_t y) {
          const Quantum* const row = grey.Row(static_cast<size_t>(region.y) + y) + region.x;
          return ExportRun{nullptr, nullptr, row, region.width};
        });
  }
  // Whole rows are not copied.
  const PixelPacket* pixels =
      AcquireImagePixels(image, 0, region.y, image->columns, region.height, exception);
  if (pixels == nullptr) return false;
  const ExportRun all{pixels, AccessImmutableIndexes(image), nullptr, 0};
  return ExportRows(
      ExportPlanOf(map, image, false), region, map, samples, exception, [&](size_t y) {
        return all.Part(y * image->columns + static_cast<size_t>(region.x), region.width);
      });
}

template <class T>
bool ExportAll(const Image* image, const RectangleInfo& region, const SampleMap& map, T* samples,
               ExceptionInfo* exception) {
  if (IsInside(region, image)) return ExportInside(image, region, map, samples, exception);
  const ExportPlan plan = ExportPlanOf(map, image, false);
  const size_t step = PixelsAtOnce(map, region.width);
  std::vector<Quantum> scratch;
  for (size_t y = 0; y < region.height; ++y) {
    const PixelPacket* pixels = AcquireImagePixels(image, region.x, region.y + static_cast<long>(y),
                                                   region.width, 1, exception);
    if (pixels == nullptr) return false;
    ExportRow(plan, {pixels, AccessImmutableIndexes(image), nullptr, region.width}, map.size(),
              step, samples + y * region.width * map.size(), scratch);
  }
  return true;
}

bool Dispatch(const Image* image, const RectangleInfo& region, const char* map_text,
              StorageType type, void* pixels, ExceptionInfo* exception) {
  const auto map = lodestone::ParseSampleMap(map_text, exception);
  if (!map) return false;
  if (map->is_cmyk && image->colorspace != CMYKColorspace) {
    Throw(exception, OptionError, "Color separated image required", map_text);
    return false;
  }
  const auto export_to = [&]<class T>(T*) {
    return ExportAll(image, region, *map, static_cast<T*>(pixels), exception);
  };
  return WithType(type, export_to, exception);
}

}  // namespace

Image* ConstituteImage(const unsigned long width, const unsigned long height, const char* map,
                       const StorageType type, const void* pixels, ExceptionInfo* exception) {
  return Guard(exception, {map, pixels}, nullptr, [&] {
    return Constitute({width, height, 0, 0}, map, type, pixels, exception);
  });
}

MagickPassFail DispatchImage(const Image* image, const long x_offset, const long y_offset,
                             const unsigned long columns, const unsigned long rows, const char* map,
                             const StorageType type, void* pixels, ExceptionInfo* exception) {
  return Guard(exception, {image, map, pixels}, MagickFail, [&]() -> MagickPassFail {
    const RectangleInfo region{columns, rows, x_offset, y_offset};
    return Dispatch(image, region, map, type, pixels, exception) ? MagickPass : MagickFail;
  });
}
