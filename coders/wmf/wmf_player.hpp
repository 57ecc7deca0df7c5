// Plays the records of a Windows metafile, onto the drawing functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "coders/wmf/wmf_file.hpp"
#include "magick/draw.h"

namespace lodestone::coders {

struct WmfPen {
  bool draws = true;
  unsigned dashes = 0;
  LineCap cap = RoundCap;
  LineJoin join = RoundJoin;
  double width = 0;  // logical
  PixelPacket color = {};
};

struct WmfBrush {
  bool paints = true;
  bool hatched = false;
  PixelPacket color = {};
};

struct WmfFont {
  double height = 0;  // logical; of the letters if negative, else of the line
  double degrees = 0;
  unsigned weight = 400;
  bool italic = false, underlined = false, struck_out = false;
  std::string family;
};

struct WmfObject {
  enum class Kind { kNone, kPen, kBrush, kFont, kOther } kind = Kind::kNone;
  WmfPen pen;
  WmfBrush brush;
  WmfFont font;
};

struct WmfState {
  WmfPen pen;
  WmfBrush brush;
  WmfFont font;
  PixelPacket text_color = {}, background = {};
  bool opaque_background = true;
  unsigned text_align = 0;
  bool alternates = true;  // what is inside of polygons
  double x = 0, y = 0;     // of the pen, logical
  WmfFrame window;
};

class WmfPlayer {
 public:
  // Draws on `image`, which the figures fill; with texts, whose sizes are not known, the frame of
  // the file.
  WmfPlayer(const ImageInfo* image_info, WmfFile& file, Image* image, ExceptionInfo* exception);
  ~WmfPlayer();
  WmfPlayer(const WmfPlayer&) = delete;
  WmfPlayer& operator=(const WmfPlayer&) = delete;
  void Play();

 private:
  struct Box {
    double left = 0, top = 0, right = 0, bottom = 0;
    double Width() const { return right - left; }
    double Height() const { return bottom - top; }
  };

  void PlayRecord(const WmfRecord& record);
  bool PlaySetting(const WmfRecord& record);
  bool PlayObject(const WmfRecord& record);
  bool PlayFigure(const WmfRecord& record);
  bool PlayPixels(const WmfRecord& record);

  void Keep(WmfObject object);
  void Select(std::size_t number);
  void RestoreState(int number);
  WmfObject TakeFont(WmfNumbers& numbers) const;

  double X(double logical) const;
  double Y(double logical) const;
  double Scale() const;  // of widths
  Box TakeBox(WmfNumbers& numbers) const;
  Box TakeFigure(WmfNumbers& numbers);
  std::vector<PointInfo> TakePoints(WmfNumbers& numbers, std::size_t count);
  void CoverPoint(double x, double y);  // by the pen
  void Cover(const Box& box);
  AffineMatrix Fit() const;

  void UsePen();
  void UseBrush();
  void DrawLineTo(WmfNumbers& numbers);
  void DrawPolygons(WmfNumbers& numbers);
  void DrawArcOf(const WmfRecord& record);
  void FillBox(WmfNumbers& numbers);
  void DrawText(double x, double y, ByteSpan text);
  void DrawExtendedText(WmfNumbers& numbers);
  void DrawBitmap(ByteSpan dib, const Box& target);

  const ImageInfo* const info_;
  WmfFile& file_;
  Image* const image_;
  ExceptionInfo* const exception_;
  DrawContext context_;
  WmfState state_;
  std::vector<WmfState> saved_;
  std::vector<WmfObject> objects_;
  std::uint64_t bitmap_pixels_ = 0;  // of all bitmaps so far
  std::optional<Box> covered_;       // by the figures so far
  bool has_texts_ = false;
};

}  // namespace lodestone::coders
