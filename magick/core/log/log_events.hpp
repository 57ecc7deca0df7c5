// Names of events, and which switch enables which exception type.
#pragma once

#include <string_view>

#include "magick/error.h"

namespace lodestone {

// LogEventType bits for names separated by commas or white space; unknown names are ignored.
unsigned long ParseEventMask(std::string_view names);

// True if the mask enables events of this type.
bool MaskSelects(unsigned long mask, ExceptionType type);

// "Coder" for CoderEvent, CoderWarning and so on; "Unknown" for a number that is not a category.
const char* DomainOf(ExceptionType type);

// "Event", "Warning", "Error" or "FatalError".
const char* SeverityOf(ExceptionType type);

}  // namespace lodestone
