// What files begin with, by format.
#include "magick/magic.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "magick/core/errors/barrier.hpp"
#include "magick/magick.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

struct Magic {
  const char* name;
  std::size_t offset;
  std::string_view bytes;

  bool Matches(std::string_view header) const {
    return header.size() >= offset && header.substr(offset).starts_with(bytes);
  }
};

// Bytes that contain zeros.
template <std::size_t kSize>
constexpr Magic Entry(const char* name, std::size_t offset, const char (&bytes)[kSize]) {
  return {name, offset, std::string_view(bytes, kSize - 1)};
}

// GraphicsMagick's, which programs can list. The first that matches counts.
constexpr Magic kMagic[] = {
    Entry("WEBP", 8, "WEBP"),
    Entry("AVIF", 4, "ftypavif"),
    Entry("8BIMWTEXT", 0, "8\000B\000I\000M\000#"),
    Entry("8BIMTEXT", 0, "8BIM#"),
    Entry("8BIM", 0, "8BIM"),
    Entry("BMP", 0, "BA"),
    Entry("BMP", 0, "BM"),
    Entry("BMP", 0, "CI"),
    Entry("BMP", 0, "CP"),
    Entry("BMP", 0, "IC"),
    Entry("BMP", 0, "PI"),
    Entry("CALS", 21, "version: MIL-STD-1840"),
    Entry("CALS", 0, "srcdocid:"),
    Entry("CALS", 9, "srcdocid:"),
    Entry("CALS", 8, "rorient:"),
    Entry("CGM", 0, "BEGMF"),
    Entry("CIN", 0, "\200\052\137\327"),
    Entry("DCM", 128, "DICM"),
    Entry("DCX", 0, "\261\150\336\72"),
    Entry("DIB", 0, "\050\000"),
    Entry("DOT", 0, "digraph"),
    Entry("DPX", 0, "SDPX"),
    Entry("DPX", 0, "XPDS"),
    Entry("EMF", 40, "\040\105\115\106\000\000\001\000"),
    Entry("EPT", 0, "\305\320\323\306"),
    Entry("FAX", 0, "DFAX"),
    Entry("FIG", 0, "#FIG"),
    Entry("FITS", 0, "IT0"),
    Entry("FITS", 0, "SIMPLE"),
    Entry("FPX", 0, "\320\317\021\340"),
    Entry("GIF", 0, "GIF8"),
    Entry("HEIC", 4, "ftypheic"),
    Entry("HEIC", 4, "ftypheix"),
    Entry("HEIC", 4, "ftypmif1"),
    Entry("HDF", 1, "HDF"),
    Entry("HPGL", 0, "IN;"),
    Entry("HTML", 1, "HTML"),
    Entry("HTML", 1, "html"),
    Entry("ILBM", 8, "ILBM"),
    Entry(
        "IPTCWTEXT", 0,
        "\062\000#\000\060\000=\000\042\000&\000#\000\060\000;\000&\000#\000\062\000;\000\042\000"),
    Entry("IPTCTEXT", 0, "2#0=\042&#0;&#2;\042"),
    Entry("IPTC", 0, "\034\002"),
    Entry("JNG", 0, "\213JNG\r\n\032\n"),
    Entry("JPEG", 0, "\377\330\377"),
    Entry("JPC", 0, "\377\117"),
    Entry("JP2", 4, "\152\120\040\040\015"),
    Entry("JXL", 0, "\xff\x0a"),
    Entry("JXL", 0, "\x00\x00\x00\x0c\x4a\x58\x4c\x20\x0d\x0a\x87\x0a"),
    Entry("MAT", 0, "MATLAB 5.0 MAT-file,"),
    Entry("MIFF", 0, "Id=ImageMagick"),
    Entry("MIFF", 0, "id=ImageMagick"),
    Entry("MNG", 0, "\212MNG\r\n\032\n"),
    Entry("MPC", 0, "id=MagickCache"),
    Entry("MPEG", 0, "\000\000\001\263"),
    Entry("PCD", 2048, "PCD_"),
    Entry("PCL", 0, "\033E\033"),
    Entry("PCX", 0, "\012\002"),
    Entry("PCX", 0, "\012\005"),
    Entry("PDB", 60, "vIMGView"),
    Entry("PDF", 0, "%PDF-"),
    Entry("PFA", 0, "%!PS-AdobeFont-1.0"),
    Entry("PFB", 6, "%!PS-AdobeFont-1.0"),
    Entry("PGX", 0, "PG ML"),
    Entry("PGX", 0, "PG LM"),
    Entry("PICT", 522, "\000\021\002\377\014\000"),
    Entry("PNG", 0, "\211PNG\r\n\032\n"),
    Entry("PBM", 0, "P1"),
    Entry("PGM", 0, "P2"),
    Entry("PPM", 0, "P3"),
    Entry("PBM", 0, "P4"),
    Entry("PGM", 0, "P5"),
    Entry("PPM", 0, "P6"),
    Entry("P7", 0, "P7 332"),
    Entry("PAM", 0, "P7"),
    Entry("PS", 0, "%!"),
    Entry("PS", 0, "\004%!"),
    Entry("PS", 0, "\305\320\323\306"),
    Entry("PSD", 0, "8BPS"),
    Entry("PWP", 0, "SFW95"),
    Entry("RAD", 0, "#?RADIANCE"),
    Entry("RAD", 0, "VIEW= "),
    Entry("RLE", 0, "\122\314"),
    Entry("SCT", 0, "CT"),
    Entry("SFW", 0, "SFW94"),
    Entry("SGI", 0, "\001\332"),
    Entry("SUN", 0, "\131\246\152\225"),
    Entry("SVG", 1, "?XML"),
    Entry("SVG", 1, "?xml"),
    Entry("TIFF", 0, "\115\115\000\052"),
    Entry("TIFF", 0, "\111\111\052\000"),
    Entry("BIGTIFF", 0, "\115\115\000\053\000\010\000\000"),
    Entry("BIGTIFF", 0, "\111\111\053\000\010\000\000\000"),
    Entry("VICAR", 0, "LBLSIZE"),
    Entry("VICAR", 0, "NJPL1I"),
    Entry("VIFF", 0, "\253\001"),
    Entry("WMF", 0, "\327\315\306\232"),
    Entry("WMF", 0, "\001\000\011\000"),
    Entry("WPG", 0, "\377WPC"),
    Entry("XBM", 0, "#define"),
    Entry("XCF", 0, "gimp xcf"),
    Entry("XPM", 1, "* XPM *"),
    Entry("XWD", 4, "\007\000\000"),
    Entry("XWD", 5, "\000\000\007"),
};

