#include "utilities/image/verbose_report.hpp"

#include <cstdio>
#include <string>

#include "base/printable_text.hpp"
#include "utilities/image/image_text.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {

void ReportIfVerbose(const ImageInfo* info, Image* images) {
  if (info->verbose == 0) return;
  std::string text;
  for (Image* image = images; image != nullptr; image = GetNextImageInList(image)) {
    text += DescriptionText(image, info->verbose - 1);
  }
  ProgressLine::ClearCurrent();
  std::fputs(TextFor(stderr, text).c_str(), stderr);
}

}  // namespace lodestone::cli
