// Drawing by libraries with GraphicsMagick's interface, on the same image again and again.
// Include it after the magick/api.h of the intended library, see magick_job.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>

#include "bench/magick_images.hpp"
#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

std::string Point(double x, double y) {
  return std::to_string(x) + "," + std::to_string(y) + " ";
}

// The corners of a star that fills the image.
std::string StarPoints(const Work& work) {
  std::string points;
  for (unsigned i = 0; i < kStarCorners; ++i) {
    const double angle = 2 * std::numbers::pi * i / kStarCorners;
    const double reach = i % 2 == 0 ? 0.49 : 0.2;
    points += Point(work.columns * (0.5 + reach * std::cos(angle)),
                    work.rows * (0.5 + reach * std::sin(angle)));
  }
  return points;
}

// Lines of one text below the other, until the image is full. In whole pixels, and not in tiny
// letters: the libraries round fractions of a pixel in their own ways.
std::string TextLines(const Work& work) {
  const double size = std::max(std::round(work.rows / kTextLines), kSmallestTextLine);
  std::string text =
      "font '" + std::string(kTextFont) + "' font-size " + std::to_string(std::round(0.7 * size));
  for (double y = size; y < work.rows; y += size)
    text += " text " + Point(std::round(0.02 * work.columns), y) + "'" + kTextLine + "'";
  return text;
}

std::string DrawingOf(const Work& work) {
  switch (work.operation) {
    case Operation::kDrawPolygon:
      return "fill teal polygon " + StarPoints(work);
    case Operation::kDrawStroke:
      return "fill none stroke navy stroke-linejoin round stroke-width " +
             std::to_string(work.rows / 300.0) + " polyline " + StarPoints(work);
    default:
      return "fill black " + TextLines(work);
  }
}

bool IsDrawing(Operation operation) {
  return operation >= Operation::kDrawPolygon && operation <= Operation::kDrawText;
}

class DrawJob : public Job {
 public:
  explicit DrawJob(const Work& work)
      : image_(MakeColorImage(*work.source)), info_(CloneDrawInfo(nullptr, nullptr)) {
    CloneString(&info_->primitive, DrawingOf(work).c_str());
  }
  ~DrawJob() override {
    DestroyDrawInfo(info_);
    DestroyImage(image_);
  }

  void Run() override {
    if (DrawImage(image_, info_) == MagickFail)
      throw std::runtime_error("drawing failed (for text, " + std::string(kTextFont) +
                               " is needed)");
  }

  // Asked for after the first run alone, so that edges are blended once in all libraries.
  RawImage Result() override { return MakeRawImage(image_); }

 private:
  Image* const image_;
  DrawInfo* const info_;
};

}  // namespace
}  // namespace lodestone::bench
