#include "coders/wmf/wmf_player.hpp"

#include <algorithm>
#include <cmath>

#include "base/owner.hpp"
#include "coders/common/samples.hpp"
#include "magick/render.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kMostSaved = 1000;  // states

PixelPacket ColorOf(std::uint32_t value) {
  PixelPacket color = {};
  color.red = QuantumFromByte(value & 255);
  color.green = QuantumFromByte(value >> 8 & 255);
  color.blue = QuantumFromByte(value >> 16 & 255);
  color.opacity = OpaqueOpacity;
  return color;
}

}  // namespace

WmfPlayer::WmfPlayer(const ImageInfo* image_info, WmfFile& file, Image* image,
                     ExceptionInfo* exception)
    : info_(image_info),
      file_(file),
      image_(image),
      exception_(exception),
      context_(DrawAllocateContext(nullptr, image)),
      objects_(file.objects()) {
  if (context_ == nullptr) throw std::bad_alloc();
  // The outer settings at the end of a drawing are those that it begins with.
  DrawPushGraphicContext(context_);
  state_.window = file.frame();
  state_.background = state_.brush.color = ColorOf(0xffffff);
  state_.pen.color = state_.text_color = ColorOf(0);
}

WmfPlayer::~WmfPlayer() {
  DrawDestroyContext(context_);
}

void WmfPlayer::Play() {
  for (auto record = file_.Next(); record; record = file_.Next()) PlayRecord(*record);
  DrawPopGraphicContext(context_);
  const Owner<DrawInfo, DestroyDrawInfo> drawing(DrawPeekGraphicContext(context_));
  if (drawing.get() == nullptr) throw std::bad_alloc();
  drawing.get()->affine = Fit();
  if (drawing.get()->primitive != nullptr && DrawImage(image_, drawing.get()) == MagickFail)
    FailAfter(&image_->exception, DrawError, "Unable to draw the metafile");
}

// Records of other kinds have no effect here.
void WmfPlayer::PlayRecord(const WmfRecord& record) {
  if (PlaySetting(record) || PlayObject(record) || PlayFigure(record)) return;
  PlayPixels(record);
}

bool WmfPlayer::PlaySetting(const WmfRecord& record) {
  WmfNumbers numbers(record.parameters);
  switch (record.function) {
    case kWmfSaveState:
      if (saved_.size() == kMostSaved) Fail(CorruptImageError, "Too many states are saved");
      saved_.push_back(state_);
      return true;
    case kWmfRestoreState:
      RestoreState(numbers.Take());
      return true;
    case kWmfSetBackgroundMode:
      state_.opaque_background = numbers.TakeUnsigned() == 2;
      return true;
    case kWmfSetFillMode:
      state_.alternates = numbers.TakeUnsigned() != 2;
      return true;
    case kWmfSetTextAlign:
      state_.text_align = numbers.TakeUnsigned();
      return true;
    case kWmfSetBackgroundColor:
      state_.background = ColorOf(numbers.TakeLong());
      return true;
    case kWmfSetTextColor:
      state_.text_color = ColorOf(numbers.TakeLong());
      return true;
    case kWmfSetWindowOrigin:
      state_.window.top = numbers.Take();
      state_.window.left = numbers.Take();
      return true;
    case kWmfMoveWindowOrigin:
      state_.window.top += numbers.Take();
      state_.window.left += numbers.Take();
      return true;
    case kWmfSetWindowSize: {
      const int height = numbers.Take(), width = numbers.Take();
      if (height != 0) state_.window.height = height;
      if (width != 0) state_.window.width = width;
      return true;
    }
    default:
      return false;
  }
}

bool WmfPlayer::PlayObject(const WmfRecord& record) {
  WmfNumbers numbers(record.parameters);
  WmfObject object;
  switch (record.function) {
    case kWmfCreatePen: {
      constexpr unsigned kNoPen = 5, kDashes = 15;
      constexpr LineCap kCaps[] = {RoundCap, SquareCap, ButtCap};
      constexpr LineJoin kJoins[] = {RoundJoin, BevelJoin, MiterJoin};
      object.kind = WmfObject::Kind::kPen;
      const unsigned style = numbers.TakeUnsigned();
      object.pen.dashes = style & kDashes;
      object.pen.draws = object.pen.dashes != kNoPen;
      object.pen.cap = kCaps[std::min(style >> 8 & 15, 2u)];
      object.pen.join = kJoins[std::min(style >> 12, 2u)];
      object.pen.width = std::abs(numbers.Take());
      numbers.Take();
      object.pen.color = ColorOf(numbers.TakeLong());
      break;
    }
    case kWmfCreateBrush: {
      constexpr unsigned kHollow = 1, kHatched = 2;
      object.kind = WmfObject::Kind::kBrush;
      const unsigned style = numbers.TakeUnsigned();
      object.brush.paints = style != kHollow;
      object.brush.hatched = style == kHatched;
      object.brush.color = ColorOf(numbers.TakeLong());
      break;
    }
    case kWmfCreateFont:
      object = TakeFont(numbers);
      break;
    case kWmfSelectObject:
      Select(numbers.TakeUnsigned());
      return true;
    case kWmfDeleteObject: {
      const std::size_t number = numbers.TakeUnsigned();
      if (number < objects_.size()) objects_[number] = WmfObject();
      return true;
    }
    default:
      if (!IsOtherWmfObject(record.function)) return false;
      object.kind = WmfObject::Kind::kOther;
  }
  Keep(std::move(object));
  return true;
}

