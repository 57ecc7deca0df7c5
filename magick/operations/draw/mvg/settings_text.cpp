// How text of drawings looks, and where it goes on.
#include "magick/color_lookup.h"
#include "magick/operations/draw/mvg/drawing.hpp"
#include "magick/enum_strings.h"

namespace lodestone {
namespace {

constexpr NamedValue<AlignType> kAligns[] = {
    {"left", LeftAlign},  {"center", CenterAlign}, {"right", RightAlign},
    {"start", LeftAlign}, {"middle", CenterAlign}, {"end", RightAlign},
};
constexpr NamedValue<unsigned long> kWeights[] = {{"all", 0}, {"bold", 700}, {"normal", 400}};

void SetDecoration(Drawing* drawing) {
  drawing->context().decorate = ValueOf(kDecorationNames, drawing->input.Token());
}

void SetEncoding(Drawing* drawing) {
  SetText(&drawing->context().encoding, drawing->input.Token());
}

void SetFont(Drawing* drawing) {
  const std::string name = drawing->input.Token();
  char** const font = &drawing->context().font;
  if (LocaleCompare(name.c_str(), "none") != 0) return SetText(font, name);
  CloneString(font, nullptr);
}

void SetFamily(Drawing* drawing) {
  SetText(&drawing->context().family, drawing->input.Token());
}

void SetSize(Drawing* drawing) {
  drawing->context().pointsize = drawing->input.Number();
}

// Unknown names change nothing.
template <class Value, std::size_t kCount>
void SetKnown(Drawing* drawing, const NamedValue<Value> (&names)[kCount], Value* value) {
  if (const NamedValue<Value>* found = FindName(names, drawing->input.Token()))
    *value = found->value;
}

void SetStretch(Drawing* drawing) {
  SetKnown(drawing, kStretchNames, &drawing->context().stretch);
}

void SetStyle(Drawing* drawing) {
  SetKnown(drawing, kStyleNames, &drawing->context().style);
}

void SetAlign(Drawing* drawing) {
  SetKnown(drawing, kAligns, &drawing->context().align);
}

void SetWeight(Drawing* drawing) {
  unsigned long& weight = drawing->context().weight;
  if (drawing->input.StartsNumber()) {
    weight = static_cast<unsigned long>(drawing->input.Whole());
    return;
  }
  const std::string name = drawing->input.Token();
  constexpr unsigned long kStep = 100, kMost = 900;
  if (LocaleCompare(name.c_str(), "bolder") == 0) {
    if (weight + kStep <= kMost) weight += kStep;
  } else if (LocaleCompare(name.c_str(), "lighter") == 0) {
    if (weight >= kStep) weight -= kStep;
  } else {
    weight = ValueOf(kWeights, name);
  }
}

void SetGravity(Drawing* drawing) {
  GravityType& gravity = drawing->context().gravity;
  gravity = StringToGravityType(drawing->input.Token().c_str());
  if (gravity == ForgetGravity) throw Nonconforming{};
}

void SetAntialias(Drawing* drawing) {
  drawing->context().text_antialias = drawing->input.Whole() != 0 ? MagickTrue : MagickFalse;
}

void SetUnderColor(Drawing* drawing) {
  QueryColorDatabase(drawing->input.Token().c_str(), &drawing->context().undercolor,
                     &drawing->image->exception);
}

// In pixels, or with "em" or "ex" behind it in those of the font.
double Advance(Drawing* drawing) {
  constexpr double kExShare = 0.5;
  const double value = drawing->input.Number(), em = drawing->context().pointsize;
  const bool in_em = drawing->input.Follows("em"), in_ex = drawing->input.Follows("ex");
  if (in_em || in_ex) drawing->input.Token();
  return in_em ? value * em : in_ex ? value * kExShare * em : value;
}

void AdvanceX(Drawing* drawing) {
  drawing->text_place.x += Advance(drawing);
}

void AdvanceY(Drawing* drawing) {
  drawing->text_place.y += Advance(drawing);
}

void SetX(Drawing* drawing) {
  drawing->text_place.x = drawing->input.Number();
}

void SetY(Drawing* drawing) {
  drawing->text_place.y = drawing->input.Number();
}

constexpr MvgSetting kSettings[] = {
    {"decorate", SetDecoration},
    {"encoding", SetEncoding},
    {"font", SetFont},
    {"font-family", SetFamily},
    {"font-size", SetSize},
    {"font-stretch", SetStretch},
    {"font-style", SetStyle},
    {"font-weight", SetWeight},
    {"gravity", SetGravity},
    {"text-align", SetAlign},
    {"text-anchor", SetAlign},
    {"text-antialias", SetAntialias},
    {"text-undercolor", SetUnderColor},
    {"textdx", AdvanceX},
    {"textdy", AdvanceY},
    {"textx", SetX},
    {"texty", SetY},
};

}  // namespace

std::span<const MvgSetting> TextSettings() {
  return kSettings;
}

}  // namespace lodestone
