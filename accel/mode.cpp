#include "accel/mode.hpp"
#include "base/boolean_text.hpp"
#include "base/byte_count.hpp"
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

std::string Trim(const std::string& text) {
  constexpr char kSpaces[] = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpaces);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
}

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return Lower(Trim(value ? value : ""));
}

// Empty for a text that is no mode.
std::optional<MagickAccelerateMode> ParseMode(const std::string& text) {
  if (text.empty() || text == "auto") return MagickAccelerateAuto;
  if (text == "require") return MagickAccelerateRequire;
  const std::optional<bool> on = ParseBoolean(text.c_str());
  if (!on) return std::nullopt;
  return *on ? MagickAccelerateAuto : MagickAccelerateOff;
}

constexpr char kModeVariable[] = "MAGICK_ACCELERATE";
constexpr const char* kSwitches[] = {"MAGICK_ACCELERATE_LEARN", "MAGICK_ACCELERATE_QUARANTINE",
                                     "MAGICK_OCL_PINNED", "MAGICK_OCL_ZERO_COPY"};
constexpr char kLimitVariable[] = "MAGICK_OCL_MEMORY_LIMIT";

MagickAccelerateMode EnvironmentMode() {
  return ParseMode(Environment(kModeVariable)).value_or(MagickAccelerateAuto);
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

bool IsLetterOrDigit(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool IsNumber(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// Whether `words` occurs in the name, and neither begins nor ends within a word: "device 1" is no
// part of "device 12", nor "g" one of any GPU.
bool HasWords(const std::string& name, const std::string& words) {
  for (std::size_t at = name.find(words); at != std::string::npos; at = name.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    const bool begins = at == 0 || !IsLetterOrDigit(name[at - 1]) || !IsLetterOrDigit(words[0]);
    const bool ends =
        end == name.size() || !IsLetterOrDigit(name[end]) || !IsLetterOrDigit(words.back());
    if (begins && ends) return true;
  }
  return false;
}

// "device" and "device#2" are whole names: each matches only itself.
bool AreDuplicates(const std::string& a, const std::string& b) {
  return a != b && WithoutNumber(a) == WithoutNumber(b);
}

}  // namespace

DeviceSelector::DeviceSelector(const std::string& text) : text_(Lower(Trim(text))) {
  const std::optional<bool> on = ParseBoolean(text_.c_str());
  nothing_ = on == false;
  if (on == true) text_.clear();
  number_ = !on && IsNumber(text_);
}

std::string DeviceSelector::Describe() const {
  return "the device selection \"" + text_ + "\"" +
         (number_ ? ", and a number names no device" : "");
}

std::string DeviceSelector::Problem() const {
  return nothing_ ? "the device selection is OFF" : "not named by " + Describe();
}

std::string DeviceSelector::Hint() const {
  return "unset MAGICK_OCL_DEVICE, or let it be this name, whole words of it, or GPU or CPU";
}

bool DeviceSelector::Names(const std::string& stable_name, MagickAccelerateDeviceType type) const {
  if (nothing_ || number_ || text_.empty()) return false;
  if (text_ == "gpu") return type == MagickAccelerateTypeGPU;
  if (text_ == "cpu") return type == MagickAccelerateTypeCPU;
  const std::string name = Lower(stable_name);
  return HasWords(name, text_) && !AreDuplicates(name, text_);
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

std::optional<UnreadableVariable> FindUnreadableVariable() {
  const auto assignment = [](const char* name) {
    return std::string(name) + "=" + std::getenv(name);
  };
  if (!ParseMode(Environment(kModeVariable)))
    return UnreadableVariable{"Unrecognized acceleration mode, expected auto, off or require",
                              assignment(kModeVariable)};
  for (const char* name : kSwitches) {
    const std::string value = Environment(name);
    if (!value.empty() && value != "auto" && !ParseBoolean(value.c_str()))
      return UnreadableVariable{"Unrecognized switch, expected on or off", assignment(name)};
  }
  const std::string limit = Environment(kLimitVariable);
  if (!limit.empty() && !ParseBytes(limit))
    return UnreadableVariable{"Unrecognized number of bytes, expected for example 512M or 2G",
                              assignment(kLimitVariable)};
  return std::nullopt;
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
