#include "coders/pdf/pdf_file.hpp"

#include <cstdio>

#include "coders/pages/stream_text.hpp"

namespace lodestone::coders {
namespace {

constexpr std::uint64_t kLastPlace = 9'999'999'999;  // the table has ten digits for each
constexpr unsigned long kBestQuality = 90;
constexpr unsigned kGeneration = 65535;  // of the free object 0

std::string Padded(std::uint64_t value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%0*llu", digits, static_cast<unsigned long long>(value));
  return text;
}

bool IsPlain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

std::string Utf16Hex(std::string_view utf8) {
  ByteSink sink;
  sink.U16Be(0xfeff);
  while (!utf8.empty()) {
    const char32_t code = NextCharacter(utf8);
    if (code >= 0x10000) {
      sink.U16Be(0xd800 + static_cast<unsigned>((code - 0x10000) >> 10));
      sink.U16Be(0xdc00 + (code & 0x3ff));
    } else {
      sink.U16Be(code);
    }
  }
  return "<" + HexText(sink.bytes()) + ">";
}

}  // namespace

PdfFile::PdfFile(Image* blob) : blob_(blob) {
  Text("%PDF-1.5\n%\xe2\xe3\xcf\xd3\n");  // the second line says that there are bytes beyond ASCII
}

unsigned PdfFile::Reserve() {
  places_.push_back(0);
  return static_cast<unsigned>(places_.size());
}

void PdfFile::Put(ByteSpan bytes) {
  WriteBytes(blob_, bytes.data(), bytes.size());
  position_ += bytes.size();
}

void PdfFile::Begin(unsigned object) {
  if (position_ > kLastPlace) Fail(CoderError, "File is too large for the format");
  places_[object - 1] = position_;
  Text(std::to_string(object) + " 0 obj\n");
}

void PdfFile::WriteObject(unsigned object, const std::string& content) {
  Begin(object);
  Text(content);
  Text("\nendobj\n");
}

void PdfFile::BeginStream(unsigned object, const std::string& entries) {
  length_object_ = Reserve();
  Begin(object);
  Text("<< " + entries + " /Length " + PdfReference(length_object_) + " >>\nstream\n");
  stream_start_ = position_;
}

void PdfFile::EndStream() {
  const std::uint64_t length = position_ - stream_start_;
  Text("\nendstream\nendobj\n");
  WriteObject(length_object_, std::to_string(length));
}

void PdfFile::Finish(unsigned root, unsigned info) {
  const std::uint64_t table = position_;
  if (table > kLastPlace) Fail(CoderError, "File is too large for the format");
  std::string text = "xref\n0 " + std::to_string(places_.size() + 1) + "\n" + Padded(0, 10) + " " +
                     std::to_string(kGeneration) + " f \n";
  for (const std::uint64_t place : places_) text += Padded(place, 10) + " 00000 n \n";
  text += "trailer\n<< /Size " + std::to_string(places_.size() + 1) + " /Root " +
          PdfReference(root) + (info != 0 ? " /Info " + PdfReference(info) : "") +
          " >>\nstartxref\n" + std::to_string(table) + "\n%%EOF\n";
  Text(text);
}

std::string PdfReference(unsigned object) {
  return std::to_string(object) + " 0 R";
}

std::string PdfFilterEntry(StreamFilter filter) {
  if (filter == StreamFilter::kNone) return "";
  return std::string("/Filter /") + NameOfFilter(filter) + " ";
}

std::string PdfText(std::string_view utf8) {
  return IsPlain(utf8) ? LiteralText(utf8) : Utf16Hex(utf8);
}

void WritePdfStream(PdfFile& file, unsigned object, const std::string& entries, ByteSpan bytes) {
  file.BeginStream(object, PdfFilterEntry(StreamFilter::kFlate) + entries);
  const auto encoder =
      NewStreamEncoder(StreamFilter::kFlate, file, nullptr, bytes.size(), kBestQuality);
  encoder->Put(bytes);
  encoder->Finish();
  file.EndStream();
}

}  // namespace lodestone::coders
