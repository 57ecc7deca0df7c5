// Text in GraphicsMagick's drawing language, MVG.
#pragma once

#include <string>
#include <vector>

#include "magick/operations/draw/shapes/outline.hpp"

namespace lodestone {

// What does not follow the rules of the language.
struct Nonconforming {};

class MvgInput {
 public:
  explicit MvgInput(std::string text) { Insert(std::move(text)); }

  // Puts a text before what has not been read; throws DrawFailure if texts insert one another
  // without end.
  void Insert(std::string text);

  // Empty at the end.
  std::string Token();
  // A whole line is skipped: a comment.
  void SkipLine();

  // These throw Nonconforming if there is no such thing. A comma before is skipped.
  double Number();
  double NumberOrPercentage();
  long Whole();
  bool StartsNumber();
  PointInfo Pair();

  void SkipComma();
  // Whether this text comes next, without a token's end.
  bool Follows(const char* text) const;

  // What comes before "pop `kind`", which is skipped too. Throws DrawFailure if there is none.
  std::string TextUntilPop(const char* kind);

  // How much has been read of the text that was given first.
  std::size_t position() const { return frames_.front().at; }
  std::size_t size() const { return frames_.front().text.size(); }

 private:
  struct Frame {
    std::string text;
    std::size_t at = 0;
  };
  const char* at() const { return frames_.back().text.c_str() + frames_.back().at; }
  void MoveTo(const char* place);
  void LeaveEnded();

  std::vector<Frame> frames_;
  int inserted_ = 0;
};

}  // namespace lodestone
