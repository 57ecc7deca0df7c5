// A rectangle of a PostScript page.
#pragma once

#include <string>

namespace lodestone::coders {

// In points, of which 72 are an inch, from the lower left corner.
struct PsBox {
  double left = 0, bottom = 0, right = 0, top = 0;
  double Width() const { return right - left; }
  double Height() const { return top - bottom; }
  void Include(const PsBox& other);
  // In whole points around it, as comments state them.
  std::string Outer() const;
  std::string Exact() const;
};

}  // namespace lodestone::coders
