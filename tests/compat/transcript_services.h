/* Transcript of the registry, texts, names and files. */
#ifndef LODESTONE_TESTS_COMPAT_TRANSCRIPT_SERVICES_H
#define LODESTONE_TESTS_COMPAT_TRANSCRIPT_SERVICES_H

#include <stdlib.h>

#include "transcript.h"

static void write_registered(Transcript* t, long id) {
  ExceptionInfo exception;
  RegistryType type = ImageRegistryType;
  size_t length = 99;
  void* object;
  GetExceptionInfo(&exception);
  object = GetMagickRegistry(id, &type, &length, &exception);
  (void)fprintf(t->out, "get %ld: type %d, object %d, plain length %lu", id, (int)type,
                object != NULL, type == UndefinedRegistryType ? (unsigned long)length : 0);
  write_exception(t, &exception);
  if (type == ImageRegistryType && object != NULL) {
    write_pixels_of(t, (Image*)object);
    DestroyImageList((Image*)object);
  } else if (type == ImageInfoRegistryType) {
    DestroyImageInfo((ImageInfo*)object);
  } else if (object != NULL) {
    write_bytes(t, object, length);
    MagickFree(object);
  }
  (void)fprintf(t->out, "\n");
}

static void write_set(Transcript* t, RegistryType type, const void* object, size_t length) {
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  (void)fprintf(t->out, "set %d: %ld", (int)type,
                SetMagickRegistry(type, object, length, &exception));
  write_exception(t, &exception);
  (void)fprintf(t->out, "\n");
}

static void write_found(Transcript* t, const char* name) {
  ExceptionInfo exception;
  long id = 77;
  Image* image;
  GetExceptionInfo(&exception);
  image = GetImageFromMagickRegistry(name, &id, &exception);
  (void)fprintf(t->out, "find %s: %ld %d", name, id, image != NULL);
  write_exception(t, &exception);
  (void)fprintf(t->out, "\n");
  if (image != NULL) DestroyImageList(image);
}

static void transcript_registry(Transcript* t) {
  static const char zeros[sizeof(Image) + sizeof(ImageInfo)] = {0};
  Image* image = random_image(t, PaletteKind, 3, 2);
  ImageInfo* info = CloneImageInfo((ImageInfo*)NULL);
  long id;
  (void)strcpy(image->filename, "Found");
  write_set(t, ImageRegistryType, image, sizeof(Image));
  write_set(t, ImageInfoRegistryType, info, sizeof(ImageInfo));
  write_set(t, UndefinedRegistryType, "bytes", 5);
  write_set(t, (RegistryType)42, "others", 6);
  write_set(t, UndefinedRegistryType, "", 0);
  write_set(t, ImageRegistryType, image, 12);
  write_set(t, ImageRegistryType, zeros, sizeof(Image));
  write_set(t, ImageInfoRegistryType, info, 12);
  write_set(t, ImageInfoRegistryType, zeros, sizeof(ImageInfo));
  for (id = -1; id < 5; id++)
    if (id != 3) write_registered(t, id);
  write_found(t, "fOUND");
  write_found(t, "missing");
  for (id = 5; id >= -1; id--)
    (void)fprintf(t->out, "delete %ld: %u\n", id, DeleteMagickRegistry(id));
  write_registered(t, 0);
  write_set(t, UndefinedRegistryType, "next", 4);
  DestroyImage(image);
  DestroyImageInfo(info);
}

static void transcript_tokenizer(Transcript* t) {
  static const char alphabet[] = "aB \t,;\"'\\xY";
  unsigned i, k;
  for (i = 0; i < 5000; i++) {
    char line[24], token[12], breaker = 0, quoted = 0;
    TokenInfo info;
    int next = 0, calls = 0;
    const unsigned flag = random_below(t, 4), size = 1 + random_below(t, 11);
    const unsigned length = random_below(t, sizeof line);
    char white[] = " \t", breaks[] = ",;", quotes[] = "\"'";
    memset(token, 0, sizeof token);
    for (k = 0; k < length; k++) line[k] = alphabet[random_below(t, sizeof alphabet - 1)];
    line[length] = '\0';
    (void)fprintf(t->out, "tokens of <%s>:", line);
    while (calls++ < 30 && Tokenizer(&info, flag, token, size, line, white, breaks, quotes, '\\',
                                     &breaker, &next, &quoted) == 0)
      (void)fprintf(t->out, " <%s> %d %d at %d state %d quote %d", token, breaker, quoted, next,
                    info.state, info.quote);
    (void)fprintf(t->out, "\n");
  }
}

