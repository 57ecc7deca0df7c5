// What the dummy driver is told and notes.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "accel/gpu/problem.hpp"

namespace lodestone::accel::gpu::testing {

struct Fault {
  unsigned left;  // calls before it, and it
  Problem problem;
  bool lasts;
};

struct DummyState {
  std::recursive_mutex mutex;
  std::map<std::string, Fault> faults;
  std::vector<std::string> calls;
  uint64_t live_bytes = 0, clock_ns = 0;
};

DummyState& TheState();

// Throws the problem that this call was to have. The state is locked.
void Strike(const std::string& call);

// Notes a call, which fails if it was to. Returns the lock of the state.
std::unique_lock<std::recursive_mutex> Asked(const std::string& call);

// Fails the test that runs.
void Misused(const std::string& how);

}  // namespace lodestone::accel::gpu::testing
