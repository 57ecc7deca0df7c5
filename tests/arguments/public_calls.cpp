#include "tests/arguments/public_calls.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <tuple>

#include "config.h"
#include "tests/arguments/argument_values.hpp"
#include "tests/arguments/callers_duties.hpp"
#include "tests/arguments/public_headers.inc"

namespace lodestone::test {
namespace {

template <typename... Parameters, typename Function>
PublicFunction Describe(const char* name, Function function) {
  return {name, Numbers{OddValues<Parameters>()...},
          [function]([[maybe_unused]] const Numbers& numbers) {
            const unsigned* number = numbers.data();
            [[maybe_unused]] const auto next = [&number] { return *number++; };
            std::tuple<Parameters...> values{Value<Parameters>(next())...};
            (void)std::apply(function, values);
          }};
}

template <typename Result, typename... Parameters>
PublicFunction Public(const char* name, Result (*function)(Parameters...)) {
  return Describe<Parameters...>(name, function);
}
// The text is a format without directives.
template <typename Result, typename... Parameters>
PublicFunction Public(const char* name, Result (*function)(Parameters..., ...)) {
  return Describe<Parameters...>(name,
                                 [function](Parameters... fixed) { (void)function(fixed...); });
}
template <typename Variable>
PublicFunction Public(const char* name, Variable*) {
  return {name, {}, nullptr};
}

}  // namespace

std::vector<PublicFunction> PublicFunctions() {
  std::vector<PublicFunction> functions;
#define LS_PUBLIC(name) functions.push_back(Public(#name, &::name));
#include "tests/arguments/public_functions.inc"
#undef LS_PUBLIC
  std::erase_if(functions, [](const PublicFunction& each) { return !each.call; });
  return functions;
}

std::string Describe(const Numbers& numbers) {
  std::string text = "values";
  for (const unsigned number : numbers) text += " " + std::to_string(number);
  return text;
}

void BoundResources() {
#ifndef LS_WITH_ASAN  // which maps far more memory than it uses
  const rlimit memory{rlim_t{8} << 30, rlim_t{8} << 30};
  setrlimit(RLIMIT_AS, &memory);
#endif
  const rlimit core{0, 0};
  setrlimit(RLIMIT_CORE, &core);
  const rlimit file_size{rlim_t{1} << 28, rlim_t{1} << 28};
  setrlimit(RLIMIT_FSIZE, &file_size);
}

}  // namespace lodestone::test
