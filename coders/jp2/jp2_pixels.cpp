#include <algorithm>

#include "base/thread_pool.hpp"
#include "coders/common/samples.hpp"
#include "coders/jp2/jp2.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned kTableBits = 16;
constexpr std::size_t kPacketQuanta = sizeof(PixelPacket) / sizeof(Quantum);
constexpr unsigned kAssociated = 2;  // kind of alpha

std::uint32_t CeilingShift(std::uint32_t value, unsigned bits) {
  return static_cast<std::uint32_t>((std::uint64_t{value} + (std::uint64_t{1} << bits) - 1) >>
                                    bits);
}

bool SameGrid(const opj_image_comp_t& a, const opj_image_comp_t& b) {
  return a.dx == b.dx && a.dy == b.dy && a.w == b.w && a.h == b.h;
}

Quantum Clamped(double value) {
  return static_cast<Quantum>(std::clamp(value + 0.5, 0.0, MaxRGBDouble));
}

// A row of luma and chroma becomes red, green and blue.
void FromYcc(PixelPacket* row, std::size_t columns, double middle) {
  for (std::size_t x = 0; x < columns; ++x) {
    PixelPacket& pixel = row[x];
    const double y = pixel.red, cb = pixel.green - middle, cr = pixel.blue - middle;
    pixel.red = Clamped(y + 1.402 * cr);
    pixel.green = Clamped(y - 0.344136 * cb - 0.714136 * cr);
    pixel.blue = Clamped(y + 1.772 * cb);
  }
}

// Divides a row by its alpha.
void Dissociate(PixelPacket* row, std::size_t columns) {
  for (std::size_t x = 0; x < columns; ++x) {
    PixelPacket& pixel = row[x];
    if (pixel.opacity == TransparentOpacity) continue;
    const double scale = MaxRGBDouble / (MaxRGBDouble - pixel.opacity);
    for (Quantum PixelPacket::*member :
         {&PixelPacket::red, &PixelPacket::green, &PixelPacket::blue})
      pixel.*member = static_cast<Quantum>(std::min(pixel.*member * scale + 0.5, MaxRGBDouble));
  }
}

// Where along an axis of the image a component has its samples.
std::vector<std::uint32_t> SampleIndexes(std::uint32_t count, std::uint32_t step,
                                         std::uint32_t origin, std::uint32_t own_step,
                                         std::uint32_t own_origin, std::uint32_t own_count) {
  std::vector<std::uint32_t> indexes(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t at = (std::uint64_t{origin} + i) * step / own_step;
    indexes[i] = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(at > own_origin ? at - own_origin : 0, own_count - 1));
  }
  return indexes;
}

}  // namespace

// A component, and how its samples become quanta.
struct J2kPixels::Plane {
  Plane(const opj_image_comp_t& own, const opj_image_comp_t& widest)
      : component(own),
        table(MakeSampleTable((1u << std::min(own.prec, kTableBits)) - 1)),
        offset(own.sgnd != 0 ? std::int64_t{1} << (own.prec - 1) : 0),
        shift(own.prec > kTableBits ? own.prec - kTableBits : 0) {
    if (SameGrid(own, widest)) return;
    const auto origin = [](const opj_image_comp_t& c, std::uint32_t start) {
      return CeilingShift(start, c.factor);
    };
    columns = SampleIndexes(widest.w, widest.dx, origin(widest, widest.x0), own.dx,
                            origin(own, own.x0), own.w);
    rows = SampleIndexes(widest.h, widest.dy, origin(widest, widest.y0), own.dy,
                         origin(own, own.y0), own.h);
  }

  Quantum At(std::int32_t sample) const {
    const std::int64_t level = (sample + offset) >> shift;
    return table[static_cast<std::size_t>(
        std::clamp<std::int64_t>(level, 0, static_cast<std::int64_t>(table.size()) - 1))];
  }

  // The sample of a chroma that is none.
  std::int32_t Middle() const {
    return static_cast<std::int32_t>((std::int64_t{1} << (component.prec - 1)) - offset);
  }

  // Every kStep-th quantum from `target` on.
  template <std::size_t kStep>
  void Store(std::size_t y, std::size_t count, Quantum* target) const {
    const std::size_t row = rows.empty() ? y : rows[y];
    const std::int32_t* const samples = component.data + row * component.w;
    if (columns.empty()) {
      for (std::size_t x = 0; x < count; ++x) target[x * kStep] = At(samples[x]);
    } else {
      for (std::size_t x = 0; x < count; ++x) target[x * kStep] = At(samples[columns[x]]);
    }
  }

  const opj_image_comp_t& component;
  SampleTable table;
  std::int64_t offset;
  unsigned shift;
  std::vector<std::uint32_t> columns, rows;  // empty if they are those of the image
};

const opj_image_comp_t& WidestOf(std::span<const opj_image_comp_t> components) {
  return *std::ranges::min_element(components, [](const auto& a, const auto& b) {
    return std::uint64_t{a.dx} * a.dy < std::uint64_t{b.dx} * b.dy;
  });
}

