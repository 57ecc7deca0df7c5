// Threads that do the same work, begun as they are wanted.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace lodestone::cli {

// Thread-safety: any, but for Join.
class Crew {
 public:
  // work: what each thread does; must not throw.
  Crew(std::size_t most, std::function<void()> work) : work_(std::move(work)), most_(most) {}
  ~Crew() { Join(); }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // Begins one more if there are fewer than so many. Nothing happens if the system has no more.
  void Need(std::size_t threads) noexcept;

  // Returns when the work of all is done, also of those that others begin meanwhile.
  void Join();

 private:
  const std::function<void()> work_;
  std::mutex mutex_;  // guards the next two
  std::size_t most_;
  std::vector<std::thread> threads_;
};

}  // namespace lodestone::cli
