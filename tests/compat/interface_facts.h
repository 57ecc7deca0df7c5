/*
  What a compiled program knows of <magick/api.h>: the layout of structures, the values of
  enumerations, and the types of functions. Compiled with the headers of GraphicsMagick in its own
  process and with those of the library in the tests, which compare the texts. The declarations are
  GraphicsMagick's: a header that differs does not compile.
*/
#ifndef LODESTONE_TESTS_COMPAT_INTERFACE_FACTS_H
#define LODESTONE_TESTS_COMPAT_INTERFACE_FACTS_H

#include <magick/random.h>
#include <stddef.h>
#include <stdio.h>

#include "prototypes.h"

#define FACT_SIZE(type) (void)fprintf(out, "sizeof " #type " %lu\n", (unsigned long)sizeof(type))
#define FACT_FIELD(type, field)                                     \
  (void)fprintf(out, "offset " #type "." #field " %lu, size %lu\n", \
                (unsigned long)offsetof(type, field), (unsigned long)sizeof(((type*)0)->field))
#define FACT_VALUE(value) (void)fprintf(out, "value " #value " %ld\n", (long)(value))

static inline void write_constitute_facts(FILE* out) {
  FACT_SIZE(ExportPixelAreaOptions);
  FACT_FIELD(ExportPixelAreaOptions, sample_type);
  FACT_FIELD(ExportPixelAreaOptions, double_minvalue);
  FACT_FIELD(ExportPixelAreaOptions, double_maxvalue);
  FACT_FIELD(ExportPixelAreaOptions, grayscale_miniswhite);
  FACT_FIELD(ExportPixelAreaOptions, pad_bytes);
  FACT_FIELD(ExportPixelAreaOptions, pad_value);
  FACT_FIELD(ExportPixelAreaOptions, endian);
  FACT_FIELD(ExportPixelAreaOptions, signature);
  FACT_SIZE(ExportPixelAreaInfo);
  FACT_FIELD(ExportPixelAreaInfo, bytes_exported);
  FACT_SIZE(ImportPixelAreaOptions);
  FACT_FIELD(ImportPixelAreaOptions, sample_type);
  FACT_FIELD(ImportPixelAreaOptions, double_minvalue);
  FACT_FIELD(ImportPixelAreaOptions, double_maxvalue);
  FACT_FIELD(ImportPixelAreaOptions, grayscale_miniswhite);
  FACT_FIELD(ImportPixelAreaOptions, endian);
  FACT_FIELD(ImportPixelAreaOptions, signature);
  FACT_SIZE(ImportPixelAreaInfo);
  FACT_FIELD(ImportPixelAreaInfo, bytes_imported);
  FACT_VALUE(UndefinedQuantum);
  FACT_VALUE(IndexQuantum);
  FACT_VALUE(GrayQuantum);
  FACT_VALUE(AlphaQuantum);
  FACT_VALUE(CIEXYZQuantum);
  FACT_VALUE(FloatQuantumSampleType);
  FACT_VALUE(DoublePixel);
}

static inline void write_pixel_facts(FILE* out) {
  FACT_SIZE(DelegateInfo);
  FACT_FIELD(DelegateInfo, path);
  FACT_FIELD(DelegateInfo, decode);
  FACT_FIELD(DelegateInfo, encode);
  FACT_FIELD(DelegateInfo, commands);
  FACT_FIELD(DelegateInfo, mode);
  FACT_FIELD(DelegateInfo, stealth);
  FACT_FIELD(DelegateInfo, signature);
  FACT_FIELD(DelegateInfo, previous);
  FACT_FIELD(DelegateInfo, next);
  FACT_SIZE(Ascii85Info);
  FACT_FIELD(Ascii85Info, offset);
  FACT_FIELD(Ascii85Info, line_break);
  FACT_FIELD(Ascii85Info, buffer);
  FACT_SIZE(PixelIteratorOptions);
  FACT_FIELD(PixelIteratorOptions, max_threads);
  FACT_FIELD(PixelIteratorOptions, signature);
  FACT_SIZE(ImageChannelStatistics);
  FACT_FIELD(ImageChannelStatistics, maximum);
  FACT_FIELD(ImageChannelStatistics, minimum);
  FACT_FIELD(ImageChannelStatistics, mean);
  FACT_FIELD(ImageChannelStatistics, standard_deviation);
  FACT_FIELD(ImageChannelStatistics, variance);
  FACT_SIZE(ImageStatistics);
  FACT_FIELD(ImageStatistics, red);
  FACT_FIELD(ImageStatistics, green);
  FACT_FIELD(ImageStatistics, blue);
  FACT_FIELD(ImageStatistics, opacity);
}

