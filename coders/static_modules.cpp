#include "magick/core/static_modules.hpp"

#include "coders/common/coder.hpp"
#include "coders/common/modules.hpp"

namespace lodestone::coders {
namespace {

// Every name registered here; all are removed again by UnregisterStaticModules.
constexpr const char* kNames[] = {
    "PNG", "PNG8", "PNG24", "PNG32", "PNG48", "PNG64", "JPEG", "JPG",   "PAM", "PBM",      "PGM",
    "PNM", "PPM",  "GRAY",  "GRAYA", "RGB",   "RGBA",  "CMYK", "CMYKA", "XC",  "GRADIENT", "NULL"};

}  // namespace

void RegisterFormat(const FormatEntry& format) {
  MagickInfo* entry = SetMagickInfo(format.name);
  if (entry == nullptr) return;
  entry->description = format.description;
  entry->module = format.module;
  entry->version = format.version;
  entry->decoder = format.decoder;
  entry->encoder = format.encoder;
  entry->magick = format.magick;
  entry->adjoin = format.adjoin ? MagickTrue : MagickFalse;
  entry->raw = format.raw ? MagickTrue : MagickFalse;
  entry->coder_class = format.coder_class;
  entry->extension_treatment = format.extension;
  RegisterMagickInfo(entry);
}

}  // namespace lodestone::coders

namespace lodestone {

void RegisterStaticModules() {
  coders::RegisterPngImage();
  coders::RegisterJpegImage();
  coders::RegisterPnmImage();
  coders::RegisterRawImage();
  coders::RegisterGeneratedImage();
}

void UnregisterStaticModules() {
  for (const char* name : coders::kNames) UnregisterMagickInfo(name);
}

}  // namespace lodestone
