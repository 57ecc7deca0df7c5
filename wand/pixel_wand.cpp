#include "wand/pixel_wand.h"

#include <limits>
#include <memory>
#include <string>

#include "magick/color_lookup.h"
#include "magick/magick.h"
#include "magick/memory.h"
#include "magick/utility.h"
#include "wand/exceptions.hpp"

namespace lodestone::wand {

struct Components {
  double red = 0, green = 0, blue = 0, opacity = 0, black = 0;
};

namespace {

// Without infinite or undefined values: NaN is 0.
double Clamped(double value) {
  return value >= 1.0 ? 1.0 : value > 0.0 ? value : 0.0;
}

Quantum Quanta(double component) {
  return static_cast<Quantum>(MaxRGB * component + 0.5);
}

double Component(Quantum quanta) {
  return static_cast<double>(quanta) / MaxRGB;
}

}  // namespace
}  // namespace lodestone::wand

struct _PixelWand {
  _PixelWand() { GetExceptionInfo(&exception); }
  ~_PixelWand() { DestroyExceptionInfo(&exception); }
  _PixelWand(const _PixelWand&) = delete;
  _PixelWand& operator=(const _PixelWand&) = delete;

  lodestone::wand::Components color;
  unsigned long count = 0;
  ExceptionInfo exception;
};

namespace lodestone::wand {
namespace {

double Get(const PixelWand* wand, double Components::*component) {
  return wand == nullptr ? 0.0 : wand->color.*component;
}

void Set(PixelWand* wand, double Components::*component, double value) {
  if (wand != nullptr) wand->color.*component = Clamped(value);
}

void SetPixel(PixelWand* wand, const PixelPacket& pixel) {
  wand->color.red = Component(pixel.red);
  wand->color.green = Component(pixel.green);
  wand->color.blue = Component(pixel.blue);
  wand->color.opacity = Component(pixel.opacity);
}

// Wands made by make(i), all of them or none.
template <class Make>
PixelWand** NewArray(unsigned long count, Make make) {
  constexpr unsigned long kMost = std::numeric_limits<std::size_t>::max() / sizeof(PixelWand*);
  if (count > kMost) return nullptr;
  auto** const wands = static_cast<PixelWand**>(MagickMalloc(count * sizeof(PixelWand*)));
  if (wands == nullptr) return nullptr;
  for (unsigned long i = 0; i < count; ++i) {
    wands[i] = make(i);
    if (wands[i] != nullptr) continue;
    while (i != 0) DestroyPixelWand(wands[--i]);
    MagickFree(wands);
    return nullptr;
  }
  return wands;
}

}  // namespace
}  // namespace lodestone::wand

using namespace lodestone::wand;

PixelWand* NewPixelWand(void) {
  InitializeMagick(nullptr);
  return new (std::nothrow) PixelWand;
}

PixelWand** NewPixelWands(const unsigned long number_wands) {
  return NewArray(number_wands, [](unsigned long) { return NewPixelWand(); });
}

PixelWand* ClonePixelWand(const PixelWand* wand) {
  if (wand == nullptr) return nullptr;
  PixelWand* const copy = NewPixelWand();
  if (copy == nullptr) return nullptr;
  copy->color = wand->color;
  copy->count = wand->count;
  return copy;
}

PixelWand** ClonePixelWands(const PixelWand** wands, const unsigned long number_wands) {
  if (wands == nullptr) return nullptr;
  return NewArray(number_wands, [=](unsigned long i) { return ClonePixelWand(wands[i]); });
}

void DestroyPixelWand(PixelWand* wand) {
  delete wand;
}

unsigned int PixelGetException(PixelWand* wand, char** description) {
  if (description != nullptr) *description = nullptr;
  if (wand == nullptr) return UndefinedException;
  if (AreGiven({description}, &wand->exception))
    *description = Guard(nullptr, nullptr, [&] { return ExceptionText(wand->exception); });
  return wand->exception.severity;
}

char* PixelGetColorAsString(const PixelWand* wand) {
  if (wand == nullptr) return nullptr;
  return Guard(nullptr, nullptr, [&] {
    const std::string text = std::to_string(Quanta(wand->color.red)) + ',' +
                             std::to_string(Quanta(wand->color.green)) + ',' +
                             std::to_string(Quanta(wand->color.blue));
    return AllocateString(text.c_str());
  });
}

void PixelGetQuantumColor(const PixelWand* wand, PixelPacket* color) {
  if (wand == nullptr || color == nullptr) return;
  color->red = Quanta(wand->color.red);
  color->green = Quanta(wand->color.green);
  color->blue = Quanta(wand->color.blue);
  color->opacity = Quanta(wand->color.opacity);
}

