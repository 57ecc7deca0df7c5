#include "tests/gpu/dummy_driver.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>

#include "tests/gpu/cpu_kernels.hpp"
#include "tests/gpu/dummy_state.hpp"

namespace lodestone::accel::gpu {
namespace testing {
namespace {

constexpr uint8_t kPoison = 0xA5;
constexpr uint64_t kCommandNs = 1000;

// The bytes of a buffer, counted, or the host's.
struct Bytes {
  explicit Bytes(size_t size) : own(size, kPoison), data(own.data()), size(size) {
    const std::lock_guard lock(TheState().mutex);
    TheState().live_bytes += size;
  }
  Bytes(void* host, size_t size) : data(static_cast<uint8_t*>(host)), size(size) {}
  ~Bytes() {
    const std::lock_guard lock(TheState().mutex);
    TheState().live_bytes -= own.size();
  }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;

  std::vector<uint8_t> own;
  uint8_t* data;
  size_t size;
};

struct DummyMemory : Memory {
  DummyMemory(std::shared_ptr<Bytes> bytes, size_t begin, size_t size)
      : bytes(std::move(bytes)), begin(begin), size(size) {}
  std::shared_ptr<Bytes> bytes;
  size_t begin, size;
};

// A part of a buffer, which commands keep alive.
struct Place {
  explicit Place(const Memory& memory)
      : bytes(static_cast<const DummyMemory&>(memory).bytes),
        begin(static_cast<const DummyMemory&>(memory).begin),
        size(static_cast<const DummyMemory&>(memory).size) {}
  uint8_t* At(size_t offset, size_t count) const {
    if (offset + count > size) Misused("access behind the end of memory");
    return bytes->data + begin + std::min(offset, size);
  }
  std::shared_ptr<Bytes> bytes;
  size_t begin, size;
};

struct Command;
using CommandList = std::deque<std::shared_ptr<Command>>;

struct Command {
  std::shared_ptr<CommandList> queue;  // of what has not run
  std::vector<std::shared_ptr<Command>> after;
  std::function<void()> body;
  bool timed = false, flushed = false, polled = false, ended = false;
  std::optional<Problem> failure;
  CommandTimes times{};
};

void RunOne(Command& command) {
  DummyState& state = TheState();
  command.times.start = state.clock_ns;
  try {
    Strike("execution");
    command.body();
  } catch (const Problem& problem) {
    command.failure = problem;
  }
  state.clock_ns += kCommandNs;
  command.times.end = state.clock_ns;
  command.ended = true;
}

// Runs a command, and before it all that it has to run after. By value, since its queue may be all
// that holds it.
void RunUpTo(std::shared_ptr<Command> command) {
  CommandList& queue = *command->queue;
  while (!command->ended) {
    const auto next = queue.front();
    for (const auto& other : next->after) {
      if (!other->flushed && !other->ended)
        Misused("a command waits for one whose queue was not flushed");
      RunUpTo(other);
    }
    queue.pop_front();
    RunOne(*next);
  }
}

struct DummyEvent : Event {
  explicit DummyEvent(std::shared_ptr<Command> command) : command(std::move(command)) {}

  bool HasEnded() const override {
    const std::lock_guard lock(TheState().mutex);
    if (!command->flushed && !command->ended)
      Misused("a command was polled before its queue was flushed");
    // At first as if it were still running.
    if (command->polled) RunUpTo(command);
    command->polled = true;
    if (command->failure) throw *command->failure;
    return command->ended;
  }
  void Wait() const override {
    const std::lock_guard lock(TheState().mutex);
    RunUpTo(command);
  }
  std::optional<CommandTimes> Times() const override {
    if (!command->ended) Misused("a command was asked for its times before it ended");
    if (!command->timed) Misused("a command of an untimed queue was asked for its times");
    return command->times;
  }

