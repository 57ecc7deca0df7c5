#include "magick/core/formats/known_formats.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "config.h"
#include "magick/core/modules/coder_modules.hpp"
#include "magick/utility.h"

namespace lodestone {
namespace {

// A loadable coder, the formats that it registers, separated by single spaces, and how to get it.
struct CoderFormats {
  const char* module;
  std::string_view wanted;
  const char* names;
  const char* package;  // of Debian, with its library
};

constexpr CoderFormats kCoders[] = {
#define LS_CODER(name, wanted, formats, modules, oldest, package, ...) \
  {name, wanted, formats, package},
#define LS_FONTS(...)
#include "coders/modules.def"
#undef LS_CODER
#undef LS_FONTS
};

// No other program is run, which is what these would need.
constexpr RefusedFormats kRefused[] = {
    {"HTM HTML SHTML", "web pages are not rendered: print them to PDF with a browser first"},
    {"AVI M2V MOV MP4 MPEG MPG", "videos are not decoded: extract the frames with ffmpeg first"},
    {
#ifndef HAVE_BZLIB_H
        "BZ2 "
#endif
#ifndef HAVE_LZMA_H
        "XZ "
#endif
        "Z ZST",
        "files compressed so are not opened: decompress them first"},
    {"DJVU", "convert it with ddjvu first"},
    {"CGM DOT FIG HPGL PCL WMZ EMF",
     "drawings of this format are not rendered: convert them to SVG or PDF first"},
    {"BRF ISOBRL ISOBRL6 UBRL UBRL6", "braille is not written: convert the image to PBM"},
    {"FPX", "FlashPix is not decoded: no library for it is maintained"},
    {"LOCALE LOCALEC LOCALEH LOCALEMC", "message catalogues are no images"},
    {"MSL", "lodestone conjure runs scripts"},
    {"CUT PALM PDB PWP SCT",
     "this format is out of use: convert the file with another program first"},
    {"CACHE", "these are the pixels of an MPC image: read the other file, name.mpc"}};

// Prefixes of names that are no files, and no extensions.
constexpr RefusedFormats kRefusedPrefixes[] = {
    {"VID", "for sheets of images there is lodestone montage"},
    {"CLIPBOARD SCAN WIN X", "neither a display nor a scanner is used"},
    {"FILE FTP HTTP", "nothing is fetched: download it with curl or wget first"},
    {"H", "images that come with GraphicsMagick are not copied"}};

// Extensions of formats that have no coder here. Not names that are only a prefix.
constexpr std::string_view kOthers =
    "8BIM 8BIMTEXT 8BIMWTEXT APNG APP1 APP1JPEG ART AVS BIE BMP BMP2 BMP3 BRF CAL CALS "
    "CIN CMYK CMYKA CUR CUT DCM DCX DIB DPX EXIF FAX FITS FPX G3 GRAY GRAYA HDP HDR HRZ ICB "
    "ICC ICM ICO ICODIB ICON IM1 IM24 IM8 IPTC IPTCTEXT IPTCWTEXT ISOBRL ISOBRL6 JBG JBIG JNG "
    "JNX JPEG JPG JPM JSON JXR LOCALE LOCALEC LOCALEH LOCALEMC MAC MAP MAT MATTE MIFF MNG MONO MTV "
    "OTB PAL PALM PAM PBM PCD PCDS PCT PCX PDB PFA PFB PFM PGM PICON PICT PIX PM PNG PNG00 "
    "PNG24 PNG32 PNG48 PNG64 PNG8 PNM PPM PSB PSD PWP QOI RAD RAS RGB RGBA RLA RLE SCT SFW "
    "SGI SUN TEXT TGA TIM TOPOL TTF TXT UBRL UBRL6 UIL UYVY VDA VICAR VIFF VST WBMP WDP WPG "
    "XBM XCF XMP XPM XV XWD YUV";

bool Lists(std::string_view words, std::string_view word) {
  for (std::size_t at = 0; (at = words.find(word, at)) != std::string_view::npos; ++at) {
    const std::size_t end = at + word.size();
    if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' '))
      return true;
  }
  return false;
}

const CoderFormats* FindCoder(const char* module) {
  const auto* coder = std::find_if(std::begin(kCoders), std::end(kCoders), [&](const auto& row) {
    return std::string_view(row.module) == module;
  });
  return coder == std::end(kCoders) ? nullptr : coder;
}

std::string UpperCase(const char* text) {
  std::string upper(text);
  LocaleUpper(upper.data());
  return upper;
}

}  // namespace

const char* CoderOfFormat(const char* name) {
  const std::string upper = UpperCase(name);
  for (const CoderFormats& coder : kCoders) {
    if (Lists(coder.names, upper)) return coder.module;
  }
  return nullptr;
}

const char* FormatsOfCoder(const char* module) {
  const CoderFormats* coder = FindCoder(module);
  return coder == nullptr ? "" : coder->names;
}

std::string WhyNoModule(const char* module) {
  const std::string problem = CoderProblem(module);
  const CoderFormats* coder = FindCoder(module);
  if (problem.empty() || coder == nullptr || IsCoderOff(module)) return problem;
  const std::string package = std::string("Debian package ") + coder->package;
  return problem + "; it reads these files, and is built if configured " +
         (coder->wanted == "asked" ? std::string("--with-") + module + " (" + package + ")"
                                   : "where the " + package + " is installed");
}

std::vector<const char*> LoadableCoders() {
  std::vector<const char*> modules;
  for (const CoderFormats& coder : kCoders) modules.push_back(coder.module);
  return modules;
}

std::vector<RefusedFormats> FormatsWithoutCoder() {
  std::vector<RefusedFormats> all(std::begin(kRefused), std::end(kRefused));
  all.insert(all.end(), std::begin(kRefusedPrefixes), std::end(kRefusedPrefixes));
  return all;
}

std::string WhyNoCoder(const char* name) {
  const std::string upper = UpperCase(name);
  for (const RefusedFormats& refused : FormatsWithoutCoder()) {
    if (Lists(refused.names, upper)) return refused.reason;
  }
  const char* module = CoderOfFormat(name);
  if (module == nullptr) return "";
  const std::string problem = WhyNoModule(module);
  return problem.empty() ? "its coder could not be registered: memory ran out, or "
                           "it belongs to another copy of the library"
                         : problem;
}

bool IsRefusedPrefix(const char* name) {
  const std::string upper = UpperCase(name);
  const auto lists = [&](const auto& formats) { return Lists(formats.names, upper); };
  return std::any_of(std::begin(kRefusedPrefixes), std::end(kRefusedPrefixes), lists);
}

bool IsKnownFormat(const char* extension) {
  const std::string upper = UpperCase(extension);
  const auto lists = [&](const auto& formats) { return Lists(formats.names, upper); };
  return Lists(kOthers, upper) || CoderOfFormat(extension) != nullptr ||
         std::any_of(std::begin(kRefused), std::end(kRefused), lists);
}

}  // namespace lodestone