J2kPixels::J2kPixels(const opj_image_t* decoded, bool channels_named)
    : components_(decoded->comps, decoded->numcomps), space_(decoded->color_space) {
  const auto is_alpha = [](const opj_image_comp_t& component) { return component.alpha != 0; };
  const auto colors =
      static_cast<std::size_t>(std::ranges::find_if(components_, is_alpha) - components_.begin());
  // Codestreams do not say what they are, nor do files that only have a profile.
  const bool known =
      space_ == OPJ_CLRSPC_SRGB || space_ == OPJ_CLRSPC_GRAY || is_ycc() || is_cmyk();
  if (!known) {
    const bool fewer = colors >= 3 && components_[1].dx != components_[0].dx;
    space_ = colors < 3 ? OPJ_CLRSPC_GRAY : fewer ? OPJ_CLRSPC_SYCC : OPJ_CLRSPC_SRGB;
  }
  colors_ = is_cmyk() ? 4 : space_ == OPJ_CLRSPC_GRAY ? 1 : 3;
  if (components_.size() < colors_) Fail(CorruptImageError, "Missing an image channel");
  const auto alpha = std::find_if(components_.begin() + static_cast<std::ptrdiff_t>(colors_),
                                  components_.end(), is_alpha);
  if (alpha != components_.end())
    alpha_ = &*alpha;
  else if (!channels_named && !is_cmyk() && components_.size() == colors_ + 1)
    alpha_ = &components_[colors_];
  Check();
}

bool J2kPixels::is_cmyk() const {
  return space_ == OPJ_CLRSPC_CMYK;
}

bool J2kPixels::is_ycc() const {
  return space_ == OPJ_CLRSPC_SYCC || space_ == OPJ_CLRSPC_EYCC;
}

std::vector<const opj_image_comp_t*> J2kPixels::Used() const {
  std::vector<const opj_image_comp_t*> used;
  for (std::size_t i = 0; i < colors_; ++i) used.push_back(&components_[i]);
  if (alpha_ != nullptr) used.push_back(alpha_);
  return used;
}

void J2kPixels::Check() const {
  constexpr unsigned kMostBits = 31;
  const opj_image_comp_t& widest = WidestOf(components_.first(colors_));
  for (const opj_image_comp_t* component : Used()) {
    if (component->data == nullptr || component->w == 0 || component->h == 0)
      Fail(CorruptImageError, "Missing an image channel");
    if (component->prec == 0 || component->prec > kMostBits)
      Fail(CoderError, "Data storage type is not supported");
    if (component->dx < widest.dx || component->dy < widest.dy ||
        component->factor != widest.factor)
      Fail(CoderError, "Irregular channel geometry is not supported");
  }
}

void J2kPixels::Describe(Image* image) const {
  const opj_image_comp_t& widest = WidestOf(components_.first(colors_));
  unsigned depth = 0;
  for (const opj_image_comp_t* component : Used()) depth = std::max(depth, component->prec);
  image->columns = widest.w;
  image->rows = widest.h;
  image->depth = std::min<unsigned>(depth, QuantumDepth);
  image->matte = alpha_ != nullptr ? MagickTrue : MagickFalse;
  if (is_cmyk()) image->colorspace = CMYKColorspace;
  SetShade(image, colors_ == 1, colors_ == 1 && alpha_ == nullptr && depth == 1);
}

void J2kPixels::StoreRow(const std::vector<Plane>& planes, std::size_t y, PixelPacket* row,
                         IndexPacket* indexes) const {
  const std::size_t columns = WidestOf(components_.first(colors_)).w;
  const std::size_t last = planes.size() - 1;
  planes[0].Store<kPacketQuanta>(y, columns, &row->red);
  if (colors_ == 1) {
    for (std::size_t x = 0; x < columns; ++x) row[x].green = row[x].blue = row[x].red;
  } else {
    planes[1].Store<kPacketQuanta>(y, columns, &row->green);
    planes[2].Store<kPacketQuanta>(y, columns, &row->blue);
  }
  if (is_cmyk()) {
    planes[3].Store<kPacketQuanta>(y, columns, &row->opacity);
    if (alpha_ != nullptr) planes[last].Store<1>(y, columns, indexes);
    for (std::size_t x = 0; x < columns; ++x)
      indexes[x] =
          alpha_ != nullptr ? static_cast<IndexPacket>(MaxRGB - indexes[x]) : OpaqueOpacity;
    return;
  }
  if (alpha_ != nullptr) planes[last].Store<kPacketQuanta>(y, columns, &row->opacity);
  for (std::size_t x = 0; x < columns; ++x)
    row[x].opacity =
        alpha_ != nullptr ? static_cast<Quantum>(MaxRGB - row[x].opacity) : OpaqueOpacity;
  if (is_ycc()) FromYcc(row, columns, planes[1].At(planes[1].Middle()));
  if (alpha_ != nullptr && alpha_->alpha == kAssociated) Dissociate(row, columns);
}

void J2kPixels::Store(Image* image, ExceptionInfo* exception) const {
  const opj_image_comp_t& widest = WidestOf(components_.first(colors_));
  std::vector<Plane> planes;
  for (const opj_image_comp_t* component : Used()) planes.emplace_back(*component, widest);
  const bool gray = colors_ == 1 && alpha_ == nullptr;
  const GrayPixels samples = gray ? NewGrayPixels(image, 0, exception) : GrayPixels();
  const Pixels pixels = samples.samples == nullptr ? NewPixels(image, exception) : Pixels();
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  constexpr std::size_t kBand = 256;
  for (std::size_t first = 0; first < image->rows; first += kBand) {
    const std::size_t count = std::min<std::size_t>(kBand, image->rows - first);
    accel::ParallelBands(count, accel::RowsPerTask(image->columns),
                         [&](std::size_t begin, std::size_t end) {
                           for (std::size_t y = first + begin; y < first + end; ++y) {
                             if (samples.samples != nullptr)
                               planes[0].Store<1>(y, image->columns, samples.Row(y));
                             else
                               StoreRow(planes, y, pixels.Row(y), pixels.IndexRow(y));
                           }
                         });
    progress.Tick(first + count - 1);
  }
  if (samples.samples == nullptr) SyncPixels(image, exception);
}

}  // namespace lodestone::coders
