#include <cstdio>
#include <cstring>
#include <string>

#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"
#include "coders/fits/fits.hpp"
#include "magick/attribute.h"

namespace lodestone::coders {
namespace {

void PutCard(std::string text, ByteSink& sink) {
  text.resize(kFitsCardBytes, ' ');
  sink.Text(text);
}

// Numbers end in the thirtieth column.
void PutValue(const char* keyword, const std::string& value, ByteSink& sink) {
  char text[kFitsCardBytes + 1];
  std::snprintf(text, sizeof text, "%-8s= %20s", keyword, value.c_str());
  PutCard(text, sink);
}

// A line of a comment is a card, or several.
void PutComment(const Image* image, ByteSink& sink) {
  constexpr std::size_t kMost = kFitsCardBytes - kFitsKeywordBytes;
  const ImageAttribute* const comment = GetImageAttribute(image, "comment");
  if (comment == nullptr || comment->value == nullptr) return;
  std::string line;
  for (const char* c = comment->value;; ++c) {
    const bool ends = *c == '\n' || *c == '\0';
    if (!ends) line += *c >= ' ' && *c <= '~' ? *c : ' ';
    if ((ends && !line.empty()) || line.size() == kMost) {
      PutCard("COMMENT " + line, sink);
      line.clear();
    }
    if (*c == '\0') return;
  }
}

void PutHeader(const Image* image, bool first, unsigned bits, ByteSink& sink) {
  if (first)
    PutValue("SIMPLE", "T", sink);
  else
    PutCard("XTENSION= 'IMAGE   '", sink);
  PutValue("BITPIX", std::to_string(bits), sink);
  PutValue("NAXIS", "2", sink);
  PutValue("NAXIS1", std::to_string(image->columns), sink);
  PutValue("NAXIS2", std::to_string(image->rows), sink);
  if (!first) {
    PutValue("PCOUNT", "0", sink);
    PutValue("GCOUNT", "1", sink);
  } else if (image->next != nullptr) {
    PutValue("EXTEND", "T", sink);
  }
  PutValue("DATAMIN", "0", sink);
  PutValue("DATAMAX", std::to_string((1u << bits) - 1), sink);
  if (bits > 8) PutValue("BZERO", std::to_string(1u << (bits - 1)), sink);
  PutComment(image, sink);
  PutCard("END", sink);
  sink.Fill(FitsPadding(sink.size()), ' ');
}

void WriteOne(Image* first, Image* image) {
  ToRgb(image);
  const unsigned bits = image->depth > 8 && QuantumDepth > 8 ? 16 : 8;
  const SampleFormat format{Channels::kGray, bits / 8};
  ByteSink sink;
  PutHeader(image, image == first, bits, sink);
  sink.Flush(first);
  const ConstPixels source = AllPixels(image, &image->exception);
  std::vector<std::uint8_t> row(image->columns * format.bytes);
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    ExportRow(format, source.Row(image->rows - 1 - y), nullptr, image->columns, false, row.data());
    // Samples of two bytes have a sign.
    for (std::size_t i = 0; bits > 8 && i < row.size(); i += 2) row[i] ^= 0x80;
    WriteBytes(first, row.data(), row.size());
    progress.Tick(y);
  }
  sink.Fill(FitsPadding(row.size() * image->rows));
  sink.Flush(first);
}

unsigned int IsFits(const unsigned char* magick, const std::size_t length) {
  const std::string_view start(reinterpret_cast<const char*>(magick), length);
  return start.starts_with("SIMPLE") || start.starts_with("IT0") ? MagickTrue : MagickFalse;
}

}  // namespace

unsigned int WriteFits(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      WriteOne(first, image);
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

void RegisterFitsImage() {
  for (const char* name : {"FITS", "FTS"}) {
    FormatEntry entry{name, "Flexible Image Transport System", "FITS", ReadFits, WriteFits, IsFits};
    entry.traits = {"8, 16, 32, 64, floating point", "", "images", "comment", ""};
    RegisterFormat(entry);
  }
}

}  // namespace lodestone::coders
