#include <algorithm>
#include <cmath>
#include <numbers>

#include "coders/wmf/wmf_player.hpp"
#include "magick/color.h"

namespace lodestone::coders {
namespace {

constexpr double kFullTurn = 360.0;

double DegreesOf(double y, double x) {
  return std::atan2(y, x) * 180.0 / std::numbers::pi;
}

}  // namespace

void WmfPlayer::UsePen() {
  if (!state_.pen.draws) {
    DrawSetStrokeColorString(context_, "none");
    return;
  }
  constexpr double kThinnest = 0.8;  // as GraphicsMagick's
  const double width = std::max(state_.pen.width * Scale(), kThinnest);
  DrawSetStrokeColor(context_, &state_.pen.color);
  DrawSetStrokeWidth(context_, width);
  DrawSetStrokeLineCap(context_, state_.pen.cap);
  DrawSetStrokeLineJoin(context_, state_.pen.join);
  // Dashes, dots, and both, in widths of the pen.
  static constexpr double kDashes[5][6] = {{}, {18, 6}, {3, 3}, {9, 6, 3, 6}, {9, 3, 3, 3, 3, 3}};
  static constexpr unsigned long kCounts[5] = {0, 2, 2, 4, 6};
  const unsigned dashes = state_.pen.dashes < 5 ? state_.pen.dashes : 0;
  DrawSetStrokeDashArray(context_, kCounts[dashes],
                         kCounts[dashes] == 0 ? nullptr : kDashes[dashes]);
}

// Hatches are half as strong as a colour.
void WmfPlayer::UseBrush() {
  if (!state_.brush.paints) {
    DrawSetFillColorString(context_, "none");
    return;
  }
  DrawSetFillColor(context_, &state_.brush.color);
  DrawSetFillOpacity(context_, state_.brush.hatched ? 0.5 : 1.0);
  DrawSetFillRule(context_, state_.alternates ? EvenOddRule : NonZeroRule);
}

bool WmfPlayer::PlayFigure(const WmfRecord& record) {
  WmfNumbers numbers(record.parameters);
  const auto use = [&] {
    UsePen();
    UseBrush();
  };
  switch (record.function) {
    case kWmfMoveTo:
      state_.y = numbers.Take();
      state_.x = numbers.Take();
      return true;
    case kWmfLineTo:
      DrawLineTo(numbers);
      return true;
    case kWmfPolygon:
    case kWmfPolyline: {
      use();
      const bool closed = record.function == kWmfPolygon;
      if (!closed) DrawSetFillColorString(context_, "none");
      const std::vector<PointInfo> points = TakePoints(numbers, numbers.TakeUnsigned());
      if (points.size() > 1)
        (closed ? DrawPolygon : DrawPolyline)(context_, points.size(), points.data());
      return true;
    }
    case kWmfPolygons:
      use();
      DrawPolygons(numbers);
      return true;
    case kWmfRectangle: {
      use();
      const Box box = TakeFigure(numbers);
      DrawRectangle(context_, box.left, box.top, box.right, box.bottom);
      return true;
    }
    case kWmfRoundRectangle: {
      use();
      const double height = std::abs(Y(numbers.Take()) - Y(0));
      const double width = std::abs(X(numbers.Take()) - X(0));
      const Box box = TakeFigure(numbers);
      DrawRoundRectangle(context_, box.left, box.top, box.right, box.bottom, width / 2, height / 2);
      return true;
    }
    case kWmfEllipse: {
      use();
      const Box box = TakeFigure(numbers);
      DrawEllipse(context_, (box.left + box.right) / 2, (box.top + box.bottom) / 2, box.Width() / 2,
                  box.Height() / 2, 0, kFullTurn);
      return true;
    }
    case kWmfArc:
    case kWmfPie:
    case kWmfChord:
      use();
      DrawArcOf(record);
      return true;
    case kWmfSetPixel: {
      WmfBrush brush = state_.brush;
      const std::uint32_t color = numbers.TakeLong();
      brush.color = {};
      brush.color.red = ScaleCharToQuantum(color & 255);
      brush.color.green = ScaleCharToQuantum(color >> 8 & 255);
      brush.color.blue = ScaleCharToQuantum(color >> 16 & 255);
      DrawSetFillColor(context_, &brush.color);
      const double y = Y(numbers.Take()), x = X(numbers.Take());
      CoverPoint(x, y);
      DrawPoint(context_, x, y);
      return true;
    }
    case kWmfFillRectangle:
      FillBox(numbers);
      return true;
    default:
      return false;
  }
}

void WmfPlayer::DrawLineTo(WmfNumbers& numbers) {
  UsePen();
  const double y = numbers.Take(), x = numbers.Take();
  CoverPoint(X(state_.x), Y(state_.y));
  CoverPoint(X(x), Y(y));
  DrawLine(context_, X(state_.x), Y(state_.y), X(x), Y(y));
  state_.x = x;
  state_.y = y;
}

// One path, so that their insides are told together.
void WmfPlayer::DrawPolygons(WmfNumbers& numbers) {
  std::vector<std::size_t> counts(numbers.TakeUnsigned());
  for (std::size_t& count : counts) count = numbers.TakeUnsigned();
  DrawPathStart(context_);
  for (const std::size_t count : counts) {
    const std::vector<PointInfo> points = TakePoints(numbers, count);
    for (std::size_t i = 0; i < points.size(); ++i)
      (i == 0 ? DrawPathMoveToAbsolute : DrawPathLineToAbsolute)(context_, points[i].x,
                                                                 points[i].y);
    if (!points.empty()) DrawPathClose(context_);
  }
  DrawPathFinish(context_);
}

// Counterclockwise from the ray to one point to that to another one.
void WmfPlayer::DrawArcOf(const WmfRecord& record) {
  WmfNumbers numbers(record.parameters);
  const double end_y = Y(numbers.Take()), end_x = X(numbers.Take());
  const double start_y = Y(numbers.Take()), start_x = X(numbers.Take());
  const Box box = TakeBox(numbers);
  const double x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
  const double width = box.Width() / 2, height = box.Height() / 2;
  if (width <= 0 || height <= 0) return;
  // Drawings count degrees clockwise, of a circle.
  const double from = DegreesOf((end_y - y) / height, (end_x - x) / width);
  double to = DegreesOf((start_y - y) / height, (start_x - x) / width);
  if (to <= from) to += kFullTurn;
  const auto point = [&](double degrees) {
    const double angle = degrees * std::numbers::pi / 180.0;
    return PointInfo{x + width * std::cos(angle), y + height * std::sin(angle)};
  };
  const PointInfo first = point(from), last = point(to);
  CoverPoint(first.x, first.y);
  CoverPoint(last.x, last.y);
  constexpr double kQuarter = kFullTurn / 4;  // where an ellipse is farthest
  for (double turn = std::ceil(from / kQuarter) * kQuarter; turn < to; turn += kQuarter)
    CoverPoint(point(turn).x, point(turn).y);
  if (record.function == kWmfArc) {
    DrawSetFillColorString(context_, "none");
    return DrawEllipse(context_, x, y, width, height, from, to);
  }
  DrawPathStart(context_);
  DrawPathMoveToAbsolute(context_, first.x, first.y);
  DrawPathEllipticArcAbsolute(context_, width, height, 0, to - from > kFullTurn / 2 ? 1 : 0, 1,
                              last.x, last.y);
  if (record.function == kWmfPie) {
    CoverPoint(x, y);
    DrawPathLineToAbsolute(context_, x, y);
  }
  DrawPathClose(context_);
  DrawPathFinish(context_);
}

void WmfPlayer::FillBox(WmfNumbers& numbers) {
  constexpr std::uint32_t kBlack = 0x00000042, kWhite = 0x00ff0062;
  const std::uint32_t operation = numbers.TakeLong();
  const double height = numbers.Take(), width = numbers.Take();
  const double top = numbers.Take(), left = numbers.Take();
  UseBrush();
  if (operation == kBlack) DrawSetFillColorString(context_, "black");
  if (operation == kWhite) DrawSetFillColorString(context_, "white");
  DrawSetStrokeColorString(context_, "none");
  // What is filled ends before the far sides, where drawing would include them.
  const auto [x1, x2] = std::minmax({X(left), X(left + width)});
  const auto [y1, y2] = std::minmax({Y(top), Y(top + height)});
  Cover({x1, y1, x2, y2});
  if (x2 - x1 >= 1 && y2 - y1 >= 1) DrawRectangle(context_, x1, y1, x2 - 1, y2 - 1);
}

}  // namespace lodestone::coders
