// MNG: animations of PNG and JNG images. Images whose file only shows one after the other ("very
// low complexity") are given as they are; else each image of the list is a frame as it is seen, the
// whole canvas.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "coders/common/png_chunks.hpp"

namespace lodestone::coders {

inline constexpr std::string_view kMngSignature("\212MNG\r\n\032\n", 8);
inline constexpr std::uint32_t kMngForever = 0x7fffffff;

// Bits of the profile that a file says it keeps to.
inline constexpr std::uint32_t kMngProfileValid = 1, kMngSimple = 2, kMngComplex = 4,
                               kMngTransparency = 8, kMngJng = 16, kMngDelta = 32;

// Framing modes: whether a frame is one layer, and whether the background is put before it.
inline constexpr unsigned kMngLayers = 1, kMngSeveral = 2, kMngCleared = 3, kMngSeveralCleared = 4;

// From left to right and top to bottom, without the last.
struct MngBox {
  std::int64_t left = 0, right = 0, top = 0, bottom = 0;

  MngBox Within(const MngBox& other) const;
  bool operator==(const MngBox&) const = default;
};

// How an object is enlarged along an axis: by repeating pixels, or by filling the intervals between
// them. The factors are those of the first pixel or interval, the last one, and those between.
struct MngMagnification {
  struct Axis {
    unsigned method = 0;
    std::uint16_t first = 1, middle = 1, last = 1;
  };
  Axis x, y;
};

// Chunks of a file that apply to the images behind them.
struct MngGlobals {
  ByteSpan palette, transparency;                 // whole PLTE and tRNS chunks
  std::map<std::string_view, ByteSpan> defaults;  // gAMA and others, whole
};

// An image that can be shown again.
struct MngObject {
  std::int64_t x = 0, y = 0;
  MngBox clip;
  bool visible = true, frozen = false;
  ByteSpan chunks;  // from IHDR or JHDR to IEND; empty if there is none
  MngGlobals globals;
  std::vector<MngMagnification> magnifications;  // one upon the other
};

// mng_objects.cpp: objects by number, and the chunks that change them.
class MngObjects {
 public:
  void SetCanvas(const MngBox& canvas) { canvas_ = canvas; }
  // What the next image defines.
  MngObject& current() { return Get(current_); }
  // Keeps the image of the current object, unless that is the unnamed one.
  void Keep(ByteSpan chunks, const MngGlobals& globals);

  void Define(ByteCursor data);   // DEFI
  void Move(ByteCursor data);     // MOVE
  void Clip(ByteCursor data);     // CLIP
  void Clone(ByteCursor data);    // CLON
  void Magnify(ByteCursor data);  // MAGN; the unnamed object stays magnified for further images
  void Discard(ByteCursor data);  // DISC
  void DiscardAll();              // SEEK
  void Freeze();                  // SAVE
  // SHOW: calls `show` for each that is to be seen.
  template <class Show>
  void ShowRange(ByteCursor data, const Show& show) {
    const std::uint16_t first = data.AtEnd() ? 0 : data.U16Be();
    const std::uint16_t last = data.Remaining() < 2 ? (first == 0 ? 0xffff : first) : data.U16Be();
    const unsigned mode = data.AtEnd() ? 0 : data.U8();
    for (auto at = objects_.lower_bound(first); at != objects_.end() && at->first <= last; ++at) {
      if (SetVisible(at->second, mode) && !at->second.chunks.empty()) show(at->second);
    }
  }

 private:
  MngObject& Get(std::uint16_t id);
  static bool SetVisible(MngObject& object, unsigned mode);
  template <class Change>
  void ForRange(ByteCursor& data, const Change& change);

  MngBox canvas_;
  std::map<std::uint16_t, MngObject> objects_;
  std::uint16_t current_ = 0;
};

// mng_canvas.cpp: what is seen.
class MngCanvas {
 public:
  MngCanvas(std::uint32_t columns, std::uint32_t rows, const PixelPacket& background);
  bool is_blank() const { return blank_; }
  void Clear(const MngBox& box);
  void Draw(const Image* image, std::int64_t x, std::int64_t y, const MngBox& clip,
            ExceptionInfo* exception);
  // Makes the image one of what is seen.
  void Show(Image* image, ExceptionInfo* exception) const;
  // Keeps what is seen, and brings it back.
  void Keep();
  void Restore();

 private:
  std::size_t columns_, rows_;
  PixelPacket background_;
  MemoryClaim claim_;
  MemoryClaim kept_claim_;
  std::vector<PixelPacket> pixels_, kept_;
  bool blank_;  // transparent everywhere
};

// mng_image.cpp: decodes an image of a MNG file.
void ReadMngImage(const ImageInfo* image_info, ByteSpan chunks, const MngGlobals& globals,
                  Image* image, ExceptionInfo* exception);

// mng_magnify.cpp
void MagnifyMngImage(const std::vector<MngMagnification>& magnifications, bool ping, Image* image,
                     ExceptionInfo* exception);

Image* ReadMng(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteMng(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
