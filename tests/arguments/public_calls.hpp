// Every public function, to be called with numbered values for its arguments.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace lodestone::test {

// For each argument the number of its value.
using Numbers = std::vector<unsigned>;

struct PublicFunction {
  const char* name;
  Numbers odd;  // for each argument, how many values it has beyond the sensible one
  std::function<void(const Numbers&)> call;
};

std::vector<PublicFunction> PublicFunctions();

std::string Describe(const Numbers& numbers);

// What a process may use that calls them: no call may fill the machine's memory or disk.
void BoundResources();

}  // namespace lodestone::test
