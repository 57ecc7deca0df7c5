#include "magick/resize.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "accel/work.hpp"
#include "kernels/resample/resize_plan.hpp"
#include "kernels/resample/cpu/sample.hpp"
#include "kernels/resample/scale_plan.hpp"
#include "magick/core/barrier.hpp"
#include "magick/core/enum_range.hpp"
#include "magick/operations/operation.hpp"
#include "magick/pixels/pixel_cache.hpp"

namespace lodestone {
namespace {

// Thumbnails below this fraction of the area are sampled first, to this multiple of the size.
constexpr double kSampleBelowArea = 0.1;
constexpr unsigned long kSampleFactor = 5;

constexpr char kUnable[] = "Unable to resize image";

constexpr char kZeroSize[] = "Negative or zero image size";

bool CanResizeTo(const Image* image, unsigned long columns, unsigned long rows,
                 ExceptionInfo* exception, const char* zero_message = kZeroSize) {
  return image && SizeIsUsable(image->columns, image->rows, kUnable, kZeroSize, exception) &&
         SizeIsUsable(columns, rows, kUnable, zero_message, exception);
}

// Indexes cannot be averaged: each is copied from the source pixel given by the maps.
bool CopyIndexes(const Image* source, Image* destination, const std::vector<std::uint32_t>& columns,
                 const std::vector<std::uint32_t>& rows, ExceptionInfo* exception) {
  if (!HasIndexes(source) || !HasIndexes(destination) || HasGreyPixels(destination)) return true;
  const unsigned int grayscale = destination->is_grayscale;  // which indexes do not change
  const bool acquired =
      AcquireImagePixels(source, 0, 0, source->columns, source->rows, exception) != nullptr;
  const IndexPacket* from = acquired ? AccessImmutableIndexes(source) : nullptr;
  const bool got = from && GetImagePixelsEx(destination, 0, 0, destination->columns,
                                            destination->rows, exception) != nullptr;
  IndexPacket* to = got ? AccessMutableIndexes(destination) : nullptr;
  if (!to) return false;
  for (unsigned long y = 0; y < destination->rows; ++y) {
    const IndexPacket* row = from + std::size_t{rows[y]} * source->columns;
    for (unsigned long x = 0; x < destination->columns; ++x) *to++ = row[columns[x]];
  }
  destination->is_grayscale = grayscale;
  return SyncImagePixelsEx(destination, exception) != MagickFail;
}

struct FilterPair {
  FilterTypes filter;
  kernels::Filter kernel;
};
// In the order of FilterTypes, without UndefinedFilter.
constexpr FilterPair kFilters[] = {
    {PointFilter, kernels::Filter::kPoint},         {BoxFilter, kernels::Filter::kBox},
    {TriangleFilter, kernels::Filter::kTriangle},   {HermiteFilter, kernels::Filter::kHermite},
    {HanningFilter, kernels::Filter::kHanning},     {HammingFilter, kernels::Filter::kHamming},
    {BlackmanFilter, kernels::Filter::kBlackman},   {GaussianFilter, kernels::Filter::kGaussian},
    {QuadraticFilter, kernels::Filter::kQuadratic}, {CubicFilter, kernels::Filter::kCubic},
    {CatromFilter, kernels::Filter::kCatrom},       {MitchellFilter, kernels::Filter::kMitchell},
    {LanczosFilter, kernels::Filter::kLanczos},     {BesselFilter, kernels::Filter::kBessel},
    {SincFilter, kernels::Filter::kSinc},
};

constexpr bool HasEveryFilterInOrder() {
  for (std::size_t i = 0; i < std::size(kFilters); ++i)
    if (static_cast<std::size_t>(kFilters[i].filter) != i + 1) return false;
  return std::size(kFilters) == RangeOf(FilterTypes{}).last;
}
static_assert(HasEveryFilterInOrder());

kernels::Filter KernelFilter(FilterTypes filter) {
  return kFilters[filter - 1].kernel;
}

FilterTypes ChooseFilter(const Image* image, FilterTypes filter, double area_factor) {
  if (filter != UndefinedFilter) return filter;
  const bool soft = image->storage_class == PseudoClass || image->matte || area_factor > 1.0;
  return soft ? MitchellFilter : DefaultResizeFilter;
}

double AreaFactor(const Image* image, unsigned long columns, unsigned long rows) {
  return (static_cast<double>(columns) / static_cast<double>(image->columns)) *
         (static_cast<double>(rows) / static_cast<double>(image->rows));
}

// A palette survives only if every pixel is copied from a single source pixel.
ClassType ResizedClass(const Image* image, unsigned long columns, unsigned long rows,
                       kernels::Filter filter, double blur) {
  const bool picks =
      kernels::TakesWholeSamples(Narrow(image->columns), Narrow(columns), filter, blur) &&
      kernels::TakesWholeSamples(Narrow(image->rows), Narrow(rows), filter, blur);
  return image->storage_class == PseudoClass && picks ? PseudoClass : DirectClass;
}

// Indexes come from the nearest contribution, as in GraphicsMagick: for a palette that is the pixel
// whose colour was taken, except for exact ties.
bool ResizeIndexes(const Image* image, Image* result, kernels::Filter filter, double blur,
                   ExceptionInfo* exception) {
  if (!HasIndexes(image) || !HasIndexes(result)) return true;
  auto nearest = [&](unsigned long inputs, unsigned long outputs) {
    return kernels::NearestContributions(Narrow(inputs), Narrow(outputs), filter, blur);
  };
  return CopyIndexes(image, result, nearest(image->columns, result->columns),
                     nearest(image->rows, result->rows), exception);
}

MagickAccelerateWork Resampling(const OperationRequest& request,
                                const kernels::ResamplePlan& plan) {
  return accel::ResampleWorkRecord(
      request.operation, plan,
      HasOpacity(request.source) ? MagickAccelerateWeighted : MagickAccelerateOpaque);
}

Image* Resize(const Image* image, unsigned long columns, unsigned long rows,
              FilterTypes chosen_filter, double blur, ExceptionInfo* exception) {
  if (!CanResizeTo(image, columns, rows, exception, "Non-zero width and height required") ||
      !CheckKnown(chosen_filter, exception) || !AreFinite({{"blur", blur}}, kUnable, exception))
    return nullptr;
  if (columns == image->columns && rows == image->rows && blur == 1.0)
    return CloneImage(image, 0, 0, MagickTrue, exception);
  const kernels::Filter filter =
      KernelFilter(ChooseFilter(image, chosen_filter, AreaFactor(image, columns, rows)));
  const OperationRequest request{image,
                                 columns,
                                 rows,
                                 ResizedClass(image, columns, rows, filter, blur),
                                 MagickAccelerateResize,
                                 "[%s] Resize..."};
  ImageHolder result(MakeDestination(request, exception));
  if (!result.get()) return nullptr;
  const kernels::ResamplePlan plan = kernels::BuildResizePlan(
      Narrow(image->columns), Narrow(image->rows), Narrow(columns), Narrow(rows), filter, blur);
  if (!RunOperation(request, Resampling(request, plan), result.get(), exception) ||
      !ResizeIndexes(image, result.get(), filter, blur, exception))
    return nullptr;
  return result.release();
}

Image* Scale(const Image* image, unsigned long columns, unsigned long rows,
             ExceptionInfo* exception) {
  if (!CanResizeTo(image, columns, rows, exception)) return nullptr;
  if (columns == image->columns && rows == image->rows)
    return CloneImage(image, 0, 0, MagickTrue, exception);
  const OperationRequest request{image,          columns, rows, DirectClass, MagickAccelerateScale,
                                 "[%s] Scale..."};
  ImageHolder result(MakeDestination(request, exception));
  if (!result.get()) return nullptr;
  const kernels::ResamplePlan plan = kernels::BuildScalePlan(
      Narrow(image->columns), Narrow(image->rows), Narrow(columns), Narrow(rows));
  if (!RunOperation(request, Resampling(request, plan), result.get(), exception)) return nullptr;
  return result.release();
}

Image* Sample(const Image* image, unsigned long columns, unsigned long rows,
              ExceptionInfo* exception) {
  if (!CanResizeTo(image, columns, rows, exception)) return nullptr;
  if (columns == image->columns && rows == image->rows)
    return CloneImage(image, 0, 0, MagickTrue, exception);
  const OperationRequest request{
      image, columns, rows, image->storage_class, MagickAccelerateSample, "[%s] Sample image..."};
  ImageHolder result(MakeDestination(request, exception));
  if (!result.get()) return nullptr;
  const kernels::ResamplePlan plan = kernels::BuildSamplePlan(
      Narrow(image->columns), Narrow(image->rows), Narrow(columns), Narrow(rows));
  if (!RunOperation(request, Resampling(request, plan), result.get(), exception) ||
      !CopyIndexes(image, result.get(), plan.horizontal.first(), plan.vertical.first(), exception))
    return nullptr;
  return result.release();
}

Image* Thumbnail(const Image* image, unsigned long columns, unsigned long rows,
                 ExceptionInfo* exception) {
  if (!CanResizeTo(image, columns, rows, exception)) return nullptr;
  const FilterTypes filter =
      image->filter == UndefinedFilter ? DefaultThumbnailFilter : image->filter;
  if (AreaFactor(image, columns, rows) > kSampleBelowArea)
    return Resize(image, columns, rows, filter, image->blur, exception);
  const ImageHolder sampled(
      Sample(image, kSampleFactor * columns, kSampleFactor * rows, exception));
  if (!sampled.get()) return nullptr;
  return Resize(sampled.get(), columns, rows, filter, image->blur, exception);
}

// Minify and magnify: the source determines the size, and there are no tables.
Image* FixedFactor(const OperationRequest& request, ExceptionInfo* exception) {
  if (!CanResizeTo(request.source, request.columns, request.rows, exception)) return nullptr;
  ImageHolder result(MakeDestination(request, exception));
  const MagickAccelerateWork work = accel::PlainWorkRecord(request.operation);
  if (!result.get() || !RunOperation(request, work, result.get(), exception)) return nullptr;
  return result.release();
}

Image* Minify(const Image* image, ExceptionInfo* exception) {
  if (!image) return nullptr;
  return FixedFactor({image, std::max(image->columns / 2, 1ul), std::max(image->rows / 2, 1ul),
                      DirectClass, MagickAccelerateMinify, "[%s] Minify..."},
                     exception);
}

Image* Magnify(const Image* image, ExceptionInfo* exception) {
  if (!image) return nullptr;
  return FixedFactor({image, 2 * image->columns, 2 * image->rows, DirectClass,
                      MagickAccelerateMagnify, "[%s] Magnify..."},
                     exception);
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

Image* ResizeImage(const Image* image, const unsigned long columns, const unsigned long rows,
                   const FilterTypes filter, const double blur, ExceptionInfo* exception) {
  return Guard(exception, nullptr,
               [&] { return Resize(image, columns, rows, filter, blur, exception); });
}

Image* ScaleImage(const Image* image, const unsigned long columns, const unsigned long rows,
                  ExceptionInfo* exception) {
  return Guard(exception, nullptr, [&] { return Scale(image, columns, rows, exception); });
}

Image* SampleImage(const Image* image, const unsigned long columns, const unsigned long rows,
                   ExceptionInfo* exception) {
  return Guard(exception, nullptr, [&] { return Sample(image, columns, rows, exception); });
}

Image* ThumbnailImage(const Image* image, const unsigned long columns, const unsigned long rows,
                      ExceptionInfo* exception) {
  return Guard(exception, nullptr, [&] { return Thumbnail(image, columns, rows, exception); });
}

Image* ZoomImage(const Image* image, const unsigned long columns, const unsigned long rows,
                 ExceptionInfo* exception) {
  if (!image) return nullptr;
  return ResizeImage(image, columns, rows, image->filter, image->blur, exception);
}

Image* MinifyImage(const Image* image, ExceptionInfo* exception) {
  return Guard(exception, nullptr, [&] { return Minify(image, exception); });
}

Image* MagnifyImage(const Image* image, ExceptionInfo* exception) {
  return Guard(exception, nullptr, [&] { return Magnify(image, exception); });
}
