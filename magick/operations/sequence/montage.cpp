// Sheets of thumbnails.
#include "magick/montage.h"

#include <algorithm>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "base/owner.hpp"
#include "magick/constitute.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/progress/progress.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/resize.h"
#include "magick/operations/sequence/frames.hpp"
#include "magick/operations/sequence/montage_layout.hpp"
#include "magick/operations/sequence/montage_tile.hpp"
#include "magick/texture.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr char kUnable[] = "unable to create image montage";

using Thumbnails = std::vector<Image*>;

struct ThumbnailHolder {
  ~ThumbnailHolder() {
    for (Image* image : images) DestroyImage(image);
  }
  Thumbnails images;
};

Image* Thumbnail(const Image* image, const char* geometry, ExceptionInfo* exception) {
  const MonitorSilence silence;
  RectangleInfo size;
  SetGeometry(image, &size);
  if (geometry) (void)GetMagickGeometry(geometry, &size.x, &size.y, &size.width, &size.height);
  const bool zoom =
      image->filter != UndefinedFilter || size.width > image->columns || size.height > image->rows;
  return (zoom ? ZoomImage : ThumbnailImage)(image, size.width, size.height, exception);
}

bool MakeThumbnails(const Image* images, const char* geometry, Thumbnails* thumbnails,
                    ExceptionInfo* exception) {
  const std::vector<const Image*> frames = FramesFrom(GetFirstImageInList(images));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    Image* const thumbnail = Thumbnail(frames[i], geometry, exception);
    if (!thumbnail) return false;
    thumbnails->push_back(thumbnail);
    if (!ReportFrame(frames[i], i, frames.size(), "[%s] Create image tiles...", exception))
      return false;
  }
  const bool numbered = std::all_of(thumbnails->begin(), thumbnails->end(),
                                    [](const Image* image) { return image->scene != 0; });
  if (numbered)
    std::stable_sort(thumbnails->begin(), thumbnails->end(),
                     [](const Image* a, const Image* b) { return a->scene < b->scene; });
  return true;
}

// Null if there is none, or with *exception set.
Image* ReadTexture(const MontageInfo& settings, ExceptionInfo* exception) {
  if (!settings.texture) return nullptr;
  const Owner<ImageInfo, DestroyImageInfo> info(CloneImageInfo(nullptr));
  if (!info) throw std::bad_alloc();
  MagickStrlCpy(info->filename, settings.texture, sizeof info->filename);
  return ReadImage(info.get(), exception);
}

// What the images of a montage have in common.
struct Sheet {
  const MontageInfo& settings;
  const MontageLayout& layout;
  const Image* texture;  // null: the background colour
  MontageText& text;
};

// The images of a montage, one after another.
class Montage {
 public:
  Montage(const Sheet& sheet, std::span<Image* const> thumbnails, ExceptionInfo* exception)
      : settings_(sheet.settings),
        layout_(sheet.layout),
        texture_(sheet.texture),
        text_(sheet.text),
        thumbnails_(thumbnails),
        exception_(exception) {}

  // Null with the exception set.
  Image* Run() {
    // Both may be large.
    const std::size_t row = std::min<std::size_t>(layout_.columns, thumbnails_.size());
    const std::size_t most = row * std::min<std::size_t>(layout_.rows, thumbnails_.size());
    while (done_ < thumbnails_.size())
      if (!AddPage(thumbnails_.subspan(done_, std::min(most, thumbnails_.size() - done_))))
        return nullptr;
    return pages_.Complete();
  }

 private:
  bool AddPage(std::span<Image* const> tiles) {
    long columns, rows;
    const std::vector<TilePlace> places = PlacesOf(layout_, tiles, &columns, &rows);
    Image* const page = NewPage(columns, rows);
    if (!pages_.Add(page) || !Cover(page)) return false;
    Describe(tiles, page);
    DrawTitle(page);
    for (std::size_t i = 0; i < tiles.size(); ++i)
      if (!Draw(places[i], tiles[i], page)) return false;
    return true;
  }

  // Null with the exception set.
  Image* NewPage(long columns, long rows) {
    if (columns <= 0 || rows <= 0) {
      Throw(exception_, OptionError, kUnable, "the tiles have no room");
      return nullptr;
    }
    ImageHolder page(AllocateImage(nullptr));
    if (!page.get()) throw std::bad_alloc();
    Image* const image = page.get();
    MagickStrlCpy(image->filename, settings_.filename, sizeof image->filename);
    image->scene = ++scene_;
    image->columns = static_cast<unsigned long>(columns);
    image->rows = static_cast<unsigned long>(rows);
    image->background_color = settings_.background_color;
    image->border_color = settings_.border_color;
    if (CheckImagePixelLimits(image, exception_) == MagickFail ||
        SetImageEx(image, image->background_color.opacity, exception_) == MagickFail)
      return nullptr;
    return page.release();
  }

  bool Cover(Image* page) {
    const MonitorSilence silence;
    if (!texture_ || TextureImage(page, texture_) != MagickFail) return true;
    CopyException(exception_, &page->exception);
    return false;
  }

  // The size and place of tiles, and whose they are.
  void Describe(std::span<Image* const> tiles, Image* page) {
    char geometry[MaxTextExtent];
    MagickFormatString(geometry, sizeof geometry, "%ldx%ld%+ld%+ld",
                       layout_.width + layout_.margin_x(), layout_.height + layout_.margin_y(), 0L,
                       layout_.title_height);
    std::string names;
    for (const Image* tile : tiles) names += std::string(tile->filename) + "\n";
    page->montage = AllocateString(geometry);
    page->directory = AllocateString(names.c_str());
    if (!page->montage || !page->directory) throw std::bad_alloc();
  }

  void DrawTitle(Image* page) {
    const MonitorSilence silence;
    text_.DrawTitle(layout_.space_y, page);
  }

  bool Draw(const TilePlace& place, const Image* tile, Image* page) {
    {
      const MonitorSilence silence;
      if (!DrawTile(layout_, settings_.gravity, place, tile, &text_, page, exception_))
        return false;
    }
    return ReportFrame(tile, done_++, thumbnails_.size(), "[%s] Create visual image directory...",
                       exception_);
  }

  const MontageInfo& settings_;
  const MontageLayout& layout_;
  const Image* const texture_;
  MontageText& text_;
  const std::span<Image* const> thumbnails_;
  ExceptionInfo* const exception_;
  NewList pages_;
  std::size_t done_ = 0;     // tiles
  unsigned long scene_ = 0;  // of the last page
};

Image* MakeMontage(const Image* images, const MontageInfo* settings, ExceptionInfo* exception) {
  if (!CheckImage(images, kUnable, exception)) return nullptr;
  if (!settings || settings->signature != MagickSignature) {
    Throw(exception, OptionError, kUnable, "settings are required");
    return nullptr;
  }
  ThumbnailHolder holder;
  if (!MakeThumbnails(images, settings->geometry, &holder.images, exception)) return nullptr;
  MontageText text(*settings, holder.images);
  const auto layout = LayoutOf(*settings, text, holder.images, exception);
  if (!layout) return nullptr;
  const Owner<Image, DestroyImageList> texture(ReadTexture(*settings, exception));
  return Montage({*settings, *layout, texture.get(), text}, holder.images, exception).Run();
}

}  // namespace
}  // namespace lodestone

Image* MontageImages(const Image* images, const MontageInfo* montage_info,
                     ExceptionInfo* exception) {
  return lodestone::Guard(exception, nullptr,
                          [=] { return lodestone::MakeMontage(images, montage_info, exception); });
}
