// Threads that do the same work, begun as they are wanted.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <utility>

#include "utilities/bulk/plain_thread.hpp"

namespace lodestone::cli {

// Thread-safety: any, but for Join.
class Crew {
 public:
  // work: what each thread does; must not throw.
  Crew(std::size_t most, Stack stack, std::function<void()> work)
      : work_(std::move(work)), stack_(stack), most_(most) {}
  ~Crew() { Join(); }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // Begins one more if there are fewer than so many, unless there are as many as may be, or the
  // system has no more. False: there are none.
  bool Need(std::size_t threads) noexcept;

  // Returns when the work of all is done, also of those that others begin meanwhile.
  void Join();

 private:
  void BeginOne() noexcept;

  const std::function<void()> work_;
  const Stack stack_;
  std::mutex mutex_;  // guards the next two
  std::size_t most_;
  std::list<PlainThread> threads_;
};

}  // namespace lodestone::cli
