// Listeners for events while the cost of recording is measured.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lodestone::bench {

// Listens during its lifetime.
class Listener {
 public:
  virtual ~Listener() = default;
  // The number of records since the last time; makes room for more. Waits for those under way until
  // there are as many as expected, 30 seconds at most.
  virtual std::uint64_t Collect(std::uint64_t expected) = 0;
};

struct ListenerKind {
  const char* key;
  const char* title;
  unsigned counts;  // of Collect, for each record made
  std::unique_ptr<Listener> (*listen)(const std::string& folder, std::size_t capacity);
};

// The first is no listener. folder: for files, which the listener deletes.
// capacity: records between two calls of Collect, at most.
const std::vector<ListenerKind>& ListenerKinds();

// A queue with a waiting thread, which the next record has to wake.
class SleepingReader {
 public:
  SleepingReader();

 private:
  std::unique_ptr<Listener> reader_;
};

}  // namespace lodestone::bench
