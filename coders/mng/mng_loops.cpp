#include "coders/mng/mng_loops.hpp"

#include <charconv>
#include <cstring>

#include "coders/mng/mng.hpp"

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kUsualMost = 512;
// Loops in loops multiply.
constexpr std::uint32_t kMostJumps = 16384;

// -define mng:maximum-loops=N.
std::uint32_t MostLoops(const ImageInfo* image_info) {
  const char* const text = AccessDefinition(image_info, "mng", "maximum-loops");
  if (text == nullptr) return kUsualMost;
  const char* const end = text + std::strlen(text);
  std::uint32_t most = 0;
  if (std::from_chars(text, end, most).ptr != end || most == 0)
    Fail(OptionError, "Invalid argument for option mng:maximum-loops");
  return most;
}

// Behind the ENDL chunk of this level.
void SkipLoop(unsigned level, ByteCursor& cursor) {
  while (true) {
    const PngChunk chunk = TakePngChunk(cursor);
    if (chunk.name == "ENDL" && !chunk.data.empty() && chunk.data[0] == level) return;
  }
}

bool ShowsSomething(ByteCursor cursor) {
  while (true) {
    const PngChunk chunk = TakePngChunk(cursor);
    if (chunk.name == "MEND") return false;
    for (const char* name : {"IHDR", "JHDR", "BASI", "DHDR", "SHOW", "PAST"}) {
      if (chunk.name == name) return true;
    }
  }
}

}  // namespace

MngLoops::MngLoops(const ImageInfo* image_info) : most_(MostLoops(image_info)) {}

void MngLoops::SetIterations(std::uint32_t count) {
  iterations_ = count >= kMngForever ? 0 : count;
  terminated_ = true;
}

void MngLoops::Begin(ByteCursor data, ByteCursor& cursor, bool before_frames) {
  const unsigned level = data.U8();
  const std::uint32_t count = data.U32Be();
  if (count == 0) return SkipLoop(level, cursor);
  Loop loop{level, cursor.Position(), std::min(count, most_)};
  // Looked for once, since a file may begin with any number of loops.
  if (before_frames && !looked_) {
    looked_ = true;
    ByteCursor behind = cursor;
    SkipLoop(level, behind);
    if (!ShowsSomething(behind)) {
      loop.left = 1;
      if (!terminated_) iterations_ = count >= kMngForever ? 0 : count;
    }
  }
  loops_.push_back(loop);
}

void MngLoops::End(ByteCursor data, ByteCursor& cursor) {
  const unsigned level = data.U8();
  while (!loops_.empty() && loops_.back().level > level) loops_.pop_back();
  if (loops_.empty() || loops_.back().level != level) return;
  if (--loops_.back().left == 0) return loops_.pop_back();
  if (++jumps_ > kMostJumps) Fail(ResourceLimitError, "Loops go through the file too often");
  cursor.Seek(loops_.back().start);
}

}  // namespace lodestone::coders
