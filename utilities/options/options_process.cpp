// Options for the whole run: limits, logs, progress, acceleration; and those implemented by the
// commands that accept them.
#include <cerrno>
#include <cstdint>
#include <cstdlib>

#include "accel/accelerate.h"
#include "utilities/image/write_images.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/options/image_tasks.hpp"
#include "utilities/options/lists.hpp"
#include "utilities/options/option_checks.hpp"
#include "utilities/sandbox/sandbox.hpp"
#include "utilities/shell/process_state.hpp"
#include "utilities/shell/progress_monitor.hpp"
#include "utilities/shell/own_options.hpp"

namespace lodestone::cli {
namespace {

bool ParseMode(const char* text, MagickAccelerateMode* mode) {
  struct Name {
    const char* text;
    MagickAccelerateMode mode;
  };
  static constexpr Name kNames[] = {{"auto", MagickAccelerateAuto},
                                    {"off", MagickAccelerateOff},
                                    {"require", MagickAccelerateRequire}};
  for (const Name& name : kNames) {
    if (LocaleCompare(name.text, text) == 0) {
      *mode = name.mode;
      return true;
    }
  }
  return false;
}

void CheckMode(const OptionUse& use) {
  MagickAccelerateMode mode;
  if (!ParseMode(use.value(), &mode)) {
    throw CommandError("Unrecognized acceleration mode, expected auto, off or require",
                       use.value());
  }
  if (mode == MagickAccelerateRequire && InSandbox())
    throw NoDevicesInSandbox("-accelerate require");
}

void SetMode(ImageInfo*, const OptionUse& use) {
  MagickAccelerateMode mode = MagickAccelerateInherit;
  if (!use.plus) ParseMode(use.value(), &mode);
  SetProcessMode(mode);
}

void CheckLogName(const OptionUse& use) {
  const std::string& name = use.values[0];
  if (LooksLikeOption(name) && FindOption(name.substr(1), ~0U) != nullptr)
    throw OptionAsValue(use.spelled(), name);
}

void SetAccelerateLog(ImageInfo*, const OptionUse& use) {
  NoteChange(ProcessSetting::kAccelerateLog);
  if (!use.plus) return OpenAccelerateLog(use.value());
  errno = 0;
  if (MagickAccelerateOpenLog(nullptr) == 0)
    throw CommandError("Unable to write to acceleration log", "", errno);
}

void SetDebug(ImageInfo*, const OptionUse& use) {
  NoteChange(ProcessSetting::kLog);
  SetLogEventMask(use.plus ? "None" : use.value());
}

void SetLogLayout(ImageInfo*, const OptionUse& use) {
  NoteChange(ProcessSetting::kLog);
  if (!use.plus) SetLogFormat(use.value());
}

// The same rules as for MAGICK_LIMIT_MEMORY and the like.
magick_int64_t LimitOf(const OptionUse& use) {
  constexpr unsigned int kBinaryPrefixes = 1024;
  return MagickSizeStrToInt64(use.values[1].c_str(), kBinaryPrefixes);
}

void CheckLimit(const OptionUse& use) {
  if (StringToResourceType(use.value()) == UndefinedResource) {
    throw CommandError("Unrecognized resource type", use.value());
  }
  const std::string& text = use.values[1];
  if (LocaleCompare(text.c_str(), "unlimited") == 0) return;
  // The library takes what it understands of a text: non-numbers are 0, and more than there can be
  // is all there can be.
  const magick_int64_t limit = LimitOf(use);
  const bool clear = (limit != 0 || text[0] == '0') && limit != INT64_MAX &&
                     text.find_first_not_of("+.0123456789kKmMgGtTpPeEiIbB") == std::string::npos;
  if (!clear) throw MalformedArgument(use.spelled(), use.values[1]);
}

void SetLimit(ImageInfo*, const OptionUse& use) {
  if (use.plus) return;
  if (!SetMagickResourceLimit(StringToResourceType(use.value()), LimitOf(use))) {
    throw CommandError("Unable to set limit", use.values[0] + " " + use.values[1]);
  }
}

void SetMonitor(ImageInfo*, const OptionUse& use) {
  ShowProgress(!use.plus);
}

void CheckList(const OptionUse& use) {
  if (FindList(use.value()) == nullptr) throw CommandError("Unrecognized list type", use.value());
}

void ApplyScene(ImageTask* task, const OptionUse& use) {
  unsigned long scene = std::strtoul(use.value(), nullptr, 10);
  if (use.plus) return;
  ForEachImage(task, [&](Image* image) { image->scene = scene++; });
}

void ApplyWrite(ImageTask* task, const OptionUse& use) {
  Exception exception;
  const ImageList copy(CloneImageList(task->image.get(), exception.get()));
  if (copy == nullptr) exception.Throw("Unable to write image");
  WriteFile(task->info, copy.get(), use.value());
}

// The program has entered it before; where it does not, one process does the work of several
// commands or of several inputs.
void SetSandbox(ImageInfo*, const OptionUse&) {
  if (InSandbox()) return;
  throw CommandError(
      "-sandbox is for commands of their own: compare, composite, convert, identify, "
      "mogrify and montage");
}

constexpr Option kOptions[] = {
    {"accelerate", kAll, 1, 0, "mode", "use of devices: auto, off or require", CheckMode, SetMode,
     nullptr},
    {"accelerate-log", kAll, 1, 0, "filename", "record what ran where (.jsonl or text)",
     CheckLogName, SetAccelerateLog, nullptr},
    {"debug", kAll, 1, 0, "events", "display copious debugging information", nullptr, SetDebug,
     nullptr},
    {"format", kIdentify, 1, 0, "\"string\"", "output formatted image characteristics", nullptr,
     nullptr, nullptr},
    {"help", kAll, 0, 0, "", "print program options", nullptr, nullptr, nullptr},
    {"limit", kAll, 2, 0, "type value",
     "Disk, File, Map, Memory, Pixels, Width, Height, Read or Threads limit, such as 512MB",
     CheckLimit, SetLimit, nullptr},
    {"list", kConvert, 1, kNoPlus, "type",
     "Color, Delegate, Font, Format, Magic, Module, ModuleMap, or Resource", CheckList, nullptr,
     nullptr},
    {"log", kAll, 1, 0, "format", "format of debugging information", nullptr, SetLogLayout,
     nullptr},
    {"monitor", kAll, 0, 0, "", "show progress indication", nullptr, SetMonitor, nullptr},
    {"noop", kWriters, 0, 0, "", "do not apply options to image", nullptr, nullptr, nullptr},
    {"sandbox", kAll, 0, kNoPlus, "", "read only the inputs and write only the outputs (Linux)",
     nullptr, SetSandbox, nullptr},
    {"scene", kConvert | kComposite, 1, 0, "value", "number of the first image", CheckGeometry,
     nullptr, ApplyScene, OptionEffect::kMark},
    {"version", kAll, 0, 0, "", "print version information", nullptr, nullptr, nullptr},
    {"write", kConvert | kComposite, 1, 1, "filename", "write image to this file", nullptr, nullptr,
     ApplyWrite, OptionEffect::kWrite},
};

}  // namespace

std::span<const Option> ProcessOptions() {
  return kOptions;
}

}  // namespace lodestone::cli
