// Names of events, and which switch turns on which exception type.
#pragma once

#include <string_view>

#include "magick/error.h"

namespace lodestone {

// LogEventType bits for names parted by commas or white space; unknown names count for nothing.
unsigned long ParseEventMask(std::string_view names);

// True if the mask switches events of this type on.
bool MaskSelects(unsigned long mask, ExceptionType type);

// "Coder" of CoderEvent, CoderWarning and so on; "Unknown" for a number that is no category.
const char* DomainOf(ExceptionType type);

// "Event", "Warning", "Error" or "FatalError".
const char* SeverityOf(ExceptionType type);

}  // namespace lodestone
