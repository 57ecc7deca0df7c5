// Applies options to images.
#pragma once

#include <functional>
#include <vector>

#include "utilities/options/options.hpp"

namespace lodestone::cli {

// What an option that fails does: ends everything, or becomes a message and changes nothing.
enum class Failures { kThrow, kReport };

// Applies options to each image of a list, calling `before_each` before each of them.
void ApplyToEach(const ImageInfo* info, const std::vector<OptionUse>& uses, ImageList* images,
                 const std::function<void()>& before_each, Failures failures = Failures::kThrow);

// Applies those options that are for all images together.
void ApplyToList(const std::vector<OptionUse>& uses, ImageList* images,
                 Failures failures = Failures::kThrow);

// Both, one after the other.
void ApplyToImages(const ImageInfo* info, const std::vector<OptionUse>& uses, ImageList* images,
                   const std::function<void()>& before_each = nullptr);

}  // namespace lodestone::cli
