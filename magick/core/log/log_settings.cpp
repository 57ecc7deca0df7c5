#include "magick/core/log/log_settings.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "magick/core/log/log_events.hpp"
#include "magick/utility.h"

namespace lodestone {

namespace {

constexpr size_t kMaxConfigurationBytes = 1 << 16;

struct OutputName {
  const char* name;
  unsigned long output;
};

constexpr OutputName kOutputNames[] = {
    {"disabled", DisabledOutput}, {"none", DisabledOutput},   {"stdout", StdoutOutput},
    {"stderr", StderrOutput},     {"xmlfile", XMLFileOutput}, {"txtfile", TXTFileOutput},
};

bool Equal(std::string_view text, const char* name) {
  return LocaleCompare(std::string(text).c_str(), name) == 0;
}

std::string WithoutEntities(std::string_view text) {
  static constexpr std::string_view kEntities[][2] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}};
  std::string plain(text);
  for (const auto& [entity, character] : kEntities) {
    for (size_t at = plain.find(entity); at != std::string::npos; at = plain.find(entity, at + 1)) {
      plain.replace(at, entity.size(), character);
    }
  }
  return plain;
}

void ApplyOutput(std::string_view value, LogSettings* settings) {
  for (const OutputName& one : kOutputNames) {
    if (Equal(value, one.name)) settings->output = one.output;
  }
}

void Apply(std::string_view name, std::string_view raw_value, LogSettings* settings) {
  const std::string value = WithoutEntities(raw_value);
  if (Equal(name, "events")) {
    settings->events = ParseEventMask(value);
  } else if (Equal(name, "output")) {
    ApplyOutput(value, settings);
  } else if (Equal(name, "filename")) {
    settings->filename = value;
  } else if (Equal(name, "generations")) {
    settings->generations = std::strtoul(value.c_str(), nullptr, 10);
  } else if (Equal(name, "limit")) {
    settings->limit = std::strtoul(value.c_str(), nullptr, 10);
  } else if (Equal(name, "format")) {
    settings->format = value;
  }
}

// The attributes of one element: name="value" or name='value'.
void ApplyAttributes(std::string_view element, LogSettings* settings) {
  constexpr std::string_view kSpace = " \t\r\n/";
  for (;;) {
    const size_t start = element.find_first_not_of(kSpace);
    const size_t equals = element.find('=');
    if (start == std::string_view::npos || equals == std::string_view::npos) return;
    if (equals < start) return;
    const std::string_view name = element.substr(start, equals - start);
    const size_t open = element.find_first_of("\"'", equals);
    if (open == std::string_view::npos) return;
    const size_t close = element.find(element[open], open + 1);
    if (close == std::string_view::npos) return;
    Apply(name.substr(0, name.find_last_not_of(kSpace) + 1),
          element.substr(open + 1, close - open - 1), settings);
    element.remove_prefix(close + 1);
  }
}

bool ReadText(const std::string& path, std::string* text) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return false;
  text->resize(kMaxConfigurationBytes);
  text->resize(std::fread(text->data(), 1, text->size(), file));
  std::fclose(file);
  return true;
}

std::vector<std::string> ConfigurationFolders() {
  std::vector<std::string> folders;
  const char* path = std::getenv("MAGICK_CONFIGURE_PATH");
  std::string_view rest(path == nullptr ? "" : path);
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    if (end != 0) folders.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') folders.push_back(std::string(home) + "/.magick");
  return folders;
}

}  // namespace

void ApplyLogConfiguration(const std::string& text, LogSettings* settings) {
  std::string_view rest(text);
  while (!rest.empty()) {
    const size_t comment = rest.find("<!--");
    const size_t element = rest.find("<log ");
    if (element == std::string_view::npos) return;
    if (comment < element) {
      const size_t end = rest.find("-->", comment);
      if (end == std::string_view::npos) return;
      rest.remove_prefix(end);
      continue;
    }
    rest.remove_prefix(element + 5);
    // A '>' within quotes is part of a value, so the element ends at "/>" or the next '<'.
    const size_t end = std::min(rest.find('<'), rest.size());
    ApplyAttributes(rest.substr(0, end), settings);
    rest.remove_prefix(end);
  }
}

void LoadLogConfiguration(LogSettings* settings) {
  std::string text;
  for (const std::string& folder : ConfigurationFolders()) {
    if (ReadText(folder + "/" + MagickLogFilename, &text)) {
      ApplyLogConfiguration(text, settings);
      return;
    }
  }
}

}  // namespace lodestone
