// Public functions with arguments that make no sense, drawn at random for all arguments at once
// (tests/arguments tries them one and two at a time): the call returns, whatever it returns.
//
//   wrong_arguments COUNT [SEED]
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "config.h"
#include "tests/arguments/argument_values.hpp"
#include "tests/arguments/callers_duties.hpp"
#include "tests/arguments/public_calls.hpp"
#include "tests/torture/campaign.hpp"

namespace lodestone::torture {
namespace {

using test::Numbers;
using test::PublicFunction;

struct Call {
  const PublicFunction& function;
  Numbers numbers;
};

class Calls {
 public:
  explicit Calls(unsigned seed) : seed_(seed) {}

  Verdict Make(std::size_t number) const {
    const Call call = Draw(number);
    if (test::IsCallersDuty(call.function.name, call.numbers)) return NotTried();
    call.function.call(call.numbers);
    return Survived();
  }

  std::string Describe(std::size_t number) const {
    const Call call = Draw(number);
    return std::string(call.function.name) + ", " + test::Describe(call.numbers);
  }

 private:
  Call Draw(std::size_t number) const {
    std::mt19937 random(seed_ * 1000003u + static_cast<unsigned>(number));
    const PublicFunction& function = functions_[number % functions_.size()];
    Numbers numbers = function.odd;
    for (unsigned& each : numbers) each = random() % (each + 1);
    return {function, numbers};
  }

  const unsigned seed_;
  const std::vector<PublicFunction> functions_ = test::PublicFunctions();
};

}  // namespace
}  // namespace lodestone::torture

int main(int argc, char** argv) {
  using namespace lodestone::torture;
  const Arguments arguments = ReadArguments(argc, argv, 1000);
#ifdef LS_WITH_ASAN
  std::fputs("skipped: the address sanitizer ends a process that asks for too much memory\n",
             stderr);
  return 77;
#endif
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("wrong-arguments-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  std::filesystem::current_path(folder);
  lodestone::test::WriteSmallFile();
  setenv("MAGICK_ACCELERATE", "off", 1);  // no child opens devices
  setenv("MAGICK_ACCELERATE_PLUGIN_PATH", folder.c_str(), 1);
  const Calls calls(arguments.seed);
  Campaign campaign;
  campaign.fault = "API calls with wrong arguments";
  campaign.cases = 10 * arguments.count;
  campaign.wanted = arguments.count;
  campaign.seconds = 60;
  campaign.at_a_time = 1;  // a call may take away the allocator, say
  campaign.begin = lodestone::test::BoundResources;
  campaign.run = [&](std::size_t i) { return calls.Make(i); };
  campaign.describe = [&](std::size_t i) { return calls.Describe(i); };
  const Tally tally = Run(campaign);
  std::filesystem::current_path("/");
  std::filesystem::remove_all(folder);
  return tally.lost == 0 ? 0 : 1;
}
