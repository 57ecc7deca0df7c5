#include "magick/operations/shear_lines.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <new>
#include <vector>

#include "base/thread_pool.hpp"
#include "magick/core/progress.hpp"
#include "magick/monitor.h"
#include "magick/operations/operation.hpp"
#include "magick/pixel_cache.h"

namespace lodestone {
namespace {

Quantum Rounded(double value) {
  return static_cast<Quantum>(std::clamp(value, 0.0, MaxRGBDouble) + 0.5);
}

Quantum Mixed(Quantum a, Quantum b, double share) {
  return Rounded((a * (MaxRGBDouble - share) + b * share) / MaxRGBDouble);
}

class Blender {
 public:
  // `share`, in 0 ... MaxRGB, of the second pixel. In CMYK images opacity is black.
  Blender(double share, bool cmyk) : share_(share), cmyk_(cmyk) {}

  PixelPacket operator()(const PixelPacket& a, const PixelPacket& b) const {
    PixelPacket result = IsInvisible(b) ? a : b;
    if (!IsInvisible(a) && !IsInvisible(b)) {
      result.red = Mixed(a.red, b.red, share_);
      result.green = Mixed(a.green, b.green, share_);
      result.blue = Mixed(a.blue, b.blue, share_);
    }
    result.opacity = Mixed(a.opacity, b.opacity, share_);
    return result;
  }

 private:
  bool IsInvisible(const PixelPacket& pixel) const {
    return !cmyk_ && pixel.opacity == TransparentOpacity;
  }

  const double share_;
  const bool cmyk_;
};

// A row or column of the image, and the part of it that is shifted.
struct Line {
  PixelPacket* pixels;
  long size;
  long offset, length;
};

void Fill(const Line& line, long begin, long end, const PixelPacket& color) {
  const long from = std::max(begin, 0l), to = std::min(end, line.size);
  if (from < to) std::fill(line.pixels + from, line.pixels + to, color);
}

class Shifter {
 public:
  Shifter(const PixelPacket& background, bool cmyk) : background_(background), cmyk_(cmyk) {}

  // Positive: away from the line's beginning.
  void Shift(const Line& line, double displacement) {
    if (displacement == 0.0) return;
    part_.assign(line.pixels + line.offset, line.pixels + line.offset + line.length);
    const double distance = std::abs(displacement), whole = std::floor(distance);
    const auto step = static_cast<long>(std::min(whole, double(line.size)));
    const double share = MaxRGBDouble * (distance - whole);
    if (share == 0.0) {
      Move(line, displacement > 0.0 ? step : -step);
    } else if (displacement > 0.0) {
      BlendForward(line, step, Blender(share, cmyk_));
    } else {
      BlendBackward(line, step, Blender(share, cmyk_));
    }
  }

 private:
  void Move(const Line& line, long by) const {
    Fill(line, line.offset, line.offset + line.length, background_);
    for (long i = 0; i < line.length; ++i) {
      const long to = line.offset + i + by;
      if (to >= 0 && to < line.size) line.pixels[to] = Pixel(i);
    }
  }

  void BlendForward(const Line& line, long step, const Blender& blend) const {
    const long begin = line.offset + step;
    for (long i = 0; i <= line.length && begin + i < line.size; ++i)
      line.pixels[begin + i] = blend(Pixel(i), Pixel(i - 1));
    Fill(line, line.offset, begin, background_);
  }

  void BlendBackward(const Line& line, long step, const Blender& blend) const {
    const long begin = line.offset - step - 1;
    for (long i = std::max(0l, -begin); i <= line.length; ++i)
      line.pixels[begin + i] = blend(Pixel(i - 1), Pixel(i));
    Fill(line, begin + line.length + 1, line.offset + line.length, background_);
  }

  const PixelPacket& Pixel(long i) const {
    return i >= 0 && i < static_cast<long>(part_.size()) ? part_[static_cast<std::size_t>(i)]
                                                         : background_;
  }

