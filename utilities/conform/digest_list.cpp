#include "utilities/conform/digest_list.hpp"

#include <cerrno>
#include <filesystem>
#include <optional>
#include <set>

#include "base/install_path.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/input_stream.hpp"

namespace lodestone::conform {
namespace {

namespace fs = std::filesystem;
using cli::CommandError;

constexpr std::size_t kDigestLength = 64;
constexpr std::size_t kNameColumn = 2 * (kDigestLength + 2);
// In the place of a digest that is not known.
const std::string kUnknown(kDigestLength, '-');

std::string FirstLine(std::size_t cases) {
  return std::string(kListBeginning) + std::to_string(kListVersion) + ", " + std::to_string(cases) +
         " cases: SHA-256 at 8 bits and at 16 bits";
}

struct CaseLine {
  std::string own, other;  // digests: of this program's depth, and of the other one
  std::string name;
};

std::string TextOf(const CaseLine& line) {
  const bool own_first = QuantumDepth == 8;
  return (own_first ? line.own : line.other) + "  " + (own_first ? line.other : line.own) + "  " +
         line.name;
}

bool IsDigest(const std::string& text) {
  return text.size() == kDigestLength &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

[[noreturn]] void Refuse(const std::string& name, std::size_t line, const std::string& why) {
  throw CommandError("Unusable conformance list", name + ":" + std::to_string(line) + ": " + why);
}

std::optional<CaseLine> Parse(const std::string& text) {
  if (text.size() < kNameColumn) return {};
  CaseLine line{text.substr(0, kDigestLength), text.substr(kDigestLength + 2, kDigestLength),
                text.substr(kNameColumn)};
  if (QuantumDepth == 16) line.own.swap(line.other);
  for (const std::string& digest : {line.own, line.other})
    if (!IsDigest(digest) && digest != kUnknown) return {};
  return TextOf(line) == text ? std::optional(line) : std::nullopt;
}

// What is wrong with a line, "" if it is one of a case.
std::string ProblemOf(const std::optional<CaseLine>& line, const Digests& known,
                      const std::set<std::string>& wanted) {
  if (!line) return "no two digests of 64 hexadecimal digits and the name of a case";
  if (!wanted.contains(line->name)) return "this program has no case \"" + line->name + "\"";
  if (line->own == kUnknown) return "no digest at " + std::to_string(QuantumDepth) + " bits";
  return known.contains(line->name) ? "this case is there twice" : "";
}

}  // namespace

std::string ListFileName() {
  return "list-" + std::to_string(kListVersion) + ".txt";
}

std::string FindList() {
  std::error_code error;
  const fs::path own = fs::read_symlink("/proc/self/exe", error).parent_path();
  std::vector<fs::path> folders;
  if (own.filename() == ".libs") folders.push_back(own.parent_path() / "docs/conformance");
  folders.push_back(own.parent_path() / "share/lodestone/conformance");
  folders.emplace_back(LODESTONE_PKGDATADIR "/conformance");
  for (const fs::path& folder : folders)
    if (fs::exists(folder / ListFileName(), error)) return (folder / ListFileName()).string();
  throw CommandError("The conformance list is not installed",
                     (folders.back() / ListFileName()).string())
      .WithHint("name it with -list, or install it again");
}

Digests ReadList(const std::string& name, const std::vector<Case>& cases) {
  cli::InputStream file(name);
  std::string line;
  std::getline(file, line);
  if (line != FirstLine(cases.size()))
    Refuse(name, 1, "expected \"" + FirstLine(cases.size()) + "\"");
  std::set<std::string> wanted;
  for (const Case& each : cases) wanted.insert(each.name());
  Digests digests;
  std::size_t number = 1;
  while (std::getline(file, line)) {
    const std::optional<CaseLine> parsed = Parse(line);
    if (const std::string problem = ProblemOf(parsed, digests, wanted); !problem.empty())
      Refuse(name, number + 1, problem);
    ++number;
    digests.emplace(parsed->name, parsed->own);
  }
  if (file.bad()) throw CommandError("Unable to read file", name, errno);
  if (digests.size() != cases.size())
    Refuse(name, number,
           "it ends here, after " + std::to_string(digests.size()) + " of " +
               std::to_string(cases.size()) + " cases");
  return digests;
}

Digests DigestsOfOtherDepth(const std::string& name) {
  Digests digests;
  std::error_code error;
  if (name == "-" || !fs::is_regular_file(name, error)) return digests;
  cli::InputStream file(name);
  for (std::string text; std::getline(file, text);) {
    const std::optional<CaseLine> line = Parse(text);
    if (line && line->other != kUnknown) digests.emplace(line->name, line->other);
  }
  if (file.bad()) throw CommandError("Unable to read file", name, errno);
  return digests;
}

std::string ListText(const std::vector<Case>& cases, const Digests& digests,
                     const Digests& others) {
  std::string text = FirstLine(cases.size()) + "\n";
  for (const Case& each : cases) {
    const auto other = others.find(each.name());
    text += TextOf({digests.at(each.name()), other == others.end() ? kUnknown : other->second,
                    each.name()}) +
            "\n";
  }
  return text;
}

}  // namespace lodestone::conform
