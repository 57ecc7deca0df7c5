#include "bench/measure.hpp"

#include <cstring>
#include <utility>

#include "bench/raw_image.hpp"
#include "bench/text.hpp"
#include "utilities/measure/timing.hpp"

namespace lodestone::bench {
namespace {

// A competitor this much slower than Lodestone is timed only in every third round.
constexpr double kSlow = 8;
constexpr unsigned kSlowStride = 3;
// One that takes longer than this is not repeated: its first run counts.
constexpr double kRunOnceMs = 5000;

constexpr const char* kCopy = "memcpy";

// Not a library: how fast the source can be copied at this moment.
class CopyJob : public Job {
 public:
  explicit CopyJob(const RawImage& source) : source_(source), result_(source) {}
  void Run() override {
    std::memcpy(result_.bytes.data(), source_.bytes.data(), source_.bytes.size());
    asm volatile("" : : "r"(result_.bytes.data()) : "memory");
  }
  RawImage Result() override { return result_; }

 private:
  const RawImage& source_;
  RawImage result_;
};

struct Competitor {
  std::string name;
  std::unique_ptr<Job> job;
  double first_ms = 0;
  double difference = 0;
  std::vector<double> times_ms;
};

std::vector<Competitor> Prepare(const Work& work, const std::vector<Peer*>& peers) {
  std::vector<Competitor> competitors;
  for (Peer* peer : peers) {
    std::unique_ptr<Job> job = peer->Prepare(work);
    if (job != nullptr) competitors.push_back({peer->Name(), std::move(job), 0, 0, {}});
  }
  competitors.push_back({kCopy, std::make_unique<CopyJob>(*work.source), 0, 0, {}});
  return competitors;
}

// The first run; its result must match Lodestone's.
void WarmUp(std::vector<Competitor>& competitors) {
  RawImage own;
  for (Competitor& competitor : competitors) {
    competitor.first_ms = measure::TimeMs([&] { competitor.job->Run(); });
    if (&competitor == &competitors.front()) {
      own = competitor.job->Result();
    } else if (competitor.name != kCopy) {
      competitor.difference = MeanDifference(own, competitor.job->Result());
    }
  }
}

// Competitors that compute something else are not timed.
std::vector<std::string> Skip(const Row& row, std::vector<Competitor>& competitors) {
  std::vector<std::string> names;
  std::erase_if(competitors, [&](const Competitor& competitor) {
    if (competitor.difference <= row.allowed_difference) return false;
    names.push_back(Format("%s: mean difference %.3f/255, %.3f allowed", competitor.name.c_str(),
                           competitor.difference, row.allowed_difference));
    return true;
  });
  return names;
}

void RunRounds(std::vector<Competitor>& competitors, unsigned rounds) {
  const double slow = kSlow * competitors[0].first_ms;
  for (unsigned round = 0; round < rounds; ++round) {
    measure::TakeTurns(round, competitors.size(), [&](std::size_t turn) {
      Competitor& competitor = competitors[turn];
      if (competitor.first_ms > kRunOnceMs) {
        competitor.times_ms = {competitor.first_ms};
        return;
      }
      if (competitor.first_ms > slow && round % kSlowStride != 0) return;
      competitor.times_ms.push_back(measure::TimeMs([&] { competitor.job->Run(); }));
    });
  }
}

Timing TimingOf(const Competitor& competitor) {
  Timing timing = Summarize(competitor.name, competitor.times_ms);
  timing.difference = competitor.difference;
  return timing;
}

// The published figures are for one image size and one thread.
void AddPublished(const Row& row, const RawImage& source, RowResult& result) {
  if (result.threads != 1 || source.columns != kPublishedColumns || source.rows != kPublishedRows) {
    return;
  }
  const std::size_t depth = DepthIndex(source.depth);
  result.published_ms = row.published_ms[depth];
  result.carried_over_ms = result.published_ms * result.copy_ms / kPublishedCopyMs[depth];
}

}  // namespace

RowResult MeasureRow(const Row& row, const RawImages& raw_images, const std::vector<Peer*>& peers,
                     unsigned threads, unsigned rounds) {
  const RawImage& source = raw_images.For(row);
  const auto [columns, rows] = ResultSize(row, source);
  const Work work = {&source,   row.operation, columns,          rows, threads, row.radius,
                     row.sigma, row.grey,      &raw_images.alpha};
  std::vector<Competitor> competitors = Prepare(work, peers);
  WarmUp(competitors);
  RowResult result;
  result.left_out = Skip(row, competitors);
  RunRounds(competitors, rounds);

  result.id = row.id;
  result.title = row.title;
  result.depth = source.depth;
  result.threads = threads;
  result.copy_ms = TimingOf(competitors.back()).median_ms;
  competitors.pop_back();
  for (const Competitor& competitor : competitors) result.timings.push_back(TimingOf(competitor));
  AddPublished(row, source, result);
  return result;
}

}  // namespace lodestone::bench
