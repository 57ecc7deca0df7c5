#include "magick/operations/draw/shapes/path_data.hpp"

#include <cctype>
#include <cstring>

#include "magick/operations/draw/shapes/curves.hpp"
#include "magick/core/strings/plain_number.hpp"

namespace lodestone {
namespace {

// The numbers behind a command.
class Numbers {
 public:
  explicit Numbers(const char* data) : at_(data) {}

  // The next command, or 0 at the end.
  char Command() {
    SkipSpace();
    return *at_ == '\0' ? '\0' : *at_++;
  }
  double Next() {
    SkipSeparator();
    const std::optional<double> value = ReadNumber(&at_);
    if (!value) Fail("text value does not convert to float");
    return *value;
  }
  bool Flag() {
    SkipSeparator();
    const std::optional<long> value = ReadWhole(&at_);
    if (!value) Fail("text value does not convert to integer");
    return *value != 0;
  }
  // Whether numbers for the same command follow.
  bool More() {
    SkipSeparator();
    return StartsNumber(at_);
  }

 private:
  void SkipSpace() {
    while (std::isspace(static_cast<unsigned char>(*at_))) ++at_;
  }
  void SkipSeparator() {
    SkipSpace();
    if (*at_ == ',') ++at_;
  }
  [[noreturn]] void Fail(const char* reason) const {
    constexpr std::size_t kShown = 40;
    throw DrawFailure{DrawError, reason, std::string(at_, strnlen(at_, kShown))};
  }

  const char* at_;
};

class PathReader {
 public:
  explicit PathReader(const char* data) : numbers_(data) {}

  Outline Read() {
    while (const char command = numbers_.Command()) {
      Follow(command);
      before_ = command;
    }
    EndSubpath(false);
    return std::move(outline_);
  }

 private:
  using Step = void (PathReader::*)(bool relative);
  struct Command {
    char name;
    Step step;
  };
  static const Command kCommands[];

  void Follow(char command);

  // Left to right: arguments of functions have no order.
  PointInfo Pair(bool relative) {
    const double x = numbers_.Next(), y = numbers_.Next();
    return relative ? PointInfo{at_.x + x, at_.y + y} : PointInfo{x, y};
  }
  void LineTo(const PointInfo& point) {
    at_ = point;
    AddPoint(at_, &outline_.points);
  }
  // The points of the curve begin with where it starts.
  void CurveTo(std::size_t count) {
    AddBezier({control_, count}, &outline_.points);
    at_ = control_[count - 1];
  }
  bool Follows(const char* commands) const { return std::strchr(commands, before_) != nullptr; }

  void Line(bool relative) { LineTo(Pair(relative)); }
  void Move(bool relative) {
    LineTo(Pair(relative));
    if (!moved_) start_ = at_;
    moved_ = true;
  }
  void Across(bool relative) {
    const double x = numbers_.Next();
    LineTo({relative ? at_.x + x : x, at_.y});
  }
  void Down(bool relative) {
    const double y = numbers_.Next();
    LineTo({at_.x, relative ? at_.y + y : y});
  }
  void Cubic(bool relative) {
    control_[0] = at_;
    for (std::size_t i = 1; i < 4; ++i) control_[i] = Pair(relative);
    CurveTo(4);
  }
  void Quadratic(bool relative) {
    control_[0] = at_;
    for (std::size_t i = 1; i < 3; ++i) control_[i] = Pair(relative);
    CurveTo(3);
  }
  void SmoothCubic(bool relative) {
    Continue("CcSs", 3);
    for (std::size_t i = 2; i < 4; ++i) control_[i] = Pair(relative);
    CurveTo(4);
  }
  void SmoothQuadratic(bool relative) {
    Continue("QqTt", 2);
    control_[2] = Pair(relative);
    CurveTo(3);
  }
  // The first control points: the last one of a curve of the same kind, mirrored.
  void Continue(const char* kind, std::size_t last) {
    const PointInfo end = control_[last], before = control_[last - 1];
    control_[0] = end;
    control_[1] = {2.0 * end.x - before.x, 2.0 * end.y - before.y};
    if (!Follows(kind)) control_[0] = control_[1] = at_;
  }
  void Arc(bool relative) {
    PathArc arc;
    arc.start = at_;
    arc.radii.x = numbers_.Next();
    arc.radii.y = numbers_.Next();
    arc.rotation = numbers_.Next();
    arc.large = numbers_.Flag();
    arc.sweep = numbers_.Flag();
    arc.end = Pair(relative);
    AddArc(arc, &outline_.points);
    at_ = arc.end;
  }

  void BeginSubpath() {
    EndSubpath(false);
    moved_ = false;
  }
  void Close() {
    LineTo(start_);
    EndSubpath(true);
  }
  void EndSubpath(bool closed) {
    const std::size_t count = outline_.points.size() - ended_;
    if (count != 0) outline_.subpaths.push_back({count, closed});
    ended_ = outline_.points.size();
  }

  Numbers numbers_;
  Outline outline_;
  std::size_t ended_ = 0;  // points of subpaths that ended
  PointInfo at_{0.0, 0.0}, start_{0.0, 0.0};
  PointInfo control_[4]{};
  bool moved_ = false;
  char before_ = '\0';  // the command before
};

const PathReader::Command PathReader::kCommands[] = {
    {'A', &PathReader::Arc},         {'C', &PathReader::Cubic},
    {'H', &PathReader::Across},      {'L', &PathReader::Line},
    {'M', &PathReader::Move},        {'Q', &PathReader::Quadratic},
    {'S', &PathReader::SmoothCubic}, {'T', &PathReader::SmoothQuadratic},
    {'V', &PathReader::Down},
};

void PathReader::Follow(char command) {
  const bool relative = std::islower(static_cast<unsigned char>(command)) != 0;
  const char name = static_cast<char>(std::toupper(static_cast<unsigned char>(command)));
  if (name == 'Z') return Close();
  if (name == 'M') BeginSubpath();
  for (const Command& known : kCommands) {
    if (known.name != name) continue;
    do {
      (this->*known.step)(relative);
      before_ = command;
    } while (numbers_.More());
  }
}

}  // namespace

Outline ParsePath(const char* data) {
  return PathReader(data).Read();
}

}  // namespace lodestone