  std::shared_ptr<Command> command;
};

// What a kernel was given.
struct Arguments {
  std::map<uint32_t, Place> memory;
  std::map<uint32_t, uint32_t> numbers;  // of four bytes
};

DevicePlane PlaneOf(const Arguments& arguments, uint32_t index) {
  const Place& place = arguments.memory.at(index);
  return {[place](size_t offset, size_t bytes) { return place.At(offset, bytes); }, place.size,
          arguments.numbers.at(index + 1), arguments.numbers.at(index + 2)};
}

struct DummyKernel : Kernel {
  size_t GroupItems() const override { return 256; }
  uint64_t LocalBytes() const override { return 0; }
  void Set(uint32_t index, const void* value, size_t bytes) override {
    const auto lock = Asked("Set");
    uint32_t number = 0;
    if (bytes == sizeof(number)) std::memcpy(&number, value, bytes);
    arguments.numbers[index] = number;
  }
  void Set(uint32_t index, const Memory* memory) override {
    const auto lock = Asked("Set");
    arguments.memory.erase(index);
    if (memory) arguments.memory.emplace(index, *memory);
  }
  void SetLocal(uint32_t, size_t) override { const auto lock = Asked("SetLocal"); }

  Arguments arguments;
};

const std::string kBinary = "dummy";

struct DummyProgram : Program {
  KernelOwner MakeKernel(const std::string&) override {
    const auto lock = Asked("MakeKernel");
    return std::make_unique<DummyKernel>();
  }
  std::vector<unsigned char> Binary() const override { return {kBinary.begin(), kBinary.end()}; }
};

class DummyQueue : public Queue {
 public:
  explicit DummyQueue(bool timed) : timed_(timed) {}
  ~DummyQueue() override {
    if (!list_->empty()) Misused("a queue was destroyed before its commands ended");
    static_cast<void>(Finish());
  }

  EventOwner Upload(const HostBlock& from, Memory& to, size_t offset, const Event* after) override {
    return Enqueue("Upload", after, [from, place = Place(to), offset] {
      uint8_t* data = place.At(offset, from.rows * from.row_bytes);
      for (size_t y = 0; y < from.rows; ++y)
        std::memcpy(data + y * from.row_bytes, from.data + y * from.stride_bytes, from.row_bytes);
    });
  }
  EventOwner Download(const Memory& from, size_t offset, const HostBlock& to,
                      const Event* after) override {
    return Enqueue("Download", after, [place = Place(from), to, offset] {
      const uint8_t* data = place.At(offset, to.rows * to.row_bytes);
      for (size_t y = 0; y < to.rows; ++y)
        std::memcpy(to.data + y * to.stride_bytes, data + y * to.row_bytes, to.row_bytes);
    });
  }
  EventOwner Fill(Memory& memory, uint8_t value, size_t bytes) override {
    return Enqueue("Fill", nullptr, [place = Place(memory), value, bytes] {
      std::memset(place.At(0, bytes), value, bytes);
    });
  }
  EventOwner CopyToImage(const Memory&, size_t, Memory&, size_t, size_t, size_t) override {
    throw Problem(MagickAccelerateFailed, MagickAccelerateUnsupported, "there are no images");
  }
  EventOwner Run(Kernel& kernel, const Grid&) override {
    const Arguments arguments = static_cast<DummyKernel&>(kernel).arguments;
    const MagickAccelerateWork* const announced = AnnouncedWork();
    if (!announced) return Enqueue("Run", nullptr, [] {});
    return Enqueue("Run", nullptr, [work = *announced, arguments] {
      ComputeRows(work, PlaneOf(arguments, 0), PlaneOf(arguments, 3), arguments.numbers.at(7),
                  arguments.numbers.at(8));
    });
  }
  std::vector<EventOwner> Synchronize(Memory&, size_t) override {
    std::vector<EventOwner> events;
    events.push_back(Enqueue("Synchronize", nullptr, [] {}));
    events.back()->Wait();
    return events;
  }
  void WaitFor(std::span<const Event* const> events) override {
    const auto lock = Asked("WaitFor");
    for (const Event* event : events)
      barrier_.push_back(static_cast<const DummyEvent*>(event)->command);
  }
  void Flush() override {
    const auto lock = Asked("Flush");
    for (const auto& command : *list_) command->flushed = true;
  }
  bool Finish() noexcept override {
    const std::lock_guard lock(TheState().mutex);
    while (!list_->empty()) RunUpTo(list_->back());
    return true;
  }

