#include "magick/operations/sequence/montage_text.hpp"

#include <algorithm>
#include <new>

#include "magick/attribute.h"
#include "magick/core/system/memory.hpp"
#include "magick/memory.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr double kLabelGap = 4.0;

const char* LabelOf(const Image* image) {
  const ImageAttribute* const label = GetImageAttribute(image, "label");
  return label == nullptr ? nullptr : label->value;
}

std::string Translated(const char* text, Image* image) {
  const MagickPtr<char> title(TranslateText(nullptr, image, text));
  return title == nullptr ? "" : title.get();
}

}  // namespace

MontageText::MontageText(const MontageInfo& settings, std::span<Image* const> thumbnails)
    : settings_(CloneDrawInfo(nullptr, nullptr)),
      title_(Translated(settings.title, thumbnails[0])) {
  if (settings_ == nullptr || CloneString(&settings_->text, "") == MagickFail ||
      CloneString(&settings_->font, settings.font) == MagickFail)
    throw std::bad_alloc();
  settings_->pointsize = settings.pointsize;
  settings_->gravity = NorthGravity;
  settings_->stroke = settings.stroke;
  settings_->fill = settings.fill;
  const bool has_text =
      !title_.empty() || std::any_of(thumbnails.begin(), thumbnails.end(),
                                     [](const Image* image) { return LabelOf(image) != nullptr; });
  if (has_text) (void)GetTypeMetrics(thumbnails[0], settings_.get(), &metrics_);
}

long MontageText::TitleHeight() const {
  const auto lines = title_.empty() ? 0.0 : static_cast<double>(MultilineCensus(title_.c_str()));
  return static_cast<long>(2.0 * LineHeight() * lines);
}

long MontageText::LabelHeight(const Image* image) const {
  const char* const label = LabelOf(image);
  if (label == nullptr) return 0;
  return static_cast<long>((LineHeight() + kLabelGap) *
                           static_cast<double>(MultilineCensus(label)));
}

void MontageText::DrawTitle(long top, Image* page) {
  if (title_.empty()) return;
  const double y = LineHeight() + static_cast<double>(top) + kLabelGap + metrics_.ascent;
  Draw(title_.c_str(),
       {page->columns, static_cast<unsigned long>(2.0 * LineHeight()), 0, static_cast<long>(y)},
       page);
}

void MontageText::DrawLabel(const Image* image, const RectangleInfo& place, Image* page) {
  const char* const label = LabelOf(image);
  if (label == nullptr || *label == '\0') return;
  const auto height = static_cast<unsigned long>(LineHeight() + kLabelGap) * MultilineCensus(label);
  Draw(label, {place.width, height, place.x, place.y + static_cast<long>(LineHeight())}, page);
}

void MontageText::Draw(const char* text, const RectangleInfo& place, Image* page) {
  char geometry[MaxTextExtent];
  MagickFormatString(geometry, sizeof geometry, "%lux%lu%+ld%+ld", place.width, place.height,
                     place.x, place.y);
  if (CloneString(&settings_->geometry, geometry) == MagickFail ||
      CloneString(&settings_->text, text) == MagickFail)
    throw std::bad_alloc();
  (void)AnnotateImage(page, settings_.get());
}

}  // namespace lodestone
