// Faults of the OpenCL driver, made by tests/torture/fault_layer.cpp: every entry point x the n-th
// call x the kind of fault x operation x mode x state of the device. Whatever fails, the pixels are
// right or there is an exception with a reason, one event tells, and the next call works.
//
//   opencl_faults COUNT [SEED]
#include <dirent.h>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/modules/registry.hpp"
#include "config.h"
#include "tests/support/event_recorder.hpp"
#include "tests/support/temporary_cache.hpp"
#include "tests/torture/campaign.hpp"
#include "tests/torture/handles.hpp"

namespace lodestone::torture {
namespace {

using test::EventRecorder;
using test::ModeScope;
using test::RecordedEvent;

// The functions of the layer, which the loader has loaded once a device was looked for.
struct Layer {
  void (*set)(const char*) = nullptr;
  int (*struck)() = nullptr;

  bool Find() {
    void* const handle = dlopen(std::getenv("OPENCL_LAYERS"), RTLD_NOW | RTLD_NOLOAD);
    if (handle == nullptr) return false;
    set = reinterpret_cast<decltype(set)>(dlsym(handle, "LodestoneSetFault"));
    struck = reinterpret_cast<decltype(struck)>(dlsym(handle, "LodestoneFaultStruck"));
    return set != nullptr && struck != nullptr;
  }
};
Layer layer;

using Operation = Image* (*)(const Image*, ExceptionInfo*);
struct NamedOperation {
  const char* name;
  Operation run;
  unsigned events;
};

Image* Chain(const Image* image, ExceptionInfo* exception) {
  const ImagePtr small(ResizeImage(image, 90, 50, TriangleFilter, 1.0, exception));
  return small ? BlurImage(small.get(), 0.0, 1.0, exception) : nullptr;
}
Image* Resized(const Image* image, ExceptionInfo* exception) {
  return ResizeImage(image, 100, 75, LanczosFilter, 1.0, exception);
}
Image* Blurred(const Image* image, ExceptionInfo* exception) {
  return BlurImage(image, 0.0, 1.5, exception);
}
Image* Median(const Image* image, ExceptionInfo* exception) {
  return MedianFilterImage(image, 1.0, exception);
}
Image* Turned(const Image* image, ExceptionInfo* exception) {
  return RotateImage(image, 90.0, exception);
}
constexpr NamedOperation kOperations[] = {{"resize", Resized, 1},
                                          {"blur", Blurred, 1},
                                          {"median", Median, 1},
                                          {"rotate", Turned, 1},
                                          {"resize and blur", Chain, 2}};

struct KindOfFault {
  const char* words;
  bool every_call = true;  // else only of `call`
  const char* call = "";
};
// The numbers are CL_OUT_OF_RESOURCES, CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY,
// CL_INVALID_COMMAND_QUEUE and a number that no header knows.
constexpr KindOfFault kKinds[] = {{"status -5"},    {"status -4"},
                                  {"status -6"},    {"status -36"},
                                  {"status -9999"}, {"lasting -5"},
                                  {"lasting -6"},   {"lost"},
                                  {"block 30"},     {"unbuilt", false, "clBuildProgram"}};
constexpr long kNths[] = {1, 2, 3, 5, 8};

enum class State { kOpening, kOpen, kOpenWithCopies };
constexpr const char* kStateNames[] = {"while opening", "open", "open, pixels are copied"};

struct Fault {
  std::string text;
  const NamedOperation* operation;
  MagickAccelerateMode mode;
  State state = State::kOpen;
};

std::vector<Fault> AllFaults(const std::vector<std::string>& calls) {
  std::vector<Fault> faults;
  for (const std::string& call : calls)
    for (const KindOfFault& kind : kKinds) {
      if (!kind.every_call && call != kind.call) continue;
      for (const long nth : kNths)
        for (const NamedOperation& operation : kOperations)
          for (const MagickAccelerateMode mode : {MagickAccelerateAuto, MagickAccelerateRequire})
            for (const State state : {State::kOpening, State::kOpen, State::kOpenWithCopies})
              faults.push_back(
                  {call + " " + std::to_string(nth) + " " + kind.words, &operation, mode, state});
    }
  return faults;
}

std::string Describe(const Fault& fault) {
  return fault.text + ", " + fault.operation->name +
         (fault.mode == MagickAccelerateRequire ? ", require, " : ", auto, ") +
         kStateNames[static_cast<int>(fault.state)];
}

// Why none gets ready.
void PrintDevices() {
  MagickAccelerateDeviceInfo infos[8] = {};
  for (auto& info : infos) info.struct_size = sizeof info;
  const std::size_t count = std::min<std::size_t>(MagickAccelerateListDevices(infos, 8), 8);
  for (std::size_t i = 0; i < count; ++i)
    std::fprintf(stderr, "%s: %s, self-test: %s\n", infos[i].name, infos[i].problem,
                 infos[i].self_test);
}

unsigned OpenDescriptors() {
  unsigned count = 0;
  DIR* const folder = opendir("/proc/self/fd");
  if (folder == nullptr) return 0;
  while (readdir(folder) != nullptr) ++count;
  closedir(folder);
  return count;
}

// One process with a healthy device, until a fault is set.
class Process {
 public:
  void Begin() {
    BeginCold();
    if (MagickAccelerateWarmUp() == 0) PrintDevices();
    if (MagickAccelerateWarmUp() == 0 || !layer.Find()) _exit(77);
    descriptors_ = OpenDescriptors();
  }

