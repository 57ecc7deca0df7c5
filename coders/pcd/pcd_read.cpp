#include <array>

#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/upright.hpp"
#include "coders/pcd/pcd.hpp"
#include "magick/colorspace.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kLeastColumns = 192, kLeastRows = 128;
constexpr unsigned kBase = 3, kMost = 6;  // resolutions, from 1; 3 is 768x512

constexpr std::size_t ColumnsOf(unsigned resolution) {
  return kLeastColumns << (resolution - 1);
}
constexpr std::size_t RowsOf(unsigned resolution) {
  return kLeastRows << (resolution - 1);
}

// By number, as file.pcd[2], else the smallest that covers the size asked for.
unsigned ResolutionFor(const ImageInfo* image_info) {
  if (image_info->subrange != 0)
    return static_cast<unsigned>(std::clamp<unsigned long>(image_info->subimage, 1, kMost));
  unsigned long columns = 0, rows = 0;
  long x = 0, y = 0;
  if (image_info->size != nullptr) GetGeometry(image_info->size, &x, &y, &columns, &rows);
  if (columns == 0 || rows == 0) return kBase;
  unsigned resolution = 1;
  while (resolution < kMost && (ColumnsOf(resolution) < columns || RowsOf(resolution) < rows))
    ++resolution;
  return resolution;
}

// Two rows of luma, then one of each chroma.
PcdPlanes TakePlanes(ByteCursor& cursor, unsigned resolution) {
  const std::size_t columns = ColumnsOf(resolution), rows = RowsOf(resolution);
  PcdPlanes planes = {PcdPlane(columns, rows), PcdPlane(columns / 2, rows / 2),
                      PcdPlane(columns / 2, rows / 2)};
  for (std::size_t y = 0; y < rows; y += 2) {
    std::ranges::copy(cursor.Take(2 * columns), planes[0].Row(y));
    for (std::size_t i : {1, 2}) std::ranges::copy(cursor.Take(columns / 2), planes[i].Row(y / 2));
  }
  return planes;
}

void DoubleAll(PcdPlanes& planes) {
  for (PcdPlane& plane : planes) plane = Doubled(plane);
}

PcdPlanes TakeResolution(ByteSpan file, unsigned resolution, const char* filename,
                         ExceptionInfo* exception) {
  constexpr std::size_t kSectors[] = {4, 23, 96};  // before each resolution
  constexpr std::size_t kBeforeDifferences = 4, kBeforeNext = 12;
  ByteCursor cursor(file);
  cursor.Seek(kSectors[std::min(resolution, kBase) - 1] * kPcdSector);
  PcdPlanes planes = TakePlanes(cursor, std::min(resolution, kBase));
  bool damaged = false;
  std::size_t at = cursor.Position() + kBeforeDifferences * kPcdSector;
  for (unsigned next = kBase + 1; next <= resolution; ++next) {
    DoubleAll(planes);
    if (next == kMost) break;  // no file holds its differences
    const std::size_t end =
        AddPcdDifferences(file, at, next == kBase + 1 ? 1 : 3, planes, &damaged);
    at = ((end + kPcdSector - 1) / kPcdSector + kBeforeNext) * kPcdSector;
  }
  if (damaged) Report(exception, CorruptImageWarning, "Corrupt image", filename);
  return planes;
}

ColorspaceType SpaceOf(const ImageInfo* image_info) {
  return LocaleCompare(image_info->magick, "PCDS") == 0 ? sRGBColorspace : YCCColorspace;
}

void StorePlanes(PcdPlanes planes, ColorspaceType space, Image* image, ExceptionInfo* exception) {
  for (std::size_t i : {1, 2}) planes[i] = Doubled(planes[i]);
  const Pixels target = NewPixels(image, exception);
  ReadRows(image, exception, [&](std::size_t y) {
    PixelPacket* const row = target.Row(y);
    for (std::size_t x = 0; x < image->columns; ++x) {
      row[x].red = QuantumFromByte(planes[0].Row(y)[x]);
      row[x].green = QuantumFromByte(planes[1].Row(y)[x]);
      row[x].blue = QuantumFromByte(planes[2].Row(y)[x]);
      row[x].opacity = OpaqueOpacity;
    }
  });
  SyncPixels(image, exception);
  image->colorspace = space;
  if (TransformColorspace(image, RGBColorspace) == MagickFail)
    FailAfter(&image->exception, CoderError, "Unable to convert colors");
}

