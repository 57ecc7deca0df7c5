// What a bulk run has done.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lodestone::cli {

// In front of the reason, in messages.
inline constexpr char kStopped[] = "Stopped: ";

struct BulkFailure {
  std::string input;
  std::string reason;
};

struct BulkSummary {
  std::uint64_t done = 0, failed = 0;
  std::uint64_t earlier = 0;                     // done by an earlier run
  std::uint64_t warned = 0, earlier_warned = 0;  // of those, with warnings
  std::uint64_t outputs = 0;
  double pixels = 0;  // of the inputs done
  std::uint64_t bytes_read = 0, bytes_written = 0;
  double seconds = 0;
  std::vector<BulkFailure> failures;              // the first few
  std::map<std::string, std::uint64_t> reasons;   // of all failures, without the names of files
  std::map<std::string, std::uint64_t> warnings;  // the same of inputs done
  std::map<std::string, std::uint64_t> devices;   // inputs done, by what they were computed on
  bool lost_journal = false;                      // somebody has removed it meanwhile
  std::string stopped;  // why the run ended before the inputs did; "" if it did not

  void CountReason(const std::string& reason);
  void CountWarnings(const std::vector<std::string>& texts);
  // Warnings and devices of what was done earlier.
  void AddEarlier(const BulkSummary& before);
  void CountDevices(const std::vector<std::string>& names);
  bool complete() const { return failed == 0 && stopped.empty(); }
  bool had_inputs() const { return done + failed + earlier != 0 || !stopped.empty(); }
};

// Of how many that are done something was said; "" of none.
std::string WarnedText(std::uint64_t count);

// An input and why it failed; its name once, though the reason may have it, too.
std::string FailureText(const std::string& input, std::string reason);

// How many images, and how fast.
std::string SummaryLine(const BulkSummary& summary);

void PrintSummary(const BulkSummary& summary, const std::string& journal);
std::string SummaryJson(const BulkSummary& summary, const std::string& journal);

}  // namespace lodestone::cli
