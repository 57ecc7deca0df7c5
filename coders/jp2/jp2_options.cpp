#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "coders/jp2/jp2.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

// Coding styles, as bits of parameters.
enum Style { kPrecincts = 1, kStartMarkers = 2, kEndMarkers = 4 };
enum Mode {
  kBypass = 1,
  kReset = 2,
  kTerminate = 4,
  kCausal = 8,
  kPredictable = 16,
  kSymbols = 32
};

struct ModeOption {
  const char* key;
  Mode mode;
};
constexpr ModeOption kModes[] = {{"lazy", kBypass},       {"resetprob", kReset},
                                 {"termall", kTerminate}, {"vcausal", kCausal},
                                 {"pterm", kPredictable}, {"segsym", kSymbols}};

struct Progression {
  const char* name;
  OPJ_PROG_ORDER order;
};
constexpr Progression kProgressions[] = {{"lrcp", OPJ_LRCP},
                                         {"rlcp", OPJ_RLCP},
                                         {"rpcl", OPJ_RPCL},
                                         {"pcrl", OPJ_PCRL},
                                         {"cprl", OPJ_CPRL}};

// The definitions of one file; values that are not possible are left out with a warning.
class Definitions {
 public:
  Definitions(const ImageInfo* image_info, Image* image) : info_(image_info), image_(image) {}

  const char* Text(const char* key) const { return AccessDefinition(info_, "jp2", key); }

  // The number of a key, if it is there and within least..most.
  int Number(const char* key, int least, int most, int otherwise) const {
    const char* const text = Text(key);
    if (text == nullptr) return otherwise;
    char* end = nullptr;
    const long value = std::strtol(text, &end, 10);
    if (end != text && value >= least && value <= most) return static_cast<int>(value);
    Refuse(key, text);
    return otherwise;
  }
  // A key alone stands for 1.
  bool Flag(const char* key) const {
    const char* const text = Text(key);
    return text != nullptr && (*text == '\0' || Number(key, 0, 1, 0) != 0);
  }
  void Refuse(const char* key, const char* text) const {
    const std::string reason =
        "Value is not possible; ignored: jp2:" + std::string(key) + "=" + text;
    Report(&image_->exception, CoderWarning, reason.c_str(), image_->filename);
  }

 private:
  const ImageInfo* const info_;
  Image* const image_;
};

// The share of the size of plain samples that a quality stands for in GraphicsMagick, which adds
// room for headers; 1 and more is lossless.
double RateOf(unsigned long quality, const Jp2Colors& colors, const Image* image) {
  constexpr double kSmall = 2500, kHeaderBytes = 550, kComponentBytes = 142;
  const double area = static_cast<double>(image->columns) * static_cast<double>(image->rows);
  if (quality >= 100 || area <= kSmall) return 1;
  const double below = 115.0 - static_cast<double>(quality);
  const auto components = static_cast<double>(colors.Components());
  const double plain_bytes = area * colors.bits / 8 * components;
  const double header_bytes = kHeaderBytes + (components - 1) * kComponentBytes;
  return 100 / (below * below) + header_bytes / plain_bytes;
}

// Layers of growing quality; openjpeg wants the ratio of plain to compressed size of each, and 0
// for all that there is.
void SetRates(const Definitions& definitions, double rate, opj_cparameters_t& parameters) {
  constexpr int kMostLayers = 50;
  int layers = 0;
  if (const char* text = definitions.Text("ilyrrates")) {
    for (char* end = nullptr; layers < kMostLayers; text = end + 1) {
      const double share = std::strtod(text, &end);
      if (end == text) break;
      if (share > 0 && share < std::min(rate, 1.0))
        parameters.tcp_rates[layers++] = static_cast<float>(1 / share);
      if (*end != ',') break;
    }
  }
  parameters.tcp_rates[layers++] = rate < 1 ? static_cast<float>(1 / rate) : 0;
  parameters.tcp_numlayers = layers;
  parameters.cp_disto_alloc = 1;
}

