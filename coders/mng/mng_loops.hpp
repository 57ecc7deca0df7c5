// Loops of MNG files: parts that are shown several times.
#pragma once

#include <vector>

#include "coders/common/png_chunks.hpp"

namespace lodestone::coders {

class MngLoops {
 public:
  explicit MngLoops(const ImageInfo* image_info);

  // At a LOOP and an ENDL chunk with this data; `cursor` is behind it, and may be moved. A loop
  // around all frames is not gone through: it says how often the animation plays.
  void Begin(ByteCursor data, ByteCursor& cursor, bool before_frames);
  void End(ByteCursor data, ByteCursor& cursor);
  // As a TERM chunk says, which counts more than a loop.
  void SetIterations(std::uint32_t count);
  // 0: without end.
  unsigned long iterations() const { return iterations_; }

 private:
  struct Loop {
    unsigned level;
    std::size_t start;
    std::uint32_t left;
  };

  std::vector<Loop> loops_;
  std::uint32_t most_;  // times that one is gone through
  std::uint32_t jumps_ = 0;
  unsigned long iterations_ = 1;
  bool terminated_ = false, looked_ = false;
};

}  // namespace lodestone::coders
