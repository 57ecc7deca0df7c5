#include "accel/mode.hpp"
#include "base/on_first_use.hpp"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

namespace lodestone::accel {
namespace {

constexpr std::size_t kMaxSelectorLength = 255;

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return Lower(value ? value : "");
}

MagickAccelerateMode EnvironmentMode() {
  const std::string mode = Environment("MAGICK_ACCELERATE");
  if (mode == "off" || mode == "false") return MagickAccelerateOff;
  if (mode == "require") return MagickAccelerateRequire;
  return MagickAccelerateAuto;
}

// The environment is read once, and again when the program withdraws its own choice.
struct Settings {
  std::mutex mutex;
  std::string environment_selector = Environment("MAGICK_OCL_DEVICE");
  std::optional<std::string> selector;
  std::atomic<MagickAccelerateMode> environment_mode{EnvironmentMode()};
  std::atomic<MagickAccelerateMode> mode{MagickAccelerateInherit};
};

Settings& GetSettings() {
  static constinit OnFirstUse<Settings> settings;
  return settings.Get();
}

// A caller may pass any number.
bool IsMode(MagickAccelerateMode mode) {
  return static_cast<unsigned>(mode) <= MagickAccelerateRequire;
}

thread_local MagickAccelerateMode thread_mode = MagickAccelerateInherit;

MagickAccelerateMode ProcessMode() {
  Settings& settings = GetSettings();
  const MagickAccelerateMode mode = settings.mode.load();
  return mode == MagickAccelerateInherit ? settings.environment_mode.load() : mode;
}

// A stable name without the number that distinguishes identical devices.
std::string WithoutNumber(const std::string& name) {
  const auto mark = name.rfind('#');
  if (mark == std::string::npos || mark + 1 == name.size()) return name;
  return name.find_first_not_of("0123456789", mark + 1) == std::string::npos ? name.substr(0, mark)
                                                                             : name;
}

// "device" and "device#2" are whole names: each matches only itself.
bool AreDuplicates(const std::string& a, const std::string& b) {
  return a != b && WithoutNumber(a) == WithoutNumber(b);
}

}  // namespace

DeviceSelector::DeviceSelector(std::string text) : text_(Lower(std::move(text))) {
  nothing_ = text_ == "off" || text_ == "false";
  if (text_ == "true") text_.clear();
}

bool DeviceSelector::Names(const std::string& stable_name, MagickAccelerateDeviceType type) const {
  if (nothing_ || text_.empty()) return false;
  if (text_ == "gpu") return type == MagickAccelerateTypeGPU;
  if (text_ == "cpu") return type == MagickAccelerateTypeCPU;
  const std::string name = Lower(stable_name);
  return name.find(text_) != std::string::npos && !AreDuplicates(name, text_);
}

bool DeviceSelector::Matches(const std::string& stable_name,
                             MagickAccelerateDeviceType type) const {
  return !nothing_ && (text_.empty() || Names(stable_name, type));
}

DeviceSelector CurrentSelector() {
  Settings& settings = GetSettings();
  const std::lock_guard lock(settings.mutex);
  return DeviceSelector(settings.selector.value_or(settings.environment_selector));
}

}  // namespace lodestone::accel

using namespace lodestone::accel;

MagickAccelerateMode MagickAccelerateSetMode(MagickAccelerateMode mode) {
  const MagickAccelerateMode before = ProcessMode();
  if (!IsMode(mode)) return before;
  if (mode == MagickAccelerateInherit) GetSettings().environment_mode = EnvironmentMode();
  GetSettings().mode = mode;
  return before;
}

MagickAccelerateMode MagickAccelerateGetMode(void) {
  return thread_mode == MagickAccelerateInherit ? ProcessMode() : thread_mode;
}

MagickAccelerateMode MagickAccelerateSetThreadMode(MagickAccelerateMode mode) {
  return IsMode(mode) ? std::exchange(thread_mode, mode) : thread_mode;
}

int MagickAccelerateSelectDevice(const char* selector) {
  if (selector && std::strlen(selector) > kMaxSelectorLength) return 0;
  Settings& settings = GetSettings();
  const std::lock_guard lock(settings.mutex);
  if (selector) {
    settings.selector = selector;
  } else {
    settings.selector.reset();
    settings.environment_selector = Environment("MAGICK_OCL_DEVICE");
  }
  return 1;
}
