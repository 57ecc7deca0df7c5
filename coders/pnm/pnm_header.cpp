#include <cctype>

#include "coders/pnm/pnm.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kMaxCommentBytes = 65536;
constexpr std::size_t kMaxWordBytes = 64;

[[noreturn]] void FailHeader(std::source_location where = std::source_location::current()) {
  Fail(CorruptImageError, "Improper image header", where);
}

// Reads the rest of a line as a comment; each comment of the file is one line of *comment.
void ReadComment(BlobReader& reader, std::string* comment) {
  std::string line;
  for (int c = reader.Get(); c != BlobReader::kEnd && c != '\n'; c = reader.Get()) {
    if (line.size() < kMaxCommentBytes) line += static_cast<char>(c);
  }
  if (comment == nullptr || comment->size() + line.size() > kMaxCommentBytes) return;
  if (!comment->empty()) *comment += '\n';
  *comment += line;
}

int SkipSpace(BlobReader& reader, std::string* comment) {
  while (true) {
    const int c = reader.Peek();
    if (c == '#') {
      reader.Get();
      ReadComment(reader, comment);
    } else if (c != BlobReader::kEnd && std::isspace(c)) {
      reader.Get();
    } else {
      return c;
    }
  }
}

std::string ReadWord(BlobReader& reader) {
  std::string word;
  while (reader.Peek() != BlobReader::kEnd && !std::isspace(reader.Peek())) {
    if (word.size() == kMaxWordBytes) FailHeader();
    word += static_cast<char>(std::toupper(reader.Get()));
  }
  return word;
}

// The channels that DEPTH and TUPLTYPE describe.
void SetPamChannels(PnmHeader& header, const std::string& tuple) {
  header.cmyk = tuple.starts_with("CMYK");
  switch (header.samples) {
    case 1:
      header.channels = Channels::kGray;
      break;
    case 2:
      header.channels = Channels::kGrayAlpha;
      break;
    case 3:
      header.channels = Channels::kRgb;
      break;
    case 4:
      header.channels = header.cmyk ? Channels::kCmyk : Channels::kRgba;
      break;
    case 5:
      if (!header.cmyk) FailHeader();
      header.channels = Channels::kCmyka;
      break;
    default:
      FailHeader();
  }
  if (header.cmyk && header.samples < 4) FailHeader();
  header.matte = header.channels == Channels::kGrayAlpha || header.channels == Channels::kRgba ||
                 header.channels == Channels::kCmyka;
}

void ReadPamHeader(BlobReader& reader, PnmHeader& header) {
  std::string tuple;
  while (true) {
    if (SkipSpace(reader, &header.comment) == BlobReader::kEnd) FailHeader();
    const std::string word = ReadWord(reader);
    if (word == "ENDHDR") break;
    if (word == "WIDTH") {
      header.columns = ReadPnmNumber(reader, nullptr);
    } else if (word == "HEIGHT") {
      header.rows = ReadPnmNumber(reader, nullptr);
    } else if (word == "DEPTH") {
      header.samples = ReadPnmNumber(reader, nullptr);
    } else if (word == "MAXVAL") {
      header.max_value = ReadPnmNumber(reader, nullptr);
    } else if (word == "TUPLTYPE") {
      SkipSpace(reader, nullptr);
      tuple = ReadWord(reader);
    } else {
      FailHeader();
    }
  }
  while (reader.Peek() != BlobReader::kEnd && reader.Get() != '\n') {
  }
  SetPamChannels(header, tuple);
}

void ReadClassicHeader(BlobReader& reader, PnmHeader& header) {
  header.columns = ReadPnmNumber(reader, &header.comment);
  header.rows = ReadPnmNumber(reader, &header.comment);
  header.max_value = header.bitmap() ? 1 : ReadPnmNumber(reader, &header.comment);
  const bool color = header.kind == 3 || header.kind == 6;
  header.samples = color ? 3 : 1;
  header.channels = color ? Channels::kRgb : Channels::kGray;
  // Exactly one white space character separates the header from raw samples.
  if (!header.plain() && !std::isspace(reader.Get())) FailHeader();
}

}  // namespace

std::uint32_t ReadPnmNumber(BlobReader& reader, std::string* comment) {
  int c = SkipSpace(reader, comment);
  if (c == BlobReader::kEnd) Fail(CorruptImageError, "Unexpected end-of-file");
  if (!std::isdigit(c)) FailHeader();
  std::uint64_t value = 0;
  while (c != BlobReader::kEnd && std::isdigit(c)) {
    value = value * 10 + static_cast<unsigned>(c - '0');
    if (value > 0x7fffffff) FailHeader();
    reader.Get();
    c = reader.Peek();
  }
  return static_cast<std::uint32_t>(value);
}

PnmHeader ReadPnmHeader(BlobReader& reader) {
  PnmHeader header;
  if (reader.Get() != 'P') FailHeader();
  const int digit = reader.Get();
  if (digit < '1' || digit > '7') FailHeader();
  header.kind = digit - '0';
  const int separator = reader.Peek();
  if (separator == BlobReader::kEnd || !(std::isspace(separator) || separator == '#')) FailHeader();
  if (header.kind == 7) {
    ReadPamHeader(reader, header);
  } else {
    ReadClassicHeader(reader, header);
  }
  if (header.columns == 0 || header.rows == 0) FailHeader();
  if (header.max_value == 0 || header.max_value > 65535) FailHeader();
  return header;
}

}  // namespace lodestone::coders
