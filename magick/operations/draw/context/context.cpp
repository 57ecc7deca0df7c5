// The life of a drawing context.
#include <cmath>
#include <memory>

#include "magick/attribute.h"
#include "magick/operations/draw/context/draw_context.hpp"
#include "magick/log.h"

namespace lodestone {
namespace {

DrawContext NewContext(const DrawInfo* settings, Image* image) {
  DrawInfoHandle first(CloneDrawInfo(nullptr, settings));
  if (!first) throw std::bad_alloc();
  auto context = std::make_unique<_DrawContext>();
  context->image = image;
  context->contexts.push_back(std::move(first));
  return context.release();
}

DrawContext CloneContext(const _DrawContext& context, Image* image) {
  auto copy = std::make_unique<_DrawContext>();
  copy->image = image;
  copy->mvg = context.mvg;
  for (const DrawInfoHandle& settings : context.contexts)
    copy->contexts.push_back(CopyOf(*settings));
  copy->pattern = context.pattern;
  copy->path_command = context.path_command;
  return copy.release();
}

DrawInfo* CopyOfCurrent(const _DrawContext& context) {
  DrawInfoHandle copy = CopyOf(context.current());
  if (!context.mvg.text().empty()) SetText(&copy->primitive, context.mvg.text());
  return copy.release();
}

bool Render(const _DrawContext& context) {
  const std::string& text = context.mvg.text();
  Image* const image = context.image;
  LogMagickEvent(RenderEvent, GetMagickModule(), "MVG:\n'%s'\n", text.c_str());
  SetImageAttribute(image, "[MVG]", nullptr);
  if (text.empty()) return true;
  const DrawInfoHandle drawing(CopyOfCurrent(context));
  return SetImageAttribute(image, "[MVG]", text.c_str()) != MagickFail &&
         DrawImage(image, drawing.get()) != MagickFail;
}

}  // namespace

void SetNumber(DrawContext context, const char* keyword, double DrawInfo::*field, double value) {
  constexpr double kEqual = 1e-12;
  Continue(context, {}, [=](_DrawContext& to) {
    if (!to.NeedsSetting(std::abs(to.current().*field - value) > kEqual)) return;
    to.current().*field = value;
    to.mvg.Add(std::string(keyword) + ' ' + NumberText(value) + '\n');
  });
}

void SetSwitch(DrawContext context, const char* keyword, unsigned int DrawInfo::*field,
               unsigned int value) {
  Continue(context, {}, [=](_DrawContext& to) {
    if (!to.NeedsSetting(to.current().*field != value)) return;
    to.current().*field = value;
    to.mvg.Add(std::string(keyword) + (value != 0 ? " 1\n" : " 0\n"));
  });
}

}  // namespace lodestone

using namespace lodestone;

DrawContext DrawAllocateContext(const DrawInfo* draw_info, Image* image) {
  return Guard(ExceptionOf(image), {image}, nullptr, [&] { return NewContext(draw_info, image); });
}

DrawContext DrawCloneContext(const DrawContext context, Image* image) {
  return Guard(ExceptionOf(image), {context, image}, nullptr,
               [&] { return CloneContext(*context, image); });
}

void DrawDestroyContext(DrawContext context) {
  delete context;
}

DrawInfo* DrawPeekGraphicContext(const DrawContext context) {
  if (context == nullptr) return nullptr;
  return Guard(&context->image->exception, nullptr, [&] { return CopyOfCurrent(*context); });
}

int DrawRender(const DrawContext context) {
  if (context == nullptr) return 0;
  return Guard(&context->image->exception, false, [&] { return Render(*context); });
}

DrawInfo* DrawContextSettings(DrawContext context) {
  return context == nullptr ? nullptr : &context->current();
}

void DrawAppendText(DrawContext context, const char* mvg) {
  Continue(context, {mvg}, [=](_DrawContext& to) { to.mvg.Add(mvg); });
}
