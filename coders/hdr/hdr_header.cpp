#include <cstdio>
#include <string_view>

#include "coders/hdr/hdr.hpp"

namespace lodestone::coders {
namespace {

// False at the end of the data.
bool TakeLine(BlobReader& reader, std::string& line) {
  constexpr std::size_t kMostBytes = 65536;
  line.clear();
  for (int c = reader.Get(); c != '\n'; c = reader.Get()) {
    if (c == BlobReader::kEnd) return !line.empty();
    if (line.size() == kMostBytes) Fail(CorruptImageError, "Improper image header");
    if (c != '\r') line += static_cast<char>(c);
  }
  return true;
}

void ReadPrimaries(const char* text, Primaries& primaries) {
  Primaries read;
  const int count = std::sscanf(text, "%lf %lf %lf %lf %lf %lf %lf %lf", &read.red[0], &read.red[1],
                                &read.green[0], &read.green[1], &read.blue[0], &read.blue[1],
                                &read.white[0], &read.white[1]);
  if (count == 8) primaries = read;
}

void ReadVariable(const std::string& line, HdrHeader& header) {
  constexpr std::string_view kFormat = "FORMAT=", kPrimaries = "PRIMARIES=";
  if (line.starts_with(kFormat)) {
    const std::string_view format = std::string_view(line).substr(kFormat.size());
    header.xyz = format.ends_with("xyze");
    if (!header.xyz && !format.ends_with("rgbe"))
      Fail(CoderError, "Data storage type is not supported");
  } else if (line.starts_with(kPrimaries)) {
    ReadPrimaries(line.c_str() + kPrimaries.size(), header.primaries);
  } else if (line.starts_with('#')) {
    const std::size_t text = line.find_first_not_of("# \t");
    if (text == std::string::npos) return;
    if (!header.comment.empty()) header.comment += '\n';
    header.comment += line.substr(text);
  }
}

// Such as "-Y 480 +X 640": from the top down, and from left to right.
void ReadSize(const std::string& line, HdrHeader& header) {
  char sign[2], axis[2];
  unsigned long length[2];
  const int count = std::sscanf(line.c_str(), "%c%c %9lu %c%c %9lu", &sign[0], &axis[0], &length[0],
                                &sign[1], &axis[1], &length[1]);
  const auto valid = [&](int i) {
    return (sign[i] == '+' || sign[i] == '-') && (axis[i] == 'X' || axis[i] == 'Y');
  };
  if (count != 6 || !valid(0) || !valid(1) || axis[0] == axis[1])
    Fail(CorruptImageError, "Improper image header");
  header.by_columns = axis[0] == 'X';
  const int x = header.by_columns ? 0 : 1, y = 1 - x;
  header.columns = length[x];
  header.rows = length[y];
  header.from_right = sign[x] == '-';
  header.from_bottom = sign[y] == '+';
}

}  // namespace

HdrHeader TakeHdrHeader(BlobReader& reader) {
  HdrHeader header;
  std::string line;
  if (!TakeLine(reader, line) || !line.starts_with("#?"))
    Fail(CorruptImageError, "Improper image header");
  constexpr std::size_t kMostLines = 4096;
  for (std::size_t lines = 0;; ++lines) {
    if (lines == kMostLines || !TakeLine(reader, line))
      Fail(CorruptImageError, "Improper image header");
    if (line.empty()) break;
    ReadVariable(line, header);
  }
  if (!TakeLine(reader, line)) Fail(CorruptImageError, "Unexpected end-of-file");
  ReadSize(line, header);
  return header;
}

}  // namespace lodestone::coders
