// The same in several threads that begin at the same time.
#pragma once

#include <barrier>
#include <cstddef>
#include <thread>
#include <vector>

namespace lodestone::accel::gpu::testing {

// run(0) to run(threads - 1).
template <class Run>
void RunTogether(size_t threads, const Run& run) {
  std::barrier start(static_cast<std::ptrdiff_t>(threads));
  std::vector<std::jthread> all;
  for (size_t i = 0; i < threads; ++i)
    all.emplace_back([&, i] {
      start.arrive_and_wait();
      run(i);
    });
}

}  // namespace lodestone::accel::gpu::testing
