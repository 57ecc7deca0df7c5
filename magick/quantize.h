/* Fewer colours: palettes made for an image or taken from another, and dithering. */
#ifndef LODESTONE_MAGICK_QUANTIZE_H
#define LODESTONE_MAGICK_QUANTIZE_H

#include "magick/colorspace.h"
#include "magick/common.h"
#include "magick/image.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* Levels of the octree of colours. */
#define MaxTreeDepth 8

/* How to reduce colours. Allocate with CloneQuantizeInfo or fill in with GetQuantizeInfo. */
typedef struct _QuantizeInfo {
  unsigned long number_colors; /* at most; 0: as many as a palette can have */
  unsigned int tree_depth;     /* levels of the octree of colours, 2 to 8; 0: by number_colors */
  unsigned int dither;         /* not 0: spread errors over the neighbours */
  ColorspaceType colorspace;   /* to work in; TransparentColorspace: keep alpha */
  unsigned int measure_error;  /* not 0: set image->error, see GetImageQuantizeError */
  unsigned long signature;
} QuantizeInfo;

/* New settings with default values, or a copy of `quantize_info`. NULL if out of memory. */
extern MagickExport QuantizeInfo* CloneQuantizeInfo(const QuantizeInfo* quantize_info);

/* Free settings; NULL is ignored. */
extern MagickExport void DestroyQuantizeInfo(QuantizeInfo* quantize_info);

/* Fill in the default values: 256 colours, dithered, in RGB. */
extern MagickExport void GetQuantizeInfo(QuantizeInfo* quantize_info);

/*
  QuantizeImage: reduce the number of colours, in place. The image becomes PseudoClass; with
  TransparentColorspace, which keeps alpha, DirectClass. A grey image becomes one with a grey
  palette. An image that has a palette of few enough colours is left as it is; a CMYK image is
  converted to RGB.
  quantize_info: the number of colours, the depth of the octree, whether to dither, and in which
                 colorspace, to which the image is converted. Two colours in a grey colorspace are
                 black and white.
  Returns:       MagickFail with image->exception set: out of memory, no pixels, a colorspace that
                 is not supported, or cancelled; a cancelled image may be partly changed.
*/
extern MagickExport MagickPassFail QuantizeImage(const QuantizeInfo* quantize_info, Image* image);

/*
  QuantizeImages: reduce the colours of a list of images to one palette for all. A single image:
  QuantizeImage.
  Returns: MagickFail with the exception of an image set, as QuantizeImage.
*/
extern MagickExport MagickPassFail QuantizeImages(const QuantizeInfo* quantize_info, Image* images);

/*
  MapImage: replace every colour by the closest one of another image, in place. Colours of that
  image that differ little, by less than 1/256 of the range in every sample, count as one, their
  mean. The image becomes PseudoClass, and DirectClass if it has alpha.
  map_image: the image that has the colours; its order of colours is not kept.
  dither:    not 0: spread errors over the neighbours.
  Returns:   MagickFail with image->exception set: out of memory, no pixels, more colours than a
             palette holds, or cancelled; a cancelled image may be partly changed.
*/
extern MagickExport MagickPassFail MapImage(Image* image, const Image* map_image,
                                            const unsigned int dither);

/*
  MapImages: MapImage for every image of a list.
  map_image: NULL: reduce them to one palette of 256 colours instead.
  Returns:   MagickFail with the exception of an image set, as MapImage.
*/
extern MagickExport MagickPassFail MapImages(Image* images, const Image* map_image,
                                             const unsigned int dither);

/*
  GetImageQuantizeError: compare the pixels with the colours of their indexes.
  Effects: image->total_colors is the number of colours. image->error has the mean of the squared
           distances, the same divided by the square of the diagonal of RGB space, and the largest
           one divided by it; all 0 if DirectClass.
  Returns: MagickFail if DirectClass or without pixels.
*/
extern MagickExport MagickPassFail GetImageQuantizeError(Image* image);

/*
  CompressImageColormap: make the palette of a grey image, or of one of at most 256 colours without
  a palette, as small as possible. Any other image is left as it is.
  Errors:  in image->exception.
*/
extern MagickExport void CompressImageColormap(Image* image);

/*
  GrayscalePseudoClassImage: make an image grey and PseudoClass.
  optimize_colormap: not 0: a palette of the shades that occur, from dark to bright; if 0, one of
                     all shades, or the one that the image has.
  Errors:            in image->exception.
*/
extern MagickExport void GrayscalePseudoClassImage(Image* image, unsigned int optimize_colormap);

/*
  OrderedDitherImage: make an image black and white by a pattern of 8 x 8 thresholds, after
  NormalizeImage, in place. The image becomes PseudoClass; a CMYK image is converted to RGB first.
  Returns: MagickFail with image->exception set: out of memory, no pixels, or cancelled; a cancelled
           image is partly changed.
*/
extern MagickExport MagickPassFail OrderedDitherImage(Image* image);

/*
  SegmentImage: reduce an image to a palette by finding the peaks of the histograms of its three
  samples at several scales (fuzzy c-means with an exponent of 2). It becomes PseudoClass and RGB,
  without alpha.
  colorspace:          in which colours are compared; see TransformColorspace.
  verbose:             1: print the clusters on standard output; more: the histograms too.
  cluster_threshold:   the percentage of the pixels that a cluster needs.
  smoothing_threshold: second derivatives of the histograms below it count as 0; usually 1.5.
  Returns:   MagickFail with image->exception set: ImageError if more than 256 clusters are found,
             or none, OptionError for a colour space that is not supported, out of memory, no
             pixels, or cancelled.
  Agreement: the same whatever the number of threads.
  Source:    GraphicsMagick SegmentImage; equal to what it does on several threads. There the call
             passes where clusters are too many.
*/
extern MagickExport MagickPassFail SegmentImage(Image* image, const ColorspaceType colorspace,
                                                const unsigned int verbose,
                                                const double cluster_threshold,
                                                const double smoothing_threshold);

#if defined(__cplusplus)
}
#endif

#endif
