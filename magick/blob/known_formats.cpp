#include "magick/blob/known_formats.hpp"

#include <algorithm>
#include <iterator>

#include "magick/utility.h"

namespace lodestone {
namespace {

// The extensions that some build of GraphicsMagick recognizes as a format, including those of
// compressed files, and widely used formats that it does not know. Not the names that it accepts
// only as a prefix.
constexpr const char* kNames[] = {
    "3FR",      "8BIM",      "8BIMTEXT", "8BIMWTEXT", "APNG",   "APP1",    "APP1JPEG", "ART",
    "ARW",      "AVI",       "AVIF",     "AVS",       "BIE",    "BIGTIFF", "BMP",      "BMP2",
    "BMP3",     "BRF",       "BZ2",      "CACHE",     "CAL",    "CALS",    "CGM",      "CIN",
    "CMYK",     "CMYKA",     "CR2",      "CR3",       "CRW",    "CUR",     "CUT",      "DCM",
    "DCR",      "DCX",       "DIB",      "DJVU",      "DNG",    "DPX",     "EMF",      "EPDF",
    "EPI",      "EPS",       "EPS2",     "EPS3",      "EPSF",   "EPSI",    "EPT",      "EPT2",
    "EPT3",     "ERF",       "EXIF",     "EXR",       "FAX",    "FIG",     "FITS",     "FPX",
    "G3",       "GIF",       "GIF87",    "GRAY",      "GRAYA",  "GZ",      "HDP",      "HDR",
    "HEIC",     "HEIF",      "HPGL",     "HRZ",       "HTM",    "HTML",    "ICB",      "ICC",
    "ICM",      "ICO",       "ICODIB",   "ICON",      "IM1",    "IM24",    "IM8",      "IPTC",
    "IPTCTEXT", "IPTCWTEXT", "ISOBRL",   "ISOBRL6",   "J2C",    "J2K",     "JBG",      "JBIG",
    "JNG",      "JNX",       "JP2",      "JPC",       "JPEG",   "JPG",     "JPM",      "JPX",
    "JXL",      "JXR",       "K25",      "KDC",       "LOCALE", "LOCALEC", "LOCALEH",  "LOCALEMC",
    "M2V",      "MAC",       "MAP",      "MAT",       "MATTE",  "MEF",     "MIFF",     "MNG",
    "MONO",     "MOV",       "MP4",      "MPC",       "MPEG",   "MPG",     "MRW",      "MTV",
    "NEF",      "ORF",       "OTB",      "PAL",       "PALM",   "PAM",     "PBM",      "PCD",
    "PCDS",     "PCL",       "PCT",      "PCX",       "PDB",    "PDF",     "PEF",      "PFA",
    "PFB",      "PFM",       "PGM",      "PGX",       "PICON",  "PICT",    "PIX",      "PM",
    "PNG",      "PNG00",     "PNG24",    "PNG32",     "PNG48",  "PNG64",   "PNG8",     "PNM",
    "PPM",      "PS",        "PS2",      "PS3",       "PSB",    "PSD",     "PTIF",     "PWP",
    "QOI",      "RAD",       "RAF",      "RAS",       "RGB",    "RGBA",    "RLA",      "RLE",
    "RW2",      "SCT",       "SFW",      "SGI",       "SHTML",  "SR2",     "SRF",      "SUN",
    "SVG",      "SVGZ",      "TEXT",     "TGA",       "TIF",    "TIFF",    "TIM",      "TOPOL",
    "TTF",      "TXT",       "UBRL",     "UBRL6",     "UIL",    "UYVY",    "VDA",      "VICAR",
    "VIFF",     "VST",       "WBMP",     "WDP",       "WEBP",   "WMF",     "WMZ",      "WPG",
    "X3F",      "XBM",       "XCF",      "XMP",       "XPM",    "XV",      "XWD",      "YUV",
    "Z"};

}  // namespace

bool IsKnownFormat(const char* extension) {
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [&](const char* name) { return LocaleCompare(name, extension) == 0; });
}

}  // namespace lodestone
