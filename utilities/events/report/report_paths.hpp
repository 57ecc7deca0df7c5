// How the page calls and draws the paths that calls took.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "utilities/events/report/report_data.hpp"

namespace lodestone::cli {

class ReportPaths {
 public:
  explicit ReportPaths(const std::vector<ReportPath>& paths);

  // The processor first, then by time: indexes of ReportData::paths().
  const std::vector<std::size_t>& order() const { return order_; }
  // Of colour and shape; those that come late share the last one.
  std::size_t Style(std::size_t path) const { return entries_[path].style; }
  // Text: short enough for a phone, and different for each path.
  const std::string& Label(std::size_t path) const { return entries_[path].label; }
  // Text: the whole name.
  const std::string& Name(std::size_t path) const { return entries_[path].name; }
  bool native(std::size_t path) const { return entries_[path].native; }
  // HTML: the shape and the label.
  std::string Tag(std::size_t path) const;

 private:
  struct Entry {
    std::string label, name;
    bool native = false;
    std::size_t style = 0;
  };
  std::vector<Entry> entries_;
  std::vector<std::size_t> order_;
};

}  // namespace lodestone::cli
