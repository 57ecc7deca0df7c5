// Marks what coder modules use of the library's C++: it is exported to modules of the same build.
#pragma once

#define LS_CODER_API __attribute__((visibility("default")))
#define LS_CODER_API_BEGIN _Pragma("GCC visibility push(default)")
#define LS_CODER_API_END _Pragma("GCC visibility pop")
