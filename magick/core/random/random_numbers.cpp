// Random numbers for programs; those of operations are in random.cpp.
#include <cstdlib>
#include <random>

#include "magick/core/errors/barrier.hpp"
#include "magick/random.h"
#include "magick/utility.h"

namespace {

std::mt19937& Generator() {
  thread_local std::mt19937 generator = [] {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device()};
    return std::mt19937(seed);
  }();
  return generator;
}

}  // namespace

magick_uint32_t MagickRandomInteger(void) {
  return lodestone::Guard(nullptr, 0, [] { return static_cast<magick_uint32_t>(Generator()()); });
}

double MagickRandomReal(void) {
  return static_cast<double>(MagickRandomInteger()) / static_cast<double>(MAGICK_RANDOM_MAX);
}

unsigned int MagickRandNewSeed(void) {
  return MagickRandomInteger();
}

int MagickRandReentrant(unsigned int*) {
  return static_cast<int>(RAND_MAX * MagickRandomReal() + 0.5);
}
