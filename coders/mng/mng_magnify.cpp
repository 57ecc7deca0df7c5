// The chunk MAGN: objects become larger.
#include <algorithm>

#include "coders/mng/mng.hpp"

namespace lodestone::coders {
namespace {

using Axis = MngMagnification::Axis;

constexpr unsigned kRepeat = 1, kBlend = 2, kBlendColors = 4, kBlendAlpha = 5;

bool Repeats(const Axis& axis, std::size_t size) {
  return axis.method == kRepeat || size == 1;
}

// Of the pixel or interval `i` of `count`.
std::uint16_t FactorOf(const Axis& axis, std::size_t i, std::size_t count) {
  return i == 0 ? axis.first : i + 1 == count ? axis.last : axis.middle;
}

std::uint64_t SizeOf(const Axis& axis, std::size_t size) {
  if (axis.method == 0) return size;
  const std::size_t count = Repeats(axis, size) ? size : size - 1;
  std::uint64_t sum = axis.first;
  if (count > 1) sum += axis.last;
  if (count > 2) sum += std::uint64_t{count - 2} * axis.middle;
  return sum + (size - count);
}

// A place of the new image: `step` of `steps` from one old pixel to the next.
struct Place {
  std::size_t pixel;
  unsigned step, steps;
};

std::vector<Place> PlacesOf(const Axis& axis, std::size_t size) {
  std::vector<Place> places;
  const bool repeats = Repeats(axis, size);
  const std::size_t count = repeats ? size : size - 1;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned steps = axis.method == 0 ? 1 : FactorOf(axis, i, count);
    for (unsigned step = 0; step < steps; ++step)
      places.push_back(repeats ? Place{i, 0, 1} : Place{i, step, steps});
  }
  if (!repeats) places.push_back({count, 0, 1});
  return places;
}

Quantum Opposite(Quantum value) {
  return static_cast<Quantum>(MaxRGB - value);
}

// Rounded as by libmng.
Quantum Between(Quantum a, Quantum b, const Place& place) {
  const std::int64_t steps = place.steps;
  return static_cast<Quantum>(a + (2 * std::int64_t{place.step} * (std::int64_t{b} - a) + steps) /
                                      (2 * steps));
}

PixelPacket Between(const PixelPacket& a, const PixelPacket& b, const Place& place,
                    unsigned method) {
  PixelPacket pixel = place.step < (place.steps + 1) / 2 ? a : b;
  if (method == kBlend || method == kBlendColors) {
    pixel.red = Between(a.red, b.red, place);
    pixel.green = Between(a.green, b.green, place);
    pixel.blue = Between(a.blue, b.blue, place);
  }
  if (method == kBlend || method == kBlendAlpha)
    pixel.opacity = Opposite(Between(Opposite(a.opacity), Opposite(b.opacity), place));
  return pixel;
}

// The rows first, then the columns of each.
void FillPixels(const MngMagnification& wanted, const ConstPixels& source, std::size_t rows,
                const Pixels& target) {
  const std::vector<Place> places_x = PlacesOf(wanted.x, source.columns);
  const std::vector<Place> places_y = PlacesOf(wanted.y, rows);
  std::vector<PixelPacket> row(source.columns + 1);  // what follows the last one has no share
  for (std::size_t y = 0; y < places_y.size(); ++y) {
    const Place& place = places_y[y];
    const PixelPacket* const above = source.Row(place.pixel);
    const PixelPacket* const below = source.Row(place.step == 0 ? place.pixel : place.pixel + 1);
    for (std::size_t x = 0; x < source.columns; ++x)
      row[x] = Between(above[x], below[x], place, wanted.y.method);
    PixelPacket* to = target.Row(y);
    for (const Place& at : places_x)
      *to++ = Between(row[at.pixel], row[at.pixel + 1], at, wanted.x.method);
  }
}

void Magnify(const MngMagnification& wanted, bool ping, Image* image, ExceptionInfo* exception) {
  const std::uint64_t columns = SizeOf(wanted.x, image->columns);
  const std::uint64_t rows = SizeOf(wanted.y, image->rows);
  if (columns == image->columns && rows == image->rows) return;
  CheckLimits(columns, rows);
  const ImageOwner copy(ping ? nullptr : CloneImage(image, 0, 0, MagickTrue, exception));
  if (!ping && copy.get() == nullptr)
    FailAfter(exception, ResourceLimitError, "Unable to copy the image");
  image->columns = columns;
  image->rows = rows;
  image->storage_class = DirectClass;
  SetShade(image, image->is_grayscale != MagickFalse, false);
  if (ping) return;
  const Pixels target = NewPixels(image, exception);
  FillPixels(wanted, AllPixels(copy.get(), exception), copy.get()->rows, target);
  SyncPixels(image, exception);
}

}  // namespace

void MagnifyMngImage(const std::vector<MngMagnification>& magnifications, bool ping, Image* image,
                     ExceptionInfo* exception) {
  for (const MngMagnification& each : magnifications) Magnify(each, ping, image, exception);
}

}  // namespace lodestone::coders
