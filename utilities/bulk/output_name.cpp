#include "utilities/bulk/output_name.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPlaceholders[] = {"path", "dir", "name", "base", "ext", "scene"};

// Without anything that would lead out of the directory it is appended to.
fs::path Inside(const fs::path& path) {
  fs::path inside;
  for (const fs::path& part : path.relative_path().lexically_normal()) {
    if (part != ".." && part != ".") inside /= part;
  }
  return inside;
}

fs::path FolderOf(const BulkInput& input) {
  const fs::path folder = fs::path(input.name).parent_path();
  return Inside(input.root.empty() ? folder : folder.lexically_relative(input.root));
}

std::string ExtensionOf(const fs::path& name) {
  const std::string extension = name.extension().string();
  return extension.empty() ? "" : extension.substr(1);
}

// Of "png:" at the beginning of a name, or 0.
std::size_t PrefixLength(std::string_view name) {
  const auto end = std::ranges::find_if_not(
      name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; });
  return end == name.begin() || end == name.end() || *end != ':' ? 0 : end - name.begin() + 1;
}

std::string Value(const std::string& placeholder, const BulkInput& input, unsigned long scene) {
  const fs::path name(input.name);
  if (placeholder == "path") return FolderOf(input).string();
  if (placeholder == "dir") return name.has_parent_path() ? name.parent_path().string() : ".";
  if (placeholder == "name") return name.filename().string();
  if (placeholder == "base") return name.stem().string();
  if (placeholder == "ext") return ExtensionOf(name);
  return std::to_string(scene);
}

}  // namespace

OutputName::OutputName(const std::string& text) : text_(text) {
  if (text.empty()) throw CommandError("The name of an output is empty", "-output");
  std::size_t position = 0;
  const auto literal = [&](std::string_view part) {
    if (parts_.empty() || !parts_.back().placeholder.empty()) parts_.push_back({});
    parts_.back().text += part;
  };
  while (position < text.size()) {
    const std::size_t percent = std::min(text.find('%', position), text.size());
    if (percent > position) literal(text.substr(position, percent - position));
    if (percent == text.size()) break;
    if (text.compare(percent, 2, "%%") == 0) {
      literal("%");
      position = percent + 2;
      continue;
    }
    const std::size_t end = text.find('}', percent);
    const std::string name = text.compare(percent, 2, "%{") == 0 && end != std::string::npos
                                 ? text.substr(percent + 2, end - percent - 2)
                                 : "";
    if (std::find(std::begin(kPlaceholders), std::end(kPlaceholders), name) ==
        std::end(kPlaceholders)) {
      throw CommandError(
          "Unknown placeholder: there are %{path}, %{dir}, %{name}, %{base}, %{ext}, %{scene} and "
          "%%",
          text.substr(percent));
    }
    names_scenes_ = names_scenes_ || name == "scene";
    parts_.push_back({name, ""});
    position = end + 1;
  }
}

std::string OutputName::For(const BulkInput& input, unsigned long scene) const {
  std::string name;
  for (const Part& part : parts_) {
    name += part.placeholder.empty() ? part.text : Value(part.placeholder, input, scene);
  }
  return fs::path(name).lexically_normal().string();
}

bool OutputName::names_inputs() const {
  return std::ranges::any_of(parts_, [](const Part& part) {
    return !part.placeholder.empty() && part.placeholder != "scene";
  });
}

std::string OutputName::Example() const {
  const Part& last = parts_.back();
  const bool extension = last.placeholder.empty() && last.text.find('.') != std::string::npos;
  return extension || PrefixLength(text_) != 0 ? For({"*", ""}) : "";
}

std::string OutputName::folder() const {
  std::string literal = parts_[0].placeholder.empty() ? parts_[0].text : "";
  literal.erase(0, PrefixLength(literal));
  const std::size_t slash = literal.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : literal.substr(0, slash);
}

void RequireDistinct(std::vector<std::string> names) {
  std::ranges::sort(names);
  const auto twice = std::ranges::adjacent_find(names);
  if (twice != names.end()) throw CommandError("Two outputs have the same name", *twice);
}

}  // namespace lodestone::cli
