// Who listens to the records of calls while their cost is measured.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lodestone::bench {

// Listens while it lives.
class Listener {
 public:
  virtual ~Listener() = default;
  // How many records have come since the last time, and makes room for others. Waits for those that
  // are under way until there are as many as expected, 30 seconds at most.
  virtual std::uint64_t Collect(std::uint64_t expected) = 0;
};

struct ListenerKind {
  const char* key;
  const char* title;
  unsigned counts;  // of Collect, for each record made
  std::unique_ptr<Listener> (*listen)(const std::string& folder, std::size_t capacity);
};

// The first is nobody. folder: for files, which go with the listener.
// capacity: records made between two calls of Collect, at most.
const std::vector<ListenerKind>& ListenerKinds();

// A queue with a thread that sleeps in it, which the next record has to wake.
class SleepingReader {
 public:
  SleepingReader();
  ~SleepingReader();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lodestone::bench