// Space for the planes at twice their size, beside the pixels.
void ClaimPlanes(const Image* image, MemoryClaim& claim) {
  CheckLimits(image);
  constexpr std::uint64_t kPlanes = 4;
  if (!claim.Acquire(kPlanes * image->columns * image->rows)) FailOfMemoryLimit();
}

void ReadTurned(const ImageInfo* image_info, ByteSpan file, Image* image,
                ExceptionInfo* exception) {
  const unsigned resolution = ResolutionFor(image_info);
  if (image_info->subrange != 0) image->scene = image_info->subimage;
  image->columns = ColumnsOf(resolution);
  image->rows = RowsOf(resolution);
  const unsigned turn = file[kPcdTurnAt] & 3;
  if (turn == 1) image->orientation = LeftBottomOrientation;
  if (turn == 3) image->orientation = RightTopOrientation;
  MemoryClaim claim;
  ClaimPlanes(image, claim);
  if (image_info->ping != MagickFalse) {
    SwapSidesIfTurned(image);
    image->orientation = UndefinedOrientation;
    return;
  }
  StorePlanes(TakeResolution(file, resolution, image_info->filename, exception),
              SpaceOf(image_info), image, exception);
  if (turn == 1 || turn == 3) MakeUpright(image, {image->columns, image->rows, 0, 0}, exception);
  image->orientation = UndefinedOrientation;
}

// The overview of a disc: small images.
void ReadOverview(const ImageInfo* image_info, ByteSpan file, Image* image,
                  ExceptionInfo* exception) {
  constexpr std::size_t kCountAt = 10, kFirstSector = 5;
  ByteCursor cursor(file);
  cursor.Seek(kCountAt);
  const std::size_t count = cursor.U16Be();
  cursor.Seek(kFirstSector * kPcdSector);
  if (count == 0) Fail(CorruptImageError, "No images in the file");
  for (std::size_t number = 0; number < count; ++number) {
    if (number != 0) image = NextImage(image_info, image);
    image->scene = number;
    image->columns = kLeastColumns;
    image->rows = kLeastRows;
    image->depth = 8;
    CheckLimits(image);
    const PcdPlanes planes = TakePlanes(cursor, 1);
    if (image_info->ping == MagickFalse) StorePlanes(planes, SpaceOf(image_info), image, exception);
  }
}

unsigned int IsPcd(const unsigned char* magick, const std::size_t length) {
  const ByteSpan start(magick, length);
  return length >= kPcdSector + 4 &&
                 std::ranges::equal(start.subspan(kPcdSector, 4), AsBytes("PCD_"))
             ? MagickTrue
             : MagickFalse;
}

}  // namespace

Image* ReadPcd(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    ByteCursor cursor(file);
    const bool overview = cursor.TakeIf("PCD_OPA");
    cursor.Seek(kPcdSector);
    if (!overview && !cursor.TakeIf("PCD")) Fail(CorruptImageError, "Improper image header");
    cursor.Seek(3 * kPcdSector);
    image->depth = 8;
    if (overview)
      ReadOverview(image_info, file, image, exception);
    else
      ReadTurned(image_info, file, image, exception);
  });
}

void RegisterPcdImage() {
  for (const char* name : {"PCD", "PCDS"}) {
    FormatEntry entry{name, "Photo CD", "PCD", ReadPcd, WritePcd, IsPcd};
    entry.adjoin = false;
    entry.traits = {"8", "", "overviews (read)", "", "6144x4096"};
    RegisterFormat(entry);
  }
}

}  // namespace lodestone::coders
