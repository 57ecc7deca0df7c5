#include "accel/modules/stop_request.hpp"

namespace lodestone::accel {
namespace {

thread_local const std::atomic<bool>* thread_stop = nullptr;

}  // namespace

StoppableScope::StoppableScope(const std::atomic<bool>& stop) {
  thread_stop = &stop;
}

StoppableScope::~StoppableScope() {
  thread_stop = nullptr;
}

bool StopRequested() {
  return thread_stop != nullptr && *thread_stop;
}

}  // namespace lodestone::accel
