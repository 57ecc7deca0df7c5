// The records of a Windows metafile.
#pragma once

#include <optional>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

struct WmfRecord {
  unsigned function = 0;
  ByteSpan parameters;
};

// In logical units.
struct WmfFrame {
  double left = 0, top = 0, width = 0, height = 0;
  double units_per_inch = 0;
};

class WmfFile {
 public:
  explicit WmfFile(ByteSpan file);
  // As the header of placeable files says, else as the drawing itself does. Fails if nothing does.
  const WmfFrame& frame() const { return frame_; }
  std::size_t objects() const { return objects_; }
  // From the first one on; nothing at the end of the drawing or of the file.
  std::optional<WmfRecord> Next();

 private:
  bool ReadPlacement();
  void FindWindow();

  ByteCursor cursor_;
  WmfFrame frame_;
  std::size_t objects_ = 0;
};

// The parameters of a record, which are numbers of 16 bits.
class WmfNumbers {
 public:
  explicit WmfNumbers(ByteSpan bytes) : cursor_(bytes) {}
  int Take() { return static_cast<std::int16_t>(cursor_.U16Le()); }
  unsigned TakeUnsigned() { return cursor_.U16Le(); }
  std::uint32_t TakeLong() { return cursor_.U32Le(); }
  ByteSpan TakeBytes(std::size_t count) { return cursor_.Take(count); }
  ByteSpan Rest() { return cursor_.Take(cursor_.Remaining()); }

 private:
  ByteCursor cursor_;
};

// Functions of records.
enum WmfFunction : unsigned {
  kWmfEnd = 0,
  kWmfSaveState = 0x001e,
  kWmfSetBackgroundMode = 0x0102,
  kWmfSetFillMode = 0x0106,
  kWmfRestoreState = 0x0127,
  kWmfSelectObject = 0x012d,
  kWmfSetTextAlign = 0x012e,
  kWmfDeleteObject = 0x01f0,
  kWmfSetBackgroundColor = 0x0201,
  kWmfSetTextColor = 0x0209,
  kWmfSetWindowOrigin = 0x020b,
  kWmfSetWindowSize = 0x020c,
  kWmfMoveWindowOrigin = 0x020f,
  kWmfLineTo = 0x0213,
  kWmfMoveTo = 0x0214,
  kWmfCreatePen = 0x02fa,
  kWmfCreateFont = 0x02fb,
  kWmfCreateBrush = 0x02fc,
  kWmfPolygon = 0x0324,
  kWmfPolyline = 0x0325,
  kWmfEllipse = 0x0418,
  kWmfRectangle = 0x041b,
  kWmfSetPixel = 0x041f,
  kWmfText = 0x0521,
  kWmfPolygons = 0x0538,
  kWmfRoundRectangle = 0x061c,
  kWmfFillRectangle = 0x061d,
  kWmfArc = 0x0817,
  kWmfPie = 0x081a,
  kWmfChord = 0x0830,
  kWmfBitmap = 0x0940,
  kWmfExtendedText = 0x0a32,
  kWmfStretchedBitmap = 0x0b41,
  kWmfDeviceBitmap = 0x0d33,
  kWmfStretchedDeviceBitmap = 0x0f43
};

// Objects that take a place in the table but are not used: palettes, pattern brushes, regions.
bool IsOtherWmfObject(unsigned function);

}  // namespace lodestone::coders
