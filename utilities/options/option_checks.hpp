// Checks that option tables share.
#pragma once

#include "utilities/shell/command_error.hpp"
#include "utilities/options/options.hpp"

namespace lodestone::cli {

// The first value must be a geometry or a number, by GraphicsMagick's rules.
void CheckGeometry(const OptionUse& use);
void CheckWhole(const OptionUse& use);  // begins with a whole number
void CheckColor(const OptionUse& use);
void CheckSampling(const OptionUse& use);

// Whether format:key is defined, and not as false.
bool IsDefined(const ImageInfo* info, const char* format, const char* key);

// Images are in linear light if `format`:linear is defined.
void SetLinearLight(ImageTask* task, const char* format);
// Blurs weight colours by alpha, unless blur:alpha-weights is defined as false.
void SetAlphaWeights(ImageTask* task);

// For the names of an enumeration: Parse gives kUnknown for invalid ones.
template <auto Parse, auto kUnknown>
void CheckName(const OptionUse& use, const char* reason) {
  if (Parse(use.value()) == kUnknown) throw CommandError(reason, use.value());
}

}  // namespace lodestone::cli