  // Without opening the device.
  void BeginCold() {
    InitializeMagick(nullptr);
    const char* const device = std::getenv("MAGICK_OCL_DEVICE");
    MagickAccelerateSelectDevice(device != nullptr ? device : "cpu");  // also chosen by `auto`
    source_ = MakeNoise(200, 150, 12345);
    for (const NamedOperation& operation : kOperations) {
      const ModeScope off(MagickAccelerateOff);
      Exception exception;
      const ImagePtr image(operation.run(source_.get(), exception.get()));
      expected_.push_back(PixelsOf(image.get(), exception.get()));
    }
  }

  Verdict Try(const Fault& fault) {
    EnterState(fault);
    layer.set(fault.text.c_str());
    if (fault.state == State::kOpening && fault.mode == MagickAccelerateAuto)
      MagickAccelerateWarmUp();
    const std::string wrong = RunOnce(fault);
    const bool struck = layer.struck() != 0;
    layer.set(nullptr);
    if (!wrong.empty()) return Lost(wrong);
    if (!struck) return NotTried();
    MagickAccelerateShutdown();
    if (const std::string later = RunOnce({"", fault.operation, MagickAccelerateRequire});
        !later.empty())
      return Lost("afterwards: " + later);
    if (failed_) return Lost("afterwards: the device does not work any more: " + reason_);
    return Survived();
  }

  // What is wrong with it, if anything. Failing cleanly is not.
  std::string RunOnce(const Fault& fault) {
    const ModeScope mode(fault.mode);
    // The CPU seems busy, so that `auto` chooses the device.
    const accel::Accelerator::Queued busy(accel::Cpu(), std::uint64_t{1} << 50);
    EventRecorder recorder;
    Exception exception;
    failed_ = false;
    const ImagePtr image(fault.operation->run(source_.get(), exception.get()));
    const auto events = recorder.operations();
    Pixels pixels;
    if (image) pixels = PixelsOf(image.get(), exception.get());
    if (pixels.empty()) return CheckFailure(fault, image != nullptr, exception, events);
    if (!AreEqual(pixels, expected_[fault.operation - kOperations])) return "wrong pixels";
    if (events.size() != fault.operation->events) return std::to_string(events.size()) + " events";
    return "";
  }

  // Whether the last one failed.
  bool failed() const { return failed_; }

  std::string End() {
    MagickAccelerateShutdown();
    source_.reset();
    const unsigned now = OpenDescriptors();
    if (now > descriptors_ + 4) return std::to_string(now - descriptors_) + " descriptors leaked";
    return "";
  }

 private:
  void EnterState(const Fault& fault) {
    if (fault.state == State::kOpening || fault.state != before_) MagickAccelerateShutdown();
    if (fault.state == State::kOpenWithCopies)
      setenv("MAGICK_OCL_ZERO_COPY", "off", 1);
    else
      unsetenv("MAGICK_OCL_ZERO_COPY");
    before_ = fault.state;
    if (fault.state == State::kOpening) return;
    RunOnce({"", fault.operation, MagickAccelerateRequire});
    for (const auto& device : accel::Registry::Get().Devices()) device->SetCalibrated();
  }

  std::string CheckFailure(const Fault& fault, bool image, const Exception& exception,
                           const std::vector<RecordedEvent>& events) {
    failed_ = true;
    if (!exception.IsClear()) return "failed without a reason";
    if (events.empty()) return "failed without an event";
    reason_ = events.back().detail;
    // Pixels that are only on the device are lost with it; before, `auto` has the CPU.
    if (!image && fault.mode == MagickAccelerateAuto && fault.operation->events == 1)
      return "failed though the CPU could do it";
    if (!image && reason_.empty()) return "the event of a failure has no reason";
    return "";
  }

