#include "tests/compat/cases.hpp"

#include <iterator>
#include <random>
#include <span>

namespace lodestone::compat {
namespace {

using test::kAllKinds;

// GraphicsMagick takes black of CMYK images for opacity when it resizes them.
constexpr Kind kResizedKinds[] = {Kind::kOpaque, Kind::kMatte, Kind::kPalette, Kind::kPaletteMatte};

constexpr std::uint32_t kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

struct Size {
  std::uint32_t columns, rows;
};

void AllFilters(const Visitor& visit) {
  for (FilterTypes filter : kFilters)
    for (Kind kind : kResizedKinds) {
      const ImagePtr image = RandomImage(61, 53, kind, filter);
      for (double blur : {0.6, 1.0, 1.8})
        for (const Size& to : {Size{23, 110}, {120, 21}, {14, 15}, {130, 119}, {61, 20}, {61, 53}})
          visit({{GmResize, to.columns, to.rows, filter, blur}, kind, image.get()});
    }
}

void OddSizesOf(GmOperation operation, const Visitor& visit) {
  std::mt19937 random(42);
  std::size_t filter = 0;
  const std::span<const Kind> kinds = operation == GmSample ? std::span<const Kind>(kAllKinds)
                                                            : std::span<const Kind>(kResizedKinds);
  for (Kind kind : kinds)
    for (std::uint32_t from : kSizes)
      for (std::uint32_t to : kSizes) {
        const ImagePtr image = RandomImage(from, kSizes[random() % 8], kind, random());
        const FilterTypes chosen = kFilters[filter++ % std::size(kFilters)];
        const double blur = 0.5 + 0.25 * static_cast<double>(random() % 5);
        visit({{operation, to, kSizes[random() % 8], chosen, blur}, kind, image.get()});
      }
}

void OddSizes(const Visitor& visit) {
  OddSizesOf(GmResize, visit);
}

void ExtremeRatiosOf(GmOperation operation, std::initializer_list<FilterTypes> filters,
                     const Visitor& visit) {
  constexpr Size sizes[][2] = {{{5000, 3}, {1, 2}},    {{1, 2}, {5000, 3}},   {{3, 5000}, {2, 1}},
                               {{2, 1}, {3, 5000}},    {{5000, 7}, {70, 1}},  {{1, 1}, {40, 5000}},
                               {{4999, 2}, {5000, 1}}, {{5000, 1}, {4999, 2}}};
  for (Kind kind : {Kind::kOpaque, Kind::kMatte})
    for (const auto& [from, to] : sizes) {
      const ImagePtr image = RandomImage(from.columns, from.rows, kind, 5);
      for (FilterTypes filter : filters)
        visit({{operation, to.columns, to.rows, filter, 1.0}, kind, image.get()});
    }
}

void ExtremeRatios(const Visitor& visit) {
  ExtremeRatiosOf(GmResize, {BoxFilter, CatromFilter, MitchellFilter, LanczosFilter, SincFilter},
                  visit);
}

// Only filters that copy whole pixels keep the palette.
void Palettes(const Visitor& visit) {
  for (Kind kind : {Kind::kPalette, Kind::kPaletteMatte})
    for (FilterTypes filter : {PointFilter, BoxFilter, TriangleFilter, UndefinedFilter})
      for (double blur : {0.25, 0.5, 1.0, 1.5})
        for (const Size& to : {Size{40, 30}, {41, 60}, {30, 100}, {100, 20}, {20, 15}, {40, 60}}) {
          const ImagePtr image = RandomImage(40, 30, kind, 9);
          visit({{GmResize, to.columns, to.rows, filter, blur}, kind, image.get()});
        }
}

void ChosenFilter(const Visitor& visit) {
  for (Kind kind : kResizedKinds)
    for (const Size& to : {Size{80, 60}, {20, 15}, {80, 15}, {20, 60}, {40, 31}, {39, 30}}) {
      const ImagePtr image = RandomImage(40, 30, kind, 3);
      visit({{GmResize, to.columns, to.rows, UndefinedFilter, 1.0}, kind, image.get()});
      visit({{GmZoom, to.columns, to.rows, UndefinedFilter, 1.0}, kind, image.get()});
      visit({{GmZoom, to.columns, to.rows, CatromFilter, 0.8}, kind, image.get()});
    }
}

// Blurs of half a pixel and less have weights that cancel one another: see the numeric contract.
void RandomBlurs(const Visitor& visit) {
  std::mt19937 random(7);
  auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  for (unsigned seed = 0; seed < 300; ++seed) {
    const Kind kind = kResizedKinds[seed % std::size(kResizedKinds)];
    const ImagePtr image = RandomImage(1 + below(40), 1 + below(40), kind, seed);
    for (int i = 0; i < 4; ++i)
      visit({{GmResize, 1 + below(80), 1 + below(80), kFilters[below(15)], 0.55 + 0.05 * below(30)},
             kind,
             image.get()});
  }
}

// Smooth, like photographs, and large enough for several bands of rows.
void LargerImage(const Visitor& visit) {
  for (Kind kind : {Kind::kOpaque, Kind::kMatte}) {
    const ImagePtr noise = RandomImage(13, 11, kind, 77);
    Exception exception;
    const ImagePtr image(ResizeImage(noise.get(), 701, 503, CubicFilter, 1.0, exception));
    for (FilterTypes filter : {MitchellFilter, LanczosFilter})
      for (const Size& to : {Size{175, 125}, {350, 900}, {900, 640}})
        visit({{GmResize, to.columns, to.rows, filter, 1.0}, kind, image.get()});
  }
}

// Partial alpha is not compared: the library weights by it and GraphicsMagick does not. So alpha is
// 0 or full, and one axis changes, after which it is partial. GraphicsMagick also forgets to divide
// the last column by its opaque share, which must therefore be opaque.
void MakeAlphaComparable(Image* image, bool horizontal) {
  PixelPacket* pixels = GetImagePixels(image, 0, 0, image->columns, image->rows);
  for (std::size_t i = 0; i < image->columns * image->rows; ++i) {
    const bool last = horizontal && i % image->columns >= image->columns / 2;
    pixels[i].opacity =
        !last && pixels[i].opacity > MaxRGB / 2 ? TransparentOpacity : OpaqueOpacity;
  }
  SyncImagePixels(image);
}

void Scale(const Visitor& visit) {
  OddSizesOf(GmScale, [&](const Case& c) {
    if (c.kind == Kind::kOpaque || c.kind == Kind::kPalette) visit(c);
  });
}

void ScaleMatte(const Visitor& visit) {
  for (Kind kind : {Kind::kMatte, Kind::kPaletteMatte})
    for (bool horizontal : {false, true})
      for (std::uint32_t from : kSizes)
        for (std::uint32_t to : kSizes) {
          if (horizontal && to < 2) continue;
          const Size size = horizontal ? Size{from, 17} : Size{17, from};
          const Size wanted = horizontal ? Size{to, 17} : Size{17, to};
          const ImagePtr image = RandomImage(size.columns, size.rows, kind, from * to);
          MakeAlphaComparable(image.get(), horizontal);
          visit({{GmScale, wanted.columns, wanted.rows, UndefinedFilter, 1.0}, kind, image.get()});
        }
}

void ScaleExtremes(const Visitor& visit) {
  ExtremeRatiosOf(GmScale, {UndefinedFilter}, [&](const Case& c) {
    if (!c.image->matte) visit(c);
  });
}

void Sample(const Visitor& visit) {
  OddSizesOf(GmSample, visit);
  ExtremeRatiosOf(GmSample, {UndefinedFilter}, visit);
}

void Thumbnail(const Visitor& visit) {
  OddSizesOf(GmThumbnail, visit);
  for (Kind kind : kResizedKinds)
    for (const Size& to : {Size{10, 10}, {24, 24}, {25, 26}, {50, 5}, {160, 160}}) {
      const ImagePtr image = RandomImage(80, 79, kind, 6);
      visit({{GmThumbnail, to.columns, to.rows, UndefinedFilter, 1.0}, kind, image.get()});
    }
}

void FixedFactor(GmOperation operation, const Visitor& visit) {
  unsigned seed = 0;
  for (Kind kind : kAllKinds)
    for (std::uint32_t columns : kSizes)
      for (std::uint32_t rows : kSizes) {
        const ImagePtr image = RandomImage(columns, rows, kind, ++seed);
        image->unweighted_colors = MagickTrue;  // as GraphicsMagick
        visit({{operation, 0, 0, UndefinedFilter, 1.0}, kind, image.get()});
      }
}

void Minify(const Visitor& visit) {
  FixedFactor(GmMinify, visit);
}

void Magnify(const Visitor& visit) {
  FixedFactor(GmMagnify, visit);
}

}  // namespace

// Values half-way between two steps can be rounded either way, once in each of two passes.
constexpr double kTies = 2;

const std::vector<Group>& Groups() {
  static const auto& groups = *new std::vector<Group>{
      {"AllFilters", AllFilters, kContract, kTies},
      {"OddSizes", OddSizes, kContract, kTies},
      {"ExtremeRatios", ExtremeRatios, kContract, 0},
      {"Palettes", Palettes, kContract, kTies},
      {"ChosenFilter", ChosenFilter, kContract, kTies},
      {"RandomBlurs", RandomBlurs, kContract, kTies},
      {"LargerImage", LargerImage, kContract, 0},
      {"Scale", Scale, 1, 1},
      {"ScaleMatte", ScaleMatte, 1, 1, false},
      {"ScaleExtremes", ScaleExtremes, 1, 1},
      {"Sample", Sample, 0, 0},
      {"Thumbnail", Thumbnail, kContract, kTies},
      {"Minify", Minify, 0, 0, false},
      {"Magnify", Magnify, 0, 0, false},
  };
  return groups;
}

}  // namespace lodestone::compat
