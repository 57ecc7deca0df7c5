#include "coders/pdf/pdf_file.hpp"

#include <charconv>
#include <cstdio>

#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::uint64_t kLastPlace = 9'999'999'999;  // the table has ten digits for each
constexpr unsigned kGeneration = 65535;              // of the free object 0

std::string Padded(std::uint64_t value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%0*llu", digits, static_cast<unsigned long long>(value));
  return text;
}

bool IsPlain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

// The next character of UTF-8; bytes that are none count as Latin-1.
char32_t NextCharacter(std::string_view& text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned first = byte(0);
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  char32_t code = length == 1 ? first : first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) {
      text.remove_prefix(1);
      return first;
    }
    code = code << 6 | (byte(i) & 0x3f);
  }
  text.remove_prefix(length);
  return std::min<char32_t>(code, 0x10ffff);
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
  return PdfHex(sink.bytes());
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

std::string PdfNumber(double value) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 4);
  if (end.ec != std::errc()) Fail(CoderError, "Page size is too large");
  std::string number(text, end.ptr);
  number.erase(number.find_last_not_of('0') + 1);
  if (number.back() == '.') number.pop_back();
  return number;
}

std::string PdfHex(ByteSpan bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "<";
  for (const std::uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text + ">";
}

std::string PdfText(std::string_view utf8) {
  if (!IsPlain(utf8)) return Utf16Hex(utf8);
  std::string text = "(";
  for (const char c : utf8) {
    if (c == '(' || c == ')' || c == '\\') text += '\\';
    text += c;
  }
  return text + ")";
}

}  // namespace lodestone::coders
