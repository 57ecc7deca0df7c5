// How far a convert command is that reads several files.
#pragma once

#include <cstddef>
#include <string>

#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {

// A step is what happens to one image: that it is read, worked on, written. To be told before each.
class ConvertProgress {
 public:
  // images: that are read, and worked on in one go or in two. Of a single one nothing is shown.
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
