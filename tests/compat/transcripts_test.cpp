// What programs compiled for GraphicsMagick rely on: the layout of structures, the values of
// enumerations, the types of functions, and what the functions do.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // old names are part of the interface

#include <gtest/gtest.h>
#include <stdio.h>
#include <stdlib.h>

#include <string>

#include <magick/api.h>

#include "tests/compat/gm_process.hpp"
#include "tests/compat/interface_facts.h"
#include "tests/compat/transcripts.h"
#include "tests/compat/two_sides.hpp"

namespace lodestone::compat {
namespace {

TEST(InterfaceFacts, AreGraphicsMagicks) {
  LODESTONE_NEEDS_GM();
  if (QuantumDepth != 16) GTEST_SKIP() << "GraphicsMagick has 16 bits a sample";
  ExpectSameLines(Theirs("facts"), Ours([](FILE* stream) { write_facts(stream); }));
}

class TranscriptParity : public testing::TestWithParam<NamedTranscript> {};

TEST_P(TranscriptParity, IsGraphicsMagicks) {
  LODESTONE_NEEDS_GM();
  if (QuantumDepth != 16) GTEST_SKIP() << "GraphicsMagick has 16 bits a sample";
  const NamedTranscript& named = GetParam();
  ExpectSameLines(Theirs(named.name),
                  Ours([&](FILE* stream) { write_transcript(&named, stream); }));
}

std::string TestName(const testing::TestParamInfo<NamedTranscript>& info) {
  std::string name = info.param.name;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, TranscriptParity, testing::ValuesIn(transcripts), TestName);

}  // namespace
}  // namespace lodestone::compat
