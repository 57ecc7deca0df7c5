#include "magick/core/fonts/font_modules.hpp"

#include <mutex>

#include "magick/core/modules/coder_modules.hpp"
#include "magick/magick.h"

namespace lodestone {
namespace {

struct Engines {
  FontOpener opener = nullptr;
  FontFinder finder = {nullptr, nullptr};
};

Engines& TheEngines() {
  static Engines engines;
  return engines;
}

// Why it cannot be used, or empty. Loading it sets one of the engines.
std::string Load(const char* module) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (RegisterLinkedCoders != nullptr) (void)GetMagickInfo("MIFF", nullptr);  // registers all
  LoadCoder(module);
  return CoderProblem(module);
}

}  // namespace

void SetFontOpener(FontOpener opener) {
  TheEngines().opener = opener;
}

void SetFontFinder(const FontFinder& finder) {
  TheEngines().finder = finder;
}

std::unique_ptr<FontFace> OpenFont(const FontFile& file, std::string* why) {
  const std::string problem = Load("freetype");
  if (TheEngines().opener != nullptr) return TheEngines().opener(file, why);
  *why =
      problem + "; FreeType draws text: configure --with-freetype (Debian package libfreetype-dev)";
  return nullptr;
}

const FontFinder* InstalledFonts(std::string* why) {
  const std::string problem = Load("fontconfig");
  if (TheEngines().finder.match != nullptr) return &TheEngines().finder;
  *why = problem +
         "; fontconfig finds fonts: name a font file, or configure --with-fontconfig "
         "(Debian package libfontconfig-dev)";
  return nullptr;
}

}  // namespace lodestone
