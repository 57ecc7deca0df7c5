// Patterns that a short rule makes, pixel by pixel those of GraphicsMagick: IMAGE (one tile),
// PATTERN (as many as -size asks for), and NETSCAPE (a palette of 216 colours).
#include <cstdlib>
#include <memory>
#include <string>

#include "coders/common/coder.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"
#include "magick/texture.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

// Which pixels of a tile have the second colour.
using Rule = bool (*)(int x, int y);

struct Pattern {
  const char* name;
  unsigned columns, rows;
  Rule rule;
  std::uint8_t background = 255, foreground = 0;
};

bool Octagon(int x, int y) {
  const int dx = std::abs(x - 8), dy = std::abs(y - 8);
  return (dy == 8 && dx <= 3) || (dx == 8 && dy <= 3) || dx + dy == 11;
}

constexpr Pattern kPatterns[] = {
    {"BRICKS", 16, 16, [](int x, int y) { return y % 8 == 7 || x == (y < 8 ? 15 : 7); }},
    {"CHECKERBOARD", 30, 30, [](int x, int y) { return y < 16 ? x >= 15 : x < 16; }, 153, 102},
    {"CROSSHATCH", 8, 4, [](int x, int y) { return y == 0 || x % 4 == 3; }},
    {"CROSSHATCH30", 8, 4,
     [](int x, int y) {
       const int step = (x + 1) / 2 % 4;
       return step == y || step == (4 - y) % 4;
     }},
    {"CROSSHATCH45", 8, 8, [](int x, int y) { return x == y || (x + y) % 8 == 4; }},
    {"GRAY0", 32, 32, [](int, int) { return true; }},
    {"GRAY25", 32, 32, [](int x, int y) { return y % 2 == 0 || x % 2 == 1; }},
    {"GRAY50", 32, 32, [](int x, int y) { return (x + y) % 2 == 0; }},
    {"GRAY75", 32, 32, [](int x, int y) { return x % 2 == 0 && y % 2 == 0; }},
    {"GRAY100", 32, 32, [](int, int) { return false; }},
    {"HORIZONTAL", 8, 4, [](int, int y) { return y == 0; }},
    {"HORIZONTALSAW", 16, 8, [](int x, int y) { return std::abs(x % 8 - 3) + 3 == y; }},
    {"LEFT30", 8, 4, [](int x, int y) { return x / 2 == y; }},
    {"LEFT45", 8, 8, [](int x, int y) { return x == y; }},
    {"OCTAGONS", 16, 16, Octagon},
    {"RIGHT30", 8, 4, [](int x, int y) { return x / 2 == 3 - y; }},
    {"RIGHT45", 8, 8, [](int x, int y) { return x == 7 - y; }},
    {"VERTICAL", 8, 8, [](int x, int) { return x % 4 == 3; }},
    {"VERTICALBRICKS", 16, 16, [](int x, int y) { return x % 8 == 7 || y == (x < 8 ? 0 : 8); }},
    {"VERTICALSAW", 8, 16, [](int x, int y) { return x == 4 - std::abs(y % 8 - 3); }}};

PixelPacket Gray(std::uint8_t level) {
  const Quantum sample = QuantumFromByte(level);
  return {sample, sample, sample, OpaqueOpacity};
}

template <class IndexOf>
void FillWithIndexes(Image* image, IndexOf index_of, ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    for (std::size_t x = 0; x < image->columns; ++x) {
      const auto index =
          static_cast<IndexPacket>(index_of(static_cast<int>(x), static_cast<int>(y)));
      target.IndexRow(y)[x] = index;
      target.Row(y)[x] = image->colormap[index];
    }
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

const Pattern& PatternNamed(const char* name) {
  for (const Pattern& pattern : kPatterns) {
    if (LocaleCompare(pattern.name, name) == 0) return pattern;
  }
  std::string names;
  for (const Pattern& pattern : kPatterns) names += std::string(" ") + pattern.name;
  Fail(BlobError, "There is no rule for this pattern, only for" + names);
}

void DrawTile(const Pattern& pattern, Image* image, ExceptionInfo* exception) {
  image->columns = pattern.columns;
  image->rows = pattern.rows;
  image->depth = 8;
  MakeColormap(image, 2);
  image->colormap[0] = Gray(pattern.background);
  image->colormap[1] = Gray(pattern.foreground);
  FillWithIndexes(image, pattern.rule, exception);
  SetShade(image, true, pattern.foreground == 0);
}

Image* ReadImageNamed(const ImageInfo* image_info, ExceptionInfo* exception) {
  if (LocaleCompare(image_info->filename, "NETSCAPE") == 0) {
    return GetMagickInfo("NETSCAPE", exception)->decoder(image_info, exception);
  }
  return Decode(image_info, exception, [&](Image* image) {
    MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
    DrawTile(PatternNamed(image_info->filename), image, exception);
  });
}

Image* ReadPattern(const ImageInfo* image_info, ExceptionInfo* exception) {
  Image* tile = ReadImageNamed(image_info, exception);
  if (tile == nullptr || image_info->size == nullptr) return tile;
  const ImageOwner owner(tile);
  RectangleInfo area = {};
  GetGeometry(image_info->size, &area.x, &area.y, &area.width, &area.height);
  try {
    if (area.width == 0 || area.height == 0) Fail(OptionError, "Must specify image size");
    CheckLimits(area.width, area.height);
    return ConstituteTextureImage(area.width, area.height, tile, exception);
  } catch (const Failure& failure) {
    Report(exception, failure, image_info->filename);
  }
  return nullptr;
}

// Green and blue go up and down; there is a field for each red.
constexpr int kSteps = 6, kFieldPixels = 12, kFieldColumns = 18, kFieldRows = 12;
constexpr int kReds[2][3] = {{4, 3, 0}, {5, 2, 1}};

PixelPacket NetscapeColor(int column, int row) {
  const auto sample = [](int step) {
    return QuantumFromByte(static_cast<unsigned>(step) * 255 / (kSteps - 1));
  };
  const int across = column % kSteps, down = row % kSteps;
  const bool rises = column / kSteps == 1, falls = row / kSteps == 1;
  PixelPacket color = {};
  color.red = sample(kReds[row / kSteps][column / kSteps]);
  color.green = sample(rises ? across : kSteps - 1 - across);
  color.blue = sample(falls ? kSteps - 1 - down : down);
  color.opacity = OpaqueOpacity;
  return color;
}

Image* ReadNetscape(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
    image->columns = kFieldColumns * kFieldPixels;
    image->rows = kFieldRows * kFieldPixels;
    image->depth = 8;
    MakeColormap(image, kFieldColumns * kFieldRows);
    for (int i = 0; i < kFieldColumns * kFieldRows; ++i)
      image->colormap[i] = NetscapeColor(i % kFieldColumns, i / kFieldColumns);
    FillWithIndexes(
        image, [](int x, int y) { return y / kFieldPixels * kFieldColumns + x / kFieldPixels; },
        exception);
  });
}

}  // namespace

void RegisterPatternsImage() {
  const auto add = [](const char* name, const char* description, DecoderHandler decoder) {
    FormatEntry entry{name, description, "LOGO", decoder};
    entry.adjoin = false;
    entry.extension = IgnoreExtensionTreatment;
    RegisterFormat(entry);
  };
  add("IMAGE", "One tile of a pattern", ReadImageNamed);
  add("PATTERN", "Tiles of a pattern", ReadPattern);
  add("NETSCAPE", "Palette of 216 colors", ReadNetscape);
}

}  // namespace lodestone::coders
