// Drawings are GraphicsMagick's. Where an edge ends, it leaves out the edge behind it for a pixel:
// at such places it has other pixels than its own function of distances says.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // old names are part of the interface

#include <gtest/gtest.h>
#include <stdio.h>
#include <stdlib.h>

#include <algorithm>
#include <string>

#include <magick/api.h>

#include "tests/compat/gm_process.hpp"
#include "tests/compat/same_drawings.hpp"
#include "tests/compat/transcripts.h"
#include "tests/compat/two_sides.hpp"
#include "tests/support/text_fonts.hpp"

namespace lodestone::compat {
namespace {

class DrawingParity : public testing::TestWithParam<NamedTranscript> {};

TEST_P(DrawingParity, IsGraphicsMagicks) {
  LODESTONE_NEEDS_GM();
  if (QuantumDepth != 16) GTEST_SKIP() << "GraphicsMagick has 16 bits a sample";
  const NamedTranscript& named = GetParam();
  if (named.name == std::string("text-scenes") && !test::CanDrawText())
    GTEST_SKIP() << "this build has no FreeType";
  ExpectSameDrawings(Theirs(named.name),
                     Ours([&](FILE* stream) { write_transcript(&named, stream); }));
}

std::string TestName(const testing::TestParamInfo<NamedTranscript>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, DrawingParity, testing::ValuesIn(drawings), TestName);

}  // namespace
}  // namespace lodestone::compat
