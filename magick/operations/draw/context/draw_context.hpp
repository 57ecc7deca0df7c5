// A drawing in the making: its text, and the settings that hold where it ends.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "magick/core/errors/barrier.hpp"
#include "magick/core/errors/check_known.hpp"
#include "magick/draw.h"
#include "magick/operations/draw/context/mvg_writer.hpp"
#include "magick/operations/draw/mvg/mvg_names.hpp"
#include "magick/operations/draw/draw_handle.hpp"

namespace lodestone {

// A pattern whose drawing has begun.
struct PushedPattern {
  std::string name, geometry;
  std::size_t begin;  // within the text
};

}  // namespace lodestone

struct _DrawContext {
  DrawInfo& current() const { return *contexts.back(); }
  // Patterns are drawn with settings of their own: what holds outside does not count there.
  bool NeedsSetting(bool changes) const { return changes || pattern.has_value(); }

  Image* image;
  lodestone::MvgWriter mvg;
  std::vector<lodestone::DrawInfoHandle> contexts;  // pushed, the innermost last
  std::optional<lodestone::PushedPattern> pattern;
  char path_command = '\0';  // of the segment before, which others of its kind continue
};

namespace lodestone {

// Runs body(context), with its errors in the exception of the context's image.
template <class Body>
void Continue(DrawContext context, Required required, Body&& body,
              std::source_location where = std::source_location::current()) {
  if (context == nullptr) return;
  ExceptionInfo* const exception = &context->image->exception;
  if (AreGiven(required, exception, where))
    Guard(
        exception, [&] { body(*context); }, where);
}

// One of the settings that hold, or 0.
template <class Value>
Value Setting(const _DrawContext* context, Value DrawInfo::*field) {
  return context == nullptr ? Value{} : context->current().*field;
}

// What some settings that have names need in addition.
struct NamedSetting {
  const char* quote = "";                 // around the name
  void (*then)(_DrawContext*) = nullptr;  // called if the value was set
};

// A value by its name, or without words if it has none.
template <class Value, std::size_t kCount>
void SetNamed(DrawContext context, const char* keyword, Value DrawInfo::*field,
              const NamedValue<Value> (&names)[kCount], Value value, NamedSetting more = {},
              std::source_location where = std::source_location::current()) {
  Continue(
      context, {},
      [&](_DrawContext& to) {
        if (!CheckKnown(value, &to.image->exception, where)) return;
        if (!to.NeedsSetting(to.current().*field != value)) return;
        to.current().*field = value;
        if (more.then) more.then(&to);
        if (const char* name = NameIn(names, value))
          to.mvg.Add(std::string(keyword) + ' ' + more.quote + name + more.quote + '\n');
      },
      where);
}

// Numbers that differ by less are equal.
void SetNumber(DrawContext context, const char* keyword, double DrawInfo::*field, double value);

// On or off.
void SetSwitch(DrawContext context, const char* keyword, unsigned int DrawInfo::*field,
               unsigned int value);

}  // namespace lodestone
