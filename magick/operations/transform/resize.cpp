#include "magick/resize.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "accel/work.hpp"
#include "kernels/resample/resize_plan.hpp"
#include "kernels/resample/sample_plan.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/core/calls/recent_plans.hpp"
#include "magick/list.h"
#include "magick/core/calls/operation.hpp"
#include "magick/core/calls/pixel_map.hpp"
#include "magick/core/pixels/pixel_cache.hpp"

namespace lodestone {
namespace {

// Thumbnails below this fraction of the area are sampled first, to this multiple of the size.
constexpr double kSampleBelowArea = 0.1;
constexpr unsigned long kSampleFactor = 5;

constexpr char kUnable[] = "unable to resize image";

constexpr char kZeroSize[] = "Negative or zero image size";
constexpr char kNonZeroWanted[] = "Non-zero width and height required";

bool CanResizeTo(const Image* image, unsigned long columns, unsigned long rows,
                 ExceptionInfo* exception, const char* zero_message = kZeroSize) {
  return image && SizeIsUsable(image->columns, image->rows, kUnable, kZeroSize, exception) &&
         SizeIsUsable(columns, rows, kUnable, zero_message, exception);
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
  return MapIndexes(image, result,
                    {nearest(image->columns, result->columns), nearest(image->rows, result->rows)},
                    exception);
}

MagickAccelerateWork Resampling(const OperationRequest& request,
                                const kernels::ResamplePlan& plan) {
  MagickAccelerateWork work =
      accel::ResampleWorkRecord(request.operation, plan, WeightedChannels(request.source));
  WeighInLight(request.source, &work);
  return work;
}

PlanSizes Sizes(const Image* image, unsigned long columns, unsigned long rows) {
  return {Narrow(image->columns), Narrow(image->rows), Narrow(columns), Narrow(rows)};
}

// A result of ResizeImages, and what it is computed from.
struct Resizing {
  ImageHolder result;
  kernels::Filter filter = {};
  double blur = 1;
  // None: the result is complete.
  SharedPlan plan = {};
  std::optional<OperationRun> run = {};
};

// Adds a result without pixels, or a copy of the image. False with *exception set.
bool AddResizing(const Image* image, const ResizeSpec& spec, std::vector<Resizing>* all,
                 ExceptionInfo* exception) {
  const unsigned long columns = spec.columns, rows = spec.rows;
  if (!CanResizeTo(image, columns, rows, exception, kNonZeroWanted) ||
      !CheckKnown(spec.filter, exception) || !AreFinite({{"blur", spec.blur}}, kUnable, exception))
    return false;
  if (columns == image->columns && rows == image->rows && spec.blur == 1.0) {
    all->push_back({ImageHolder(CloneImage(image, 0, 0, MagickTrue, exception))});
    return all->back().result.get() != nullptr;
  }
  const kernels::Filter filter =
      KernelFilter(ChooseFilter(image, spec.filter, AreaFactor(image, columns, rows)));
  const OperationRequest request{image,
                                 columns,
                                 rows,
                                 ResizedClass(image, columns, rows, filter, spec.blur),
                                 MagickAccelerateResize,
                                 "[%s] Resize..."};
  all->push_back({ImageHolder(MakeDestination(request, exception)), filter, spec.blur});
  Resizing& resizing = all->back();
  if (!resizing.result.get()) return false;
  resizing.plan = PlanResize(Sizes(image, columns, rows), filter, spec.blur);
  resizing.run = {request, Resampling(request, *resizing.plan), resizing.result.get()};
  return true;
}

// Computes the results of one storage class.
bool RunResizings(std::vector<Resizing>* all, ClassType storage_class, ExceptionInfo* exception) {
  std::vector<OperationRun> runs;
  for (const Resizing& each : *all)
    if (each.run && each.run->request.storage_class == storage_class) runs.push_back(*each.run);
  return runs.empty() || RunOperations(runs, exception);
}

// The results in one list.
Image* Resize(const Image* image, std::span<const ResizeSpec> specs, ExceptionInfo* exception) {
  if (specs.empty()) {
    ThrowException(exception, OptionError, kUnable, "No size is given");
    return nullptr;
  }
  std::vector<Resizing> all;
  for (const ResizeSpec& spec : specs)
    if (!AddResizing(image, spec, &all, exception)) return nullptr;
  for (const ClassType storage_class : {DirectClass, PseudoClass})
    if (!RunResizings(&all, storage_class, exception)) return nullptr;
  for (Resizing& each : all)
    if (each.run && !ResizeIndexes(image, each.result.get(), each.filter, each.blur, exception))
      return nullptr;
  Image* list = nullptr;
  for (Resizing& each : all) AppendImageToList(&list, each.result.release());
  return GetFirstImageInList(list);
}

Image* Resize(const Image* image, unsigned long columns, unsigned long rows, FilterTypes filter,
              double blur, ExceptionInfo* exception) {
  const ResizeSpec spec{columns, rows, filter, blur};
  return Resize(image, {&spec, 1}, exception);
}

Image* Scale(const Image* image, unsigned long columns, unsigned long rows,
             ExceptionInfo* exception) {
  if (!CanResizeTo(image, columns, rows, exception, kNonZeroWanted)) return nullptr;
  if (columns == image->columns && rows == image->rows)
    return CloneImage(image, 0, 0, MagickTrue, exception);
  const OperationRequest request{image,          columns, rows, DirectClass, MagickAccelerateScale,
                                 "[%s] Scale..."};
  ImageHolder result(MakeDestination(request, exception));
  if (!result.get()) return nullptr;
  const SharedPlan plan = PlanScale(Sizes(image, columns, rows));
  if (!RunOperation(request, Resampling(request, *plan), result.get(), exception)) return nullptr;
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
      !MapIndexes(image, result.get(), {plan.horizontal.first(), plan.vertical.first()}, exception))
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
  MagickAccelerateWork work = accel::PlainWorkRecord(request.operation);
  work.channels = FilteredChannels(request.source);
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

Image* ResizeImages(const Image* image, const ResizeSpec* specs, const size_t count,
                    ExceptionInfo* exception) {
  return Guard(exception, nullptr,
               [&] { return Resize(image, std::span(specs, specs ? count : 0), exception); });
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
