/* Modules that programs load while they run. */
#ifndef LODESTONE_MAGICK_MODULE_H
#define LODESTONE_MAGICK_MODULE_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Runs a filter module on an image. There are none: always MagickFail, without an exception, as
   GraphicsMagick does for one that it does not find. */
extern MagickExport MagickPassFail ExecuteModuleProcess(const char* tag, Image** image,
                                                        const int argc, char** argv);

#if defined(__cplusplus)
}
#endif

#endif
