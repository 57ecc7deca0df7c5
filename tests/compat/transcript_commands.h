/* Transcript of the commands as functions: what they return, report, and leave behind. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_COMMANDS_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_COMMANDS_H

#include <magick/command.h>

#include "transcript.h"

#define COMMAND_INPUT "transcript-commands-in.ppm"
#define COMMAND_OTHER "transcript-commands-other.ppm"
#define COMMAND_OUTPUT "transcript-commands-out.ppm"
#define COMMAND_WORDS 14

typedef MagickPassFail (*CommandFunction)(ImageInfo*, int, char**, char**, ExceptionInfo*);

typedef struct {
  CommandFunction run;
  const char* words[COMMAND_WORDS];
} CommandCase;

static FILE* command_messages; /* of the handlers */

static void write_handled(const ExceptionType severity, const char* reason,
                          const char* description) {
  (void)fprintf(command_messages, " handler %d \"%s\" \"%s\"", (int)severity, reason ? reason : "",
                description ? description : "");
}

static int count_words(const char* const* words) {
  int count = 0;
  while (count < COMMAND_WORDS && words[count] != NULL) count++;
  return count;
}

/* The functions do not change their arguments, though the type of the array says so. */
static void copy_words(const char* const* words, char** copy) {
  memcpy((void*)copy, (const void*)words, COMMAND_WORDS * sizeof *copy);
}

static void write_file(Transcript* t, const char* name) {
  unsigned char bytes[512];
  size_t size;
  FILE* file = fopen(name, "rb");
  if (file == NULL) return;
  (void)fprintf(t->out, " file ");
  while ((size = fread(bytes, 1, sizeof bytes, file)) != 0) write_bytes(t, bytes, size);
  (void)fclose(file);
  (void)remove(name);
}

static void run_command(Transcript* t, const CommandCase* each, char** metadata) {
  ExceptionInfo exception;
  ImageInfo* info = CloneImageInfo((ImageInfo*)NULL);
  char* words[COMMAND_WORDS];
  const int count = count_words(each->words);
  MagickPassFail status;
  copy_words(each->words, words);
  GetExceptionInfo(&exception);
  (void)CloneString(&info->size, "20x10");
  status = each->run(info, count, words, metadata, &exception);
  (void)fprintf(t->out, "%s %s: %u", words[0], words[count - 1], status);
  if (metadata != NULL) (void)fprintf(t->out, " metadata \"%s\"", *metadata ? *metadata : "none");
  write_exception(t, &exception);
  (void)fprintf(t->out, " size %s quality %lu verbose %u", info->size ? info->size : "",
                info->quality, info->verbose);
  write_file(t, COMMAND_OUTPUT);
  (void)fprintf(t->out, "\n");
  DestroyExceptionInfo(&exception);
  DestroyImageInfo(info);
}

/* Not those with words in the middle of a reason: GraphicsMagick leaves a "%s" there. */
static const CommandCase command_cases[] = {
    {ConvertImageCommand, {"convert", COMMAND_INPUT, "-flip", COMMAND_OUTPUT}},
    {ConvertImageCommand, {"", COMMAND_INPUT, COMMAND_OTHER, "+append", COMMAND_OUTPUT}},
    {ConvertImageCommand,
     {"any", "-quality", "33", "-format", "%wx%h %m", "xc:red", "-crop", "3x2+1+1",
      COMMAND_OUTPUT}},
    {ConvertImageCommand, {"convert", "no-such-file.ppm", COMMAND_OUTPUT}},
    {ConvertImageCommand, {"convert", COMMAND_INPUT}},
    {ConvertImageCommand, {"convert", COMMAND_INPUT, "-frobnicate", COMMAND_OUTPUT}},
    {ConvertImageCommand, {"convert", COMMAND_INPUT, "-colorspace", "strange", COMMAND_OUTPUT}},
    {CompositeImageCommand,
     {"composite", "-compose", "Plus", COMMAND_INPUT, COMMAND_OTHER, COMMAND_OUTPUT}},
    {CompositeImageCommand, {"composite", COMMAND_INPUT, COMMAND_OUTPUT}},
    {CompositeImageCommand, {"composite", COMMAND_INPUT, COMMAND_OTHER, "-what", COMMAND_OUTPUT}},
    {IdentifyImageCommand, {"identify", "-format", "%w %h %m|", COMMAND_INPUT, COMMAND_OTHER}},
    {IdentifyImageCommand, {"identify", "-format", "%w|", "no-such-file.ppm", COMMAND_INPUT}},
    {IdentifyImageCommand, {"identify", "no-such-file.ppm"}},
    {IdentifyImageCommand, {"identify", "-frobnicate", COMMAND_INPUT}},
    {MogrifyImageCommand, {"mogrify", "-flop", COMMAND_OTHER}},
    {MogrifyImageCommand, {"mogrify", "-flop", "no-such-file.ppm"}},
    {MogrifyImageCommand, {"mogrify", "-frobnicate", COMMAND_OTHER}},
    {CompareImageCommand, {"compare", COMMAND_INPUT, COMMAND_OTHER}},
    {CompareImageCommand, {"compare", COMMAND_INPUT, "-frobnicate"}},
    {MagickCommand, {"convert", COMMAND_INPUT, "-negate", COMMAND_OUTPUT}},
    {MagickCommand, {"-convert", COMMAND_OTHER, "-negate", COMMAND_OUTPUT}},
    {MagickCommand, {"Identify", "-format", "%w", COMMAND_INPUT}},
};

