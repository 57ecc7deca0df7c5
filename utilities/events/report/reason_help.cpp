#include "utilities/events/report/reason_help.hpp"

#include <string_view>

namespace lodestone::cli {
namespace {

// The reasons of accel/accelerate.h, in its order.
constexpr ReasonHelp kReasons[] = {
    {"disabled", "Acceleration was switched off, or the device selection allows no device.",
     "Nothing, if that was meant. Else take away `-accelerate off`, `MAGICK_ACCELERATE=off` and "
     "`MAGICK_OCL_DEVICE=OFF`, and the calls of MagickAccelerateSetMode that say so."},
    {"unsupported", "The device's module has no kernel for this operation or kind of pixels.",
     "The processor does it. `lodestone explain` shows which other device could; alpha, grey "
     "images and virtual pixels may decide."},
    {"too-small", "Sending work to a device takes longer than this work does.",
     "Nothing: the processor is faster here. Larger images, or several operations in a row that "
     "stay on the device, are worth a device."},
    {"too-large", "The image exceeds a limit of the device, in pixels or in the size of a buffer.",
     "Use a device with more memory (`lodestone devices` lists them), or raise "
     "`MAGICK_OCL_MEMORY_LIMIT` where it was set."},
    {"cold", "The device was still being opened, compiled for or measured; nobody waits for that.",
     "Warm up first: call MagickAccelerateWarmUp when the program starts, or run `lodestone "
     "devices -warm` once so that compiled programs are in the cache. Short commands end before "
     "a device is ready: `-accelerate require` waits for it."},
    {"slower", "The prediction for the device was longer than for the path that was taken.",
     "Nothing, if predictions are right (see Predictions on this page). `lodestone tune` measures "
     "the device better, `lodestone benchmark -choice` checks the choice. A processor's OpenCL "
     "device is used only when it is selected: `MAGICK_OCL_DEVICE=CPU`."},
    {"no-device", "No usable device was found.",
     "`lodestone devices` says what is missing and which package brings it; see whether "
     "`MAGICK_OCL_DEVICE` selects a device that is not there."},
    {"self-test-failed", "The device gave other pixels than the processor for this operation.",
     "Update the driver. `lodestone devices -forget NAME` makes it be tested again; until then "
     "the operation is never done there."},
    {"quarantined", "The device failed before, or processes died inside its driver.",
     "Update the driver, then `lodestone devices -forget NAME`. `MAGICK_ACCELERATE_QUARANTINE=off` "
     "uses the device all the same."},
    {"forked", "A child process cannot use devices that its parent had open.",
     "Fork before the first accelerated call, or start a new program (exec) instead; "
     "MagickAccelerateShutdown before the fork closes the devices."},
    {"build-failed", "The driver could not compile a kernel program.",
     "Update the driver; `lodestone devices -warm` shows the compiler's message. `lodestone "
     "devices -forget NAME` tries again."},
    {"device-memory", "The device could not allocate memory, not even for pieces of the image.",
     "Close other programs that use the device, work on fewer images at a time, or use a device "
     "with more memory; see whether `MAGICK_OCL_MEMORY_LIMIT` is too low."},
    {"device-error", "The driver reported an error while it worked.",
     "The details say which. Update the driver; if it comes back, choose another device by "
     "`MAGICK_OCL_DEVICE`."},
    {"host-memory", "The machine had no memory for the pixels.",
     "Raise `MAGICK_LIMIT_MEMORY` if it was set, work on fewer images at a time, or add memory."},
    {"cancelled", "The progress monitor, or Ctrl-C, said stop.", "Nothing: that was asked for."},
};

constexpr ReasonHelp kNoReason = {
    "", "The log gives no reason.",
    "Builds that write `Accelerate...Image null` keep the reason to themselves. Logs of Lodestone "
    "(`-accelerate-log events.jsonl`) have one for each call."};

constexpr ReasonHelp kUnknown = {"unknown", "A reason that this version does not know.",
                                 "The details may say more; `lodestone devices` and `lodestone "
                                 "explain` tell what a device could do."};

}  // namespace

const ReasonHelp& HelpFor(const std::string& reason) {
  if (reason.empty()) return kNoReason;
  for (const ReasonHelp& help : kReasons) {
    if (std::string_view(help.reason) == reason) return help;
  }
  return kUnknown;
}

}  // namespace lodestone::cli
