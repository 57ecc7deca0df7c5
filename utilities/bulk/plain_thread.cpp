#include "utilities/bulk/plain_thread.hpp"

#include <cstddef>
#include <utility>

namespace lodestone::cli {
namespace {

constexpr std::size_t kSmallBytes = std::size_t{512} << 10;

void* Run(void* run) {
  (*static_cast<std::function<void()>*>(run))();
  return nullptr;
}

}  // namespace

bool PlainThread::Start(Stack stack, std::function<void()> run) {
  run_ = std::move(run);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (stack == Stack::kSmall) pthread_attr_setstacksize(&attributes, kSmallBytes);
  started_ = pthread_create(&thread_, &attributes, Run, &run_) == 0;
  pthread_attr_destroy(&attributes);
  return started_;
}

void PlainThread::Join() {
  if (started_ && !std::exchange(joined_, true)) pthread_join(thread_, nullptr);
}

}  // namespace lodestone::cli