static void write_command_image(Transcript* t, TranscriptKind kind, const char* name) {
  ImageInfo* info = CloneImageInfo((ImageInfo*)NULL);
  Image* image;
  t->bytes = 1;
  image = random_image(t, kind, 7, 5);
  t->bytes = 0;
  image->depth = 8;
  (void)strcpy(image->filename, name);
  (void)WriteImage(info, image);
  DestroyImage(image);
  DestroyImageInfo(info);
}

static void transcript_commands(Transcript* t) {
  size_t i;
  ErrorHandler errors = SetErrorHandler(write_handled);
  WarningHandler warnings = SetWarningHandler(write_handled);
  command_messages = t->out;
  write_command_image(t, DirectKind, COMMAND_INPUT);
  write_command_image(t, DirectKind, COMMAND_OTHER);
  for (i = 0; i < sizeof command_cases / sizeof command_cases[0]; i++) {
    char* metadata = NULL;
    run_command(t, &command_cases[i], &metadata);
    run_command(t, &command_cases[i], &metadata); /* appends */
    if (command_cases[i].run != MagickCommand) run_command(t, &command_cases[i], NULL);
    MagickFree(metadata);
  }
  write_file(t, COMMAND_OTHER);
  (void)remove(COMMAND_INPUT);
  (void)remove(COMMAND_OTHER "~");
  (void)fprintf(t->out, "\n");
  (void)SetErrorHandler(errors);
  (void)SetWarningHandler(warnings);
}

static const char* const mogrify_cases[][COMMAND_WORDS] = {
    {"-flip"},
    {"-flop", "-flip"},
    {"-crop", "3x2+1+1"},
    {"-roll", "+2+1", "-negate"},
    {"-threshold", "40%"},
    {"word", "-flip", "another", "-", "+", "-frobnicate", "-flop"},
    {"-shave", "1x1", "-border", "2x1"},
    {"-background", "blue", "-extent", "9x9-1-1"},
    {"-region", "3x3+1+1", "-flip"},
    {"-matte"},
    {"-page", "20x20+1+2"},
    {"-label", "a label", "-comment", "%wx%h"},
    {"-shave", "40x40"},
    {"-append"},
    {"-flip", "+append"},
    {"-average", "-flop"},
    {"-flatten"},
    {"-scene", "5"},
    {"-append", "-frobnicate", "-shave", "40x40"},
};

static void write_images_of(Transcript* t, const Image* images) {
  const Image* p;
  for (p = images; p != NULL; p = p->next) {
    const ImageAttribute* label = GetImageAttribute(p, "label");
    write_pixels_of(t, p);
    (void)fprintf(t->out, " scene %lu page %lux%lu%+ld%+ld label %s exception %d", p->scene,
                  p->page.width, p->page.height, p->page.x, p->page.y, label ? label->value : "",
                  (int)p->exception.severity);
  }
}

static void transcript_mogrify(Transcript* t) {
  size_t i;
  int length;
  ImageInfo* info = CloneImageInfo((ImageInfo*)NULL);
  for (i = 0; i < sizeof mogrify_cases / sizeof mogrify_cases[0]; i++) {
    char* words[COMMAND_WORDS];
    const int count = count_words(mogrify_cases[i]);
    Image* image = random_image(t, MatteKind, 6, 4);
    MagickPassFail status;
    copy_words(mogrify_cases[i], words);
    status = MogrifyImage(info, count, words, &image);
    (void)fprintf(t->out, "one %s: %u", words[0], status);
    write_images_of(t, image);
    DestroyImageList(image);
    /* One image is its own average, which gm calls an error and does all the same. */
    for (length = strcmp(words[0], "-average") == 0 ? 2 : 1; length <= 3; length++) {
      Image* images = NULL;
      int each;
      for (each = 0; each < length; each++)
        AppendImageToList(&images, random_image(t, DirectKind, 6, 4));
      status = MogrifyImages(info, count, words, &images);
      (void)fprintf(t->out, "\n%d %s: %u", length, words[0], status);
      write_images_of(t, images);
      DestroyImageList(images);
    }
    (void)fprintf(t->out, "\n");
  }
  DestroyImageInfo(info);
}

#endif