 private:
  EventOwner Enqueue(const char* call, const Event* after, std::function<void()> body) {
    const auto lock = Asked(call);
    auto command = std::make_shared<Command>();
    command->queue = list_;
    command->timed = timed_;
    command->after = std::exchange(barrier_, {});
    if (after) command->after.push_back(static_cast<const DummyEvent*>(after)->command);
    command->body = std::move(body);
    command->times.queued = TheState().clock_ns;
    list_->push_back(command);
    return std::make_unique<DummyEvent>(command);
  }

  const bool timed_;
  std::shared_ptr<CommandList> list_ = std::make_shared<CommandList>();
  std::vector<std::shared_ptr<Command>> barrier_;
};

struct DummyContext : Context {
  MemoryOwner Allocate(size_t bytes) override {
    const auto lock = Asked("Allocate");
    if (TheState().live_bytes + bytes > Dummy::memory_bytes) {
      throw Problem(MagickAccelerateDeclined, MagickAccelerateDeviceMemory,
                    "Allocate: out of memory on Dummy:GPU:Dummy");
    }
    return std::make_unique<DummyMemory>(std::make_shared<Bytes>(bytes), 0, bytes);
  }
  MemoryOwner Part(Memory& whole, size_t begin, size_t bytes) override {
    const auto lock = Asked("Part");
    const auto& memory = static_cast<DummyMemory&>(whole);
    if (begin + bytes > memory.size) Misused("a part behind the end of memory");
    return std::make_unique<DummyMemory>(memory.bytes, memory.begin + begin, bytes);
  }
  MemoryOwner Share(void* host, size_t bytes, Access) override {
    const auto lock = Asked("Share");
    return std::make_unique<DummyMemory>(std::make_shared<Bytes>(host, bytes), 0, bytes);
  }
  MemoryOwner Pin(void* host, size_t bytes) override {
    const auto lock = Asked("Pin");
    return std::make_unique<DummyMemory>(std::make_shared<Bytes>(host, bytes), 0, bytes);
  }
  MemoryOwner MakeImage(TexelFormat, size_t, size_t, Access) override {
    throw Problem(MagickAccelerateFailed, MagickAccelerateUnsupported, "there are no images");
  }
  MemoryOwner ImageOn(Memory&, TexelFormat, size_t, size_t) override { return nullptr; }
  QueueOwner MakeQueue(bool timed) override {
    const auto lock = Asked("MakeQueue");
    return std::make_unique<DummyQueue>(timed);
  }
  ProgramOwner Compile(const char*, const std::string&) override {
    const auto lock = Asked("Compile");
    return std::make_unique<DummyProgram>();
  }
  ProgramOwner Load(const std::vector<unsigned char>& binary, const std::string&) override {
    const auto lock = Asked("Load");
    if (std::string(binary.begin(), binary.end()) != kBinary) return nullptr;
    return std::make_unique<DummyProgram>();
  }
};

}  // namespace

}  // namespace testing

using testing::Dummy;

const char kBackend[] = "dummy";
const bool kPinsForAll = false;

Discovery DiscoverDevices() {
  DeviceFacts facts;
  facts.handle = &testing::TheState();
  facts.platform_name = facts.device_name = "Dummy";
  facts.stable_name = "Dummy:GPU:Dummy";
  facts.driver_version = facts.device_version = facts.platform_version = "1";
  facts.type = MagickAccelerateTypeGPU;
  facts.unified_memory = Dummy::unified_memory;
  facts.memory_bytes = facts.usable_bytes = facts.allocation_bytes = Dummy::memory_bytes;
  facts.local_bytes = 48 << 10;
  facts.base_alignment_bytes = 512;
  facts.group_items = facts.group_columns = facts.group_rows = 256;
  facts.compute_units = 4;
  facts.clock_mhz = 1000;
  return {{facts}, "", ""};
}

ContextOwner OpenContext(const DeviceFacts&) {
  const auto lock = testing::Asked("OpenContext");
  return std::make_unique<testing::DummyContext>();
}

}  // namespace lodestone::accel::gpu
