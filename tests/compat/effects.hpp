// Neighbourhood filters: cases, and the implementations that are compared.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "tests/compat/cases.hpp"

namespace lodestone::compat {

// Whether GraphicsMagick's result can be compared.
using Comparable = bool (*)(const Case& c);

struct EffectGroup {
  const char* name;
  void (*visit)(const Visitor& visit);
  double allowed;        // the library against GraphicsMagick or its rules, in steps
  double rules_allowed;  // the rules against GraphicsMagick, in steps
  Comparable comparable = [](const Case&) { return true; };
};

inline void PrintTo(const EffectGroup& group, std::ostream* out) {
  *out << group.name;
}

const std::vector<EffectGroup>& EffectGroups();
// Operations that change images in place, palettes by their entries.
const std::vector<EffectGroup>& InPlaceGroups();

std::string DescribeEffect(const Case& c);

// The library; sets the virtual pixel method and the background of `image`. NULL with *exception
// set.
Image* CallEffect(const EffectArguments& arguments, GmOperation operation, Image* image,
                  ExceptionInfo* exception);
Raster RunEffectLibrary(const Case& c, MagickAccelerateMode mode = MagickAccelerateOff);
Raster RunEffectRules(const Case& c, const Raster& image);

// Compares sample by sample, alpha or not. Samples that `either` names are not compared.
class EffectTally {
 public:
  EffectTally() = default;
  EffectTally(const EffectTally&) = delete;
  EffectTally& operator=(const EffectTally&) = delete;
  ~EffectTally();

  void Expect(const Raster& expected, const Raster& actual, double allowed, const std::string& what,
              const std::vector<bool>& either = {});

 private:
  int cases_ = 0;
  double worst_ = 0;
  std::string where_;
};

// How much an operation amplifies a difference of one step before its last stage.
double Gain(const Case& c);
// Four per pixel: samples of an unsharp mask so near to its threshold that either result is right.
std::vector<bool> NearThreshold(const Case& c, const Raster& image, double steps);

}  // namespace lodestone::compat
