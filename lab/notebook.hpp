// What the laboratory's experiments write down, as records of the public interface.
#pragma once

#include <functional>

#include "lab/bench.hpp"

namespace lodestone::accel::opencl {

// What an article says of a variant.
struct LabPublished {
  const char* source = "";
  double milliseconds = 0, ratio = 0, per_second = 0;
};

// One way to do it.
struct LabVariant {
  std::string name;
  std::string baseline;        // "" for the one that others are compared with
  unsigned columns, rows = 1;  // of what it works on
  uint64_t bytes = 0;          // read and written
  LabPublished published = {};
  bool on_host = false;
};

struct LabOutcome {
  uint64_t ns;
  LabVerdict verdict;
};

// Thrown when the handler says stop.
struct LabStopped {};

class LabNotebook {
 public:
  LabNotebook(LabBench& bench, MagickAccelerateLabHandler handler, void* context)
      : bench_(bench), handler_(handler), context_(context) {}

  // Of all the experiments it is number `number` of `count`.
  void Begin(const char* experiment, size_t number, size_t count);

  // Notes what `measure` finds, or the problem that it throws.
  void Note(const LabVariant& variant, const LabGroup& group,
            const std::function<LabOutcome()>& measure);
  // Notes nothing but a problem that `body` throws.
  void Try(const LabVariant& variant, const std::function<void()>& body);

  // Notes for each group what the launches take, one after the other, and whether they leave what
  // was expected in `sink`, of which nothing was there before. `between`, if any, is what the first
  // launch leaves to the second.
  void NoteLaunches(const LabVariant& variant, std::vector<LabLaunch> launches,
                    std::span<const LabGroup> groups, const LabMemory& sink, const void* expected,
                    unsigned tolerance = 0, const LabMemory* between = nullptr);

 private:
  void Tell(const LabVariant& variant, const LabGroup& group, const LabOutcome& outcome,
            const Problem* problem);

  LabBench& bench_;
  const MagickAccelerateLabHandler handler_;
  void* const context_;
  const char* experiment_ = "";
  double begin_ = 0, share_ = 0, notes_ = 0;
};

}  // namespace lodestone::accel::opencl
