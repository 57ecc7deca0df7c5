/* Pixels in the memory of a device, shared with other libraries without a copy.

  NULL or 0 with *exception set: OptionError (samples or channels that images do not have),
  AccelerateError (no selected device has the memory, or can use it as it is, with the reason of
  each), ResourceLimitError (memory, limits). Threads: safe. (Not in GraphicsMagick.) */
#ifndef LODESTONE_MAGICK_DEVICE_PIXELS_H
#define LODESTONE_MAGICK_DEVICE_PIXELS_H

#include "accel/device_pixels.h"
#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/*
  MagickAccelerateWrapDevicePixels: an image whose pixels are where `pixels` are.
  pixels:    as MagickAccelerateDevicePixels has them. data is a multiple of 32 bytes, stride_bytes
             one of a pixel, or 0 for rows without gaps. Opaque: every opacity is 0. Not Plain. What
             does not fit is an error: nothing is copied.
  Ownership: the memory stays the caller's, who changes nothing in it until `release`, if any, is
             called: once, on any thread, when the image and its clones are destroyed or have other
             pixels, or by MagickAccelerateShutdown, which fetches the pixels first. It must not
             use these images. Not called if this function fails, nor in a forked child.
  Writing:   the library never writes to it. An image that is changed gets other memory first.
  Order:     returns when what is enqueued on pixels->stream has ended.
  Returns:   the image, which the caller destroys.
*/
extern MagickExport Image* MagickAccelerateWrapDevicePixels(
    const MagickAccelerateDevicePixels* pixels, ExceptionInfo* exception);

/*
  MagickAccelerateShareDevicePixels: where the pixels of an image are on a device. They are uploaded
  if they are not there.
  device:    as for MagickAccelerateSelectDevice, among the selected ones; NULL: the one that has
             the pixels, else the best.
  pixels:    its struct_size set by the caller; all else is filled in. stride_bytes is never 0.
             channels: Plain for CMYK.
  Ownership: the memory stays the library's, is only read by the caller, and remains as it is, even
             if the image is changed or destroyed, until the caller calls pixels->release(
             pixels->context) once, on any thread; as long it keeps its device open.
  Order:     all that the library wrote there has arrived, so any stream may read it. Commands that
             do may still be enqueued at `release`: the library does not use the memory again, and
             the driver frees it behind them.
  Returns:   1 or 0.
*/
extern MagickExport int MagickAccelerateShareDevicePixels(const Image* image, const char* device,
                                                          MagickAccelerateDevicePixels* pixels,
                                                          ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
