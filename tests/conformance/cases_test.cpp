// What is in the list: all accelerated operations, by the calls that it says.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "accel/operation_table.hpp"
#include "tests/support/fake_accelerator.hpp"
#include "utilities/conform/cases.hpp"
#include "utilities/conform/run_case.hpp"

namespace lodestone::conform {
namespace {

using test::Fake;

TEST(ConformanceCases, HaveDifferentNamesOnOneLine) {
  std::set<std::string> names;
  unsigned number = 0;
  for (const Case& each : AllCases()) {
    EXPECT_TRUE(names.insert(each.name()).second) << each.name();
    EXPECT_EQ(std::string::npos, each.name().find('\n')) << each.name();
    EXPECT_EQ(++number, each.number);
  }
}

TEST(ConformanceCases, ThoseOfAnOperationAreTogether) {
  std::set<std::string> before;
  std::string operation;
  for (const Case& each : AllCases()) {
    if (each.operation == operation) continue;
    operation = each.operation;
    EXPECT_TRUE(before.insert(operation).second) << each.name();
  }
}

TEST(ConformanceCases, EveryOperationAndFilterAndKindOfPixels) {
  std::set<std::string> operations, calls;
  std::set<std::pair<std::string, Pixels>> kinds;
  for (const Case& each : AllCases()) {
    operations.insert(each.operation);
    kinds.emplace(each.operation, each.source.pixels);
    calls.insert(each.call);
  }
  for (const accel::OperationTraits& row : accel::Operations()) {
    EXPECT_TRUE(operations.contains(row.name)) << row.name << " is not in the list";
    for (const Pixels pixels : {Pixels::kOpaque, Pixels::kAlpha, Pixels::kGrey})
      EXPECT_TRUE(kinds.contains({row.name, pixels})) << row.name;
  }
  EXPECT_EQ(accel::kOperationCount, operations.size());
  for (int filter = PointFilter; filter <= SincFilter; ++filter) {
    const std::string name = ResizeFilterToString(static_cast<FilterTypes>(filter));
    EXPECT_TRUE(std::any_of(calls.begin(), calls.end(), [&](const std::string& call) {
      return call.find(", " + name + ",") != std::string::npos;
    })) << name;
  }
}

using CasesOnFakeDevice = test::FakeDevices;

// On a device that counts the runs of each operation.
TEST_F(CasesOnFakeDevice, RunTheOperationThatTheyAreListedUnder) {
  Plug();
  Target target("Fake:GPU:Zero");
  std::set<std::string> calls;
  for (const Case& each : AllCases()) {
    if (!calls.insert(each.call).second) continue;
    Fake().Reset();
    const CaseResult result = target.Run(each);
    EXPECT_EQ("", result.problem) << each.name();
    EXPECT_FALSE(result.pam.empty()) << each.name();
    const auto row =
        std::find_if(accel::Operations().begin(), accel::Operations().end(),
                     [&](const accel::OperationTraits& row) { return row.name == each.operation; });
    EXPECT_LT(0, Fake().ran_of.at(row->operation)) << each.name();
  }
}

}  // namespace
}  // namespace lodestone::conform
