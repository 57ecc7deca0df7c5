// The picture that the bitmaps of a file are put on.
#pragma once

#include "coders/pict/pict.hpp"

namespace lodestone::coders {

class PictPicture {
 public:
  PictPicture(const ImageInfo* image_info, Image* image, ExceptionInfo* exception,
              std::size_t file_bytes)
      : image_info_(image_info), image_(image), exception_(exception), file_bytes_(file_bytes) {}

  // The part of QuickDraw's plane that it shows.
  void SetFrame(const PictRectangle& frame);
  // Both take what belongs to their command.
  void DrawMap(const PictMap& map, ByteCursor& cursor);
  void DrawQuickTime(ByteCursor cursor);
  // Fails if nothing has been drawn.
  void Finish();

 private:
  Pixels& Canvas();
  void Spend(const PictRectangle& destination);
  void DrawRow(const PictMap& map, std::size_t row, const std::uint8_t* values);
  void DrawImage(const Image* tile, const PictRectangle& destination);

  const ImageInfo* image_info_;
  Image* image_;
  ExceptionInfo* exception_;
  std::size_t file_bytes_;
  PictRectangle frame_;
  Pixels canvas_;
  std::uint64_t budget_ = 0;  // of pixels
  bool embedded_ = false;     // what follows is for those who cannot decode that
};

}  // namespace lodestone::coders
