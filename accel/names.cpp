#include "accel/accelerate.h"

const char* MagickAccelerateReasonName(MagickAccelerateReason reason) {
  switch (reason) {
    case MagickAccelerateNoReason:
      return "none";
    case MagickAccelerateDisabled:
      return "disabled";
    case MagickAccelerateUnsupported:
      return "unsupported";
    case MagickAccelerateTooSmall:
      return "too-small";
    case MagickAccelerateTooLarge:
      return "too-large";
    case MagickAccelerateCold:
      return "cold";
    case MagickAccelerateSlower:
      return "slower";
    case MagickAccelerateNoDevice:
      return "no-device";
    case MagickAccelerateSelfTestFailed:
      return "self-test-failed";
    case MagickAccelerateQuarantined:
      return "quarantined";
    case MagickAccelerateForked:
      return "forked";
    case MagickAccelerateBuildFailed:
      return "build-failed";
    case MagickAccelerateDeviceMemory:
      return "device-memory";
    case MagickAccelerateDeviceError:
      return "device-error";
    case MagickAccelerateHostMemory:
      return "host-memory";
    case MagickAccelerateCancelled:
      return "cancelled";
  }
  return "unknown";
}

const char* MagickAccelerateOutcomeName(MagickAccelerateOutcome outcome) {
  switch (outcome) {
    case MagickAccelerateDone:
      return "done";
    case MagickAccelerateDeclined:
      return "declined";
    case MagickAccelerateFailed:
      return "failed";
  }
  return "unknown";
}
