// Paper sizes by name.
#include <cctype>
#include <string>

#include "magick/barrier.hpp"
#include "magick/utility.h"

namespace {

struct Paper {
  const char* name;
  unsigned int width, height;  // points, 1/72 inch
};

constexpr Paper kPapers[] = {
    {"10x13", 720, 936},     {"10x14", 720, 1008},      {"11x17", 792, 1224},
    {"4x6", 288, 432},       {"5x7", 360, 504},         {"7x9", 504, 648},
    {"8x10", 576, 720},      {"9x11", 648, 792},        {"9x12", 648, 864},
    {"a0", 2384, 3370},      {"a1", 1684, 2384},        {"a10", 73, 105},
    {"a2", 1191, 1684},      {"a3", 842, 1191},         {"a4", 595, 842},
    {"a4small", 595, 842},   {"a5", 420, 595},          {"a6", 297, 420},
    {"a7", 210, 297},        {"a8", 148, 210},          {"a9", 105, 148},
    {"archa", 648, 864},     {"archb", 864, 1296},      {"archc", 1296, 1728},
    {"archd", 1728, 2592},   {"arche", 2592, 3456},     {"b0", 2920, 4127},
    {"b1", 2064, 2920},      {"b10", 91, 127},          {"b2", 1460, 2064},
    {"b3", 1032, 1460},      {"b4", 729, 1032},         {"b5", 516, 729},
    {"b6", 363, 516},        {"b7", 258, 363},          {"b8", 181, 258},
    {"b9", 127, 181},        {"c0", 2599, 3676},        {"c1", 1837, 2599},
    {"c2", 1298, 1837},      {"c3", 918, 1296},         {"c4", 649, 918},
    {"c5", 459, 649},        {"c6", 323, 459},          {"c7", 230, 323},
    {"executive", 540, 720}, {"flsa", 612, 936},        {"flse", 612, 936},
    {"folio", 612, 936},     {"halfletter", 396, 612},  {"isob0", 2835, 4008},
    {"isob1", 2004, 2835},   {"isob10", 88, 125},       {"isob2", 1417, 2004},
    {"isob3", 1001, 1417},   {"isob4", 709, 1001},      {"isob5", 499, 709},
    {"isob6", 354, 499},     {"isob7", 249, 354},       {"isob8", 176, 249},
    {"isob9", 125, 176},     {"ledger", 1224, 792},     {"legal", 612, 1008},
    {"letter", 612, 792},    {"lettersmall", 612, 792}, {"quarto", 610, 780},
    {"statement", 396, 612}, {"tabloid", 792, 1224}};

// "a4+10" is "595x842+10", "a4" is "595x842>"; what is not a paper size stays as it is.
std::string PageGeometry(const std::string& text) {
  std::size_t length = 0;
  while (length < text.size() && std::isalnum(static_cast<unsigned char>(text[length])) != 0) {
    ++length;
  }
  const std::string name = text.substr(0, length);
  for (const Paper& paper : kPapers) {
    if (LocaleCompare(paper.name, name.c_str()) != 0) continue;
    const std::string rest = text.substr(length);
    return std::to_string(paper.width) + "x" + std::to_string(paper.height) +
           (rest.empty() ? ">" : rest);
  }
  return text;
}

}  // namespace

char* GetPageGeometry(const char* page_geometry) {
  return lodestone::Guard(nullptr, nullptr,
                          [&] { return AllocateString(PageGeometry(page_geometry).c_str()); });
}
