#include "magick/core/metadata/clipping_path.hpp"

#include <array>
#include <cstdio>
#include <initializer_list>

namespace lodestone {
namespace {

// Types of records; all are 26 bytes long.
enum Selector { kClosedLength = 0, kClosedLinked = 1, kClosedUnlinked = 2, kOpenLength = 3 };
constexpr int kOpenLinked = 4, kOpenUnlinked = 5;
constexpr std::size_t kRecordBytes = 24;  // after the selector
constexpr double kUnit = 4096.0 * 4096.0;

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
};

// The control point before, the anchor, and the control point after it.
using Knot = std::array<Point, 3>;

bool LeavesStraight(const Knot& knot) {
  return knot[1] == knot[2];
}
bool ArrivesStraight(const Knot& knot) {
  return knot[0] == knot[1];
}

std::string Numbers(std::initializer_list<Point> points, char between, char after) {
  std::string text;
  for (const Point& point : points) {
    char pair[800];  // numbers may have 310 digits
    std::snprintf(pair, sizeof pair, "%.6f%c%.6f%c", point.x, between, point.y, after);
    text += pair;
  }
  return text;
}

// How a path is written. Open paths are closed too.
class PathText {
 public:
  virtual ~PathText() = default;
  virtual Point Place(std::int32_t x, std::int32_t y) const = 0;
  virtual void Move(const Knot& to) = 0;
  virtual void Curve(const Knot& from, const Knot& to) = 0;
  virtual void Close(const Knot& from, const Knot& to) = 0;
};

class SvgText final : public PathText {
 public:
  SvgText(unsigned long columns, unsigned long rows)
      : columns_(static_cast<double>(columns)), rows_(static_cast<double>(rows)) {}
  Point Place(std::int32_t x, std::int32_t y) const override {
    return {x * columns_ / 4096.0 / 4096.0, y * rows_ / 4096.0 / 4096.0};
  }
  void Move(const Knot& to) override { text_ += "M " + Line({to[1]}); }
  void Curve(const Knot& from, const Knot& to) override {
    const bool straight = LeavesStraight(from) && ArrivesStraight(to);
    text_ += straight ? "L " + Line({to[1]}) : "C " + Line({from[2], to[0], to[1]});
  }
  // A straight line at the end goes without saying.
  void Close(const Knot& from, const Knot& to) override {
    if (LeavesStraight(from) && ArrivesStraight(to)) return;
    text_ += "C " + Numbers({from[2], to[0], to[1]}, ',', ' ') + "Z\n";
  }
  const std::string& text() const { return text_; }

 private:
  static std::string Line(std::initializer_list<Point> points) {
    std::string line = Numbers(points, ',', ' ');
    line.back() = '\n';
    return line;
  }

  const double columns_, rows_;
  std::string text_;
};

class PostScriptText final : public PathText {
 public:
  Point Place(std::int32_t x, std::int32_t y) const override {
    return {x / kUnit, 1.0 - y / kUnit};
  }
  void Move(const Knot& to) override { text_ += Numbers({to[1]}, ' ', ' ') + "m\n"; }
  void Curve(const Knot& from, const Knot& to) override { text_ += Segment(from, to) + "\n"; }
  void Close(const Knot& from, const Knot& to) override { text_ += Segment(from, to) + " z\n"; }
  const std::string& text() const { return text_; }

 private:
  static std::string Segment(const Knot& from, const Knot& to) {
    if (LeavesStraight(from) && ArrivesStraight(to)) return Numbers({to[1]}, ' ', ' ') + "l";
    if (LeavesStraight(from)) return Numbers({to[0], to[1]}, ' ', ' ') + "v";
    if (ArrivesStraight(to)) return Numbers({from[2], to[1]}, ' ', ' ') + "y";
    return Numbers({from[2], to[0], to[1]}, ' ', ' ') + "c";
  }

  std::string text_;
};

class Tracer {
 public:
  Tracer(ByteReader path, PathText& text) : path_(path), text_(text) {}

  void Trace() {
    while (path_.left() != 0) {
      const std::int32_t selector = path_.Short();
      const bool is_length = selector == kClosedLength || selector == kOpenLength;
      const bool is_knot = selector == kClosedLinked || selector == kClosedUnlinked ||
                           selector == kOpenLinked || selector == kOpenUnlinked;
      if (is_length && knots_ == 0) {
        knots_ = path_.Short();
        path_.Skip(kRecordBytes - 2);
      } else if (is_knot && knots_ != 0) {
        Add(ReadKnot());
      } else {
        path_.Skip(kRecordBytes);
      }
    }
  }

 private:
  Knot ReadKnot() {
    Knot knot;
    for (Point& point : knot) {
      const std::int32_t y = path_.Long();
      const std::int32_t x = path_.Long();
      point = text_.Place(x, y);
    }
    return knot;
  }
  void Add(const Knot& knot) {
    if (is_inside_) {
      text_.Curve(last_, knot);
    } else {
      text_.Move(knot);
      first_ = knot;
    }
    last_ = knot;
    is_inside_ = --knots_ != 0;
    if (!is_inside_) text_.Close(last_, first_);
  }

  ByteReader path_;
  PathText& text_;
  std::int32_t knots_ = 0;  // to come in the current part of the path
  bool is_inside_ = false;
  Knot first_, last_;
};

}  // namespace

std::string ClippingPathToSvg(ByteReader path, unsigned long columns, unsigned long rows) {
  SvgText text(columns, rows);
  Tracer(path, text).Trace();
  return "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n<svg width=\"" +
         std::to_string(columns) + "\" height=\"" + std::to_string(rows) +
         "\">\n<g>\n<path style=\"fill:#00000000;stroke:#00000000;"
         "stroke-width:0;stroke-antialiasing:false\" d=\"\n" +
         text.text() + "\"/>\n</g>\n</svg>\n";
}

std::string ClippingPathToPostScript(ByteReader path) {
  PostScriptText text;
  Tracer(path, text).Trace();
  return "/ClipImage {\n/c {curveto} bind def\n/l {lineto} bind def\n/m {moveto} bind def\n"
         "/v {currentpoint 6 2 roll curveto} bind def\n/y {2 copy curveto} bind def\n"
         "/z {closepath} bind def\nnewpath\n" +
         text.text() + "eoclip\n} bind def";
}

}  // namespace lodestone
