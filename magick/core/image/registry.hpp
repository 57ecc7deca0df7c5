// The registry of images and other objects.
#pragma once

namespace lodestone {

// Removes everything; numbers begin again at 0.
void ClearMagickRegistry();

}  // namespace lodestone
