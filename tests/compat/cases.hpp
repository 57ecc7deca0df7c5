// The cases that are compared: groups of images and requests.
#pragma once

#include <functional>
#include <string>

#include "tests/compat/parity.hpp"

namespace lodestone::compat {

struct Case {
  Request request;
  Kind kind;
  Image* image;
};
using Visitor = std::function<void(const Case&)>;

struct Group {
  const char* name;
  void (*visit)(const Visitor&);
  double allowed;           // the library against GraphicsMagick or its rules, in steps
  double rules_allowed;     // the rules against GraphicsMagick, in steps
  bool has_indexes = true;  // false: GraphicsMagick leaves the indexes of CMYK images undefined
};

// All groups.
const std::vector<Group>& Groups();

}  // namespace lodestone::compat
