#include "accel/modules/stop_request.hpp"

namespace lodestone::accel {
namespace {

thread_local const std::atomic<bool>* thread_stop = nullptr;
constinit std::atomic<bool> all_stopped{false};

}  // namespace

StoppableScope::StoppableScope(const std::atomic<bool>& stop) {
  thread_stop = &stop;
}

StoppableScope::~StoppableScope() {
  thread_stop = nullptr;
}

void StopAllThreads() {
  all_stopped = true;
}

bool AllThreadsStopped() {
  return all_stopped;
}

bool StopRequested() {
  return all_stopped || (thread_stop != nullptr && *thread_stop);
}

}  // namespace lodestone::accel
