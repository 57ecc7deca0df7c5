// VICAR: a label of keywords and values, and bytes of shades.
#include <cctype>
#include <charconv>
#include <string>

#include "coders/common/byte_cursor.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {
namespace {

constexpr SampleFormat kFormat{Channels::kGray, 1};

struct Label {
  std::size_t bytes = 0, columns = 0, rows = 0;
};

bool IsWordPart(std::uint8_t c) {
  return std::isalnum(c) != 0 || c == '_';
}

std::string TakeWord(ByteCursor& cursor, ByteSpan file) {
  std::string word;
  while (!cursor.AtEnd() && IsWordPart(file[cursor.Position()]))
    word += static_cast<char>(cursor.U8());
  return word;
}

bool SkipSpace(ByteCursor& cursor, ByteSpan file) {
  while (!cursor.AtEnd() && std::isspace(file[cursor.Position()]) != 0) cursor.Skip(1);
  return !cursor.AtEnd();
}

// A word, or what is in quotes.
std::string TakeValue(ByteCursor& cursor, ByteSpan file) {
  if (!SkipSpace(cursor, file) || file[cursor.Position()] != '\'') return TakeWord(cursor, file);
  cursor.Skip(1);
  std::string text;
  while (!cursor.AtEnd()) {
    const char c = static_cast<char>(cursor.U8());
    if (c == '\'') break;
    text += c;
  }
  return text;
}

void Assign(const std::string& key, const std::string& value, Label& label) {
  const auto take = [&](std::size_t& target) {
    std::size_t number = 0;
    const auto end = std::from_chars(value.data(), value.data() + value.size(), number);
    if (end.ec == std::errc()) target = number;
  };
  if (key == "LBLSIZE" || key == "LABEL_RECORDS") take(label.bytes);
  if (key == "NS" || key == "RECORD_BYTES") take(label.columns);
  if (key == "NL" || key == "LINES") take(label.rows);
  if (key == "NB" && value != "1" && value != "0")
    Fail(CoderError, "Several bands are not supported");
  if (key == "FORMAT" && value != "BYTE") Fail(CoderError, "Data storage type is not supported");
}

// Key=value, the value perhaps in quotes; up to the length that the label itself says.
Label TakeLabel(ByteSpan file) {
  constexpr std::size_t kMostBytes = 1 << 20;
  const ByteSpan start = file.first(std::min(file.size(), kMostBytes));
  ByteCursor cursor(start);
  if (!cursor.TakeIf("LBLSIZE") && !cursor.TakeIf("NJPL1I") && !cursor.TakeIf("PDS_VERSION_ID"))
    Fail(CorruptImageError, "Improper image header");
  cursor.Seek(0);
  Label label;
  while (!cursor.AtEnd() && (label.bytes == 0 || cursor.Position() < label.bytes)) {
    if (!SkipSpace(cursor, start)) break;
    const std::string key = TakeWord(cursor, start);
    if (!SkipSpace(cursor, start)) break;
    if (start[cursor.Position()] != '=') {
      if (key.empty()) cursor.Skip(1);
      continue;
    }
    cursor.Skip(1);
    Assign(key, TakeValue(cursor, start), label);
    if (label.bytes != 0 && label.columns != 0 && label.rows != 0 &&
        cursor.Position() >= label.bytes)
      break;
  }
  if (label.columns == 0 || label.rows == 0) Fail(CorruptImageError, "Negative or zero image size");
  return label;
}

Image* ReadVicar(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    const Label label = TakeLabel(file);
    image->columns = label.columns;
    image->rows = label.rows;
    image->depth = 8;
    CheckLimits(image);
    ByteCursor cursor(file);
    cursor.Seek(label.bytes);
    if (cursor.Remaining() / label.columns < label.rows) FailTruncated();
    MakeColormap(image, 256);
    SetShade(image, true, false);
    if (image_info->ping != MagickFalse) return;
    const GrayPixels target = NewGrayPixels(image, 256, exception);
    const ByteSpan samples = cursor.Take(label.columns * label.rows);
    ReadRows(image, exception, [&](std::size_t y) {
      ImportGraySamples(kFormat, &samples[y * label.columns], label.columns, target.Row(y),
                        nullptr);
    });
  });
}

unsigned int WriteVicar(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    constexpr std::size_t kLabelBytes = 2053;  // as GraphicsMagick writes it
    ToRgb(image);
    const std::string columns = std::to_string(image->columns), rows = std::to_string(image->rows);
    ByteSink sink;
    sink.Text("LBLSIZE=" + std::to_string(kLabelBytes) +
              " FORMAT='BYTE' TYPE='IMAGE' BUFSIZE=20000 DIM=2 EOL=0 RECSIZE=" + columns +
              " ORG='BSQ' NL=" + rows + " NS=" + columns +
              " NB=1 N1=0 N2=0 N3=0 N4=0 NBB=0 NLB=0 TASK='Lodestone'");
    sink.Fill(kLabelBytes - sink.size());
    sink.Flush(image);
    const ConstPixels source = AllPixels(image, &image->exception);
    WriteRows(image, image, image->columns, [&](std::size_t y, std::uint8_t* row) {
      ExportRow(kFormat, source.Row(y), nullptr, source.columns, false, row);
    });
  });
}

unsigned int IsVicar(const unsigned char* magick, const std::size_t length) {
  const std::string_view start(reinterpret_cast<const char*>(magick), length);
  return start.starts_with("LBLSIZE") || start.starts_with("NJPL1I") ||
                 start.starts_with("PDS_VERSION_ID")
             ? MagickTrue
             : MagickFalse;
}

}  // namespace

void RegisterVicarImage() {
  FormatEntry entry{"VICAR", "VICAR rasterfile format", "VICAR", ReadVicar, WriteVicar, IsVicar};
  entry.adjoin = false;
  entry.traits = {"8", "", "", "", ""};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
