// Sheets that show what an operation does to an image, weakly and strongly.
#pragma once

#include <string>

#include "base/owner.hpp"
#include "coders/common/coder.hpp"

namespace lodestone::coders {

inline constexpr unsigned kPreviewTiles = 9;

// One tile of the sheet: a copy of the image, and its label.
class PreviewTile {
 public:
  PreviewTile(const Image* image, unsigned place, bool dither, ExceptionInfo* exception);

  Image* get() const { return image_.get(); }
  Image* Release() { return image_.release(); }
  ExceptionInfo* exception() const { return exception_; }
  const std::string& label() const { return label_; }
  bool dither() const { return dither_; }

  unsigned place() const { return place_; }
  // Of those that have something done to them, which the middle one has not.
  unsigned step() const { return place_ > kPreviewTiles / 2 ? place_ - 1 : place_; }
  // Parameters that grow from tile to tile.
  double percentage() const { return 12.5 * (step() + 1); }
  double radius() const { return 0.5 * step(); }
  double sigma() const { return 1.0 + 0.25 * step(); }

  // Takes the image that an operation has made; null if it has failed.
  void Replace(Image* made);
  void Label(const char* format, ...) __attribute__((format(printf, 2, 3)));
  // Leaves the place free.
  void Hide() { hidden_ = true; }
  bool hidden() const { return hidden_; }

 private:
  Owner<Image, DestroyImage> image_;
  ExceptionInfo* exception_;
  unsigned place_;
  bool dither_;
  bool hidden_ = false;
  std::string label_;
};

// Does the operation, with the strength of the tile, and labels it. Others than those of the type
// are gamma.
void ApplyPreview(PreviewType type, const ImageInfo* image_info, PreviewTile& tile);

}  // namespace lodestone::coders
