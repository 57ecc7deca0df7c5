#include "magick/operations/draw/mvg/recursion.hpp"

#include <algorithm>
#include <vector>

namespace lodestone {
namespace {

constexpr int kDeepest = 100;
// Few drawings that use one another more than once are many when drawn.
constexpr int kMostNested = 20000;

thread_local int open_drawings = 0, nested_drawings = 0;
thread_local std::vector<std::string> parts_in_use;

[[noreturn]] void Refuse(std::string description) {
  throw DrawFailure{DrawError, "drawing recursion detected", std::move(description)};
}

}  // namespace

OpenDrawing::OpenDrawing() {
  if (open_drawings >= kDeepest) Refuse(std::to_string(open_drawings));
  if (open_drawings == 0) nested_drawings = 0;
  if (nested_drawings >= kMostNested) Refuse(std::to_string(nested_drawings) + " drawings");
  ++nested_drawings;
  ++open_drawings;
}

OpenDrawing::~OpenDrawing() {
  --open_drawings;
}

bool OpenDrawing::IsOutermost() const {
  return open_drawings == 1;
}

PartUse::PartUse(const std::string& name) {
  if (std::find(parts_in_use.begin(), parts_in_use.end(), name) != parts_in_use.end()) Refuse(name);
  parts_in_use.push_back(name);
}

PartUse::~PartUse() {
  parts_in_use.pop_back();
}

void ReportFailure(Image* image, const DrawFailure& failure, std::source_location where) {
  if (image->exception.severity < ErrorException)
    Throw(&image->exception, failure.severity, failure.reason, failure.description.c_str(), where);
}

}  // namespace lodestone
