// What the comments of a PostScript file say of it.
#pragma once

#include <optional>

#include "coders/common/byte_cursor.hpp"
#include "coders/ps/ps_box.hpp"

namespace lodestone::coders {

struct PsComments {
  std::optional<PsBox> box;  // of all that is drawn
  unsigned long pages = 0;   // that begin with a comment
};

// Of the document itself, not of those inside it.
PsComments ReadPsComments(ByteSpan file);

}  // namespace lodestone::coders
