// The elements of a DICOM file.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

// How elements, or the frames among them, are encoded: by the name of the transfer syntax.
struct DcmSyntax {
  bool explicit_types = true;
  bool big_endian = false;
  bool deflated = false;
  std::string name;  // "1.2.840.10008.1.2.1"
};

constexpr std::uint32_t DcmTag(unsigned group, unsigned element) {
  return std::uint32_t{group} << 16 | element;
}

// Those that say something about the image, of the file itself and of groups that hold for all its
// frames. Text and numbers of missing ones are empty.
class DcmElements {
 public:
  // `inflated` holds what was compressed as a whole, and must live as long.
  DcmElements(ByteSpan file, std::vector<std::uint8_t>& inflated);

  const DcmSyntax& syntax() const { return syntax_; }
  // Without spaces around it.
  std::string Text(std::uint32_t tag) const;
  std::optional<unsigned> Short(std::uint32_t tag) const;
  // Of a binary element with several.
  std::optional<unsigned> Short(std::uint32_t tag, std::size_t index) const;
  // The one of that index in a text.
  std::optional<double> Number(std::uint32_t tag, std::size_t index = 0) const;
  ByteSpan Bytes(std::uint32_t tag) const;

  // From the pixels to the end of the file, and their length, which is nothing if there are
  // fragments.
  ByteSpan pixels() const { return pixels_; }
  std::optional<std::uint32_t> pixel_bytes() const { return pixel_bytes_; }

 private:
  struct Element {
    std::uint32_t tag = 0;
    std::uint32_t length = 0;
    bool is_sequence = false;
  };

  std::uint32_t U16(ByteCursor& cursor) const;
  std::uint32_t U32(ByteCursor& cursor) const;
  Element TakeElement(ByteCursor& cursor, const DcmSyntax& syntax) const;
  std::size_t ReadMeta(ByteSpan file);
  void GuessSyntax(ByteSpan data);
  void ReadData(ByteSpan data);
  void ReadItems(ByteCursor& cursor, std::uint32_t length, bool keep, unsigned depth);
  void ReadElements(ByteCursor& cursor, std::optional<std::size_t> end, bool keep, unsigned depth);

  DcmSyntax syntax_;
  std::map<std::uint32_t, ByteSpan> values_;
  ByteSpan pixels_;
  std::optional<std::uint32_t> pixel_bytes_;
};

}  // namespace lodestone::coders
