// Calling a function for every row of a region of images.
#include "magick/pixel_iterator.h"

#include "magick/core/errors/barrier.hpp"
#include "magick/monitor.h"
#include "magick/core/pixels/pixel_view.hpp"
#include "magick/core/pixels/row_iteration.hpp"

namespace lodestone {
namespace {

using Access = PixelView::Access;

// What all these functions have in common.
struct Iteration {
  RowShape shape;
  const char* description;
  ExceptionInfo* exception;

  Iteration(const PixelIteratorOptions* options, const char* text, unsigned long columns,
            unsigned long rows, ExceptionInfo* to)
      : shape{columns, rows, options == nullptr ? 0 : options->max_threads},
        description(text),
        exception(to) {}
};

// Rows to read.
struct Source {
  const Image* image;
  long x, y;
};

// Rows to change.
struct Target {
  Image* image;
  long x, y;
  Access access;
};

// A row of one image in one thread.
class RowView {
 public:
  bool Read(const Source& source, const RowShape& shape, std::size_t row,
            ExceptionInfo* exception) {
    const RectangleInfo region{shape.columns, 1, source.x, source.y + static_cast<long>(row)};
    return view_.Acquire(source.image, region, exception) != nullptr;
  }
  bool Change(const Target& target, const RowShape& shape, std::size_t row,
              ExceptionInfo* exception) {
    const RectangleInfo region{shape.columns, 1, target.x, target.y + static_cast<long>(row)};
    return view_.Select(target.image, region, target.access, exception) != nullptr;
  }
  bool Store(const Target& target, ExceptionInfo* exception) {
    return view_.Sync(target.image, exception);
  }
  PixelPacket* pixels() const { return view_.pixels(); }
  IndexPacket* indexes() const { return view_.indexes(); }

