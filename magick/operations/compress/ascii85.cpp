// Bytes as text in base 85.
#include <cstring>

#include "magick/blob.h"
#include "magick/compress.h"
#include "magick/core/errors/error.hpp"
#include "magick/memory.h"

namespace lodestone {
namespace {

constexpr long kLineCharacters = 72;
constexpr long kGroup = 4;  // bytes that become five characters

// Four zeros are one character.
void EncodeGroup(const magick_uint8_t* bytes, char (&text)[6]) {
  magick_uint32_t number = 0;
  for (long i = 0; i < kGroup; ++i) number = number << 8 | bytes[i];
  std::memset(text, 0, sizeof text);
  if (number == 0) {
    text[0] = 'z';
    return;
  }
  for (int i = 4; i >= 0; --i, number /= 85) text[i] = static_cast<char>('!' + number % 85);
}

// Null if nothing was started, or the fields that programs can reach make no sense.
Ascii85Info* StateOf(Image* image) {
  Ascii85Info* state = image == nullptr ? nullptr : image->ascii85;
  return state == nullptr || state->offset < 0 || state->offset >= kGroup ? nullptr : state;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

void Ascii85Initialize(Image* image) {
  if (image == nullptr) return;
  if (image->ascii85 == nullptr) {
    image->ascii85 = static_cast<Ascii85Info*>(MagickMalloc(sizeof(Ascii85Info)));
  }
  if (image->ascii85 == nullptr) {
    Throw(&image->exception, ResourceLimitError, "Memory allocation failed", image->filename);
    return;
  }
  *image->ascii85 = Ascii85Info{};
  image->ascii85->line_break = kLineCharacters;
}

void Ascii85Encode(Image* image, const magick_uint8_t code) {
  Ascii85Info* state = StateOf(image);
  if (state == nullptr) return;
  state->buffer[state->offset++] = code;
  if (state->offset < kGroup) return;
  char text[6];
  EncodeGroup(state->buffer, text);
  for (const char* next = text; *next != '\0'; ++next) {
    // At the start of a line, a per cent sign would be a comment.
    if (--state->line_break < 0 && *next != '%') {
      WriteBlobByte(image, '\n');
      state->line_break = kLineCharacters;
    }
    WriteBlobByte(image, static_cast<magick_uint8_t>(*next));
  }
  state->offset = 0;
}

void Ascii85Flush(Image* image) {
  Ascii85Info* state = StateOf(image);
  if (state == nullptr) return;
  if (state->offset > 0) {
    std::memset(state->buffer + state->offset, 0, static_cast<std::size_t>(kGroup - state->offset));
    char text[6];
    EncodeGroup(state->buffer, text);
    WriteBlob(image, static_cast<std::size_t>(state->offset) + 1, *text == 'z' ? "!!!!" : text);
  }
  WriteBlobString(image, "~>\n");
}

unsigned int Ascii85WriteByteHook(Image* image, const magick_uint8_t code, void* info) {
  (void)info;
  Ascii85Encode(image, code);
  return 1;
}

unsigned int BlobWriteByteHook(Image* image, const magick_uint8_t code, void* info) {
  (void)info;
  return static_cast<unsigned int>(WriteBlobByte(image, code));
}
