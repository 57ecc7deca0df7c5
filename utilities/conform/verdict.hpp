// Compares the results of conformance cases with the published digests.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "utilities/conform/digest_list.hpp"
#include "utilities/conform/run_case.hpp"

namespace lodestone::conform {

struct Tally {
  std::size_t cases = 0, equal = 0, different = 0, not_run = 0;
};

// A case whose result is not the published one.
struct Failure {
  std::string name, expected;
  std::string found;    // the digest; "" if it was not run
  std::string problem;  // why not
};

// What one device, or the CPU, made of the cases.
struct Verdict {
  std::string device;  // its name; "" for the CPU
  std::string driver;
  Tally total;
  std::vector<std::pair<std::string, Tally>> operations;  // in the order of the list
  std::vector<Failure> failures;
  double seconds = 0;

  bool conforms() const { return total.equal == total.cases; }
};

// Hears of each case before it runs, with the number of those before it, and of its result.
struct Listener {
  std::function<void(std::size_t number, const Case& each)> before = [](auto...) {};
  std::function<void(const Case& each, const CaseResult& result)> after = [](auto...) {};
};

// Throws CommandError on an interrupt. `driver` of the verdict is left empty.
Verdict Judge(const std::string& device, const std::vector<Case>& cases, const Digests& digests,
              const Listener& listener);

// The digests that the CPU finds. Throws CommandError if it does not run a case, too.
Digests DigestsOfCpu(const std::vector<Case>& cases, const Listener& listener);

}  // namespace lodestone::conform
