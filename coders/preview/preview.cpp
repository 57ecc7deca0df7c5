#include "coders/preview/preview.hpp"

#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/miff/miff.hpp"
#include "magick/attribute.h"
#include "magick/color_lookup.h"
#include "magick/memory.h"
#include "magick/montage.h"
#include "magick/resize.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr char kTileGeometry[] = "204x204+10+10", kSheetTiles[] = "3x3", kFrame[] = "15x15+3+3";
constexpr char kPlainLabel[] = "%f\n%wx%h\n%b", kPlainMatte[] = "#dfdfdf";

using ListPtr = Owner<Image, DestroyImageList>;

MadeImage SmallCopy(Image* image) {
  long x = 0, y = 0;
  unsigned long columns = image->columns, rows = image->rows;
  GetMagickGeometry(kTileGeometry, &x, &y, &columns, &rows);
  MadeImage small(ThumbnailImage(image, columns, rows, &image->exception));
  if (small == nullptr)
    FailAfter(&image->exception, ResourceLimitError, "Unable to resize the image");
  return small;
}

// The image without the operation, in the middle.
void MarkPlain(PreviewTile& tile) {
  SetImageAttribute(tile.get(), "label", nullptr);
  SetImageAttribute(tile.get(), "label", kPlainLabel);
  QueryColorDatabase(kPlainMatte, &tile.get()->matte_color, tile.exception());
}

ListPtr MakeTiles(const ImageInfo* image_info, Image* image) {
  const MadeImage small = SmallCopy(image);
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  Image* tiles = nullptr;
  ListPtr owner;
  for (unsigned place = 0; place < kPreviewTiles; ++place) {
    PreviewTile tile(small.get(), place, image_info->dither != MagickFalse, &image->exception);
    if (place == kPreviewTiles / 2) {
      MarkPlain(tile);
    } else {
      ApplyPreview(image_info->preview_type, image_info, tile);
      SetImageAttribute(tile.get(), "label", nullptr);
      SetImageAttribute(tile.get(), "label", tile.label().c_str());
      if (tile.hidden()) MagickStrlCpy(tile.get()->magick, "NULL", MaxTextExtent);
    }
    static_cast<void>(owner.release());
    AppendImageToList(&tiles, tile.Release());
    owner.reset(GetFirstImageInList(tiles));
    progress.Tick(place * image->rows / kPreviewTiles);
  }
  return owner;
}

MadeImage MakeSheet(const ImageInfo* image_info, Image* image) {
  ToRgb(image);
  const ListPtr tiles = MakeTiles(image_info, image);
  const Owner<MontageInfo, DestroyMontageInfo> montage(CloneMontageInfo(image_info, nullptr));
  if (montage == nullptr) throw std::bad_alloc();
  MagickStrlCpy(montage->filename, image->filename, MaxTextExtent);
  montage->shadow = MagickTrue;
  if (CloneString(&montage->tile, kSheetTiles) == MagickFail ||
      CloneString(&montage->geometry, kTileGeometry) == MagickFail ||
      CloneString(&montage->frame, kFrame) == MagickFail)
    throw std::bad_alloc();
  MadeImage sheet(MontageImages(tiles.get(), montage.get(), &image->exception));
  if (sheet == nullptr) FailAfter(&image->exception, CoderError, "Unable to make a preview");
  // It is no directory of files.
  MagickFree(std::exchange(sheet->montage, nullptr));
  MagickFree(std::exchange(sheet->directory, nullptr));
  MagickStrlCpy(sheet->filename, image->filename, MaxTextExtent);
  return sheet;
}

unsigned int WritePreview(const ImageInfo* image_info, Image* image) {
  return WriteMiffOf(image_info, image, [&] { return MakeSheet(image_info, image); });
}

}  // namespace

void RegisterPreviewImage() {
  FormatEntry entry{"PREVIEW", "Show a preview an image enhancement, effect, or f/x", "PREVIEW",
                    nullptr, WritePreview};
  entry.adjoin = false;
  entry.extension = IgnoreExtensionTreatment;
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
