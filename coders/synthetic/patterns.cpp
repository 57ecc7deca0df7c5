// IMAGE (one tile of a pattern), PATTERN (as many as -size asks for), and NETSCAPE (a palette of
// 216 colours).
#include <cstdlib>
#include <memory>
#include <string>

#include "coders/common/coder.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"
#include "coders/synthetic/patterns.hpp"
#include "magick/texture.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

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
  for (const Pattern& pattern : Patterns()) {
    if (LocaleCompare(pattern.name, name) == 0) return pattern;
  }
  std::string names;
  for (const Pattern& pattern : Patterns()) names += std::string(" ") + pattern.name;
  Fail(BlobError, "There is no pattern of this name, only" + names);
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
  for (const char* name : {"NETSCAPE", "ROSE", "LOGO", "GRANITE"})
    if (LocaleCompare(image_info->filename, name) == 0)
      return GetMagickInfo(name, exception)->decoder(image_info, exception);
  return Decode(image_info, exception, [&](Image* image) {
    MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
    MagickStrlCpy(image->magick, "PBM", MaxTextExtent);
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
    MagickStrlCpy(image->magick, "GIF", MaxTextExtent);
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
