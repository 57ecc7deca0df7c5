#include "tests/gpu/dummy_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/gpu/dummy_driver.hpp"

namespace lodestone::accel::gpu::testing {

DummyState& TheState() {
  static DummyState state;
  return state;
}

void Strike(const std::string& call) {
  auto& faults = TheState().faults;
  const auto found = faults.find(call);
  if (found == faults.end() || --found->second.left > 0) return;
  found->second.left = 1;
  const Problem problem = found->second.problem;
  if (!found->second.lasts) faults.erase(found);
  throw problem;
}

std::unique_lock<std::recursive_mutex> Asked(const std::string& call) {
  std::unique_lock lock(TheState().mutex);
  TheState().calls.push_back(call);
  Strike(call);
  return lock;
}

void Misused(const std::string& how) {
  ADD_FAILURE() << how;
}

void Dummy::Reset() {
  const std::lock_guard lock(TheState().mutex);
  unified_memory = false;
  memory_bytes = kMemoryBytes;
  TheState().faults.clear();
  TheState().calls.clear();
}

void Dummy::FailAt(const std::string& call, unsigned nth, const Problem& problem, bool lasts) {
  const std::lock_guard lock(TheState().mutex);
  TheState().faults.insert_or_assign(call, Fault{nth, problem, lasts});
}

std::vector<std::string> Dummy::Calls() {
  const std::lock_guard lock(TheState().mutex);
  return TheState().calls;
}

size_t Dummy::CallsOf(const std::string& call) {
  const std::vector<std::string> calls = Calls();
  return static_cast<size_t>(std::count(calls.begin(), calls.end(), call));
}

uint64_t Dummy::LiveBytes() {
  const std::lock_guard lock(TheState().mutex);
  return TheState().live_bytes;
}

}  // namespace lodestone::accel::gpu::testing
