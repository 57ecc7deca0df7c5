#include "utilities/commands/convert_progress.hpp"

#include <algorithm>

namespace lodestone::cli {

void ConvertProgress::Step(const std::string& text) {
  if (images_ < 2) return;
  // A file may hold more than one image.
  const std::size_t done = std::min(done_++, steps_);
  const double share = static_cast<double>(done) / static_cast<double>(steps_);
  line_.Show({share, share * static_cast<double>(images_), "images", text});
}

}  // namespace lodestone::cli
