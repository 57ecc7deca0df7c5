/* Commands of GraphicsMagick's program that need an X server or the scripting language MSL, neither
   of which this library uses. They exist so that programs linked with them start. */
#ifndef LODESTONE_MAGICK_COMMAND_H
#define LODESTONE_MAGICK_COMMAND_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Always MagickFail; the error handler gets a MissingDelegateError. Nothing is freed. */
extern MagickExport MagickPassFail AnimateImageCommand(ImageInfo* image_info, int argc, char** argv,
                                                       char** metadata, ExceptionInfo* exception);

/* The same. */
extern MagickExport MagickPassFail DisplayImageCommand(ImageInfo* image_info, int argc, char** argv,
                                                       char** metadata, ExceptionInfo* exception);

/* The same. */
extern MagickExport MagickPassFail ImportImageCommand(ImageInfo* image_info, int argc, char** argv,
                                                      char** metadata, ExceptionInfo* exception);

/* Always MagickFail with *exception set: MissingDelegateError, since nothing reads MSL. */
extern MagickExport MagickPassFail ConjureImageCommand(ImageInfo* image_info, int argc, char** argv,
                                                       char** metadata, ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
