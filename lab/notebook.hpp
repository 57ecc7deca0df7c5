// Records the results of the lab's experiments.
#pragma once

#include <functional>

#include "lab/bench.hpp"
#include "lab/record.hpp"

namespace lodestone::lab {

// The published figures of a variant.
struct Published {
  const char* source = "";
  double milliseconds = 0, ratio = 0, per_second = 0;
};

// One variant of an experiment.
struct Variant {
  std::string name;
  std::string baseline;        // "" for the baseline itself
  unsigned columns, rows = 1;  // of the image
  uint64_t bytes = 0;          // read and written
  Published published = {};
  bool on_host = false;
};

struct Outcome {
  uint64_t ns;
  Verdict verdict;
};

// Thrown when the handler says stop.
struct Stopped {};

class Notebook {
 public:
  // The experiments are `share` of the whole progress, starting at `begin` (0 ... 1).
  Notebook(Bench& bench, const Handler& handler, double begin, double share)
      : bench_(bench), handler_(handler), all_begin_(begin), all_share_(share) {}

  // This is experiment number `number` of `count`.
  void Begin(const char* experiment, size_t number, size_t count);

  // Records the result of `measure`, or the problem that it throws.
  void Note(const Variant& variant, const Group& group, const std::function<Outcome()>& measure);
  // Records only a problem that `body` throws.
  void Try(const Variant& variant, const std::function<void()>& body);

  // Records for each work-group size the time of the launches, in order, and whether they leave the
  // expected result in `destination`, which is cleared first. `intermediate`, if any, passes data
  // from the first launch to the second.
  void NoteLaunches(const Variant& variant, std::vector<Launch> launches,
                    std::span<const Group> groups, const Memory& destination, const void* expected,
                    unsigned tolerance = 0, const Memory* intermediate = nullptr);

 private:
  void Tell(const Variant& variant, const Group& group, const Outcome& outcome,
            const Problem* problem);

  Bench& bench_;
  const Handler& handler_;
  const double all_begin_, all_share_;
  std::string experiment_;
  double begin_ = 0, share_ = 0, notes_ = 0;
};

}  // namespace lodestone::lab