static size_t bracket_text(char* to, const char* from, const size_t size) {
  (void)snprintf(to, size, "(%s)", from);
  return strlen(to);
}

static void transcript_translate(Transcript* t) {
  static const char* const formats[] = {"%c %d %e %f %g %h %i %k",
                                        "%l %m %n %o %p %q %r %s %t",
                                        "%w %x %y %A %C %D %G %H",
                                        "%M %O %P %Q %T %U %W %X %Y %@",
                                        "%# %% %! %j% ",
                                        "%",
                                        "100%",
                                        "a\\nb\\rc\\td\\",
                                        "%[comment]",
                                        "%[none]|%[COMMENT]|%[un",
                                        "%[*]",
                                        "plain",
                                        "%w%h%%w",
                                        "\\%w",
                                        "%[size] %[depth] %[width]"};
  unsigned i, k;
  for (i = 0; i < 40; i++) {
    Image* image = random_image(t, DirectKind, 3 + random_below(t, 9), 3 + random_below(t, 5));
    ImageInfo* info = CloneImageInfo((ImageInfo*)NULL);
    (void)strcpy(info->filename, "out.png");
    (void)strcpy(image->magick, "PNM");
    if (i % 2) (void)strcpy(image->magick_filename, "/folder/name.of.pnm[1]");
    image->scene = random_below(t, 9);
    image->page.width = random_below(t, 300);
    image->page.height = image->page.width ? 1 + random_below(t, 300) : 0;
    image->page.x = (long)random_below(t, 50) - 25;
    image->page.y = (long)random_below(t, 50) - 25;
    image->x_resolution = random_below(t, 3) * 36.5;
    image->units = (ResolutionType)random_below(t, 3);
    image->delay = random_below(t, 5);
    info->quality = random_below(t, 100);
    info->subrange = random_below(t, 2);
    info->subimage = 4;
    if (i % 3) (void)SetImageAttribute(image, "comment", "A comment");
    if (i % 4 == 1) (void)SetImageAttribute(image, "JPEG-Quality", "83");
    if (i % 5) (void)SetImageAttribute(image, "label", "label");
    for (k = 0; k < sizeof formats / sizeof formats[0]; k++) {
      const ImageInfo* used = random_below(t, 4) ? info : NULL;
      char* text = random_below(t, 3) ? TranslateText(used, image, formats[k])
                                      : TranslateTextEx(used, image, formats[k], bracket_text);
      (void)fprintf(t->out, "<%s> is <%s>\n", formats[k], text);
      MagickFree(text);
    }
    DestroyImage(image);
    DestroyImageInfo(info);
  }
}

static void write_header_format(Transcript* t, const unsigned char* header, size_t length,
                                size_t room) {
  char format[32] = "unchanged";
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  (void)fprintf(t->out, "format: %u",
                GetMagickFileFormat(header, length, format, room, &exception));
  (void)fprintf(t->out, " %s\n", format);
  DestroyExceptionInfo(&exception);
}

/* The list without descriptions, which GraphicsMagick has since 1.3.46. */
static void write_magic_list(Transcript* t, ExceptionInfo* exception) {
  FILE* const file = tmpfile();
  char line[MaxTextExtent];
  (void)fprintf(t->out, "magic: %u\n", ListMagicInfo(file, exception));
  rewind(file);
  while (fgets(line, sizeof line, file) != NULL) {
    const char* target = strchr(line, '"');
    if (target == NULL) continue;
    do --target;
    while (*target == ' ');
    while (target[-1] != ' ') --target;
    (void)fprintf(t->out, "%.*s %s", (int)strcspn(line, " "), line, target);
  }
  (void)fclose(file);
}

static void transcript_magic(Transcript* t) {
  static const char* const headers[] = {"GIF89a",
                                        "P5\n1 1",
                                        "P7 332",
                                        "P7\nWIDTH",
                                        "\x89PNG\r\n\x1a\n",
                                        "RIFF....WEBPVP8",
                                        "%!PS",
                                        "II*",
                                        "BM",
                                        "nothing",
                                        "G",
                                        "8BIM#"};
  ExceptionInfo exception;
  unsigned i, room;
  GetExceptionInfo(&exception);
  write_magic_list(t, &exception);
  for (i = 0; i < sizeof headers / sizeof headers[0]; i++)
    for (room = 0; room < 20; room += 3)
      write_header_format(t, (const unsigned char*)headers[i], strlen(headers[i]), room);
  write_header_format(t, NULL, 5, 20);
  write_header_format(t, (const unsigned char*)"", 0, 20);
  DestroyExceptionInfo(&exception);
}

