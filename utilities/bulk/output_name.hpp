// Names of outputs made from those of inputs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "utilities/bulk/bulk_input.hpp"

namespace lodestone::cli {

// A template such as "thumbnails/%{path}/%{base}.png":
//   %{path}   the input's directory: below the directory given on the command line, else as it was
//             given, without a leading "/" and without ".."
//   %{dir}    its directory exactly as it was given, or "."
//   %{name}   its file name
//   %{base}   the same without the extension
//   %{ext}    the extension
//   %{scene}  the number of the image, for inputs of several
//   %%        a percent sign
class OutputName {
 public:
  // Throws CommandError for a template that is empty or has an unknown placeholder.
  explicit OutputName(const std::string& text);

  std::string For(const BulkInput& input, unsigned long scene = 0) const;
  // Whether each image of an input gets a file of its own.
  bool names_scenes() const { return names_scenes_; }
  // Whether inputs have names of their own in it.
  bool names_inputs() const;
  // A name with the prefix and the extension that all outputs have; "" if they have neither.
  std::string Example() const;
  // The directory before the first placeholder, without a prefix: "." when there is none.
  std::string folder() const;
  const std::string& text() const { return text_; }

 private:
  struct Part {
    std::string placeholder;  // "" for literal text
    std::string text;
  };

  std::string text_;
  std::vector<Part> parts_;
  bool names_scenes_ = false;
};

// Throws CommandError if two of an input's outputs have the same name.
void RequireDistinct(std::vector<std::string> names);

}  // namespace lodestone::cli
