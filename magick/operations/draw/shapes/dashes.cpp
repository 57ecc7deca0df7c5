// Dashes of polylines.
#include <cmath>
#include <cstdio>

#include "magick/operations/draw/shapes/stroke.hpp"

namespace lodestone {
namespace {

// More are refused: thin dashes of long lines take as long as one likes.
constexpr int kMostDashes = 1 << 19;

class Dasher {
 public:
  Dasher(std::span<const PointInfo> line, const Dashes& dashes, const DrawDash& draw)
      : line_(line), dashes_(dashes), draw_(draw) {}

  void Run() {
    dash_ = {line_[0]};
    rest_ = dashes_.scale * dashes_.lengths[0];
    SkipOffset();
    for (; at_ < line_.size() && rest_ >= 0.0; ++at_) FollowSegment();
    if (!(done_ < length_) || IsGap() || dash_.size() < 2) return;
    const PointInfo& last = line_[at_ - 1];
    dash_.push_back({last.x + kDrawEpsilon, last.y + kDrawEpsilon});
    draw_(dash_, at_ - 1);
  }

 private:
  bool IsGap() const { return (number_ & 1) != 0; }
  double Length() const { return dashes_.scale * dashes_.lengths[number_]; }

  // An offset behind the last gap counts as one at its end, as in GraphicsMagick.
  void SkipOffset() {
    double offset = dashes_.offset != 0.0 ? dashes_.scale * dashes_.offset : 0.0;
    for (; offset > 0.0 && dashes_.lengths[number_] > 0.0; dash_.clear()) {
      rest_ = Length();
      if (offset < rest_) {
        rest_ -= offset;
        return;
      }
      const bool within = offset > rest_;
      offset -= rest_;
      ++number_;
      if (within) rest_ = Length();
    }
  }

  void NextLength() {
    if (dashes_.lengths[number_] != 0.0) ++number_;
    if (dashes_.lengths[number_] == 0.0) number_ = 0;
    rest_ = Length();
  }

  void FollowSegment() {
    const PointInfo &from = line_[at_ - 1], &to = line_[at_];
    const double dx = to.x - from.x, dy = to.y - from.y;
    length_ = std::sqrt(dx * dx + dy * dy + kDrawEpsilon);
    CheckLength();
    if (rest_ == 0.0) NextLength();
    for (done_ = 0.0; rest_ >= 0.0 && length_ >= rest_ + done_; NextLength()) {
      done_ += rest_;
      if (!EndLength({from.x + dx * done_ / length_, from.y + dy * done_ / length_})) break;
    }
    rest_ -= length_ - done_;
    if (!IsGap()) AddPoint(to, &dash_);
  }

  // False: the dash has as many points as the line already.
  bool EndLength(const PointInfo& point) {
    if (++count_ > kMostDashes)
      throw DrawFailure{DrawError, "too many coordinates", "dashes of a stroke"};
    if (IsGap()) {
      dash_ = {point};
      return true;
    }
    if (dash_.size() + 1 > line_.size()) return false;
    dash_.push_back(point);
    draw_(dash_, at_ - 1);
    return true;
  }

  void CheckLength() const {
    if (length_ <= dashes_.longest) return;
    char text[80];
    std::snprintf(text, sizeof text, "Maximum length: %g, Scale: %g", length_, dashes_.scale);
    throw DrawFailure{DrawError, "unreasonable dash polygon length", text};
  }

  const std::span<const PointInfo> line_;
  const Dashes dashes_;
  const DrawDash& draw_;
  Points dash_;
  std::size_t number_ = 0, at_ = 1;   // of the length in turn, and of the segment's end
  double rest_ = 0.0;                 // of that length
  double length_ = 0.0, done_ = 0.0;  // of the segment, and how much of it is behind
  int count_ = 0;
};

}  // namespace

void ForDashes(std::span<const PointInfo> line, const Dashes& dashes, const DrawDash& draw) {
  Dasher(line, dashes, draw).Run();
}

}  // namespace lodestone