 private:
  PixelView view_;
};

// The last row has a number.
bool IsCountable(const Iteration& iteration, std::initializer_list<long> first_rows) {
  for (const long first : first_rows) {
    const unsigned long rows = iteration.shape.rows;
    if (rows <= LONG_MAX && first <= LONG_MAX - static_cast<long>(rows)) continue;
    Throw(iteration.exception, CacheError, "Region is too large", nullptr);
    return false;
  }
  return true;
}

// The images to change stop sharing pixels before several threads change them.
bool TakePixels(const Iteration& iteration, const Target& target) {
  RowView view;
  return iteration.shape.rows == 0 || view.Change(target, iteration.shape, 0, iteration.exception);
}

template <class MakeBand, class... Names>
MagickPassFail Iterate(const Iteration& iteration, MakeBand make_band, const Names*... names) {
  const auto report = [&](unsigned long step, ExceptionInfo* exception) {
    return iteration.description == nullptr ||
           MagickMonitorFormatted(static_cast<magick_int64_t>(step), iteration.shape.rows,
                                  exception, iteration.description, names...) != MagickFail;
  };
  return ForEachRow(iteration.shape, iteration.exception, make_band, report) ? MagickPass
                                                                             : MagickFail;
}

// One image. call(row) gets its view.
template <class Call>
MagickPassFail ReadOne(const Iteration& iteration, const Source& source, Call call) {
  if (!IsCountable(iteration, {source.y})) return MagickFail;
  const auto make_band = [&] {
    return [&, view = RowView()](std::size_t row, ExceptionInfo* exception) mutable {
      return view.Read(source, iteration.shape, row, exception) &&
             call(view, exception) != MagickFail;
    };
  };
  return Iterate(iteration, make_band, source.image->filename);
}

template <class Call>
MagickPassFail ChangeOne(const Iteration& iteration, const Target& target, Call call) {
  if (!IsCountable(iteration, {target.y}) || !TakePixels(iteration, target)) return MagickFail;
  const auto make_band = [&] {
    return [&, view = RowView()](std::size_t row, ExceptionInfo* exception) mutable {
      return view.Change(target, iteration.shape, row, exception) &&
             call(view, exception) != MagickFail && view.Store(target, exception);
    };
  };
  return Iterate(iteration, make_band, target.image->filename);
}

// Two images.
template <class Call>
MagickPassFail ReadTwo(const Iteration& iteration, const Source& first, const Source& second,
                       Call call) {
  if (!IsCountable(iteration, {first.y, second.y})) return MagickFail;
  const auto make_band = [&] {
    return [&, a = RowView(), b = RowView()](std::size_t row, ExceptionInfo* exception) mutable {
      return a.Read(first, iteration.shape, row, exception) &&
             b.Read(second, iteration.shape, row, exception) && call(a, b, exception) != MagickFail;
    };
  };
  return Iterate(iteration, make_band, first.image->filename, second.image->filename);
}

template <class Call>
MagickPassFail ChangeSecond(const Iteration& iteration, const Source& source, const Target& target,
                            Call call) {
  if (!IsCountable(iteration, {source.y, target.y}) || !TakePixels(iteration, target))
    return MagickFail;
  const auto make_band = [&] {
    return [&, a = RowView(), b = RowView()](std::size_t row, ExceptionInfo* exception) mutable {
      return a.Read(source, iteration.shape, row, exception) &&
             b.Change(target, iteration.shape, row, exception) &&
             call(a, b, exception) != MagickFail && b.Store(target, exception);
    };
  };
  return Iterate(iteration, make_band, source.image->filename, target.image->filename);
}

// Three images.
template <class Call>
MagickPassFail ChangeThird(const Iteration& iteration, const Source& first, const Source& second,
                           const Target& target, Call call) {
  if (!IsCountable(iteration, {first.y, target.y}) || !TakePixels(iteration, target))
    return MagickFail;
  const auto make_band = [&] {
    return [&, a = RowView(), b = RowView(), c = RowView()](std::size_t row,
                                                            ExceptionInfo* exception) mutable {
      return a.Read(first, iteration.shape, row, exception) &&
             b.Read(second, iteration.shape, row, exception) &&
             c.Change(target, iteration.shape, row, exception) &&
             call(a, b, c, exception) != MagickFail && c.Store(target, exception);
    };
  };
  return Iterate(iteration, make_band, first.image->filename, second.image->filename,
                 target.image->filename);
}

MagickPassFail Mono(PixelIteratorMonoModifyCallback call_back, const Iteration& iteration,
                    void* mutable_data, const void* immutable_data, const Target& target) {
  return ChangeOne(iteration, target, [&](const RowView& row, ExceptionInfo* own) {
    return call_back(mutable_data, immutable_data, target.image, row.pixels(), row.indexes(),
                     static_cast<long>(iteration.shape.columns), own);
  });
}

MagickPassFail Dual(PixelIteratorDualModifyCallback call_back, const Iteration& iteration,
                    void* mutable_data, const void* immutable_data, const Source& source,
                    const Target& target) {
  return ChangeSecond(iteration, source, target,
                      [&](const RowView& from, const RowView& to, ExceptionInfo* own) {
                        return call_back(mutable_data, immutable_data, source.image, from.pixels(),
                                         from.indexes(), target.image, to.pixels(), to.indexes(),
                                         static_cast<long>(iteration.shape.columns), own);
                      });
}

MagickPassFail Triple(PixelIteratorTripleModifyCallback call_back, const Iteration& iteration,
                      void* mutable_data, const void* immutable_data, const Source& first,
                      const Source& second, const Target& target) {
  return ChangeThird(iteration, first, second, target,
                     [&](const RowView& a, const RowView& b, const RowView& c, ExceptionInfo* own) {
                       return call_back(mutable_data, immutable_data, first.image, a.pixels(),
                                        a.indexes(), second.image, b.pixels(), b.indexes(),
                                        target.image, c.pixels(), c.indexes(),
                                        static_cast<long>(iteration.shape.columns), own);
                     });
}

bool IsMissing(ExceptionInfo* exception, bool present) {
  if (!present) Throw(exception, OptionError, "A callback and images are required", nullptr);
  return !present;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

void InitializePixelIteratorOptions(PixelIteratorOptions* options, ExceptionInfo*) {
  if (options != nullptr) *options = {.max_threads = 0, .signature = MagickSignature};
}

MagickPassFail PixelIterateMonoRead(PixelIteratorMonoReadCallback call_back,
                                    const PixelIteratorOptions* options, const char* description,
                                    void* mutable_data, const void* immutable_data, const long x,
                                    const long y, const unsigned long columns,
                                    const unsigned long rows, const Image* image,
                                    ExceptionInfo* exception) {
  if (IsMissing(exception, call_back && image)) return MagickFail;
  return ReadOne({options, description, columns, rows, exception}, {image, x, y},
                 [&](const RowView& row, ExceptionInfo* own) {
                   return call_back(mutable_data, immutable_data, image, row.pixels(),
                                    row.indexes(), static_cast<long>(columns), own);
                 });
}

MagickPassFail PixelIterateMonoSet(PixelIteratorMonoModifyCallback call_back,
                                   const PixelIteratorOptions* options, const char* description,
                                   void* mutable_data, const void* immutable_data, const long x,
                                   const long y, const unsigned long columns,
                                   const unsigned long rows, Image* image,
                                   ExceptionInfo* exception) {
  if (IsMissing(exception, call_back && image)) return MagickFail;
  return Mono(call_back, {options, description, columns, rows, exception}, mutable_data,
              immutable_data, {image, x, y, Access::kWriteOnly});
}

MagickPassFail PixelIterateMonoModify(PixelIteratorMonoModifyCallback call_back,
                                      const PixelIteratorOptions* options, const char* description,
                                      void* mutable_data, const void* immutable_data, const long x,
                                      const long y, const unsigned long columns,
                                      const unsigned long rows, Image* image,
                                      ExceptionInfo* exception) {
  if (IsMissing(exception, call_back && image)) return MagickFail;
  return Mono(call_back, {options, description, columns, rows, exception}, mutable_data,
              immutable_data, {image, x, y, Access::kReadWrite});
}

MagickPassFail PixelIterateDualRead(PixelIteratorDualReadCallback call_back,
                                    const PixelIteratorOptions* options, const char* description,
                                    void* mutable_data, const void* immutable_data,
                                    const unsigned long columns, const unsigned long rows,
                                    const Image* first_image, const long first_x,
                                    const long first_y, const Image* second_image,
                                    const long second_x, const long second_y,
                                    ExceptionInfo* exception) {
  if (IsMissing(exception, call_back && first_image && second_image)) return MagickFail;
  return ReadTwo({options, description, columns, rows, exception}, {first_image, first_x, first_y},
                 {second_image, second_x, second_y},
                 [&](const RowView& a, const RowView& b, ExceptionInfo* own) {
                   return call_back(mutable_data, immutable_data, first_image, a.pixels(),
                                    a.indexes(), second_image, b.pixels(), b.indexes(),
                                    static_cast<long>(columns), own);
                 });
}

MagickPassFail PixelIterateDualModify(PixelIteratorDualModifyCallback call_back,
                                      const PixelIteratorOptions* options, const char* description,
                                      void* mutable_data, const void* immutable_data,
                                      const unsigned long columns, const unsigned long rows,
                                      const Image* source_image, const long source_x,
                                      const long source_y, Image* update_image, const long update_x,
                                      const long update_y, ExceptionInfo* exception) {
  if (IsMissing(exception, call_back && source_image && update_image)) return MagickFail;
  return Dual(call_back, {options, description, columns, rows, exception}, mutable_data,
              immutable_data, {source_image, source_x, source_y},
              {update_image, update_x, update_y, Access::kReadWrite});
}

MagickPassFail PixelIterateDualNew(PixelIteratorDualNewCallback call_back,
                                   const PixelIteratorOptions* options, const char* description,
                                   void* mutable_data, const void* immutable_data,
                                   const unsigned long columns, const unsigned long rows,
                                   const Image* source_image, const long source_x,
                                   const long source_y, Image* new_image, const long new_x,
                                   const long new_y, ExceptionInfo* exception) {
  if (IsMissing(exception, call_back && source_image && new_image)) return MagickFail;
  return Dual(call_back, {options, description, columns, rows, exception}, mutable_data,
              immutable_data, {source_image, source_x, source_y},
              {new_image, new_x, new_y, Access::kWriteOnly});
}

MagickPassFail PixelIterateTripleModify(
    PixelIteratorTripleModifyCallback call_back, const PixelIteratorOptions* options,
    const char* description, void* mutable_data, const void* immutable_data,
    const unsigned long columns, const unsigned long rows, const Image* source1_image,
    const Image* source2_image, const long source_x, const long source_y, Image* update_image,
    const long update_x, const long update_y, ExceptionInfo* exception) {
  if (IsMissing(exception, call_back && source1_image && source2_image && update_image))
    return MagickFail;
  return Triple(call_back, {options, description, columns, rows, exception}, mutable_data,
                immutable_data, {source1_image, source_x, source_y},
                {source2_image, source_x, source_y},
                {update_image, update_x, update_y, Access::kReadWrite});
}

MagickPassFail PixelIterateTripleNew(PixelIteratorTripleNewCallback call_back,
                                     const PixelIteratorOptions* options, const char* description,
                                     void* mutable_data, const void* immutable_data,
                                     const unsigned long columns, const unsigned long rows,
                                     const Image* source1_image, const Image* source2_image,
                                     const long source_x, const long source_y, Image* new_image,
                                     const long new_x, const long new_y, ExceptionInfo* exception) {
  if (IsMissing(exception, call_back && source1_image && source2_image && new_image))
    return MagickFail;
  return Triple(call_back, {options, description, columns, rows, exception}, mutable_data,
                immutable_data, {source1_image, source_x, source_y},
                {source2_image, source_x, source_y}, {new_image, new_x, new_y, Access::kWriteOnly});
}
