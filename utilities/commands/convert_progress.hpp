// Progress of a convert command that reads several files.
#pragma once

#include <cstddef>
#include <string>

#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {

// A step is one stage of one image: reading, processing or writing. Call before each.
class ConvertProgress {
 public:
  // images: images read, and processed in one pass or two. Nothing is shown for a single one.
  ConvertProgress(std::size_t read, std::size_t worked_on)
      : images_(read), steps_(2 * read + worked_on) {}

  void Reading(const std::string& name) { Step("reading " + name); }
  void Working() { Step("working"); }
  void Writing(const std::string& name) { Step("writing " + name); }

 private:
  void Step(const std::string& text);

  const std::size_t images_, steps_;
  std::size_t done_ = 0;
  ProgressLine line_;
};

}  // namespace lodestone::cli
