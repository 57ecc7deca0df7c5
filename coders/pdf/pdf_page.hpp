// What is known about the document.
#pragma once

#include <string>

#include "coders/common/coder.hpp"

namespace lodestone::coders {

// The entries of the information dictionary that were asked for by -define pdf:; may be empty.
std::string PdfInformation(const ImageInfo* image_info);

}  // namespace lodestone::coders