// In the first place of the table that is free.
void WmfPlayer::Keep(WmfObject object) {
  const auto place = std::ranges::find(objects_, WmfObject::Kind::kNone, &WmfObject::kind);
  if (place == objects_.end()) Fail(CorruptImageError, "The drawing has more objects than it says");
  *place = std::move(object);
}

void WmfPlayer::Select(std::size_t number) {
  if (number >= objects_.size()) return;
  const WmfObject& object = objects_[number];
  if (object.kind == WmfObject::Kind::kPen) state_.pen = object.pen;
  if (object.kind == WmfObject::Kind::kBrush) state_.brush = object.brush;
  if (object.kind == WmfObject::Kind::kFont) state_.font = object.font;
}

// The last one is -1, the first one 1.
void WmfPlayer::RestoreState(int number) {
  const int count = static_cast<int>(saved_.size());
  const int index = number < 0 ? count + number : number - 1;
  if (index < 0 || index >= count) return;
  state_ = saved_[static_cast<std::size_t>(index)];
  saved_.resize(static_cast<std::size_t>(index));
}

double WmfPlayer::X(double logical) const {
  return (logical - state_.window.left) * static_cast<double>(image_->columns) /
         state_.window.width;
}

double WmfPlayer::Y(double logical) const {
  return (logical - state_.window.top) * static_cast<double>(image_->rows) / state_.window.height;
}

double WmfPlayer::Scale() const {
  return std::sqrt(std::abs(static_cast<double>(image_->columns) / state_.window.width *
                            static_cast<double>(image_->rows) / state_.window.height));
}

// Bottom, right, top, left; in order.
WmfPlayer::Box WmfPlayer::TakeBox(WmfNumbers& numbers) const {
  Box box;
  box.bottom = Y(numbers.Take());
  box.right = X(numbers.Take());
  box.top = Y(numbers.Take());
  box.left = X(numbers.Take());
  if (box.left > box.right) std::swap(box.left, box.right);
  if (box.top > box.bottom) std::swap(box.top, box.bottom);
  return box;
}

WmfPlayer::Box WmfPlayer::TakeFigure(WmfNumbers& numbers) {
  const Box box = TakeBox(numbers);
  CoverPoint(box.left, box.top);
  CoverPoint(box.right, box.bottom);
  return box;
}

std::vector<PointInfo> WmfPlayer::TakePoints(WmfNumbers& numbers, std::size_t count) {
  std::vector<PointInfo> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = X(numbers.Take());
    points.push_back({x, Y(numbers.Take())});
    CoverPoint(x, points.back().y);
  }
  return points;
}

void WmfPlayer::CoverPoint(double x, double y) {
  const double half = std::max(state_.pen.width, 1.0) * Scale() / 2;
  Cover({x - half, y - half, x + half, y + half});
}

void WmfPlayer::Cover(const Box& box) {
  if (!covered_) covered_ = box;
  covered_->left = std::min(covered_->left, box.left);
  covered_->top = std::min(covered_->top, box.top);
  covered_->right = std::max(covered_->right, box.right);
  covered_->bottom = std::max(covered_->bottom, box.bottom);
}

// From what the figures cover to the size of the drawing, which may end within the last pixels.
AffineMatrix WmfPlayer::Fit() const {
  AffineMatrix fit{1, 0, 0, 1, 0, 0};
  if (has_texts_ || !covered_) return fit;
  const WmfFrame& frame = file_.frame();
  const auto stretch = [&](double low, double high, double units, double density, double* scale,
                           double* shift) {
    const double size = std::abs(units) / frame.units_per_inch * density, covered = high - low;
    // A line has no height to stretch; a damaged file may cover miles.
    constexpr double kLine = 1.0, kMostImages = 16.0;
    if (covered <= kLine || covered > kMostImages * size) return;
    *scale = size / covered;
    *shift = -low * *scale;
  };
  stretch(covered_->left, covered_->right, frame.width, image_->x_resolution, &fit.sx, &fit.tx);
  stretch(covered_->top, covered_->bottom, frame.height, image_->y_resolution, &fit.sy, &fit.ty);
  return fit;
}

}  // namespace lodestone::coders
