// Parts of a drawing: what lies between push and pop, and remarks.
#include <cmath>

#include "magick/attribute.h"
#include "magick/operations/draw/context/draw_context.hpp"

namespace lodestone {
namespace {

void Push(_DrawContext* context, const std::string& part) {
  context->mvg.Add("push " + part + '\n');
  context->mvg.Indent();
}

void Pop(_DrawContext* context, const char* part) {
  context->mvg.Unindent();
  context->mvg.Add(std::string("pop ") + part + '\n');
}

// Whole pixels, of any size: drawing refuses what is too large.
std::string TileGeometry(double x, double y, double width, double height) {
  char text[4 * 320];
  MagickFormatString(text, sizeof text, "%.0fx%.0f%+.0f%+.0f", std::floor(width + 0.5),
                     std::floor(height + 0.5), std::ceil(x - 0.5) + 0.0, std::ceil(y - 0.5) + 0.0);
  return text;
}

// From now on the image knows the pattern's name.
void PopPattern(_DrawContext* context) {
  ExceptionInfo* const exception = &context->image->exception;
  if (!context->pattern)
    return Throw(exception, DrawWarning, "not currently pushing pattern definition", nullptr);
  const PushedPattern& pattern = *context->pattern;
  const std::string part = context->mvg.text().substr(pattern.begin) + pattern.geometry;
  const std::string key = '[' + pattern.name + ']';
  if (SetImageAttribute(context->image, key.c_str(), part.c_str()) == MagickFail)
    throw std::bad_alloc();
  context->pattern.reset();
  Pop(context, "pattern");
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

void DrawPushGraphicContext(DrawContext context) {
  Continue(context, {}, [](_DrawContext& to) {
    to.contexts.push_back(CopyOf(to.current()));
    Push(&to, "graphic-context");
  });
}

void DrawPopGraphicContext(DrawContext context) {
  Continue(context, {}, [](_DrawContext& to) {
    if (to.contexts.size() == 1)
      return Throw(&to.image->exception, DrawError, "unbalanced graphic context push-pop", nullptr);
    to.contexts.pop_back();
    Pop(&to, "graphic-context");
  });
}

void DrawPushDefs(DrawContext context) {
  Continue(context, {}, [](_DrawContext& to) { Push(&to, "defs"); });
}

void DrawPopDefs(DrawContext context) {
  Continue(context, {}, [](_DrawContext& to) { Pop(&to, "defs"); });
}

void DrawPushClipPath(DrawContext context, const char* clip_path_id) {
  Continue(context, {clip_path_id},
           [=](_DrawContext& to) { Push(&to, std::string("clip-path ") + clip_path_id); });
}

void DrawPopClipPath(DrawContext context) {
  Continue(context, {}, [](_DrawContext& to) { Pop(&to, "clip-path"); });
}

void DrawPushPattern(DrawContext context, const char* pattern_id, const double x, const double y,
                     const double width, const double height) {
  Continue(context, {pattern_id}, [=](_DrawContext& to) {
    if (to.pattern)
      return Throw(&to.image->exception, DrawError, "already pushing pattern definition",
                   to.pattern->name.c_str());
    PushedPattern pattern{pattern_id, TileGeometry(x, y, width, height), 0};
    Push(&to, "pattern " + pattern.name + ' ' + PairsText({x, y, width, height}));
    pattern.begin = to.mvg.text().size();
    to.pattern = std::move(pattern);
  });
}

void DrawPopPattern(DrawContext context) {
  Continue(context, {}, [](_DrawContext& to) { PopPattern(&to); });
}

void DrawComment(DrawContext context, const char* comment) {
  Continue(context, {comment}, [=](_DrawContext& to) {
    std::string text = "#";
    for (const char* c = comment; *c != '\0'; ++c) {
      text += *c;
      if (*c == '\n') text += '#';
    }
    to.mvg.Add(text + '\n');
  });
}
