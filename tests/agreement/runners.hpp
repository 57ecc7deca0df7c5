// How the agreement suite calls each operation of the table, and compares accelerators.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "accel/operation_table.hpp"
#include "tests/agreement/devices.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone::test {

// The request: sizes and filters, or, for operations that keep the size, one of many varieties.
struct Case {
  unsigned long columns, rows;
  FilterTypes filter;
  double blur;
  unsigned variety = 0;
};

struct Operation {
  std::function<Image*(const Image*, const Case&, ExceptionInfo*)> run;
  // The names of a call's events; null: the operation's own.
  std::function<std::vector<std::string>(const Case&)> events = nullptr;
  bool keeps_size = false;
  // False: only the entries of a palette are changed, by no accelerator.
  bool takes_palettes = true;
  // Smaller images are rejected.
  std::function<unsigned long(const Case&)> least_side = [](const Case&) { return 1; };
  // How the names of its kernels on devices begin.
  std::string kernels = "";

  bool Suits(const Image* image, const Case& c) const {
    return std::min(image->columns, image->rows) >= least_side(c) &&
           (takes_palettes || image->storage_class == DirectClass);
  }
};

// A clone that `change` has changed in place; null with *exception set if that failed.
Image* Changed(const Image* image, ExceptionInfo* exception,
               const std::function<MagickPassFail(Image*)>& change);

// One for each operation of the table, by its name there.
const std::map<std::string, Operation>& Operations();

// Those of families whose calls are in files of their own.
Operation BlurringWidely();
Operation CountingSamples();
Operation FindingBounds();
// An operator for each variety.
Operation CompositionOnImages();
// Cubes of two sizes, grey ones for grey images.
Operation LookingUpInCubes();
// A function of windows for each variety.
Operation FunctionsOfNeighborhood();
// A function of places, and a distribution of noise, for each variety.
Operation Warping();
Operation AddingNoise();
// Scans of several samplings and scales.
Operation DecodingJpeg();
// To scans of several samplings, whose bytes become pixels.
Operation EncodingJpeg();
// Shears of columns and rows, and rotations, which are three of them.
Operation Shearing();

// The names of the operations of the table for which `wanted` holds.
template <class Wanted>
std::vector<const char*> NamesWhere(Wanted wanted) {
  std::vector<const char*> names;
  for (const accel::OperationTraits& operation : accel::Operations())
    if (wanted(operation)) names.push_back(operation.name);
  return names;
}

std::string Describe(const std::string& operation, const Image* image, const Case& c, Kind kind);

// Checks that the pixels of the CPU and of `device`, which is selected, agree as the table states,
// and that the event log proves where they were computed, with that many samples per pixel.
void ExpectAgreement(const std::string& operation, const std::string& device, const Image* image,
                     const Case& c, const std::string& what, unsigned samples = 4);

// Runs `body` for every device, selected.
void OnEveryDevice(const std::function<void(const std::string& device)>& body);

}  // namespace lodestone::test