void SetBlocks(const Definitions& definitions, opj_cparameters_t& parameters) {
  constexpr int kMostSamples = 4096;
  const int columns = definitions.Number("cblkwidth", 4, 1024, 64);
  const int rows = definitions.Number("cblkheight", 4, 1024, 64);
  const auto power = [](int value) { return std::has_single_bit(static_cast<unsigned>(value)); };
  if (!power(columns) || !power(rows) || columns * rows > kMostSamples)
    return definitions.Refuse("cblkwidth", "not a power of 2, or more than 4096 samples");
  parameters.cblockw_init = columns;
  parameters.cblockh_init = rows;
}

void SetTiles(const Definitions& definitions, const Image* image, opj_cparameters_t& parameters) {
  constexpr int kMost = 1 << 30;
  parameters.image_offset_x0 = definitions.Number("imgareatlx", 0, kMost, 0);
  parameters.image_offset_y0 = definitions.Number("imgareatly", 0, kMost, 0);
  parameters.cp_tx0 = definitions.Number("tilegrdtlx", 0, parameters.image_offset_x0, 0);
  parameters.cp_ty0 = definitions.Number("tilegrdtly", 0, parameters.image_offset_y0, 0);
  const int columns = static_cast<int>(image->columns) + parameters.image_offset_x0;
  const int rows = static_cast<int>(image->rows) + parameters.image_offset_y0;
  parameters.cp_tdx = definitions.Number("tilewidth", 1, kMost, columns - parameters.cp_tx0);
  parameters.cp_tdy = definitions.Number("tileheight", 1, kMost, rows - parameters.cp_ty0);
  parameters.tile_size_on = OPJ_TRUE;
  // A tile has at least one sample in its smallest resolution.
  const auto shorter = static_cast<unsigned>(std::min(parameters.cp_tdx, parameters.cp_tdy));
  parameters.numresolution =
      std::min(definitions.Number("numrlvls", 1, 33, 6), static_cast<int>(std::bit_width(shorter)));
}

void SetPrecincts(const Definitions& definitions, opj_cparameters_t& parameters) {
  constexpr int kMost = 1 << 15;
  const int columns = definitions.Number("prcwidth", 1, kMost, kMost);
  const int rows = definitions.Number("prcheight", 1, kMost, kMost);
  if (columns == kMost && rows == kMost) return;
  parameters.csty |= kPrecincts;
  parameters.res_spec = 1;
  parameters.prcw_init[0] = columns;
  parameters.prch_init[0] = rows;
}

void SetStyle(const Definitions& definitions, opj_cparameters_t& parameters) {
  if (definitions.Flag("sop")) parameters.csty |= kStartMarkers;
  if (definitions.Flag("eph")) parameters.csty |= kEndMarkers;
  for (const ModeOption& option : kModes) {
    if (definitions.Flag(option.key)) parameters.mode |= option.mode;
  }
  const char* const order = definitions.Text("prg");
  if (order == nullptr) return;
  for (const Progression& progression : kProgressions) {
    if (LocaleCompare(order, progression.name) != 0) continue;
    parameters.prog_order = progression.order;
    return;
  }
  definitions.Refuse("prg", order);
}

}  // namespace

opj_cparameters_t J2kParameters(const ImageInfo* image_info, const Jp2Colors& colors,
                                Image* image) {
  opj_cparameters_t parameters;
  opj_set_default_encoder_parameters(&parameters);
  const Definitions definitions(image_info, image);
  double rate = RateOf(image_info->quality, colors, image);
  if (const char* text = definitions.Text("rate")) {
    rate = std::atof(text);
    if (!(rate > 0)) {
      definitions.Refuse("rate", text);
      rate = 1;
    }
  }
  SetRates(definitions, rate, parameters);
  SetBlocks(definitions, parameters);
  SetTiles(definitions, image, parameters);
  SetPrecincts(definitions, parameters);
  SetStyle(definitions, parameters);
  const char* const mode = definitions.Text("mode");
  const bool real = mode != nullptr ? LocaleCompare(mode, "real") == 0 : rate < 1;
  parameters.irreversible = real ? 1 : 0;
  parameters.tcp_mct = colors.gray || definitions.Flag("nomct") ? 0 : 1;
  return parameters;
}

}  // namespace lodestone::coders
