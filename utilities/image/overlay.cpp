#include "utilities/image/overlay.hpp"

#include <algorithm>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::cli {
namespace {

constexpr char kUnable[] = "Unable to composite image";

void MakeOpaque(Image* image) {
  if (!image->matte)
    ThrowOrPrintImage(image, SetImageOpacity(image, OpaqueOpacity), "Unable to set image opacity");
}

void ApplyMask(Image* change, const Image* mask) {
  ThrowOrPrintImage(change, SetImageType(change, TrueColorMatteType), "Unable to set image type");
  MakeOpaque(change);
  ThrowOrPrintImage(change, CompositeImage(change, CopyOpacityCompositeOp, mask, 0, 0), kUnable);
}

// The operator takes what an opacity says for the share of the image.
void PrepareDissolve(Image* change, double percent) {
  MakeOpaque(change);
  for (long y = 0; y < static_cast<long>(change->rows); ++y) {
    PixelPacket* const row = GetImagePixels(change, 0, y, change->columns, 1);
    if (row == nullptr) return ThrowOrPrintImage(change, MagickFail, kUnable);
    for (unsigned long x = 0; x < change->columns; ++x) {
      const double share = (MaxRGBDouble - row[x].opacity) * percent / 100.0;
      row[x].opacity = static_cast<Quantum>(std::clamp(share, 0.0, MaxRGBDouble));
    }
    ThrowOrPrintImage(change, SyncImagePixels(change), kUnable);
  }
}

void SetArguments(Image* image, const OverlaySettings& settings) {
  const std::string* arguments = nullptr;
  if (settings.compose == DisplaceCompositeOp) arguments = &settings.displace;
  if (settings.compose == ModulateCompositeOp) arguments = &settings.watermark;
  if (settings.compose == ThresholdCompositeOp) arguments = &settings.unsharp;
  if (arguments != nullptr)
    StoreText(&image->geometry, arguments->empty() ? nullptr : arguments->c_str());
}

void Tile(const OverlaySettings& settings, const Image* change, Image* base) {
  for (unsigned long y = 0; y < base->rows; y += change->rows)
    for (unsigned long x = 0; x < base->columns; x += change->columns)
      ThrowOrPrintImage(base,
                        CompositeImage(base, settings.compose, change, static_cast<long>(x),
                                       static_cast<long>(y)),
                        kUnable);
}

void Place(const OverlaySettings& settings, const Image* change, Image* base) {
  RectangleInfo offset{}, place{};
  GetGeometry(settings.geometry.c_str(), &offset.x, &offset.y, &offset.width, &offset.height);
  char geometry[MaxTextExtent];
  FormatString(geometry, "%lux%lu%+ld%+ld", change->columns, change->rows, offset.x, offset.y);
  base->gravity = settings.gravity;
  GetImageGeometry(base, geometry, MagickFalse, &place);
  ThrowOrPrintImage(base, CompositeImage(base, settings.compose, change, place.x, place.y),
                    kUnable);
}

// Those that replace the base image.
using Operation = Image* (*)(const Image*, const Image*, ExceptionInfo*);

void Replace(Operation operation, const Image* change, ImageList* base) {
  Exception exception;
  ImageList result(operation(base->get(), change, exception.get()));
  if (result == nullptr) exception.Throw(kUnable);
  exception.ThrowOrPrint();
  *base = std::move(result);
}

}  // namespace

void Overlay(const OverlaySettings& settings, Image* change, const Image* mask, ImageList* base) {
  if (mask != nullptr) ApplyMask(change, mask);
  if (settings.compose == DissolveCompositeOp) PrepareDissolve(change, settings.dissolve);
  SetArguments(change, settings);
  const auto matte = base->get()->matte;
  if (settings.stegano) {
    base->get()->offset = *settings.stegano;
    Replace(SteganoImage, change, base);
  } else if (settings.stereo) {
    Replace(StereoImage, change, base);
  } else if (settings.tile) {
    Tile(settings, change, base->get());
  } else {
    Place(settings, change, base->get());
  }
  if (settings.compose != CopyOpacityCompositeOp) base->get()->matte = matte;
}

}  // namespace lodestone::cli