static inline void write_service_facts(FILE* out) {
  FACT_SIZE(MagickRandomKernel);
  FACT_FIELD(MagickRandomKernel, z);
  FACT_FIELD(MagickRandomKernel, w);
  FACT_VALUE(MAGICK_RANDOM_MAX);
  FACT_SIZE(TokenInfo);
  FACT_FIELD(TokenInfo, state);
  FACT_FIELD(TokenInfo, flag);
  FACT_FIELD(TokenInfo, offset);
  FACT_FIELD(TokenInfo, quote);
  FACT_VALUE(UndefinedRegistryType);
  FACT_VALUE(ImageRegistryType);
  FACT_VALUE(ImageInfoRegistryType);
  FACT_VALUE(UndefinedConfirmAccessMode);
  FACT_VALUE(FileExecuteConfirmAccessMode);
  FACT_VALUE(FileReadConfirmAccessMode);
  FACT_VALUE(FileWriteConfirmAccessMode);
  FACT_VALUE(URLGetFTPConfirmAccessMode);
  FACT_VALUE(URLGetFileConfirmAccessMode);
  FACT_VALUE(URLGetHTTPConfirmAccessMode);
  FACT_VALUE(UndefinedMode);
  FACT_VALUE(FrameMode);
  FACT_VALUE(UnframeMode);
  FACT_VALUE(ConcatenateMode);
}

static inline void write_font_facts(FILE* out) {
  FACT_VALUE(NormalStretch);
  FACT_VALUE(UltraCondensedStretch);
  FACT_VALUE(ExtraCondensedStretch);
  FACT_VALUE(CondensedStretch);
  FACT_VALUE(SemiCondensedStretch);
  FACT_VALUE(SemiExpandedStretch);
  FACT_VALUE(ExpandedStretch);
  FACT_VALUE(ExtraExpandedStretch);
  FACT_VALUE(UltraExpandedStretch);
  FACT_VALUE(AnyStretch);
  FACT_VALUE(NormalStyle);
  FACT_VALUE(ItalicStyle);
  FACT_VALUE(ObliqueStyle);
  FACT_VALUE(AnyStyle);
}

static inline void write_comparison_facts(FILE* out) {
  FACT_SIZE(DifferenceImageOptions);
  FACT_FIELD(DifferenceImageOptions, channel);
  FACT_FIELD(DifferenceImageOptions, highlight_style);
  FACT_FIELD(DifferenceImageOptions, highlight_color);
  FACT_VALUE(UndefinedHighlightStyle);
  FACT_VALUE(AssignHighlightStyle);
  FACT_VALUE(ThresholdHighlightStyle);
  FACT_VALUE(TintHighlightStyle);
  FACT_VALUE(XorHighlightStyle);
}

static inline void write_montage_facts(FILE* out) {
  FACT_SIZE(MontageInfo);
  FACT_FIELD(MontageInfo, geometry);
  FACT_FIELD(MontageInfo, tile);
  FACT_FIELD(MontageInfo, title);
  FACT_FIELD(MontageInfo, frame);
  FACT_FIELD(MontageInfo, texture);
  FACT_FIELD(MontageInfo, font);
  FACT_FIELD(MontageInfo, pointsize);
  FACT_FIELD(MontageInfo, border_width);
  FACT_FIELD(MontageInfo, shadow);
  FACT_FIELD(MontageInfo, fill);
  FACT_FIELD(MontageInfo, stroke);
  FACT_FIELD(MontageInfo, background_color);
  FACT_FIELD(MontageInfo, border_color);
  FACT_FIELD(MontageInfo, matte_color);
  FACT_FIELD(MontageInfo, gravity);
  FACT_FIELD(MontageInfo, filename);
  FACT_FIELD(MontageInfo, signature);
}
#include "draw_facts.h"

static inline void write_facts(FILE* out) {
  write_constitute_facts(out);
  write_pixel_facts(out);
  write_service_facts(out);
  write_font_facts(out);
  write_comparison_facts(out);
  write_montage_facts(out);
  write_draw_enum_facts(out);
  write_draw_info_facts(out);
  write_draw_part_facts(out);
}

#endif
