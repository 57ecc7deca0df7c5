/* Transcript of the list of delegates. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_DELEGATES_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_DELEGATES_H

#include <magick/delegate.h>
#include <magick/module.h>

#include "transcript.h"

/* NULL now and then. */
static const char* random_format(Transcript* t) {
  static const char* const formats[] = {"aa", "AA", "b", "c", "*", "gs-mono", "gs-color"};
  const unsigned i = random_below(t, 8);
  return i == 7 ? NULL : formats[i];
}

static void add_delegate(Transcript* t) {
  static const char* const commands[] = {"one %w", "two\nlines", "three %%", ""};
  const char* decode = random_format(t);
  const char* encode = random_format(t);
  DelegateInfo info;
  memset(&info, 0, sizeof info);
  info.decode = (char*)(decode ? decode : "");
  info.encode = (char*)(encode ? encode : "");
  info.commands = (char*)commands[random_below(t, 4)];
  info.mode = (int)random_below(t, 3) - 1;
  info.signature = MagickSignature;
  (void)SetDelegateInfo(&info);
}

static void write_delegates(Transcript* t) {
  ExceptionInfo exception;
  const DelegateInfo* p;
  GetExceptionInfo(&exception);
  for (p = GetDelegateInfo("*", "*", &exception); p != NULL; p = p->next)
    (void)fprintf(t->out, " [%s %s %d %.3s]", p->decode, p->encode, p->mode, p->commands);
  (void)fprintf(t->out, "\n");
  DestroyExceptionInfo(&exception);
}

static void write_command(Transcript* t, const ImageInfo* info, Image* image) {
  ExceptionInfo exception;
  const char* decode = random_format(t);
  const char* encode = random_format(t);
  char* command;
  GetExceptionInfo(&exception);
  command = GetDelegateCommand(info, image, decode, encode, &exception);
  (void)fprintf(t->out, "%s to %s is <%s>", decode ? decode : "-", encode ? encode : "-",
                command ? command : "none");
  write_exception(t, &exception);
  (void)fprintf(t->out, "\n");
  MagickFree(command);
  DestroyExceptionInfo(&exception);
}

static void write_postscript(Transcript* t, ImageInfo* info) {
  ExceptionInfo exception;
  unsigned int antialias = 0;
  const DelegateInfo* found;
  GetExceptionInfo(&exception);
  info->antialias = random_below(t, 2);
  info->monochrome = random_below(t, 4) == 0;
  info->type = (ImageType)random_below(t, 11);
  found = GetPostscriptDelegateInfo(info, &antialias, &exception);
  (void)fprintf(t->out, "type %d: %s %u\n", (int)info->type, found ? found->decode : "none",
                antialias);
  DestroyExceptionInfo(&exception);
}

static void transcript_delegates(Transcript* t) {
  ImageInfo* info = CloneImageInfo((ImageInfo*)NULL);
  Image* image = random_image(t, DirectKind, 3, 2);
  unsigned i;
  for (i = 0; i < 400; i++) {
    if (i == 0 || random_below(t, 4) == 0) add_delegate(t);
    write_command(t, info, image);
    write_postscript(t, info);
    write_delegates(t);
  }
  (void)fprintf(t->out, "module %u\n", ExecuteModuleProcess("nosuchmodule", &image, 0, NULL));
  DestroyImage(image);
  DestroyImageInfo(info);
}

#endif
