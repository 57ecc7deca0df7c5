// The life of a drawing wand, and its parts.
#include "wand/drawing_wand.hpp"

#include "magick/attribute.h"
#include "magick/magick.h"
#include "wand/exceptions.hpp"

namespace lodestone::wand {
namespace {

template <class Handle>
Handle Checked(Handle handle) {
  if (!handle) throw std::bad_alloc();
  return handle;
}

// Colours are written with all their bits and their opacity.
ImageHandle NewOwnImage() {
  ImageHandle image = Checked(ImageHandle(AllocateImage(nullptr)));
  image->depth = QuantumDepth;
  image->matte = MagickTrue;
  return image;
}

DrawingWand* NewWand(const DrawInfo* settings, Image* canvas) {
  InitializeMagick(nullptr);
  auto wand = std::make_unique<_DrawingWand>();
  wand->own = NewOwnImage();
  wand->context = Checked(DrawContextHandle(DrawAllocateContext(settings, wand->own.get())));
  wand->canvas = canvas;
  return wand.release();
}

DrawingWand* CopyOf(const DrawingWand& wand) {
  auto copy = std::make_unique<_DrawingWand>();
  copy->own = NewOwnImage();
  CloneImageAttributes(copy->own.get(), wand.own.get());
  copy->context = Checked(DrawContextHandle(DrawCloneContext(wand.context.get(), copy->own.get())));
  if (wand.canvas != nullptr) {
    copy->owned =
        Checked(ImageHandle(CloneImage(wand.canvas, 0, 0, MagickTrue, copy->exception())));
    copy->canvas = copy->owned.get();
  }
  copy->pattern = wand.pattern;
  return copy.release();
}

std::string AttributeOf(const Image& image, const std::string& key) {
  const ImageAttribute* const attribute = GetImageAttribute(&image, key.c_str());
  return attribute == nullptr ? "" : attribute->value;
}

// The canvas learns the pattern, too.
void PopPattern(DrawingWand* wand) {
  const std::string key = wand->pattern.value_or("");
  const std::string before = AttributeOf(*wand->own, key);
  DrawPopPattern(wand->context.get());
  if (!wand->pattern) return;
  const std::string after = AttributeOf(*wand->own, key);
  if (wand->canvas != nullptr && after.size() > before.size())
    SetImageAttribute(wand->canvas, key.c_str(), after.c_str() + before.size());
  wand->pattern.reset();
}

}  // namespace
}  // namespace lodestone::wand

using namespace lodestone::wand;

DrawingWand* MagickNewDrawingWand(void) {
  return Guard(nullptr, nullptr, [] { return NewWand(nullptr, nullptr); });
}

DrawingWand* MagickDrawAllocateWand(const DrawInfo* draw_info, Image* image) {
  return Guard(nullptr, nullptr, [=] { return NewWand(draw_info, image); });
}

DrawingWand* MagickCloneDrawingWand(const DrawingWand* drawing_wand) {
  if (drawing_wand == nullptr) return nullptr;
  return Guard(drawing_wand->exception(), nullptr, [=] { return CopyOf(*drawing_wand); });
}

void MagickDestroyDrawingWand(DrawingWand* drawing_wand) {
  delete drawing_wand;
}

char* MagickDrawGetException(const DrawingWand* drawing_wand, ExceptionType* severity) {
  if (severity != nullptr) *severity = UndefinedException;
  if (drawing_wand == nullptr) return nullptr;
  ExceptionInfo* const exception = drawing_wand->exception();
  if (!AreGiven({severity}, exception)) return nullptr;
  *severity = exception->severity;
  if (exception->severity == UndefinedException) return nullptr;
  return Guard(nullptr, nullptr, [=] { return ExceptionText(*exception); });
}

unsigned int MagickDrawClearException(DrawingWand* drawing_wand) {
  if (drawing_wand == nullptr) return MagickFail;
  DestroyExceptionInfo(drawing_wand->exception());
  GetExceptionInfo(drawing_wand->exception());
  return MagickPass;
}

unsigned int MagickDrawRender(const DrawingWand* drawing_wand) {
  if (drawing_wand == nullptr) return MagickFail;
  DrawContext const context = drawing_wand->context.get();
  if (drawing_wand->canvas == nullptr) return static_cast<unsigned int>(DrawRender(context));
  const DrawContextHandle on_canvas(DrawCloneContext(context, drawing_wand->canvas));
  return static_cast<unsigned int>(DrawRender(on_canvas.get()));
}

DrawInfo* MagickDrawPeekGraphicContext(const DrawingWand* drawing_wand) {
  return Call(drawing_wand, DrawPeekGraphicContext);
}

void MagickDrawPushGraphicContext(DrawingWand* drawing_wand) {
  Call(drawing_wand, DrawPushGraphicContext);
}

void MagickDrawPopGraphicContext(DrawingWand* drawing_wand) {
  Call(drawing_wand, DrawPopGraphicContext);
}

void MagickDrawPushDefs(DrawingWand* drawing_wand) {
  Call(drawing_wand, DrawPushDefs);
}

void MagickDrawPopDefs(DrawingWand* drawing_wand) {
  Call(drawing_wand, DrawPopDefs);
}

void MagickDrawPushClipPath(DrawingWand* drawing_wand, const char* clip_path_id) {
  Call(drawing_wand, DrawPushClipPath, clip_path_id);
}

void MagickDrawPopClipPath(DrawingWand* drawing_wand) {
  Call(drawing_wand, DrawPopClipPath);
}

void MagickDrawPushPattern(DrawingWand* drawing_wand, const char* pattern_id, const double x,
                           const double y, const double width, const double height) {
  if (drawing_wand == nullptr) return;
  Guard(drawing_wand->exception(), [=] {
    if (pattern_id != nullptr && !drawing_wand->pattern)
      drawing_wand->pattern = PatternKey(pattern_id);
    DrawPushPattern(drawing_wand->context.get(), pattern_id, x, y, width, height);
  });
}

void MagickDrawPopPattern(DrawingWand* drawing_wand) {
  if (drawing_wand != nullptr) Guard(drawing_wand->exception(), [=] { PopPattern(drawing_wand); });
}

void MagickDrawComment(DrawingWand* drawing_wand, const char* comment) {
  Call(drawing_wand, DrawComment, comment);
}
