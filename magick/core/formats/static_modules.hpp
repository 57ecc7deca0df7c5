// The built-in formats. Defined in coders/.
#pragma once

namespace lodestone {

// Registers every built-in format with RegisterMagickInfo. Called once, under the registry's lock:
// it may call RegisterMagickInfo and SetMagickInfo, but not look formats up.
void RegisterStaticModules();

}  // namespace lodestone
