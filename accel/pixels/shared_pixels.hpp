// Pixels in device memory that the program shares with other libraries.
#pragma once

#include "accel/pixels/work_images.hpp"

namespace lodestone::accel {

// The pixels are from now on where `from` says, on whichever selected device that is: the layout is
// that of `pixels`. Its release is called only after success.
Attempt WrapPixels(const MagickAccelerateDevicePixels& from, DevicePixels& pixels);

// Finds the pixels on a selected device that matches, null for any, after an upload if they are on
// none, and keeps them there until to.release is called. Fills in what depends on the device.
Attempt SharePixels(const Images& image, const PixelShape& shape, const char* device,
                    MagickAccelerateDevicePixels& to);

}  // namespace lodestone::accel
