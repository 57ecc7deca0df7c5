/* The Wand API: #include <wand/wand_api.h>, link with -llodestone-wand. */
#ifndef LODESTONE_WAND_WAND_API_H
#define LODESTONE_WAND_WAND_API_H

#include "magick/api.h"
#include "wand/common.h"
#include "wand/drawing_wand.h"
#include "wand/magick_wand.h"
#include "wand/old_names.h"
#include "wand/pixel_wand.h"

#endif
