// The list of conformance cases: every accelerated operation, on images of each kind of pixels and
// of several sizes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "utilities/conform/source_image.hpp"

namespace lodestone::conform {

// Changes with every change of the names or digests of cases (docs/versioning.md).
inline constexpr unsigned kListVersion = 3;

struct Size {
  unsigned long columns = 0, rows = 0;
};

// What the call of a case works on. `second`: nullptr unless the case has a second image; `to`: for
// calls that take a size.
struct Inputs {
  const Image* image;
  const Image* second;
  Size to;
};

// Gives the result, or nullptr with *exception set.
using Run = std::function<Image*(const Inputs& inputs, ExceptionInfo* exception)>;

struct Case {
  unsigned number = 0;    // in the list, from 1
  std::string operation;  // its name in accel/operation_table.hpp
  std::string call;       // "ResizeImage(image, to.columns, to.rows, LanczosFilter, 1.0)"
  SourceImage source;
  std::optional<SourceImage> second = {};
  std::optional<Size> to = {};
  Run run;

  // Unique, on one line: "resize: ResizeImage(...), opaque-97x61 to 31x17"
  std::string name() const;
};

// In the order of the list, those of one operation together.
std::vector<Case> AllCases();

}  // namespace lodestone::conform
