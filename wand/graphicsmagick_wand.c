/*
  The shared library under the name of GraphicsMagick's Wand library: nothing but a need for this
  one. The reference keeps linkers from leaving the need out.
*/
#include "wand/pixel_wand.h"

MAGICK_ATTRIBUTE((used, visibility("hidden")))
PixelWand* (*const graphicsmagick_wand_begins)(void) = NewPixelWand;
