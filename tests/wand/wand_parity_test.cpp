// Wands do what GraphicsMagick's do.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // old names are part of the interface

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include <wand/wand_api.h>

#include "tests/compat/same_drawings.hpp"
#include "tests/compat/two_sides.hpp"
#include "tests/support/text_fonts.hpp"
#include "tests/wand/magick_wand_prototypes.h"
#include "tests/wand/wand_prototypes.h"
#include "tests/wand/wand_transcripts.h"

namespace lodestone::test {
namespace {

class WandParity : public testing::TestWithParam<WandTranscript> {
 protected:
  void SetUp() override {
    if (std::string(GM_SERVER).empty()) GTEST_SKIP() << "GraphicsMagick's headers are missing";
    if (QuantumDepth != 16) GTEST_SKIP() << "GraphicsMagick has 16 bits a sample";
    InitializeMagick(nullptr);
  }
  std::string Theirs() const { return compat::Theirs(GetParam().name); }
  std::string Ours() const {
    return compat::Ours([](FILE* stream) { write_wand_transcript(&GetParam(), stream); });
  }
};
class WandTranscriptParity : public WandParity {};
class WandDrawingParity : public WandParity {};

TEST_P(WandTranscriptParity, IsGraphicsMagicks) {
  compat::ExpectSameLines(Theirs(), Ours());
}

TEST_P(WandDrawingParity, IsGraphicsMagicks) {
  if (GetParam().name == std::string("wand-text-scenes") && !CanDrawText())
    GTEST_SKIP() << "this build has no FreeType";
  compat::ExpectSameDrawings(Theirs(), Ours());
}

std::string TestName(const testing::TestParamInfo<WandTranscript>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, WandTranscriptParity, testing::ValuesIn(wand_transcripts), TestName);
INSTANTIATE_TEST_SUITE_P(All, WandDrawingParity, testing::ValuesIn(wand_drawings), TestName);

}  // namespace
}  // namespace lodestone::test
