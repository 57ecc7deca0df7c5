// Paper sizes by name, in points (1/72 inch).
#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>
#include <string_view>

#include "magick/core/errors/barrier.hpp"
#include "magick/utility.h"

namespace {

struct Paper {
  const char* name;
  const char* size;
};

constexpr Paper kPapers[] = {
    {"4x6", "288x432"},       {"5x7", "360x504"},         {"7x9", "504x648"},
    {"8x10", "576x720"},      {"9x11", "648x792"},        {"9x12", "648x864"},
    {"10x13", "720x936"},     {"10x14", "720x1008"},      {"11x17", "792x1224"},
    {"a0", "2384x3370"},      {"a1", "1684x2384"},        {"a10", "74x105"},
    {"a2", "1191x1684"},      {"a3", "842x1191"},         {"a4", "595x842"},
    {"a4small", "595x842"},   {"a5", "420x595"},          {"a6", "297x420"},
    {"a7", "210x297"},        {"a8", "148x210"},          {"a9", "105x148"},
    {"archa", "648x864"},     {"archb", "864x1296"},      {"archc", "1296x1728"},
    {"archd", "1728x2592"},   {"arche", "2592x3456"},     {"b0", "2920x4127"},
    {"b1", "2064x2920"},      {"b10", "91x127"},          {"b2", "1460x2064"},
    {"b3", "1032x1460"},      {"b4", "729x1032"},         {"b5", "516x729"},
    {"b6", "363x516"},        {"b7", "258x363"},          {"b8", "181x258"},
    {"b9", "127x181"},        {"c0", "2599x3676"},        {"c1", "1837x2599"},
    {"c2", "1298x1837"},      {"c3", "918x1296"},         {"c4", "649x918"},
    {"c5", "459x649"},        {"c6", "323x459"},          {"c7", "230x323"},
    {"executive", "540x720"}, {"flsa", "612x936"},        {"flse", "612x936"},
    {"folio", "612x936"},     {"halfletter", "396x612"},  {"isob0", "2835x4008"},
    {"isob1", "2004x2835"},   {"isob10", "88x125"},       {"isob2", "1417x2004"},
    {"isob3", "1001x1417"},   {"isob4", "709x1001"},      {"isob5", "499x709"},
    {"isob6", "354x499"},     {"isob7", "249x354"},       {"isob8", "176x249"},
    {"isob9", "125x176"},     {"ledger", "1224x792"},     {"legal", "612x1008"},
    {"letter", "612x792"},    {"lettersmall", "612x792"}, {"quarto", "610x780"},
    {"statement", "396x612"}, {"tabloid", "792x1224"},
};

// The paper whose name the text begins with, as a whole word: "4x60" is not "4x6".
const Paper* FindPaper(const char* text) {
  const auto found = std::find_if(std::begin(kPapers), std::end(kPapers), [text](const Paper& one) {
    const size_t length = std::string_view(one.name).size();
    return LocaleNCompare(one.name, text, length) == 0 &&
           std::isalnum(static_cast<unsigned char>(text[length])) == 0;
  });
  return found == std::end(kPapers) ? nullptr : found;
}

}  // namespace

char* GetPageGeometry(const char* page_geometry) {
  return lodestone::Guard(nullptr, nullptr, [=] {
    const Paper* paper = FindPaper(page_geometry);
    if (paper == nullptr) return AllocateString(page_geometry);
    std::string rest(page_geometry + std::string_view(paper->name).size());
    std::erase(rest, '>');
    return AllocateString((paper->size + rest + ">").c_str());
  });
}
