#include <cmath>

#include "coders/wmf/wmf_player.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned kMovesPen = 1, kAlignRight = 2, kAlignCenter = 6, kAlignBottom = 8,
                   kAlignBaseline = 24;

// Of code page 1252, as far as that is Latin-1.
std::string Utf8Of(ByteSpan text) {
  std::string utf8;
  for (const std::uint8_t byte : text) {
    if (byte == 0) break;
    if (byte < 0x80) {
      utf8 += static_cast<char>(byte < 32 ? ' ' : byte);
    } else if (byte < 0xa0) {
      utf8 += '?';
    } else {
      utf8 += static_cast<char>(0xc0 | byte >> 6);
      utf8 += static_cast<char>(0x80 | (byte & 0x3f));
    }
  }
  return utf8;
}

std::string FamilyOf(ByteSpan name) {
  std::string family;
  for (const std::uint8_t byte : name) {
    if (byte == 0) break;
    if (byte >= 32 && byte < 127 && byte != '"' && byte != '\'' && byte != '\\')
      family += static_cast<char>(byte);
  }
  return family;
}

}  // namespace

WmfObject WmfPlayer::TakeFont(WmfNumbers& numbers) const {
  WmfObject object;
  object.kind = WmfObject::Kind::kFont;
  WmfFont& font = object.font;
  font.height = numbers.Take();
  numbers.Take();
  font.degrees = numbers.Take() / 10.0;
  numbers.Take();
  font.weight = numbers.TakeUnsigned();
  const ByteSpan flags = numbers.TakeBytes(8);
  font.italic = flags[0] != 0;
  font.underlined = flags[1] != 0;
  font.struck_out = flags[2] != 0;
  font.family = FamilyOf(numbers.Rest());
  return object;
}

void WmfPlayer::DrawExtendedText(WmfNumbers& numbers) {
  constexpr unsigned kOpaque = 2, kClipped = 4;
  const double y = numbers.Take(), x = numbers.Take();
  const std::size_t count = numbers.TakeUnsigned();
  const unsigned options = numbers.TakeUnsigned();
  if ((options & (kOpaque | kClipped)) != 0) {
    const double left = X(numbers.Take()), top = Y(numbers.Take());
    const double right = X(numbers.Take()), bottom = Y(numbers.Take());
    if ((options & kOpaque) != 0) {
      DrawSetStrokeColorString(context_, "none");
      DrawSetFillColor(context_, &state_.background);
      const auto [x1, x2] = std::minmax({left, right});
      const auto [y1, y2] = std::minmax({top, bottom});
      Cover({x1, y1, x2, y2});
      DrawRectangle(context_, x1, y1, x2, y2);
    }
  }
  DrawText(x, y, numbers.TakeBytes(count));
}

// Widths of texts are estimated where they matter: letters are half as wide as high.
void WmfPlayer::DrawText(double x, double y, ByteSpan bytes) {
  constexpr double kDefaultHeight = 12, kLettersOfLine = 0.8, kAscent = 0.8, kLetterWidth = 0.5;
  const std::string text = Utf8Of(bytes);
  if (text.find_first_not_of(' ') == std::string::npos) return;
  has_texts_ = true;
  const double height =
      std::abs(Y(state_.font.height) - Y(0)) * (state_.font.height > 0 ? kLettersOfLine : 1.0);
  const double size = height > 0.0 ? height : kDefaultHeight;
  const unsigned align = state_.text_align;
  if ((align & kMovesPen) != 0) {
    x = state_.x;
    y = state_.y;
  }
  const double width = kLetterWidth * size * static_cast<double>(bytes.size());
  const double across = (align & kAlignCenter) == kAlignCenter  ? -width / 2
                        : (align & kAlignCenter) == kAlignRight ? -width
                                                                : 0.0;
  const double down = (align & kAlignBaseline) == kAlignBaseline ? 0.0
                      : (align & kAlignBaseline) == kAlignBottom ? -(1 - kAscent) * size
                                                                 : kAscent * size;
  DrawPushGraphicContext(context_);
  DrawSetStrokeColorString(context_, "none");
  DrawSetFillColor(context_, &state_.text_color);
  DrawSetFillOpacity(context_, 1.0);
  DrawSetFontSize(context_, size);
  if (!state_.font.family.empty()) DrawSetFontFamily(context_, state_.font.family.c_str());
  if (state_.font.weight != 0) DrawSetFontWeight(context_, state_.font.weight > 550 ? 700 : 400);
  DrawSetFontStyle(context_, state_.font.italic ? ItalicStyle : NormalStyle);
  DrawSetTextDecoration(context_, state_.font.struck_out   ? LineThroughDecoration
                                  : state_.font.underlined ? UnderlineDecoration
                                                           : NoDecoration);
  DrawTranslate(context_, X(x), Y(y));
  if (state_.font.degrees != 0.0) DrawRotate(context_, -state_.font.degrees);
  DrawAnnotation(context_, across, down, reinterpret_cast<const unsigned char*>(text.c_str()));
  DrawPopGraphicContext(context_);
}

}  // namespace lodestone::coders
