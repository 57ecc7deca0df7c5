#include "utilities/events/report/reason_help.hpp"

#include <string_view>

namespace lodestone::cli {
namespace {

// The reasons of accel/accelerate.h, in the same order.
constexpr ReasonHelp kReasons[] = {
    {"disabled", "Acceleration is disabled, or the device selection allows no device.",
     "Nothing, if this is intended. Otherwise remove `-accelerate off`, `MAGICK_ACCELERATE=off`, "
     "`MAGICK_OCL_DEVICE=OFF`, or the call of MagickAccelerateSetMode."},
    {"unsupported",
     "The module has no kernel for this operation or pixel type; of decode and encode, the JPEG "
     "file is of a kind that only libjpeg reads or writes.",
     "The CPU or libjpeg runs it. `lodestone explain` shows which other devices could; it may "
     "depend on alpha, grey images and virtual pixels. Baseline JPEG files are decoded on devices "
     "and by all cores, progressive and damaged ones by libjpeg."},
    {"too-small", "The fixed cost of a device exceeds the time of this call.",
     "Nothing: the CPU is faster here. Devices pay off for larger images, or for several "
     "operations in a row on the device."},
    {"too-large", "The image exceeds a limit of the device, in pixels or in the size of a buffer.",
     "Use a device with more memory (`lodestone devices` lists them), or raise "
     "`MAGICK_OCL_MEMORY_LIMIT` if it is set."},
    {"cold", "The device was still being warmed up; calls do not wait for that.",
     "Warm up first: call MagickAccelerateWarmUp at program start, or run `lodestone devices "
     "-warm` once to fill the program cache. Short commands end before a device is ready; "
     "`-accelerate require` waits for it."},
    {"slower", "The device was predicted to be slower than the accelerator used.",
     "Nothing, if predictions are accurate (see Predictions on this page). `lodestone tune` "
     "measures the device, `lodestone benchmark -choice` checks the choice. A CPU's OpenCL device "
     "is used only if selected: `MAGICK_OCL_DEVICE=CPU`."},
    {"no-device", "No usable device was found.",
     "`lodestone devices` says what is missing and which package to install; check whether "
     "`MAGICK_OCL_DEVICE` selects an absent device."},
    {"self-test-failed", "The pixels of the device differ from the CPU's for this operation.",
     "Update the driver. `lodestone devices -forget NAME` retests it; until then it is not used "
     "for this operation."},
    {"quarantined", "The device failed before, or processes crashed in its driver.",
     "Update the driver, then `lodestone devices -forget NAME`. `MAGICK_ACCELERATE_QUARANTINE=off` "
     "uses the device anyway."},
    {"forked", "A forked child cannot use devices that its parent has open.",
     "Fork before the first accelerated call, or start a new program (exec) instead; "
     "MagickAccelerateShutdown before the fork closes the devices."},
    {"build-failed", "The driver could not compile a kernel program.",
     "Update the driver; `lodestone devices -warm` shows the compiler's message. `lodestone "
     "devices -forget NAME` tries again."},
    {"device-memory", "The device ran out of memory, even for strips of the image.",
     "Close other programs that use the device, work on fewer images at a time, or use a device "
     "with more memory; check whether `MAGICK_OCL_MEMORY_LIMIT` is too low."},
    {"device-error", "The driver reported an error.",
     "See the details. Update the driver; if it recurs, select another device with "
     "`MAGICK_OCL_DEVICE`."},
    {"host-memory", "The host ran out of memory.",
     "Raise `MAGICK_LIMIT_MEMORY` if it was set, work on fewer images at a time, or add memory."},
    {"cancelled", "Cancelled by the progress monitor or Ctrl-C.", "Nothing: this was requested."},
};

constexpr ReasonHelp kNoReason = {
    "", "The log gives no reason.",
    "Builds that write `Accelerate...Image null` do not log the reason. Lodestone logs "
    "(`-accelerate-log events.jsonl`) state it for each call."};

constexpr ReasonHelp kUnknown = {"unknown", "A reason unknown to this version.",
                                 "The details may say more; `lodestone devices` and `lodestone "
                                 "explain` show what a device can do."};

}  // namespace

const ReasonHelp& HelpFor(const std::string& reason) {
  if (reason.empty()) return kNoReason;
  for (const ReasonHelp& help : kReasons) {
    if (std::string_view(help.reason) == reason) return help;
  }
  return kUnknown;
}

}  // namespace lodestone::cli