static void transcript_names(Transcript* t) {
  static const char* const paths[] = {"/usr/bin/env",  "/usr/bin",       "/usr/bin/",    "/", "sh",
                                      "nosuchprogram", "nosuchfolder/x", "/nosuchfolder"};
  int i;
  char path[MaxTextExtent];
  for (i = -1; i < 12; i++)
    (void)fprintf(t->out, "%d: %s, %s, %s\n", i, ConfirmAccessModeToString((ConfirmAccessMode)i),
                  StretchTypeToString((StretchType)i), StyleTypeToString((StyleType)i));
  (void)setenv("PATH", "/nosuchfolder:/usr/bin:/bin", 1);
  for (i = 0; i < (int)(sizeof paths / sizeof paths[0]); i++) {
    (void)strcpy(path, paths[i]);
    (void)fprintf(t->out, "%s: %u", paths[i], GetExecutionPathUsingName(path));
    (void)fprintf(t->out, " %s\n", path);
  }
}

/* A resource of Photoshop, with a path of random lines and curves for the ids of paths. */
static size_t append_resource(Transcript* t, unsigned char* to, unsigned id, const char* name) {
  unsigned char* start = to;
  unsigned char* length;
  size_t i, records = random_below(t, 9);
  unsigned char knot[24];
  memcpy(to, "8BIM", 4);
  to += 4;
  *to++ = (unsigned char)(id >> 8);
  *to++ = (unsigned char)id;
  *to++ = (unsigned char)strlen(name);
  memcpy(to, name, strlen(name));
  to += strlen(name);
  if (strlen(name) % 2 == 0) *to++ = 0;
  length = to;
  to += 4;
  for (; records != 0; records--) {
    const unsigned selector = random_below(t, 9);
    for (i = 0; i < sizeof knot; i++) knot[i] = (unsigned char)random_below(t, i % 4 ? 256 : 2);
    /* Straight lines too. */
    if (random_below(t, 2)) memcpy(knot + 8, knot, 8);
    if (random_below(t, 2)) memcpy(knot + 16, knot + 8, 8);
    if (selector % 3 == 0) {
      knot[0] = 0;
      knot[1] = (unsigned char)(1 + random_below(t, 3));
    }
    *to++ = 0;
    *to++ = (unsigned char)selector;
    memcpy(to, knot, sizeof knot);
    to += sizeof knot;
  }
  i = (size_t)(to - length) - 4 - random_below(t, 2);
  if ((size_t)(to - length) == 4) i = 0;
  length[0] = length[1] = 0;
  length[2] = (unsigned char)(i >> 8);
  length[3] = (unsigned char)i;
  return (size_t)(to - start);
}

static void transcript_resources(Transcript* t) {
  static const char* const keys[] = {"8BIM:1999,2998",
                                     "8BIM:1999,2998:#2",
                                     "8BIM:2000,2001:Path",
                                     "8BIM:1999,2998:pATH\nSVG",
                                     "8BIM:1999,2998:#1\nPS",
                                     "8BIM:1000,1999",
                                     "8BIM:",
                                     "8BIM:1,x",
                                     "IPTC:2:120",
                                     "IPTC:2:5",
                                     "IPTC:9",
                                     "IPTC:*"};
  static const unsigned ids[] = {1999, 2000, 2001, 2998, 2999, 1005};
  static unsigned char profile[4000];
  unsigned i, k;
  for (i = 0; i < 300; i++) {
    Image* image = random_image(t, DirectKind, 1 + random_below(t, 9), 1 + random_below(t, 5));
    size_t length = 0;
    if (random_below(t, 2)) {
      memcpy(profile, "\034\002\170\000\007caption", 12);
      length = 12;
    }
    for (k = random_below(t, 5); k != 0; k--)
      length += append_resource(t, profile + length, ids[random_below(t, 6)],
                                random_below(t, 2)   ? "Path"
                                : random_below(t, 2) ? "abc"
                                                     : "");
    /* GraphicsMagick reads beyond the end of records that do not fit. */
    memset(profile + length, 0, 8);
    (void)SetImageProfile(image, "IPTC", profile, length + 8);
    for (k = 0; k < sizeof keys / sizeof keys[0]; k++) {
      const ImageAttribute* attribute = GetImageAttribute(image, keys[k]);
      (void)fprintf(t->out, "<%s> is <%s>\n", keys[k], attribute ? attribute->value : "nothing");
    }
    (void)fprintf(t->out, "clipping path: %d\n", GetImageClippingPathAttribute(image) != NULL);
    DestroyImage(image);
  }
}

#endif
