#include "accel/events/event_log.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <string_view>
#include <utility>

#include "accel/events/event_queue.hpp"
#include "base/interruptible_output.hpp"
#include "base/on_first_use.hpp"
#include "base/output_place.hpp"

namespace lodestone::accel {
namespace {

constexpr std::size_t kCapacity = 1024;  // of queues, unless the program sets another

struct Listeners {
  // Held while foreign code runs, so that records are delivered one at a time and a removed handler
  // is not called any more. Recursive, so that a handler may remove itself.
  std::recursive_mutex emitting;
  // Held only briefly.
  std::mutex state;

  // Written with both locks held, read with either.
  MagickAccelerateEventHandler handler = nullptr;
  void* context = nullptr;
  int file = -1;
  bool file_is_json = false;
  int file_error = 0;  // why something is missing from the file

  // Guarded by `state`.
  bool program_wants_times = true;
  std::vector<MagickAccelerateEventQueue*> queues;
  std::uint64_t sequence = 0;

  // Handler, file and queues, and those that want times; the observer is asked each time.
  std::atomic<std::size_t> count{0}, timed{0};
  std::atomic<LogObserver*> observer{nullptr};
  std::atomic<GiveUp> give_up{nullptr};

  void CountAgain() {
    const std::size_t files = file >= 0, programs = (handler != nullptr) + queues.size();
    count = files + programs;
    timed = files + (program_wants_times ? programs : 0);
  }
};

Listeners& GetListeners() {
  static constinit OnFirstUse<Listeners> listeners;
  return listeners.Get();
}

// Installs another handler or file once the present one is not running.
template <class Change>
void ChangeReceivers(Change change) {
  Listeners& listeners = GetListeners();
  const std::lock_guard not_at_work(listeners.emitting);
  const std::lock_guard lock(listeners.state);
  change(listeners);
  listeners.CountAgain();
}

// What is guarded by `state` alone.
template <class Change>
void ChangeState(Change change) {
  Listeners& listeners = GetListeners();
  const std::lock_guard lock(listeners.state);
  change(listeners);
  listeners.CountAgain();
}

// The child's copies must be consistent, and no lock may be held by a thread that it does not have.
// Waiting here for a handler could deadlock: it may need something that the forking thread holds.
void BeforeFork() {
  Listeners& listeners = GetListeners();
  listeners.state.lock();
  for (MagickAccelerateEventQueue* queue : listeners.queues) queue->BeforeFork();
}

void AfterForkInParent() {
  Listeners& listeners = GetListeners();
  for (MagickAccelerateEventQueue* queue : listeners.queues) queue->AfterForkInParent();
  listeners.state.unlock();
}

void AfterForkInChild() {
  Listeners& listeners = GetListeners();
  new (&listeners.emitting) std::recursive_mutex;
  for (MagickAccelerateEventQueue* queue : listeners.queues) queue->AfterForkInChild();
  listeners.state.unlock();
}

// Registered when the library is loaded: functions registered first are called last before a fork,
// and others may still write records until then.
[[maybe_unused]] const int kForkRegistered =
    pthread_atfork(BeforeFork, AfterForkInParent, AfterForkInChild);

bool ObserverWants(const Listeners& listeners) {
  const LogObserver* observer = listeners.observer.load();
  return observer && observer->wanted();
}

LogLine Line(std::string_view message) {
  return {"dispatch.cpp", "Dispatch", __LINE__, "Accelerate", "Event", message};
}

// One write per record, so that lines of several processes do not mix.
void AppendToFile(Listeners& listeners, const MagickAccelerateEvent& event) {
  std::string text;
  if (listeners.file_is_json) {
    text = EventJson(event);
  } else {
    for (const std::string& message : EventMessages(event)) text += FormatLogLine(Line(message));
  }
  const GiveUp give_up = IsPipe(listeners.file) ? listeners.give_up.load() : nullptr;
  if (!WriteOutput(listeners.file, text.data(), text.size(), give_up)) listeners.file_error = errno;
}

// A full disk or lack of memory loses no more than lines of the log; who closes it learns of that.
void WriteLines(Listeners& listeners, const MagickAccelerateEvent& event) {
  const bool observed = ObserverWants(listeners);
  if (listeners.file < 0 && !observed) return;
  try {
    if (listeners.file >= 0) AppendToFile(listeners, event);
    if (!observed) return;
    for (const std::string& message : EventMessages(event))
      listeners.observer.load()->emit(Line(message));
  } catch (const std::exception&) {
    listeners.file_error = ENOMEM;
  }
}

// Whether a text, which may be cut, begins as either layout of logs does: with a date or a number.
bool BeginsAsLog(std::string_view text) {
  constexpr std::string_view kJson = R"({"sequence":)";
  constexpr std::size_t kDateDigits = 14;
  const std::string_view date = text.substr(0, kDateDigits);
  return text.substr(0, kJson.size()) == kJson.substr(0, text.size()) ||
         date.find_first_not_of("0123456789") == std::string_view::npos;
}

// Whether nothing is spoilt by appending to what is there. What may not be read is not known.
bool MayBeLog(const OutputPlace& place) {
  if (!place.existing() || place.is_special()) return true;
  const FileDescriptor reader = place.Open(O_RDONLY);
  char bytes[32];
  const ssize_t got = reader.is_open() ? read(reader.get(), bytes, sizeof bytes) : 0;
  return got <= 0 || BeginsAsLog({bytes, static_cast<std::size_t>(got)});
}

// -1 with errno set.
int OpenLog(const char* filename) {
  try {
    const OutputPlace place(filename);
    errno = place.error().number;
    if (!place.valid()) return -1;
    if (MayBeLog(place))
      return place.Open(O_WRONLY | O_APPEND, GetListeners().give_up.load()).Release();
    errno = EEXIST;
  } catch (const std::exception&) {
    errno = ENOMEM;
  }
  return -1;
}

bool EndsWith(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

}  // namespace

void SetLogObserver(const LogObserver& observer) {
  static LogObserver stored;
  stored = observer;
  GetListeners().observer = &stored;
}

void SetLogGiveUp(GiveUp give_up) {
  GetListeners().give_up = give_up;
}

bool EventsWanted() {
  const Listeners& listeners = GetListeners();
  return listeners.count.load(std::memory_order_relaxed) > 0 || ObserverWants(listeners);
}

bool PartTimesWanted() {
  const Listeners& listeners = GetListeners();
  return listeners.timed.load(std::memory_order_relaxed) > 0 || ObserverWants(listeners);
}

void EmitEvent(MagickAccelerateEvent event) {
  Listeners& listeners = GetListeners();
  const std::lock_guard one_at_a_time(listeners.emitting);
  {
    const std::lock_guard lock(listeners.state);
    event.sequence = ++listeners.sequence;
    for (MagickAccelerateEventQueue* queue : listeners.queues) queue->Push(event);
  }
  WriteLines(listeners, event);
  if (listeners.handler) listeners.handler(&event, listeners.context);
}

}  // namespace lodestone::accel

using namespace lodestone::accel;

void MagickAccelerateSetEventHandler(MagickAccelerateEventHandler handler, void* context) {
  ChangeReceivers([=](Listeners& listeners) {
    listeners.handler = handler;
    listeners.context = context;
  });
}

void MagickAccelerateSetPartTimes(int wanted) {
  ChangeState([=](Listeners& listeners) { listeners.program_wants_times = wanted != 0; });
}

int MagickAccelerateOpenLog(const char* filename) {
  int file = -1;
  if (filename) {
    file = OpenLog(filename);
    if (file < 0) return 0;
  }
  int error = 0;
  ChangeReceivers([&](Listeners& listeners) {
    std::swap(listeners.file, file);
    error = std::exchange(listeners.file_error, 0);
    listeners.file_is_json = filename && EndsWith(filename, ".jsonl");
  });
  if (file >= 0 && close(file) != 0 && error == 0) error = errno;
  if (filename || error == 0) return 1;
  errno = error;
  return 0;
}

MagickAccelerateEventQueue* MagickAccelerateOpenEventQueue(size_t capacity) {
  try {
    auto queue = std::make_unique<MagickAccelerateEventQueue>(capacity ? capacity : kCapacity);
    ChangeState([&](Listeners& listeners) { listeners.queues.push_back(queue.get()); });
    return queue.release();
  } catch (const std::exception&) {
    errno = ENOMEM;
    return nullptr;
  }
}

const MagickAccelerateEvent* MagickAcceleratePullEvent(MagickAccelerateEventQueue* queue,
                                                       double seconds) {
  try {
    return queue ? queue->Pull(seconds) : nullptr;
  } catch (const std::exception&) {
    errno = ENOMEM;
    return nullptr;
  }
}

uint64_t MagickAccelerateLostEvents(const MagickAccelerateEventQueue* queue) {
  return queue ? queue->lost() : 0;
}

void MagickAccelerateStopEventQueue(MagickAccelerateEventQueue* queue) {
  if (queue) queue->Stop();
}

void MagickAccelerateCloseEventQueue(MagickAccelerateEventQueue* queue) {
  if (!queue) return;
  queue->Stop();
  ChangeState([=](Listeners& listeners) { std::erase(listeners.queues, queue); });
  queue->WaitForPulls();
  delete queue;
}
