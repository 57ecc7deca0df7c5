/* Those of prototypes.h in command.h. */
#ifndef LODESTONE_TESTS_COMPAT_COMMAND_PROTOTYPES_H
#define LODESTONE_TESTS_COMPAT_COMMAND_PROTOTYPES_H

#if defined(__cplusplus)
extern "C" {
#endif

int GMCommand(int, char**);
MagickPassFail MagickCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail MogrifyImage(const ImageInfo*, int, char**, Image**);
MagickPassFail MogrifyImages(const ImageInfo*, int, char**, Image**);
MagickPassFail AnimateImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail BenchmarkImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail CompareImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail CompositeImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail ConjureImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail ConvertImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail DisplayImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail IdentifyImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail ImportImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail MogrifyImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail MontageImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);
MagickPassFail TimeImageCommand(ImageInfo*, int, char**, char**, ExceptionInfo*);

#if defined(__cplusplus)
}
#endif

#endif
