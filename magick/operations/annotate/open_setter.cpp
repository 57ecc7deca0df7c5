#include "magick/operations/annotate/open_setter.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <mutex>
#include <utility>

#include "base/on_first_use.hpp"
#include "magick/core/fonts/font_choice.hpp"

namespace lodestone {
namespace {

constexpr std::size_t kMostIdle = 8;

struct IdleSetters {
  struct Place {
    std::string key;
    std::unique_ptr<Typesetter> setter;
  };
  std::mutex mutex;
  std::array<Place, kMostIdle> places;  // the last one used first
};

IdleSetters& Idle() {
  static constinit OnFirstUse<IdleSetters> idle;
  return idle.Get();
}

// Empty if there is none, or if it has just changed: it may change again in the same tick of the
// clock that its times are taken from.
std::string FileState(const std::string& path) {
  constexpr std::time_t kSettled = 2;  // seconds
  struct stat status;
  if (stat(path.c_str(), &status) != 0) return "";
  if (std::max(status.st_mtim.tv_sec, status.st_ctim.tv_sec) > std::time(nullptr) - kSettled)
    return "";
  const std::array<long long, 6> numbers = {static_cast<long long>(status.st_dev),
                                            static_cast<long long>(status.st_ino),
                                            static_cast<long long>(status.st_size),
                                            static_cast<long long>(status.st_mtim.tv_sec),
                                            static_cast<long long>(status.st_mtim.tv_nsec),
                                            static_cast<long long>(status.st_ctim.tv_sec)};
  std::string state;
  for (const long long number : numbers) state += std::to_string(number) + " ";
  return state;
}

std::string Text(const char* text) {
  return text == nullptr ? "" : text;
}

// What typesetters of these settings have in common: the font's file as it is now, encodings, size.
// Empty if none is to be kept.
std::string SetterKey(const ChosenFont& font, const DrawInfo& draw_info) {
  std::string key = FileState(font.file.path);
  if (key.empty()) return key;
  key += std::to_string(font.file.index) + "\n" + font.encoding + "\n" + Text(draw_info.encoding) +
         "\n" + Text(draw_info.density) + "\n";
  const double points = draw_info.pointsize;
  return key.append(reinterpret_cast<const char*>(&points), sizeof points);
}

// The lock is never waited for: in a forked child it may belong to a thread that does not exist
// there.
using Lock = std::unique_lock<std::mutex>;

// Null if none of that key is idle.
std::unique_ptr<Typesetter> TakeIdle(const std::string& key) {
  if (key.empty()) return nullptr;
  IdleSetters& idle = Idle();
  const Lock lock(idle.mutex, std::try_to_lock);
  if (!lock) return nullptr;
  for (auto& place : idle.places)
    if (place.setter != nullptr && place.key == key) return std::move(place.setter);
  return nullptr;
}

}  // namespace

void SetterRelease::operator()(Typesetter* setter) const noexcept {
  std::unique_ptr<Typesetter> owner(setter);
  if (key.empty() || owner->resized()) return;
  try {
    IdleSetters::Place place{key, std::move(owner)};
    IdleSetters& idle = Idle();
    const Lock lock(idle.mutex, std::try_to_lock);
    if (!lock) return;
    auto& places = idle.places;
    const auto free = std::find_if(places.begin(), places.end() - 1,
                                   [](const auto& each) { return each.setter == nullptr; });
    std::swap(*free, place);  // what was there goes after the lock
    std::rotate(places.begin(), free, free + 1);
  } catch (const std::exception&) {  // no memory: the next text opens the font again
  }
}

SetterHandle OpenSetter(const DrawInfo& draw_info, ExceptionInfo* exception) {
  const auto font = ChooseFont(draw_info, exception);
  if (!font) return nullptr;
  std::string key = SetterKey(*font, draw_info);
  auto setter = TakeIdle(key);
  if (setter == nullptr) setter = Typesetter::Make(*font, draw_info, exception);
  return {setter.release(), SetterRelease{std::move(key)}};
}

}  // namespace lodestone
