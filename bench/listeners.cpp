#include "bench/listeners.hpp"

#include <accel/accelerate.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <utility>

namespace lodestone::bench {
namespace {

class NoListener : public Listener {
 public:
  std::uint64_t Collect(std::uint64_t) override { return 0; }
};

// The minimum a callback would do: reads a time and a name.
class Callback : public Listener {
 public:
  Callback() { MagickAccelerateSetEventHandler(Handle, this); }
  ~Callback() override { MagickAccelerateSetEventHandler(nullptr, nullptr); }
  std::uint64_t Collect(std::uint64_t) override { return std::exchange(count_, 0); }

 private:
  static void Handle(const MagickAccelerateEvent* event, void* context) {
    auto* self = static_cast<Callback*>(context);
    self->count_ += event->operation[0] != '\0' && event->unix_time_ns != 0;
  }
  std::uint64_t count_ = 0;
};

MagickAccelerateEventQueue* Open(std::size_t capacity) {
  MagickAccelerateEventQueue* queue = MagickAccelerateOpenEventQueue(capacity);
  if (!queue) throw std::runtime_error("no memory for a queue");
  return queue;
}

// Pulled after the calls.
class Queue : public Listener {
 public:
  explicit Queue(std::size_t capacity) : queue_(Open(capacity)) {}
  ~Queue() override { MagickAccelerateCloseEventQueue(queue_); }
  std::uint64_t Collect(std::uint64_t) override {
    std::uint64_t count = 0;
    while (MagickAcceleratePullEvent(queue_, 0)) ++count;
    return count;
  }

 private:
  MagickAccelerateEventQueue* queue_;
};

// Pulled concurrently by a thread.
class ReadQueue : public Listener {
 public:
  explicit ReadQueue(std::size_t capacity) : queue_(Open(capacity)), thread_([this] { Read(); }) {}
  ~ReadQueue() override {
    MagickAccelerateStopEventQueue(queue_);
    thread_.join();
    MagickAccelerateCloseEventQueue(queue_);
  }
  std::uint64_t Collect(std::uint64_t expected) override {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (count_ < expected && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return count_.exchange(0);
  }

 private:
  void Read() {
    while (MagickAcceleratePullEvent(queue_, -1)) ++count_;
  }
  std::atomic<std::uint64_t> count_{0};
  MagickAccelerateEventQueue* queue_;
  std::thread thread_;
};

class CallbackAndQueue : public Listener {
 public:
  explicit CallbackAndQueue(std::size_t capacity) : queue_(capacity) {}
  std::uint64_t Collect(std::uint64_t) override { return callback_.Collect(0) + queue_.Collect(0); }

 private:
  Callback callback_;
  Queue queue_;
};

class LogFile : public Listener {
 public:
  LogFile(const std::string& folder, const char* name) : path_(folder + "/" + name) {
    if (!MagickAccelerateOpenLog(path_.c_str()))
      throw std::runtime_error("cannot write " + path_ + ": " + std::strerror(errno));
  }
  ~LogFile() override {
    MagickAccelerateOpenLog(nullptr);
    std::filesystem::remove(path_);
  }
  std::uint64_t Collect(std::uint64_t) override {
    std::ifstream file(path_);
    const std::istreambuf_iterator<char> begin(file), end;
    const auto count = static_cast<std::uint64_t>(std::count(begin, end, '\n'));
    std::filesystem::resize_file(path_, 0);
    return count;
  }

 private:
  const std::string path_;
};

}  // namespace

const std::vector<ListenerKind>& ListenerKinds() {
  using Made = std::unique_ptr<Listener>;
  using TemporaryFolder = const std::string&;
  static const std::vector<ListenerKind> kinds = {
      {"off", "nobody", 0,
       [](TemporaryFolder, std::size_t) -> Made { return std::make_unique<NoListener>(); }},
      {"callback", "a callback", 1,
       [](TemporaryFolder, std::size_t) -> Made { return std::make_unique<Callback>(); }},
      {"queue", "a queue, pulled later", 1,
       [](TemporaryFolder, std::size_t capacity) -> Made {
         return std::make_unique<Queue>(capacity);
       }},
      {"read-queue", "a queue, pulled by a thread", 1,
       [](TemporaryFolder, std::size_t capacity) -> Made {
         return std::make_unique<ReadQueue>(capacity);
       }},
      {"callback-queue", "a callback and a queue", 2,
       [](TemporaryFolder, std::size_t capacity) -> Made {
         return std::make_unique<CallbackAndQueue>(capacity);
       }},
      // Each record is two lines there.
      {"text-log", "the log file, text", 2,
       [](TemporaryFolder folder, std::size_t) -> Made {
         return std::make_unique<LogFile>(folder, "events.log");
       }},
      {"json-log", "the log file, JSON Lines", 1,
       [](TemporaryFolder folder, std::size_t) -> Made {
         return std::make_unique<LogFile>(folder, "events.jsonl");
       }},
  };
  return kinds;
}

SleepingReader::SleepingReader() : reader_(std::make_unique<ReadQueue>(0)) {
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

}  // namespace lodestone::bench
