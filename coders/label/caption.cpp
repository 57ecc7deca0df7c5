// CAPTION: text in lines as wide as the image.
#include <algorithm>
#include <cctype>

#include "coders/label/label.hpp"
#include "magick/operations/annotate/characters.hpp"

namespace lodestone::coders {
namespace {

std::string TextOf(const ImageInfo* image_info, ExceptionInfo* exception) {
  const char* const name = image_info->filename;
  return *name == '@' ? TextOfFile(name + 1, exception) : name;
}

bool IsSpace(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

// Breaks lines where they get too long: at the last space, or within a word that is as long as a
// line.
class Wrap {
 public:
  Wrap(std::string text, double columns, Typesetter* setter)
      : text_(std::move(text)), columns_(columns), setter_(*setter), line_(setter) {}

  std::string Run() {
    while (at_ < text_.size()) {
      const std::size_t length = LengthOfCharacter(std::string_view(text_).substr(at_));
      if (text_[at_] == '\n') {
        StartLine(at_ + 1, at_ + 1);
        continue;
      }
      line_.Add(std::string_view(text_).substr(at_, length));
      const TypeMetric metrics = line_.Metrics();
      if (metrics.width + metrics.max_advance / 2.0 < columns_) {
        at_ += length;
      } else {
        Break(length);
      }
    }
    return std::move(text_);
  }

 private:
  // The first character of a line that continues another is not measured, as GraphicsMagick does
  // it; places of line ends depend on it.
  void Break(std::size_t length) {
    std::size_t space = at_;
    while (space > start_ && !IsSpace(text_[space - 1])) --space;
    if (space > start_ + 1) {
      text_[space - 1] = '\n';
      StartLine(space, space + LengthOfCharacter(std::string_view(text_).substr(space)));
    } else if (at_ > start_) {
      text_.insert(at_, 1, '\n');
      StartLine(at_ + 1, at_ + 1 + length);
    } else {
      at_ += length;  // one character alone is wider than the image
    }
  }

  void StartLine(std::size_t start, std::size_t next) {
    start_ = start;
    at_ = next;
    line_ = Typesetter::Line(&setter_);
  }

  std::string text_;
  const double columns_;
  Typesetter& setter_;
  Typesetter::Line line_;
  std::size_t start_ = 0, at_ = 0;
};

}  // namespace

Image* ReadCaption(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    if (image->columns == 0) Fail(OptionError, "Must specify image size");
    const DrawInfoHandle settings = DrawSettings(image_info);
    const auto setter = OpenTypesetter(*settings, exception);
    const TypeMetric metrics = setter->Measure("");
    const std::string text =
        Wrap(TextOf(image_info, exception), static_cast<double>(image->columns), setter.get())
            .Run();
    const auto lines = static_cast<double>(1 + std::count(text.begin(), text.end(), '\n'));
    if (image->rows == 0)
      image->rows = static_cast<unsigned long>(lines * (metrics.ascent - metrics.descent));
    DrawText(text, metrics.max_advance / 4.0, metrics.ascent, settings.get(), image, exception);
  });
}

}  // namespace lodestone::coders
