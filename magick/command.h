/*
  The commands of GraphicsMagick's program as functions.

  argv[0] is the name of the command, and is not looked at; arguments follow. Strings and the array
  stay the caller's and are not changed.

  image_info: the settings to begin with. Options change it, as they do in GraphicsMagick: take a
  new one for each command.
  metadata: the address of a string that the caller frees with MagickFree, or of NULL; or NULL.
  IdentifyImageCommand appends to it what -format asks for, and prints nothing; without -format it
  prints on standard output. Commands that write a file append a line about its first image: what
  -format asks for, or "width,height,format".
  exception: the worst of what went wrong; NULL: nobody wants to know. IdentifyImageCommand gives
  files that it cannot read to the handlers of error.h instead, and goes on.

  All return MagickPass if the program would end with status 0. Without arguments they print the
  usage and fail; -help prints it, too. What is printed for other reasons (-list, the numbers of
  compare) is printed here as well. Nothing is left changed: limits, log and progress that options
  set are those of before when the function returns. Nothing here ends the process, changes what
  signals do or uses the terminal.

  The commands are in a module, commands.so, which is opened when the first of these functions is
  called. Without it they fail with a ModuleError.

  Threads: safe, on different images and settings. Options for the whole process (-limit, -debug,
  -log, -monitor, -accelerate, -seed) hold for all threads until the function returns.
*/
#ifndef LODESTONE_MAGICK_COMMAND_H
#define LODESTONE_MAGICK_COMMAND_H

#include "magick/common.h"
#include "magick/error.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Run a command repeatedly and print how long that takes on standard error. */
extern MagickExport MagickPassFail BenchmarkImageCommand(ImageInfo* image_info, int argc,
                                                         char** argv, char** metadata,
                                                         ExceptionInfo* exception);

/* Compare two files and print the differences. */
extern MagickExport MagickPassFail CompareImageCommand(ImageInfo* image_info, int argc, char** argv,
                                                       char** metadata, ExceptionInfo* exception);

/* Put one image on another. */
extern MagickExport MagickPassFail CompositeImageCommand(ImageInfo* image_info, int argc,
                                                         char** argv, char** metadata,
                                                         ExceptionInfo* exception);

/* Run a script in MSL. */
extern MagickExport MagickPassFail ConjureImageCommand(ImageInfo* image_info, int argc, char** argv,
                                                       char** metadata, ExceptionInfo* exception);

/* Read images, apply options to them, and write them. */
extern MagickExport MagickPassFail ConvertImageCommand(ImageInfo* image_info, int argc, char** argv,
                                                       char** metadata, ExceptionInfo* exception);

/* Describe files. */
extern MagickExport MagickPassFail IdentifyImageCommand(ImageInfo* image_info, int argc,
                                                        char** argv, char** metadata,
                                                        ExceptionInfo* exception);

/* Apply options to files, which are replaced. */
extern MagickExport MagickPassFail MogrifyImageCommand(ImageInfo* image_info, int argc, char** argv,
                                                       char** metadata, ExceptionInfo* exception);

/* Make sheets of images. */
extern MagickExport MagickPassFail MontageImageCommand(ImageInfo* image_info, int argc, char** argv,
                                                       char** metadata, ExceptionInfo* exception);

/* Run a command and print how long that took on standard error. */
extern MagickExport MagickPassFail TimeImageCommand(ImageInfo* image_info, int argc, char** argv,
                                                    char** metadata, ExceptionInfo* exception);

/* Run the command that argv[0] names, all but batch. Only identify gives metadata. */
extern MagickExport MagickPassFail MagickCommand(ImageInfo* image_info, int argc, char** argv,
                                                 char** metadata, ExceptionInfo* exception);

/*
  The program gm: argv[0] is its name, or that of a link to it ("convert"), argv[1] a command, batch
  too. Messages go to the handlers of error.h, which print them unless the caller sets others.
  Returns the exit status: 0, or 1.
*/
extern MagickExport int GMCommand(int argc, char** argv);

/*
  Apply options of convert, from argv[0] on, to *image, in whose place the result is put, in its
  list too. As in GraphicsMagick, other words are passed over, and options that fail change nothing.
  Returns MagickPass if (*image)->exception holds nothing then; without options MagickFail.
*/
extern MagickExport MagickPassFail MogrifyImage(const ImageInfo* image_info, int argc, char** argv,
                                                Image** image);

/*
  The same for each image of the list that *images is in, and then for all together (-append,
  -flatten); *images is then its first. Without options nothing happens, and MagickPass is returned.
*/
extern MagickExport MagickPassFail MogrifyImages(const ImageInfo* image_info, int argc, char** argv,
                                                 Image** images);

/*
  Commands that need an X server, which this library does not use. They exist so that programs
  linked with them start.
*/

/* Always MagickFail; the error handler gets a MissingDelegateError. Nothing is freed. */
extern MagickExport MagickPassFail AnimateImageCommand(ImageInfo* image_info, int argc, char** argv,
                                                       char** metadata, ExceptionInfo* exception);

/* The same. */
extern MagickExport MagickPassFail DisplayImageCommand(ImageInfo* image_info, int argc, char** argv,
                                                       char** metadata, ExceptionInfo* exception);

/* The same. */
extern MagickExport MagickPassFail ImportImageCommand(ImageInfo* image_info, int argc, char** argv,
                                                      char** metadata, ExceptionInfo* exception);

#if defined(__cplusplus)
}
#endif

#endif
