// Small files of every format, and how to damage them.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "tests/torture/handles.hpp"

namespace lodestone::torture {

struct Sample {
  std::string magick;
  Bytes bytes;
};

// Names of the formats whose readers look at a file, not at a name or at the screen.
std::vector<std::string> Readers();

// What the coder of one of them writes and reads again; texts for those that only read.
std::vector<Sample> MakeSamples(const std::string& magick);

// The same of all of them.
std::vector<Sample> MakeSamples();

using Random = std::mt19937;

// One change, half of them in the header, where they have the most effect. `samples` are not empty.
void DamageOnce(Bytes& bytes, const std::vector<Sample>& samples, Random& random);

}  // namespace lodestone::torture
