// Names, colours and shapes of paths on the page.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "utilities/events/report/report_data.hpp"

namespace lodestone::cli {

class ReportPaths {
 public:
  explicit ReportPaths(const std::vector<ReportPath>& paths);

  // The CPU first, then by time: indexes of ReportData::paths().
  const std::vector<std::size_t>& order() const { return order_; }
  // Of colour and shape; surplus paths share the last one.
  std::size_t Style(std::size_t path) const { return entries_[path].style; }
  // Text: short enough for a phone, and unique.
  const std::string& Label(std::size_t path) const { return entries_[path].label; }
  // Text: the full name.
  const std::string& Name(std::size_t path) const { return entries_[path].name; }
  bool cpu(std::size_t path) const { return entries_[path].cpu; }
  // HTML: the shape and the label.
  std::string Tag(std::size_t path) const;

 private:
  struct Entry {
    std::string label, name;
    bool cpu = false;
    std::size_t style = 0;
  };
  std::vector<Entry> entries_;
  std::vector<std::size_t> order_;
};

}  // namespace lodestone::cli
