#include "utilities/options/named_files.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>

#include "utilities/options/input_files.hpp"
#include "utilities/options/options.hpp"

namespace lodestone::cli {
namespace {

namespace fs = std::filesystem;

// Values of these name files that are written.
constexpr std::string_view kOutputOptions[] = {"write", "accelerate-log", "file"};

bool Exists(const std::string& name) {
  std::error_code error;
  return !name.empty() && fs::exists(name, error);
}

std::string WithoutPrefix(const std::string& name) {
  const auto colon = name.find(':');
  return colon == std::string::npos || name.find('/') < colon ? name : name.substr(colon + 1);
}

std::string WithoutFrames(const std::string& name) {
  const auto bracket = name.rfind('[');
  return name.ends_with(']') && bracket != std::string::npos ? name.substr(0, bracket) : name;
}

// "in%02d.png" as the pattern of all its names.
std::string WithoutNumber(std::string name) {
  const auto sign = name.find('%');
  const auto end = sign == std::string::npos ? sign : name.find('d', sign);
  if (end != std::string::npos) name.replace(sign, end - sign + 1, "*");
  return name;
}

class Collector {
 public:
  void AddInput(const std::string& word) {
    AddExisting(word);
    const std::string plain = WithoutPrefix(word);
    for (const std::string& name : {word, plain, WithoutNumber(WithoutFrames(plain))}) {
      AddPattern(name);
      for (const std::string& expanded : ExpandInputName(name)) AddExisting(expanded);
    }
  }

  void AddValue(const std::string& word) { AddExisting(word); }

  // Those of primitives such as "image Over 0,0 0,0 a.png".
  void AddDrawing(const std::string& text) {
    std::string word;
    for (const char c : text + " ") {
      if (c != ' ' && c != '\t' && c != '\n' && c != '"' && c != '\'') {
        word += c;
      } else if (!word.empty()) {
        AddExisting(std::exchange(word, ""));
      }
    }
    AddExisting(text);
  }

  void AddOutput(const std::string& name) {
    if (name != "-" && !name.empty()) files_.outputs.push_back(WithoutPrefix(name));
  }

  NamedFiles Take() {
    for (auto* names : {&files_.inputs, &files_.patterns, &files_.outputs}) {
      std::sort(names->begin(), names->end());
      names->erase(std::unique(names->begin(), names->end()), names->end());
    }
    return std::move(files_);
  }

 private:
  void AddExisting(const std::string& word) {
    const std::string plain = WithoutPrefix(word);
    const std::string of_text = word.starts_with('@') ? word.substr(1) : "";
    for (const std::string& name :
         {word, plain, WithoutFrames(word), WithoutFrames(plain), of_text}) {
      if (Exists(name)) files_.inputs.push_back(name);
    }
  }

  void AddPattern(const std::string& name) {
    const auto first = name.find_first_of("*?[{");
    if (first == std::string::npos || Exists(name)) return;
    const auto slash = name.rfind('/', first);
    files_.patterns.push_back(slash == std::string::npos ? "." : name.substr(0, slash + 1));
  }

  NamedFiles files_;
};

// Options that only mogrify has.
std::size_t CountMogrifyValues(const std::string& spelled) {
  return spelled == "-format" || spelled == "-output-directory" ? 1 : 0;
}

}  // namespace

NamedFiles FilesNamedBy(const std::string& command, const Arguments& arguments) {
  const bool replaces = command == "mogrify";
  const bool last_is_output = !replaces && command != "identify" && command != "compare";
  Collector files;
  std::size_t next = 0;
  for (std::size_t i = 0; i < arguments.size(); i = next) {
    const std::string& word = arguments[i];
    next = i + 1;
    if (!LooksLikeOption(word)) {
      const bool output = replaces || (last_is_output && next == arguments.size());
      if (output) files.AddOutput(word);
      if (replaces || !output) files.AddInput(word);
      continue;
    }
    const Option* option = FindOption(word.substr(1), CommandSetOf(command));
    next += option == nullptr && replaces ? CountMogrifyValues(word) : CountValues(option, word);
    const std::string name = option == nullptr ? word.substr(1) : option->name;
    const bool writes = name == "output-directory" ||
                        std::count(std::begin(kOutputOptions), std::end(kOutputOptions), name) != 0;
    for (std::size_t value = i + 1; value < std::min(next, arguments.size()); ++value) {
      if (writes) {
        files.AddOutput(name == "output-directory" ? arguments[value] + "/" : arguments[value]);
      } else if (name == "draw") {
        files.AddDrawing(arguments[value]);
      } else {
        files.AddValue(arguments[value]);
      }
    }
  }
  return files.Take();
}

}  // namespace lodestone::cli
