#include "magick/core/properties/numbers.hpp"

#include "accel/operation_table.hpp"
#include "magick/pixel_cache.h"

namespace lodestone {

Image* MakeNumbers(const Image* source, const MagickAccelerateWork& work, const char* text,
                   ExceptionInfo* exception) {
  if (!SizeIsUsable(source->columns, source->rows, "Unable to measure image",
                    "Negative or zero image size", exception))
    return nullptr;
  const accel::Extent size =
      accel::ResultSize(accel::GetOperation(work.operation).size, {source->columns, source->rows});
  const OperationRequest request{source,
                                 static_cast<unsigned long>(size.columns),
                                 static_cast<unsigned long>(size.rows),
                                 DirectClass,
                                 work.operation,
                                 text,
                                 true};
  ImageHolder result(MakeDestination(request, exception));
  if (!result.get() || !RunOperation(request, work, result.get(), exception)) return nullptr;
  return result.release();
}

Numbers::Numbers(Image* result, ExceptionInfo* exception) : image_(result) {
  if (!result) return;
  grey_ = GreySamples::Of(result, exception);
  data_ = grey_ ? static_cast<const void*>(grey_.Row(0))
                : AcquireImagePixels(result, 0, 0, result->columns, result->rows, exception);
  if (!data_) return;
  rows_ = result->rows;
  row_bytes_ = result->columns * samples() * sizeof(Quantum);
}

std::span<const std::uint32_t> Numbers::Row(std::size_t y) const {
  const std::size_t count = row_bytes_ / sizeof(std::uint32_t);
  return {static_cast<const std::uint32_t*>(data_) + y * count, count};
}

}  // namespace lodestone
