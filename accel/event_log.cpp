#include "accel/event_log.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <mutex>
#include <string_view>

namespace lodestone::accel {
namespace {

struct Listeners {
  // Recursive, so that a handler may take itself out.
  std::recursive_mutex mutex;
  std::atomic<int> count{0};  // handler and file; the observer is asked each time
  MagickAccelerateEventHandler handler = nullptr;
  void* context = nullptr;
  int file = -1;
  bool file_is_json = false;
  std::atomic<LogObserver*> observer{nullptr};
  std::uint64_t sequence = 0;

  void CountAgain() { count = (handler != nullptr) + (file >= 0); }
};

Listeners& GetListeners() {
  static Listeners& listeners = *new Listeners;
  return listeners;
}

bool ObserverWants(const Listeners& listeners) {
  const LogObserver* observer = listeners.observer.load();
  return observer && observer->wanted();
}

LogLine Line(std::string_view message) {
  return {"dispatch.cpp", "Dispatch", __LINE__, "Accelerate", "Event", message};
}

// One write a record, so that lines of several processes do not mix. A full disk loses log lines,
// never images.
void AppendToFile(const Listeners& listeners, const MagickAccelerateEvent& event) {
  std::string text;
  if (listeners.file_is_json) {
    text = EventJson(event);
  } else {
    for (const std::string& message : EventMessages(event)) text += FormatLogLine(Line(message));
  }
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = write(listeners.file, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    done += static_cast<std::size_t>(written);
  }
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

bool EventsWanted() {
  const Listeners& listeners = GetListeners();
  return listeners.count.load(std::memory_order_relaxed) > 0 || ObserverWants(listeners);
}

void EmitEvent(MagickAccelerateEvent event) {
  Listeners& listeners = GetListeners();
  const std::lock_guard lock(listeners.mutex);
  event.sequence = ++listeners.sequence;
  if (listeners.file >= 0) AppendToFile(listeners, event);
  if (ObserverWants(listeners))
    for (const std::string& message : EventMessages(event))
      listeners.observer.load()->emit(Line(message));
  if (listeners.handler) listeners.handler(&event, listeners.context);
}

}  // namespace lodestone::accel

using namespace lodestone::accel;

void MagickAccelerateSetEventHandler(MagickAccelerateEventHandler handler, void* context) {
  Listeners& listeners = GetListeners();
  const std::lock_guard lock(listeners.mutex);
  listeners.handler = handler;
  listeners.context = context;
  listeners.CountAgain();
}

int MagickAccelerateOpenLog(const char* filename) {
  int file = -1;
  if (filename) {
    file = open(filename, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) return 0;
  }
  Listeners& listeners = GetListeners();
  const std::lock_guard lock(listeners.mutex);
  if (listeners.file >= 0) close(listeners.file);
  listeners.file = file;
  listeners.file_is_json = filename && EndsWith(filename, ".jsonl");
  listeners.CountAgain();
  return 1;
}
