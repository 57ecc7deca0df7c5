/*
  The shared library under GraphicsMagick's name: nothing but a need for this one. The reference
  keeps linkers from leaving the need out.
*/
#include "magick/magick.h"

MAGICK_ATTRIBUTE((used, visibility("hidden")))
void (*const graphicsmagick_begins)(const char* path) = InitializeMagick;
