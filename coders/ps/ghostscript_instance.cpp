#include <cstdio>
#include <cstring>
#include <exception>

#include "coders/ps/ghostscript.hpp"

// Their macros would be wrong inside a namespace.
#include <ghostscript/iapi.h>

#include <ghostscript/gdevdsp.h>
#include <ghostscript/ierrors.h>

namespace lodestone::coders {
namespace {

// An instance with its callbacks. No exception may pass Ghostscript: they are kept for the end.
class Instance {
 public:
  explicit Instance(const GhostscriptWork& work) : work_(work) {
    if (gsapi_new_instance(&instance_, this) != 0)
      Fail(CoderError, "Ghostscript is in use by another part of this program");
    gsapi_set_arg_encoding(instance_, GS_ARG_ENCODING_UTF8);
    gsapi_set_stdio(instance_, Input, Discard, Message);
    gsapi_set_display_callback(instance_, &callbacks_);
  }
  ~Instance() { gsapi_delete_instance(instance_); }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  void Run() {
    std::vector<std::string> options = {"lodestone",
                                        "-q",
                                        "-dSAFER",
                                        "-dNOPAUSE",
                                        "-dBATCH",
                                        "-sDEVICE=display",
                                        "-dDisplayFormat=" + std::to_string(kFormat),
                                        "-sDisplayHandle=" + std::to_string(Handle())};
    options.insert(options.end(), work_.options.begin(), work_.options.end());
    options.push_back("-");
    std::vector<char*> arguments;
    for (std::string& option : options) arguments.push_back(option.data());
    gsapi_init_with_args(instance_, static_cast<int>(arguments.size()), arguments.data());
    gsapi_exit(instance_);
    if (failure_) std::rethrow_exception(failure_);
    if (pages_ == 0 && !done_) Fail(CorruptImageError, "Ghostscript: " + FirstLine());
  }

 private:
  static constexpr int kFormat = int{DISPLAY_COLORS_RGB} | int{DISPLAY_ALPHA_NONE} |
                                 int{DISPLAY_DEPTH_8} | int{DISPLAY_BIGENDIAN} |
                                 int{DISPLAY_TOPFIRST};

  static Instance& Of(void* self) { return *static_cast<Instance*>(self); }
  std::uintptr_t Handle() { return reinterpret_cast<std::uintptr_t>(this); }

  // 0, or what ends the program.
  template <class Body>
  int Guard(Body body) noexcept {
    if (failure_ || done_) return gs_error_Fatal;
    try {
      body();
    } catch (...) {
      failure_ = std::current_exception();
    }
    return failure_ || done_ ? gs_error_Fatal : 0;
  }

  // The program, and an end for its last word; then, if no page has been shown, what shows it.
  static int Input(void* self, char* buffer, int length) {
    Instance& to = Of(self);
    if (to.failure_ || to.done_ || length <= 0) return 0;
    constexpr std::string_view kLineEnd = "\n", kShow = "showpage\n";
    if (to.rest_.empty() && to.part_ < 3) {
      ++to.part_;
      if (to.part_ == 1) to.rest_ = to.work_.program;
      if (to.part_ == 2) to.rest_ = AsBytes(kLineEnd);
      if (to.part_ == 3 && to.pages_ == 0) to.rest_ = AsBytes(kShow);
      if (to.rest_.empty()) return Input(self, buffer, length);
    }
    const std::size_t count = std::min(to.rest_.size(), static_cast<std::size_t>(length));
    std::memcpy(buffer, to.rest_.data(), count);
    to.rest_ = to.rest_.subspan(count);
    return static_cast<int>(count);
  }
  static int Discard(void* self, const char* text, int length) {
    return Message(self, text, length);
  }
  // The first line of what it says is the reason of a failure.
  static int Message(void* self, const char* text, int length) {
    constexpr std::size_t kMost = 200;
    std::string& message = Of(self).message_;
    std::string_view said(text, static_cast<std::size_t>(std::max(length, 0)));
    try {
      if (message.find('\n') == std::string::npos && message.size() < kMost)
        message += said.substr(0, kMost);
    } catch (...) {
      message.clear();
    }
    return length;
  }

  std::string FirstLine() const {
    const std::string line = message_.substr(0, message_.find('\n'));
    return line.empty() ? "unknown error" : line;
  }

  static int Nothing(void*, void*) { return 0; }
  static int BeforeSize(void* self, void*, int width, int height, int, unsigned int) {
    return Of(self).Guard([&] {
      Of(self).work_.size(static_cast<std::size_t>(width), static_cast<std::size_t>(height));
    });
  }
  static int Size(void* self, void*, int width, int height, int raster, unsigned int,
                  unsigned char* pixels) {
    Of(self).page_ = {static_cast<std::size_t>(width), static_cast<std::size_t>(height),
                      static_cast<std::size_t>(raster), pixels};
    return 0;
  }
  static int Page(void* self, void*, int, int) {
    Instance& to = Of(self);
    return to.Guard([&] {
      ++to.pages_;
      to.done_ = !to.work_.page(to.page_);
    });
  }

  // Newer versions of the structure have more members, which are null.
  static display_callback Callbacks() {
    display_callback callbacks = {};
    callbacks.size = sizeof callbacks;
    callbacks.version_major = DISPLAY_VERSION_MAJOR;
    callbacks.version_minor = DISPLAY_VERSION_MINOR;
    for (auto* const callback : {&callbacks.display_open, &callbacks.display_preclose,
                                 &callbacks.display_close, &callbacks.display_sync})
      *callback = Nothing;
    callbacks.display_presize = BeforeSize;
    callbacks.display_size = Size;
    callbacks.display_page = Page;
    return callbacks;
  }

  const GhostscriptWork& work_;
  void* instance_ = nullptr;
  display_callback callbacks_ = Callbacks();
  DrawnPage page_;
  ByteSpan rest_;
  int part_ = 0;  // of the input
  std::size_t pages_ = 0;
  bool done_ = false;
  std::string message_;
  std::exception_ptr failure_;
};

}  // namespace

void RunGhostscriptHere(const GhostscriptWork& work) {
  Instance(work).Run();
}

std::string GhostscriptVersion() {
  gsapi_revision_t revision = {};
  if (gsapi_revision(&revision, sizeof revision) != 0) return "libgs";
  char text[64];
  std::snprintf(text, sizeof text, "libgs %ld.%02ld.%ld", revision.revision / 1000,
                revision.revision / 10 % 100, revision.revision % 10);
  return text;
}

}  // namespace lodestone::coders