  ImagePtr source_;
  std::vector<Pixels> expected_;
  unsigned descriptors_ = 0;
  State before_ = State::kOpening;
  bool failed_ = false;
  std::string reason_;
};

// Where nothing is cached, programs take minutes.
bool HaveDevice() {
  constexpr unsigned kSeconds = 900;
  return RunAlone([] { Process().Begin(); }, kSeconds) == 0;
}

std::vector<std::string> EntryPoints() {
  void* const handle = dlopen(std::getenv("OPENCL_LAYERS"), RTLD_NOW);
  if (handle == nullptr) return {};
  using Names = const char* const* (*)();
  const auto names = reinterpret_cast<Names>(dlsym(handle, "LodestoneFaultNames"));
  std::vector<std::string> calls;
  for (const char* const* name = names(); *name != nullptr; ++name) calls.emplace_back(*name);
  dlclose(handle);
  return calls;
}

Tally TryFaults(const std::vector<Fault>& faults, const Arguments& arguments) {
  const auto at = Shuffled(faults.size(), arguments.seed);
  Process process;
  Campaign campaign;
  campaign.fault = "OpenCL calls that fail";
  campaign.cases = faults.size();
  campaign.wanted = arguments.count;
  campaign.run = [&](std::size_t i) { return process.Try(faults[at(i)]); };
  campaign.describe = [&](std::size_t i) { return Describe(faults[at(i)]); };
  campaign.begin = [&] { process.Begin(); };
  campaign.end = [&] { return process.End(); };
  campaign.at_a_time = 500;
#ifdef LS_WITH_ASAN
  campaign.seconds = 300;  // some cases get all programs ready
#endif
  return Run(campaign);
}

// How a process of its own ends that calls this operation once in each mode.
int UseDevice(const std::string& fault_text) {
  return RunAlone(
      [&] {
        Process process;
        process.BeginCold();
        for (const MagickAccelerateMode mode : {MagickAccelerateRequire, MagickAccelerateAuto})
          if (!process.RunOnce({fault_text, &kOperations[0], mode}).empty()) _exit(1);
        _exit(process.failed() ? 2 : 0);
      },
      120);
}

// Processes die in the driver; those after them have right pixels or a reason, and when the device
// is healthy again and forgiven, it works.
Verdict CrashTwice(const std::string& call) {
  const test::TemporaryCache cache;
  setenv("LODESTONE_OPENCL_FAULT", (call + " 1 crash").c_str(), 1);
  for (int i = 0; i < 2; ++i) {
    const int status = UseDevice("");
    if (i == 0 && WIFEXITED(status))
      return WEXITSTATUS(status) == 0 ? NotTried() : Lost("no pixels");
    if (WIFSIGNALED(status) && WTERMSIG(status) != SIGSEGV) return Lost("another signal");
  }
  unsetenv("LODESTONE_OPENCL_FAULT");
  const int after = UseDevice("");
  if (!WIFEXITED(after) || WEXITSTATUS(after) == 1) return Lost("the next process failed");
  RunAlone([] { MagickAccelerateForgetDevice(nullptr); }, 60);
  const int forgiven = UseDevice("");
  if (!WIFEXITED(forgiven) || WEXITSTATUS(forgiven) != 0)
    return Lost("the device does not work after it was forgiven");
  return Survived();
}

Tally TryCrashes(const std::vector<std::string>& calls, const Arguments& arguments) {
  const auto at = Shuffled(calls.size(), arguments.seed);
  Campaign campaign;
  campaign.fault = "crashes in the OpenCL driver";
  campaign.cases = calls.size();
  campaign.wanted = arguments.count / 50 + 1;
  campaign.seconds = 600;
  campaign.at_a_time = 1;
  campaign.run = [&](std::size_t i) { return CrashTwice(calls[at(i)]); };
  campaign.describe = [&](std::size_t i) { return calls[at(i)] + " crashes"; };
  return Run(campaign);
}

}  // namespace
}  // namespace lodestone::torture

int main(int argc, char** argv) {
  using namespace lodestone::torture;
  const Arguments arguments = ReadArguments(argc, argv, 100);
  if (std::getenv("OPENCL_LAYERS") == nullptr || !HaveDevice()) {
    std::fprintf(stderr,
                 "skipped: OPENCL_LAYERS does not name the layer of faults, or no device\n");
    return std::getenv("LODESTONE_REQUIRE_OPENCL") != nullptr ? 1 : 77;
  }
  const std::vector<std::string> calls = EntryPoints();
  const Tally faults = TryFaults(AllFaults(calls), arguments);
  const Tally crashes = TryCrashes(calls, arguments);
  return faults.lost + crashes.lost == 0 ? 0 : 1;
}