  const PixelPacket background_;
  const bool cmyk_;
  std::vector<PixelPacket> part_;
};

// Shears `count` lines in bands; shift(shifter, begin, end) does some of them.
template <class Shift>
bool InBands(Image* image, unsigned long count, std::size_t grain, const char* text,
             ExceptionInfo* exception, const Shift& shift) {
  std::atomic<bool> keep_going{true}, out_of_memory{false};
  std::atomic<magick_int64_t> done{0};
  const std::size_t bands = (count + grain - 1) / grain;
  accel::ParallelBands(bands, 1, [&](std::size_t first, std::size_t last) {
    try {
      Shifter shifter(image->background_color, image->colorspace == CMYKColorspace);
      for (std::size_t band = first; band < last && keep_going.load(); ++band) {
        shift(shifter, band * grain, std::min<std::size_t>(count, (band + 1) * grain));
        if (MagickMonitorFormatted(done.fetch_add(1), bands, exception, text, image->filename) ==
            MagickFail)
          keep_going.store(false);
      }
    } catch (const std::bad_alloc&) {
      out_of_memory.store(true);
    }
  });
  if (out_of_memory.load()) throw std::bad_alloc();
  return keep_going.load();
}

double DisplacementOf(std::size_t line, unsigned long lines, double slope) {
  return slope * (static_cast<double>(line) - static_cast<double>(lines) / 2.0);
}

// Opens all pixels for shift(pixels), and keeps what is known of grey pixels.
template <class Shift>
bool Change(Image* image, ExceptionInfo* exception, const Shift& shift) {
  const PixelPacket& color = image->background_color;
  const bool grey = image->is_grayscale && color.red == color.green && color.green == color.blue;
  PixelPacket* pixels = GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  if (pixels == nullptr || !shift(pixels)) return false;
  image->is_grayscale = grey;
  return SyncImagePixelsEx(image, exception) != MagickFail;
}

}  // namespace

bool ShearRows(Image* image, double slope, const ShearArea& area, ExceptionInfo* exception) {
  const long columns = static_cast<long>(image->columns);
  const auto shear = [&](PixelPacket* pixels) {
    const auto shift = [&](Shifter& shifter, std::size_t begin, std::size_t end) {
      for (std::size_t y = begin; y < end; ++y)
        shifter.Shift({pixels + (static_cast<std::size_t>(area.y) + y) * image->columns, columns,
                       area.x, static_cast<long>(area.width)},
                      DisplacementOf(y, area.height, slope));
    };
    return InBands(image, area.height, accel::RowsPerTask(image->columns), "[%s] X Shear...",
                   exception, shift);
  };
  return Change(image, exception, shear);
}

bool ShearColumns(Image* image, double slope, const ShearArea& area, ExceptionInfo* exception) {
  constexpr std::size_t kTogether = 16;  // columns that share cache lines
  const std::size_t rows = image->rows;
  const auto shear = [&](PixelPacket* pixels) {
    const auto shift = [&](Shifter& shifter, std::size_t begin, std::size_t end) {
      PixelPacket* first = pixels + static_cast<std::size_t>(area.x) + begin;
      std::vector<PixelPacket> lines(rows * (end - begin));
      for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < end - begin; ++x)
          lines[x * rows + y] = first[y * image->columns + x];
      for (std::size_t x = 0; x < end - begin; ++x)
        shifter.Shift({lines.data() + x * rows, static_cast<long>(rows), area.y,
                       static_cast<long>(area.height)},
                      DisplacementOf(begin + x, area.width, slope));
      for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < end - begin; ++x)
          first[y * image->columns + x] = lines[x * rows + y];
    };
    return InBands(image, area.width, kTogether, "[%s] Y Shear...", exception, shift);
  };
  return Change(image, exception, shear);
}

}  // namespace lodestone
