// The order in which dithering visits pixels: a Hilbert curve through the square around the image.
#pragma once

namespace lodestone::quantize {

// Visits every pixel of an image once; parts of the curve that lie outside are skipped.
template <class Visit>
class HilbertCurve {
 public:
  // Calls visit(x, y), which returns false to stop.
  HilbertCurve(long columns, long rows, Visit visit)
      : columns_(columns), rows_(rows), visit_(visit) {}

  // False if stopped.
  bool Run() {
    unsigned level = 0;
    for (long side = columns_ > rows_ ? columns_ : rows_; side != 0; side >>= 1) ++level;
    return Curve(level, kNorth) && Step(kNowhere);
  }

 private:
  enum Direction { kNowhere, kWest, kEast, kNorth, kSouth };

  // A curve of three moves, between curves of the next lower level: where it moves, and which
  // curves the four are.
  struct Shape {
    Direction first, middle, last;  // moves
    Direction begin, inner, end;    // curves; the inner ones are two
  };
  static constexpr Shape ShapeOf(Direction direction) {
    switch (direction) {
      case kWest:
        return {kEast, kSouth, kWest, kNorth, kWest, kSouth};
      case kEast:
        return {kWest, kNorth, kEast, kSouth, kEast, kNorth};
      case kNorth:
        return {kSouth, kEast, kNorth, kWest, kNorth, kEast};
      default:
        return {kNorth, kWest, kSouth, kEast, kSouth, kWest};
    }
  }

  void Move(Direction direction, long distance) {
    if (direction == kWest) x_ -= distance;
    if (direction == kEast) x_ += distance;
    if (direction == kNorth) y_ -= distance;
    if (direction == kSouth) y_ += distance;
  }

  // Visits the current pixel, then moves.
  bool Step(Direction direction) {
    const bool inside = x_ >= 0 && x_ < columns_ && y_ >= 0 && y_ < rows_;
    if (inside && !visit_(x_, y_)) return false;
    Move(direction, 1);
    return true;
  }

  // Whether a curve that starts here misses the image. It starts at the upper left or the lower
  // right corner of its square.
  bool IsOutside(Direction direction, long side) const {
    const bool from_upper_left = direction == kNorth || direction == kWest;
    const long left = from_upper_left ? x_ : x_ - side + 1;
    const long top = from_upper_left ? y_ : y_ - side + 1;
    return left >= columns_ || top >= rows_ || left + side <= 0 || top + side <= 0;
  }

  // Ends at the last pixel of its square, unvisited.
  bool Curve(unsigned level, Direction direction) {
    const Shape shape = ShapeOf(direction);
    if (level == 0) return true;
    const long side = 1L << level;
    if (IsOutside(direction, side)) {
      Move(shape.middle, side - 1);
      return true;
    }
    return Curve(level - 1, shape.begin) && Step(shape.first) && Curve(level - 1, shape.inner) &&
           Step(shape.middle) && Curve(level - 1, shape.inner) && Step(shape.last) &&
           Curve(level - 1, shape.end);
  }

  const long columns_, rows_;
  Visit visit_;
  long x_ = 0, y_ = 0;
};

}  // namespace lodestone::quantize
