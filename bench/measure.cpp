#include "bench/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "bench/raw_image.hpp"
#include "utilities/measure/statistics.hpp"
#include "bench/text.hpp"

namespace lodestone::bench {
namespace {

// A competitor this much slower than Lodestone is timed in every third round only.
constexpr double kSlow = 8;
constexpr unsigned kSlowStride = 3;
// One that takes longer than this is not run again: its first run counts.
constexpr double kOnceMs = 5000;

constexpr const char* kCopy = "memcpy";

// Not a library: how fast the source can be copied here and now.
class CopyJob : public Job {
 public:
  explicit CopyJob(const Picture& source) : source_(source), result_(source) {}
  void Run() override {
    std::memcpy(result_.bytes.data(), source_.bytes.data(), source_.bytes.size());
    asm volatile("" : : "r"(result_.bytes.data()) : "memory");
  }
  Picture Result() override { return result_; }

 private:
  const Picture& source_;
  Picture result_;
};

struct Competitor {
  std::string name;
  std::unique_ptr<Job> job;
  double first_ms = 0;
  double difference = 0;
  std::vector<double> times_ms;
};

double TimeMs(Job& job) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  job.Run();
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

std::vector<Competitor> Prepare(const Work& work, const std::vector<Peer*>& peers) {
  std::vector<Competitor> competitors;
  for (Peer* peer : peers) {
    std::unique_ptr<Job> job = peer->Prepare(work);
    if (job != nullptr) competitors.push_back({peer->Name(), std::move(job), 0, 0, {}});
  }
  competitors.push_back({kCopy, std::make_unique<CopyJob>(*work.source), 0, 0, {}});
  return competitors;
}

// The first run; a result must be what Lodestone's is.
void WarmUp(std::vector<Competitor>& competitors) {
  Picture own;
  for (Competitor& competitor : competitors) {
    competitor.first_ms = TimeMs(*competitor.job);
    if (&competitor == &competitors.front()) {
      own = competitor.job->Result();
    } else if (competitor.name != kCopy) {
      competitor.difference = MeanDifference(own, competitor.job->Result());
    }
  }
}

// Nobody is timed doing something else.
std::vector<std::string> LeaveOut(const Row& row, std::vector<Competitor>& competitors) {
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
    // Another one begins each round, so that nobody always follows the same neighbour.
    for (std::size_t i = 0; i < competitors.size(); ++i) {
      Competitor& competitor = competitors[(i + round) % competitors.size()];
      if (competitor.first_ms > kOnceMs) {
        competitor.times_ms = {competitor.first_ms};
        continue;
      }
      if (competitor.first_ms > slow && round % kSlowStride != 0) continue;
      competitor.times_ms.push_back(TimeMs(*competitor.job));
    }
  }
}

Timing Summarize(const Competitor& competitor) {
  Timing timing;
  timing.name = competitor.name;
  timing.median_ms = Median(competitor.times_ms);
  timing.minimum_ms = *std::min_element(competitor.times_ms.begin(), competitor.times_ms.end());
  timing.spread = Spread(competitor.times_ms);
  timing.difference = competitor.difference;
  timing.rounds = static_cast<unsigned>(competitor.times_ms.size());
  return timing;
}

// The published figures belong to one size of picture and one thread.
void AddPublished(const Row& row, const Picture& source, RowResult& result) {
  if (result.threads != 1 || source.columns != kPublishedColumns || source.rows != kPublishedRows) {
    return;
  }
  const std::size_t depth = DepthIndex(source.depth);
  result.published_ms = row.published_ms[depth];
  result.carried_over_ms = result.published_ms * result.copy_ms / kPublishedCopyMs[depth];
}

}  // namespace

RowResult MeasureRow(const Row& row, const Pictures& pictures, const std::vector<Peer*>& peers,
                     unsigned threads, unsigned rounds) {
  const Picture& source = pictures.For(row);
  const Work work = {&source,
                     row.operation,
                     Scaled(source.columns, row.factor),
                     Scaled(source.rows, row.factor),
                     threads,
                     row.radius,
                     row.sigma,
                     row.grey};
  std::vector<Competitor> competitors = Prepare(work, peers);
  WarmUp(competitors);
  RowResult result;
  result.left_out = LeaveOut(row, competitors);
  RunRounds(competitors, rounds);

  result.id = row.id;
  result.title = row.title;
  result.depth = source.depth;
  result.threads = threads;
  result.copy_ms = Summarize(competitors.back()).median_ms;
  competitors.pop_back();
  for (const Competitor& competitor : competitors) result.timings.push_back(Summarize(competitor));
  AddPublished(row, source, result);
  return result;
}

}  // namespace lodestone::bench