void PixelSetQuantumColor(PixelWand* wand, const PixelPacket* color) {
  if (wand != nullptr && AreGiven({color}, &wand->exception)) SetPixel(wand, *color);
}

unsigned long PixelGetColorCount(const PixelWand* wand) {
  return wand == nullptr ? 0 : wand->count;
}

void PixelSetColorCount(PixelWand* wand, const unsigned long count) {
  if (wand != nullptr) wand->count = count;
}

unsigned int PixelSetColor(PixelWand* wand, const char* color) {
  PixelPacket pixel;
  if (wand == nullptr || QueryColorDatabase(color, &pixel, &wand->exception) == MagickFail)
    return MagickFail;
  SetPixel(wand, pixel);
  wand->color.black = 0.0;
  return MagickPass;
}

double PixelGetBlack(const PixelWand* wand) {
  return Get(wand, &Components::black);
}

Quantum PixelGetBlackQuantum(const PixelWand* wand) {
  return Quanta(Get(wand, &Components::black));
}

void PixelSetBlack(PixelWand* wand, const double black) {
  Set(wand, &Components::black, black);
}

void PixelSetBlackQuantum(PixelWand* wand, const Quantum black) {
  Set(wand, &Components::black, Component(black));
}

double PixelGetBlue(const PixelWand* wand) {
  return Get(wand, &Components::blue);
}

Quantum PixelGetBlueQuantum(const PixelWand* wand) {
  return Quanta(Get(wand, &Components::blue));
}

void PixelSetBlue(PixelWand* wand, const double blue) {
  Set(wand, &Components::blue, blue);
}

void PixelSetBlueQuantum(PixelWand* wand, const Quantum blue) {
  Set(wand, &Components::blue, Component(blue));
}

double PixelGetCyan(const PixelWand* wand) {
  return Get(wand, &Components::red);
}

Quantum PixelGetCyanQuantum(const PixelWand* wand) {
  return Quanta(Get(wand, &Components::red));
}

void PixelSetCyan(PixelWand* wand, const double cyan) {
  Set(wand, &Components::red, cyan);
}

void PixelSetCyanQuantum(PixelWand* wand, const Quantum cyan) {
  Set(wand, &Components::red, Component(cyan));
}

double PixelGetGreen(const PixelWand* wand) {
  return Get(wand, &Components::green);
}

Quantum PixelGetGreenQuantum(const PixelWand* wand) {
  return Quanta(Get(wand, &Components::green));
}

void PixelSetGreen(PixelWand* wand, const double green) {
  Set(wand, &Components::green, green);
}

void PixelSetGreenQuantum(PixelWand* wand, const Quantum green) {
  Set(wand, &Components::green, Component(green));
}

double PixelGetMagenta(const PixelWand* wand) {
  return Get(wand, &Components::green);
}

Quantum PixelGetMagentaQuantum(const PixelWand* wand) {
  return Quanta(Get(wand, &Components::green));
}

void PixelSetMagenta(PixelWand* wand, const double magenta) {
  Set(wand, &Components::green, magenta);
}

void PixelSetMagentaQuantum(PixelWand* wand, const Quantum magenta) {
  Set(wand, &Components::green, Component(magenta));
}

double PixelGetOpacity(const PixelWand* wand) {
  return Get(wand, &Components::opacity);
}

Quantum PixelGetOpacityQuantum(const PixelWand* wand) {
  return Quanta(Get(wand, &Components::opacity));
}

void PixelSetOpacity(PixelWand* wand, const double opacity) {
  Set(wand, &Components::opacity, opacity);
}

void PixelSetOpacityQuantum(PixelWand* wand, const Quantum opacity) {
  Set(wand, &Components::opacity, Component(opacity));
}

double PixelGetRed(const PixelWand* wand) {
  return Get(wand, &Components::red);
}

Quantum PixelGetRedQuantum(const PixelWand* wand) {
  return Quanta(Get(wand, &Components::red));
}

void PixelSetRed(PixelWand* wand, const double red) {
  Set(wand, &Components::red, red);
}

void PixelSetRedQuantum(PixelWand* wand, const Quantum red) {
  Set(wand, &Components::red, Component(red));
}

double PixelGetYellow(const PixelWand* wand) {
  return Get(wand, &Components::blue);
}

Quantum PixelGetYellowQuantum(const PixelWand* wand) {
  return Quanta(Get(wand, &Components::blue));
}

void PixelSetYellow(PixelWand* wand, const double yellow) {
  Set(wand, &Components::blue, yellow);
}

void PixelSetYellowQuantum(PixelWand* wand, const Quantum yellow) {
  Set(wand, &Components::blue, Component(yellow));
}
