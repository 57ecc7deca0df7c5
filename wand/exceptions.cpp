#include "wand/exceptions.hpp"

#include <string>

#include "magick/utility.h"

namespace lodestone::wand {

void Report(ExceptionInfo* exception, ExceptionType severity, const char* reason,
            const char* description, std::source_location where) {
  if (exception == nullptr) return;
  const std::string_view path = where.file_name();
  ThrowLoggedException(exception, severity, reason, description,
                       path.substr(path.rfind('/') + 1).data(), where.function_name(),
                       where.line());
}

bool AreGiven(std::initializer_list<const void*> pointers, ExceptionInfo* exception,
              std::source_location where) {
  for (const void* pointer : pointers) {
    if (pointer != nullptr) continue;
    Report(exception, OptionError, "A required argument is missing", nullptr, where);
    return false;
  }
  return true;
}

char* ExceptionText(const ExceptionInfo& exception) {
  std::string text;
  if (exception.reason != nullptr) text = exception.reason;
  if (exception.description != nullptr) text += std::string(" (") + exception.description + ')';
  return AllocateString(text.c_str());
}

}  // namespace lodestone::wand
