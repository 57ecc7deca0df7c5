/*
  Images, the settings for reading and writing them, and their life cycle.

  Ownership: an Image or ImageInfo that a function returns belongs to the caller, to be released
  with DestroyImage, DestroyImageList or DestroyImageInfo. Threads: different images may be used by
  different threads at once, also clones that share pixels; one image may be read by many.
*/
#ifndef LODESTONE_MAGICK_IMAGE_H
#define LODESTONE_MAGICK_IMAGE_H

#include "magick/common.h"
#include "magick/colorspace.h"
#include "magick/error.h"
#include "magick/forward.h"
#include "magick/image_types.h"
#include "magick/magick_types.h"
#include "magick/timer.h"

#if defined(__cplusplus)
extern "C" {
#endif

struct _ImageExtra;

/* One frame. Allocate with AllocateImage or CloneImage only; fields from
   `profiles` to `signature` are private. */
typedef struct _Image {
  ClassType storage_class;
  ColorspaceType colorspace;
  CompressionType compression;
  MagickBool dither;           /* dither when reducing colours */
  MagickBool matte;            /* has an alpha channel */
  unsigned long columns, rows; /* pixels */
  unsigned int colors;         /* entries of the colormap */
  unsigned int depth;          /* significant bits of a sample, 1 to QuantumDepth */
  PixelPacket* colormap;
  PixelPacket background_color, border_color, matte_color;
  double gamma; /* 0: unknown */
  ChromaticityInfo chromaticity;
  OrientationType orientation;
  RenderingIntent rendering_intent;
  ResolutionType units;
  char *montage, *directory; /* of the MIFF format */
  char* geometry;            /* crop and placement option */
  long offset;               /* bytes to skip before raw pixels */
  double x_resolution, y_resolution;
  RectangleInfo page;      /* canvas of the frame, and its offset there */
  RectangleInfo tile_info; /* part of a raw file to read */
  double blur;             /* resize: > 1 softer, < 1 sharper */
  double fuzz;             /* colours this close count as equal */
  FilterTypes filter;      /* for resize */
  InterlaceType interlace;
  EndianType endian;
  GravityType gravity;
  CompositeOperator compose;
  DisposeType dispose;
  unsigned long scene;        /* number of the frame */
  unsigned long delay;        /* hundredths of a second */
  unsigned long iterations;   /* 0: endless */
  unsigned long total_colors; /* set by GetNumberColors */
  long start_loop;
  ErrorInfo error;
  TimerInfo timer; /* runs from allocation */
  void* client_data;
  char filename[MaxTextExtent];              /* to write to; may have a "FORMAT:" prefix */
  char magick_filename[MaxTextExtent];       /* as read */
  char magick[MaxTextExtent];                /* format */
  unsigned long magick_columns, magick_rows; /* size as read */
  ExceptionInfo exception;                   /* of functions without an exception argument */
  struct _Image *previous, *next;            /* neighbours in a list */

  void* profiles;
  unsigned int is_monochrome, is_grayscale; /* known to be so */
  unsigned int taint;                       /* changed since it was read */
  struct _ImageExtra* extra;
  MagickBool ping; /* read without pixels */
  _CacheInfoPtr_ cache;
  _ThreadViewSetPtr_ default_views;
  _ImageAttributePtr_ attributes;
  _Ascii85InfoPtr_ ascii85;
  _BlobInfoPtr_ blob;
  long reference_count;
  _SemaphoreInfoPtr_ semaphore;
  unsigned int logging;
  struct _Image* list;
  unsigned long signature;

  /* Beyond GraphicsMagick's structure, and public. */
  MagickBool black_point_compensation; /* between colour profiles, black becomes black */
  MagickBool linear_light;      /* resize and blur take sRGB colours for the light they stand for */
  MagickBool unweighted_colors; /* see effect.h; MinifyImage and MagnifyImage too */
} Image;

/* Settings for reading and writing. Strings are the structure's own: use CloneString. */
typedef struct _ImageInfo {
  CompressionType compression;
  MagickBool temporary; /* remove the file after reading it */
  MagickBool adjoin;    /* write several frames to one file */
  MagickBool antialias;
  unsigned long subimage, subrange; /* first frame to read, and how many */
  unsigned long depth;              /* bits per sample to write */
  char* size;                       /* WxH+offset: of raw data, or requested from the decoder */
  char *tile, *page;
  InterlaceType interlace;
  EndianType endian;
  ResolutionType units;
  unsigned long quality; /* 0 to 100 */
  char* sampling_factor; /* chroma subsampling, such as 2x2 */
  char *server_name, *font, *texture;
  char* density; /* resolution, such as 72x72 */
  double pointsize;
  double fuzz;
  PixelPacket pen, background_color, border_color, matte_color;
  MagickBool dither, monochrome;
  MagickBool progress; /* report to the monitor */
  ColorspaceType colorspace;
  ImageType type; /* requested */
  long group;
  unsigned int verbose;
  char *view, *authenticate;
  void* client_data;
  FILE* file;                   /* use this stream instead of the file name */
  char magick[MaxTextExtent];   /* format */
  char filename[MaxTextExtent]; /* may have a "FORMAT:" prefix and a "[frames]" suffix */

  _CacheInfoPtr_ cache;
  void* definitions;
  Image* attributes;
  MagickBool ping;
  PreviewType preview_type;
  MagickBool affirm;  /* the format is certain */
  _BlobInfoPtr_ blob; /* or, if length is not 0, that many bytes, which stay the caller's */
  size_t length;
  char unique[MaxTextExtent], zero[MaxTextExtent];
  unsigned long signature;
} ImageInfo;

/* How MontageImages lays out thumbnails; see magick/montage.h. Strings are the structure's own. */
typedef struct _MontageInfo {
  char* geometry; /* size of a tile and the space around it, WxH+x+y with flags */
  char* tile;     /* columns x rows of tiles per image */
  char* title;    /* above them */
  char* frame;    /* WxH+outer+inner bevel */
  char* texture;  /* file name of the background */
  char* font;
  double pointsize;
  unsigned long border_width; /* pixels */
  unsigned int shadow;        /* not 0: under each tile */
  PixelPacket fill, stroke;   /* of text */
  PixelPacket background_color, border_color, matte_color;
  GravityType gravity;          /* of images in their tiles */
  char filename[MaxTextExtent]; /* of the result */
  unsigned long signature;
} MontageInfo;

/*
  AllocateImage: a new image without pixels (0 x 0), with the settings of `image_info` (or NULL).
  Returns: NULL only if out of memory.
*/
extern MagickExport Image* AllocateImage(const ImageInfo* image_info);

/* Append a new image to `image` as its `next`; image->next stays NULL if out of memory. */
extern MagickExport void AllocateNextImage(const ImageInfo* image_info, Image* image);

/*
  AppendImages: a new image, DirectClass: `image` and those after it in its list from left to right,
  or with `stack` other than 0 from top to bottom; what they leave free has the background colour of
  the first, which gives the other attributes too. A single image is cloned.
  Returns: NULL with *exception set: ResourceLimitError for the size, out of memory, no pixels, or
           cancelled.
  Source:  GraphicsMagick AppendImages; equal.
*/
extern MagickExport Image* AppendImages(const Image* image, const unsigned int stack,
                                        ExceptionInfo* exception);

/*
  CloneImage: a copy with all metadata.
  columns, rows: 0, 0 shares the pixels (copy on write); another size gives a clone with undefined
                 pixels.
  orphan:        true: the clone is in no list. False: its next and previous are copied.
  Returns: NULL with *exception set if out of memory.
*/
extern MagickExport Image* CloneImage(const Image* image, const unsigned long columns,
                                      const unsigned long rows, const unsigned int orphan,
                                      ExceptionInfo* exception);

/* Add a reference, to be released by one more DestroyImage. Returns `image`. Threads: safe. */
extern MagickExport Image* ReferenceImage(Image* image);

/* Release a reference; the last one frees the image. NULL is ignored. Affects no other of its list.
 */
extern MagickExport void DestroyImage(Image* image);

/* Make *image safe to change: replace it by a clone if there are other references. */
extern MagickExport void ModifyImage(Image** image, ExceptionInfo* exception);

/* New settings with default values, or a deep copy of `image_info`. NULL if out of memory. */
extern MagickExport ImageInfo* CloneImageInfo(const ImageInfo* image_info);

/* Fill in the default values. */
extern MagickExport void GetImageInfo(ImageInfo* image_info);

/* Free settings; NULL is ignored. image_info->file stays open. */
extern MagickExport void DestroyImageInfo(ImageInfo* image_info);

/* Pass image->exception to its handler. Returns its severity. */
extern MagickExport ExceptionType CatchImageException(Image* image);

/* Copy the worst exception of the list that starts at `image`. */
extern MagickExport void GetImageException(Image* image, ExceptionInfo* exception);

/*
  AccessDefinition: value of "format:key=value" as AddDefinitions stored it.
  Returns: "" for a key without value, NULL if not defined. Belongs to `image_info`.
*/
extern MagickExport const char* AccessDefinition(const ImageInfo* image_info, const char* magick,
                                                 const char* key);

/* Store one definition. Returns MagickFail with *exception set if out of memory. */
extern MagickExport MagickPassFail AddDefinition(ImageInfo* image_info, const char* magick,
                                                 const char* key, const char* value,
                                                 ExceptionInfo* exception);

/*
  Store definitions from text: "format:key=value,format:key,...". Whole numbers behind a comma
  belong to the value before them: "icon:auto-resize=64,32".
*/
extern MagickExport MagickPassFail AddDefinitions(ImageInfo* image_info, const char* options,
                                                  ExceptionInfo* exception);

/* Remove definitions: "format:key,...", or "*" for all. MagickFail if one is not defined. */
extern MagickExport MagickPassFail RemoveDefinitions(const ImageInfo* image_info,
                                                     const char* options);

/*
  GetImageGeometry: the region of this image that a geometry string denotes, using its gravity.
  size_to_fit: keep the aspect ratio unless the string says otherwise.
  Returns: the GeometryFlags found.
*/
extern MagickExport int GetImageGeometry(const Image* image, const char* geometry,
                                         const unsigned int size_to_fit,
                                         RectangleInfo* region_info);

/* True if the pixels or a frame of the list changed since reading. */
extern MagickExport MagickBool IsTaintImage(const Image* image);

/* True if `geometry` names frames ("2", "0-3,5"); `pedantic` forbids anything else in it. */
extern MagickExport MagickBool IsSubimage(const char* geometry, const MagickBool pedantic);

/* Set image->page from "WxH+x+y"; "!" makes it relative. MagickFail if not a geometry. */
extern MagickExport MagickPassFail ResetImagePage(Image* image, const char* page);

/* Fill with background_color, and with `opacity` unless that is opaque; allocates the pixels. */
extern MagickExport MagickPassFail SetImage(Image* image, const Quantum opacity);

/* SetImage that reports to `exception`. */
extern MagickExport MagickPassFail SetImageEx(Image* image, const Quantum opacity,
                                              ExceptionInfo* exception);

/* Fill with one colour. */
extern MagickExport MagickPassFail SetImageColor(Image* image, const PixelPacket* pixel);

/* Fill part of an image with one colour. */
extern MagickExport MagickPassFail SetImageColorRegion(Image* image, long x, long y,
                                                       unsigned long width, unsigned long height,
                                                       const PixelPacket* pixel);

/* Set image->delay: hundredths of a second, exactly. A field that is set itself keeps what a file
   says in milliseconds if they round to it. */
extern MagickExport void SetImageDelay(Image* image, const unsigned long delay);

/* Round the samples to `depth` bits, 1 to QuantumDepth, and set image->depth. */
extern MagickExport MagickPassFail SetImageDepth(Image* image, const unsigned long depth);

/*
  SetImageInfo: parse the format and the frames from image_info->filename.
  flags:   0 or SETMAGICK_READ: for reading, which also inspects the content; else for writing.
  Effects: "FORMAT:" and "[frames]" move from filename to magick, subimage and subrange. An
  extension of a known format becomes magick, whether or not that format is built in. Errors:
  MissingDelegateError for writing if the extension is of a format that cannot be written.
*/
extern MagickExport MagickPassFail SetImageInfo(ImageInfo* image_info, const unsigned int flags,
                                                ExceptionInfo* exception);

#define SETMAGICK_FALSE 0x00000
#define SETMAGICK_TRUE 0x00001
#define SETMAGICK_READ 0x00002
#define SETMAGICK_WRITE 0x00004
#define SETMAGICK_RECTIFY 0x00008

/* Set the opacity of every pixel, or reduce existing alpha by it; sets matte. */
extern MagickExport MagickPassFail SetImageOpacity(Image* image, const unsigned int opacity);

/*
  SetImageType: convert to a type: grey, with alpha, true colour, CMYK ...
  BilevelType:      black and white, PseudoClass: with image->dither by dithering, else brighter
  than the middle is white. PaletteType:      PseudoClass with at most 256 colours, see
  QuantizeImage. PaletteMatteType: the same with alpha; DirectClass unless the image has a palette
  already. Types with alpha: an image without gets an opaque one. OptimizeType:     nothing.
  Returns:          MagickFail with image->exception set: out of memory, no pixels, no such type, a
                    colorspace that is not supported, or cancelled.
*/
extern MagickExport MagickPassFail SetImageType(Image* image, const ImageType type);

/* Remove profiles, comments and other attributes. */
extern MagickExport MagickPassFail StripImage(Image* image);

/* PseudoClass: set the pixels from their indexes and the colormap. */
extern MagickExport MagickPassFail SyncImage(Image* image);

/* Show images in a window, one after the other. Always MagickFail with MissingDelegateError in
   image->exception: there is no X server. */
extern MagickExport MagickPassFail AnimateImages(const ImageInfo* image_info, Image* image);

/* Show images in a window. The same. */
extern MagickExport MagickPassFail DisplayImages(const ImageInfo* image_info, Image* image);

/*
  Masks: pixels that are written to an image, by SyncImagePixels, its relatives and operations that
  change an image, go through its masks. As long as there is one, pixels that a program gets are a
  copy that SyncImagePixels stores. Masks do not protect indexes and the colormap, so operations
  give masked images no palette where they can. Clones of the whole image have copies of its masks,
  results of another size or of operations that make a new image have none.

  Clip mask: samples stay as they are where those of the mask are TransparentOpacity (MaxRGB).
  Composite mask: its red says how much of the new pixel is taken: 0 nothing, MaxRGB all of it;
  between them the two pixels are mixed. It is applied after the clip mask.
*/

/*
  Set a copy of `clip_mask`, or remove the mask with NULL.
  Errors: ImageError in image->exception if its size is not the image's; the old mask then stays.
*/
extern MagickExport MagickPassFail SetImageClipMask(Image* image, const Image* clip_mask);

/* SetImageClipMask for the composite mask. */
extern MagickExport MagickPassFail SetImageCompositeMask(Image* image, const Image* composite_mask);

/* A copy of the clip mask, owned by the caller; NULL with ImageError if there is none. */
extern MagickExport Image* GetImageClipMask(const Image* image, ExceptionInfo* exception);

/* A copy of the composite mask, owned by the caller; NULL with ImageError if there is none. */
extern MagickExport Image* GetImageCompositeMask(const Image* image, ExceptionInfo* exception);

/* Where the image keeps its clip mask, which it owns; for code that puts another one there for a
   while. NULL there: no mask. */
extern MagickExport Image** ImageGetClipMask(const Image* image);

/* ImageGetClipMask for the composite mask. */
extern MagickExport Image** ImageGetCompositeMask(const Image* image);

/*
  ClipPathImage: draw a clipping path of the image's IPTC profile, and set it as the clip mask.
  pathname: name of the path, or "#1" for the first one.
  inside:   true: pixels within the path can be changed; false: those outside.
  Errors:   MagickFail without an exception if there is no such path. The path is an SVG, which a
            reader of that format draws: without one, BlobToImage's exception.
*/
extern MagickExport MagickPassFail ClipPathImage(Image* image, const char* pathname,
                                                 const MagickBool inside);

/* ClipPathImage of the first path, from inside. */
extern MagickExport MagickPassFail ClipImage(Image* image);

/* ClipPathImage for the composite mask: what the reader drew smoothly stays smooth. */
extern MagickExport MagickPassFail CompositePathImage(Image* image, const char* pathname,
                                                      const MagickBool inside);

/* CompositePathImage of the first path, from inside. */
extern MagickExport MagickPassFail CompositeMaskImage(Image* image);

#if defined(__cplusplus)
}
#endif

#endif