// Formats that GraphicsMagick does not know, or not by these.
constexpr Magic kMoreMagic[] = {
    Entry("DDS", 0, "DDS "),
    Entry("EXR", 0, "\x76\x2f\x31\x01"),
    Entry("ORA", 30, "mimetypeimage/openraster"),
    Entry("SVG", 0, "<svg"),
};

const Magic* FindMagic(std::string_view header) {
  for (const std::span<const Magic> table : {std::span<const Magic>(kMagic), {kMoreMagic}}) {
    const auto found =
        std::ranges::find_if(table, [&](const Magic& magic) { return magic.Matches(header); });
    if (found != table.end()) return &*found;
  }
  return nullptr;
}

std::string Escaped(char c) {
  switch (c) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    case '?':
      return "\\?";
    case '"':
      return "\\\"";
    default:
      break;
  }
  const auto byte = static_cast<unsigned char>(c);
  if (byte < 128 && std::isprint(byte)) return std::string(1, c);
  char octal[8];
  std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned>(byte));
  return octal;
}

// Of the format that such a file has.
std::string_view DescriptionOf(const Magic& magic, ExceptionInfo* exception) {
  const MagickInfo* const info = GetMagickInfo(magic.name, exception);
  return info == nullptr || info->description == nullptr ? std::string_view() : info->description;
}

void Print(FILE* file, const Magic& magic, std::string_view description, int width) {
  std::string text;
  for (const char c : magic.bytes) text += Escaped(c);
  std::fprintf(file, "%-9s %-*.*s %6zu \"%s\"\n", magic.name, width,
               static_cast<int>(description.size()), description.data(), magic.offset,
               text.c_str());
}

}  // namespace
}  // namespace lodestone

MagickPassFail GetMagickFileFormat(const unsigned char* header, const size_t header_length,
                                   char* format, const size_t format_length, ExceptionInfo*) {
  if (!header || header_length == 0 || !format || format_length < 2) return MagickFail;
  const std::string_view bytes(reinterpret_cast<const char*>(header), header_length);
  const lodestone::Magic* found = lodestone::FindMagic(bytes);
  if (found == nullptr) return MagickFail;
  return MagickStrlCpy(format, found->name, format_length) < format_length ? MagickPass
                                                                           : MagickFail;
}

MagickPassFail ListMagicInfo(FILE* file, ExceptionInfo* exception) {
  return lodestone::Guard(exception, MagickFail, [&]() -> MagickPassFail {
    FILE* out = file == nullptr ? stdout : file;
    std::vector<std::string_view> descriptions;
    std::size_t width = 0;
    for (const lodestone::Magic& magic : lodestone::kMagic) {
      descriptions.push_back(lodestone::DescriptionOf(magic, exception));
      width = std::max(width, descriptions.back().size());
    }
    const int columns = static_cast<int>(width);
    std::fprintf(out, "%-9s %-*s Offset Target\n%s\n", "Name", columns, "Description",
                 std::string(width + 40, '-').c_str());
    for (std::size_t i = 0; i < descriptions.size(); ++i)
      lodestone::Print(out, lodestone::kMagic[i], descriptions[i], columns);
    std::fflush(out);
    return MagickPass;
  });
}
