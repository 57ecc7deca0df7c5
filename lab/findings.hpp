// The lab's results and the conclusions from them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/record.hpp"

namespace lodestone::lab {

// One variant on one device, over all its work-group sizes.
struct Row {
  const Record* first;            // of the same variant
  const Record* best = nullptr;   // the fastest; null unless all that ran are correct
  const Record* wrong = nullptr;  // an incorrect one
  double ratio = 0;               // the baseline's time divided by this one's; 0: none
};

class Findings {
 public:
  void Add(Record record) { all_.push_back(std::move(record)); }

  const std::vector<Record>& all() const { return all_; }
  // In order of appearance.
  std::vector<Row> Rows() const;
  // Devices without experiments, and experiments that could not start, have an empty variant.
  bool AnyWrong() const;
  bool AnyFailed() const;
  bool AnyDone() const;

 private:
  std::vector<Record> all_;
};

// "11-tap Gaussian filter: buffers, image objects, sizes of groups"; for unknown ones, the name
// itself.
std::string TitleOf(const std::string& experiment);

}  // namespace lodestone::lab
