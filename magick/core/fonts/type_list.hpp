// The fonts that type.mgk names, without those installed.
#pragma once

#include "magick/type.h"

namespace lodestone {

// Null if there is none.
const TypeInfo* FindConfiguredType(const char* name);

// The one of a family that is most like what is wanted: weight 0 is any. A null family is Helvetica
// or Arial. Null if there is none.
const TypeInfo* FindConfiguredFamily(const char* family, StyleType style, StretchType stretch,
                                     unsigned long weight);

}  // namespace lodestone
