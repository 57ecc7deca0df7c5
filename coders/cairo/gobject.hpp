// Owners of what libraries on GLib give out.
#pragma once

#include <memory>

#include <gio/gio.h>

namespace lodestone::coders {

struct GObjectRelease {
  void operator()(void* object) const { g_object_unref(object); }
  void operator()(GError* error) const { g_error_free(error); }
};
template <class T>
using GOwner = std::unique_ptr<T, GObjectRelease>;

}  // namespace lodestone::coders
