// Branches in which the work-items of a group diverge, and alternatives.
#include <algorithm>

#include "lab/experiments.hpp"

namespace lodestone::lab {
namespace {

constexpr char kArticle[] = "OpenCL optimisation case: if-else and switch";

// Work-items per second in the article, and the gain from hoisting the call.
constexpr double kChainBest = 15335e6, kChainWorst = 2200e6, kTable = 19429e6, kHoisted = 2;

constexpr uint32_t kCallRounds = 64, kShortRounds = 16;
constexpr Group kLine = {256, 1};

// Number of items, their input and their output.
class Items {
 public:
  Items(Bench& bench, Notebook& notebook, std::vector<uint32_t> values)
      : bench_(bench),
        notebook_(notebook),
        values_(std::move(values)),
        from_(bench.Upload(values_)),
        to_(bench.MakeBuffer(values_.size() * sizeof(uint32_t))) {}

  const std::vector<uint32_t>& values() const { return values_; }

  template <typename... Arguments>
  void Note(const std::string& name, const std::string& baseline, const char* function,
            const std::vector<uint32_t>& expected, const Published& published, uint32_t rounds,
            const Arguments&... arguments) {
    const auto count = static_cast<uint32_t>(values_.size());
    const Variant variant = {name, baseline, count, 1, 0, published};
    notebook_.Try(variant, [&] {
      const Kernel kernel = bench_.MakeKernel(kBranchesSource, "", function);
      bench_.SetArguments(kernel, from_, to_, count, rounds, arguments...);
      const Group groups[] = {{0, 0}, bench_.Fit(kLine, kernel)};
      notebook_.NoteLaunches(variant, {{kernel.get(), {count, 1}, {}}}, groups, to_,
                             expected.data());
    });
  }

 private:
  Bench& bench_;
  Notebook& notebook_;
  const std::vector<uint32_t> values_;
  const Memory from_, to_;
};

size_t CountFor(const Size& size) {
  return std::max<size_t>(1, size_t{size.columns} * size.rows / 4);
}

}  // namespace

void ExperimentHoistedCall(Bench& bench, Notebook& notebook, const Size& size) {
  constexpr uint32_t kKey = 40503;
  Items items(bench, notebook, NoiseWords(CountFor(size)));
  const auto expected = CallResults(items.values(), kKey, kCallRounds);
  const std::string baseline = "a call in each branch";
  items.Note(baseline, "", "CallInBranches", expected, {kArticle}, kCallRounds, kKey);
  items.Note("one call behind the branches", baseline, "CallAfterBranches", expected,
             {kArticle, 0, kHoisted}, kCallRounds, kKey);
}

void ExperimentTable(Bench& bench, Notebook& notebook, const Size& size) {
  std::array<uint32_t, 16> keys;
  for (uint32_t i = 0; i < 16; ++i) keys[i] = i;
  struct Case {
    const char* name;
    uint32_t first, firsts, spread;
    double published;
  };
  // Always the first branch, always the last, and a different one for each work-item.
  constexpr Case kCases[] = {{", first branch", 0, 1, 0, kChainBest},
                             {", last branch", 13, 1, 0, kChainWorst},
                             {", any branch", 0, 7, 7, 0}};
  for (const Case& each : kCases) {
    std::vector<uint32_t> values = NoiseWords(CountFor(size));
    for (uint32_t& value : values) value = each.first + value % each.firsts;
    Items items(bench, notebook, std::move(values));
    const auto expected = FourteenResults(items.values(), each.spread, kShortRounds);
    const std::string baseline = std::string("14 branches") + each.name;
    Published chain = {kArticle}, table = {kArticle};
    if (each.published > 0) {
      chain.per_second = each.published;
      table.per_second = kTable;
      table.ratio = kTable / each.published;
    }
    items.Note(baseline, "", "ChainOf14", expected, chain, kShortRounds, each.spread, keys);
    items.Note(std::string("table") + each.name, baseline, "TableOf14", expected, table,
               kShortRounds, each.spread);
  }
}

void ExperimentIndependentIfs(Bench& bench, Notebook& notebook, const Size& size) {
  constexpr std::array<uint32_t, 4> kLimits = {40, 100, 160, 210};
  const std::array<uint32_t, 4> limits = {kLimits[0], kLimits[1], kLimits[2], kLimits[3]};
  Items items(bench, notebook, NoiseWords(CountFor(size)));
  const auto expected = CountResults(items.values(), kLimits, kShortRounds);
  const std::string baseline = "chain of else if";
  items.Note(baseline, "", "CountElseIf", expected, {kArticle}, kShortRounds, limits);
  items.Note("independent ifs", baseline, "CountIf", expected, {kArticle}, kShortRounds, limits);
}

void ExperimentGroupedSwitch(Bench& bench, Notebook& notebook, const Size& size) {
  Items items(bench, notebook, NoiseWords(CountFor(size)));
  const auto expected = SixteenResults(items.values(), kCallRounds);
  const std::string baseline = "switch with 16 calls";
  items.Note(baseline, "", "SwitchOf16", expected, {kArticle}, kCallRounds);
  items.Note("table and 3 calls", baseline, "ThreeCalls", expected, {kArticle}, kCallRounds);
}

}  // namespace lodestone::lab
