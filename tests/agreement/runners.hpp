// How the agreement suite calls each operation of the table, and compares who did it.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/agreement/devices.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone::agreement {

using testing_support::Exception;
using testing_support::ImagePtr;
using testing_support::Kind;
using testing_support::KindName;
using testing_support::RandomImage;

// What is asked for: sizes and filters, or of operations that keep the size one variety of many.
struct Case {
  unsigned long columns, rows;
  FilterTypes filter;
  double blur;
  unsigned variety = 0;
};

struct Operation {
  std::function<Image*(const Image*, const Case&, ExceptionInfo*)> run;
  std::vector<std::string> events;  // of one call; empty: the operation's own name
  bool keeps_size = false;
  // Smaller images are refused.
  std::function<unsigned long(const Case&)> least_side = [](const Case&) { return 1; };

  bool Suits(const Image* image, const Case& c) const {
    return std::min(image->columns, image->rows) >= least_side(c);
  }
};

// One for each operation of the table, by its name there.
const std::map<std::string, Operation>& Operations();

std::string Describe(const std::string& operation, const Image* image, const Case& c, Kind kind);

// The pixels of the processor and of `device`, which is selected, agree as the table says, and the
// event log proves who made them, from so many samples a pixel.
void ExpectAgreement(const std::string& operation, const std::string& device, const Image* image,
                     const Case& c, const std::string& what, unsigned samples = 4);

// `body` for every device, selected.
void OnEveryDevice(const std::function<void(const std::string& device)>& body);

}  // namespace lodestone::agreement
