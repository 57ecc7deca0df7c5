// Asking the program before a file is opened.
#include "magick/confirm_access.h"

#include <atomic>

namespace {

std::atomic<ConfirmAccessHandler> confirm_handler{nullptr};

}  // namespace

MagickPassFail MagickConfirmAccess(const ConfirmAccessMode mode, const char* path,
                                   ExceptionInfo* exception) {
  const ConfirmAccessHandler handler = confirm_handler.load();
  return handler == nullptr ? MagickPass : handler(mode, path, exception);
}

ConfirmAccessHandler MagickSetConfirmAccessHandler(ConfirmAccessHandler handler) {
  return confirm_handler.exchange(handler);
}
