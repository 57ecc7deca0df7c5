// The results are the published ones: on the CPU, with the instruction set that
// LODESTONE_TEST_TARGET names, and on every device. LODESTONE_TEST_CONFORMANCE=full takes all
// cases, else some of each operation.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "accel/operation_table.hpp"
#include "tests/agreement/devices.hpp"
#include "utilities/conform/verdict.hpp"

namespace lodestone::conform {
namespace {

std::string PublishedList() {
  const char* const source = std::getenv("abs_srcdir");
  return std::string(source ? source : ".") + "/docs/conformance/" + ListFileName();
}

bool TakesAll() {
  const char* const wanted = std::getenv("LODESTONE_TEST_CONFORMANCE");
  return wanted && std::string(wanted) == "full";
}

std::vector<Case> CasesOf(const std::string& operation) {
  const std::size_t step = TakesAll() ? 1 : 20;
  std::size_t number = 0;
  std::vector<Case> cases = AllCases();
  std::erase_if(
      cases, [&](const Case& each) { return each.operation != operation || number++ % step != 0; });
  return cases;
}

class Conformance : public testing::TestWithParam<const char*> {
 protected:
  static void Expect(const std::string& device) {
    const std::vector<Case> cases = CasesOf(GetParam());
    ASSERT_FALSE(cases.empty());
    const Verdict verdict = Judge(device, cases, ReadList(PublishedList(), AllCases()), {});
    EXPECT_EQ(cases.size(), verdict.total.cases);
    EXPECT_EQ(cases.size(), verdict.total.equal);
    for (const Failure& failure : verdict.failures)
      ADD_FAILURE() << failure.name << " " << failure.problem;
  }
};

TEST_P(Conformance, OfTheCpu) {
  Expect("");
}

TEST_P(Conformance, OfDevices) {
  LODESTONE_NEEDS_DEVICE();
  for (const std::string& device : test::UsableDevices())
    if (!device.starts_with("Fake:")) Expect(device);  // of other tests
}

std::vector<const char*> OperationNames() {
  std::vector<const char*> names;
  for (const accel::OperationTraits& row : accel::Operations()) names.push_back(row.name);
  return names;
}

std::string NameOf(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Operations, Conformance, testing::ValuesIn(OperationNames()), NameOf);

}  // namespace
}  // namespace lodestone::conform
