// Every public function with NULL, zero, huge and meaningless arguments: it returns, whatever it
// returns. Each function is called in a process of its own, so that one that crashes or hangs is
// named and the others still have their turn.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "config.h"
#include "tests/arguments/argument_values.hpp"
#include "tests/arguments/callers_duties.hpp"
#include "tests/arguments/public_calls.hpp"

namespace lodestone::test {
namespace {

constexpr unsigned kSecondsPerFunction = 60;

// Every odd value of each argument, alone and with every odd value of another one; then all are odd
// at once.
std::vector<Numbers> AllNumbers(const PublicFunction& function) {
  const Numbers& odd = function.odd;
  if (odd.empty()) return {{}};
  const Numbers sensible(odd.size(), 0);
  std::vector<Numbers> calls{sensible};
  for (std::size_t place = 0; place < odd.size(); ++place) {
    const std::size_t without = calls.size();
    for (unsigned number = 1; number <= odd[place]; ++number) {
      for (std::size_t i = 0; i < without; ++i) {
        if (std::ranges::count(calls[i], 0u) + 1 < std::ssize(odd)) continue;
        calls.push_back(calls[i]);
        calls.back()[place] = number;
      }
    }
  }
  for (unsigned number = 1; number <= std::ranges::max(odd); ++number) {
    Numbers& all = calls.emplace_back(odd);
    for (unsigned& each : all) each = std::min(each, number);
  }
  std::erase_if(calls,
                [&](const Numbers& numbers) { return IsCallersDuty(function.name, numbers); });
  return calls;
}

// Runs the calls from number *next on, which counts them where the parent sees it.
[[noreturn]] void RunChild(const PublicFunction& function, const std::vector<Numbers>& calls,
                           std::size_t* next) {
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO}) dup2(nowhere, stream);
  if (std::getenv("LODESTONE_ARGUMENTS_VERBOSE") == nullptr) dup2(nowhere, STDERR_FILENO);
  BoundResources();
  alarm(kSecondsPerFunction);
  for (; *next < calls.size(); ++*next) function.call(calls[*next]);
  _exit(0);
}

std::string Verdict(int status) {
  if (WIFEXITED(status)) return "ended the process with " + std::to_string(WEXITSTATUS(status));
  const int signal = WTERMSIG(status);
  return signal == SIGALRM ? "did not return" : std::string("died of ") + strsignal(signal);
}

class Arguments : public testing::Test {
 protected:
  void SetUp() override {
    setenv("MAGICK_ACCELERATE", "off", 1);  // no child opens devices
    setenv("MAGICK_ACCELERATE_PLUGIN_PATH", folder_.c_str(), 1);
    next_ = static_cast<std::size_t*>(
        mmap(nullptr, sizeof(*next_), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(MAP_FAILED, next_);
    std::filesystem::create_directory(folder_);
    std::filesystem::current_path(folder_);
    WriteSmallFile();
  }
  void TearDown() override {
    std::filesystem::current_path("/");
    std::filesystem::remove_all(folder_);
    munmap(next_, sizeof(*next_));
  }

  // After a call that does not return, another process goes on with the next one.
  void Check(const PublicFunction& function) {
    const std::vector<Numbers> calls = AllNumbers(function);
    for (*next_ = 0; *next_ < calls.size(); ++*next_) {
      const pid_t child = fork();
      ASSERT_NE(-1, child);
      if (child == 0) RunChild(function, calls, next_);
      int status = 0;
      ASSERT_EQ(child, waitpid(child, &status, 0));
      if (*next_ == calls.size()) break;
      ADD_FAILURE() << function.name << " " << Verdict(status) << ": " << Describe(calls[*next_]);
    }
  }

 private:
  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("arguments-" + std::to_string(getpid()));
  std::size_t* next_ = nullptr;
};

TEST_F(Arguments, EveryPublicFunctionReturns) {
#ifdef LS_WITH_ASAN
  GTEST_SKIP() << "the memory of a process cannot be limited with the address sanitizer";
#endif
  const std::vector<PublicFunction> functions = PublicFunctions();
  EXPECT_GT(functions.size(), 500u);
  for (const PublicFunction& function : functions) Check(function);
}

// Each entry of the table is about an existing argument, and the reason for leaving it out.
TEST_F(Arguments, DutiesOfCallersAreOfPublicFunctions) {
  const std::vector<PublicFunction> functions = PublicFunctions();
  for (const CallersDuty& duty : CallersDuties()) {
    const bool exists = std::any_of(functions.begin(), functions.end(), [&](const auto& each) {
      return std::string(duty.function) == each.name;
    });
    EXPECT_TRUE(exists) << duty.function;
  }
}

}  // namespace
}  // namespace lodestone::test
