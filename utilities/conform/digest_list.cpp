#include "utilities/conform/digest_list.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>

#include "base/install_path.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/input_stream.hpp"

namespace lodestone::conform {
namespace {

namespace fs = std::filesystem;
using cli::CommandError;

constexpr std::size_t kDigestLength = 64;

std::string FirstLine(std::size_t cases) {
  return std::string(kListBeginning) + std::to_string(kListVersion) + ", " +
         std::to_string(QuantumDepth) + " bits, " + std::to_string(cases) + " cases";
}

std::string CaseLine(const std::string& digest, const std::string& name) {
  return digest + "  " + name;
}

bool IsDigest(const std::string& text) {
  return text.size() == kDigestLength &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

[[noreturn]] void Refuse(const std::string& name, std::size_t line, const std::string& why) {
  throw CommandError("Unusable conformance list", name + ":" + std::to_string(line) + ": " + why);
}

// What is wrong with a line, "" if it is one of a case.
std::string ProblemOf(const std::string& line, const Digests& known,
                      const std::set<std::string>& wanted) {
  const std::string digest = line.substr(0, kDigestLength);
  if (!IsDigest(digest) ||
      line != CaseLine(digest, line.substr(std::min(line.size(), kDigestLength + 2))))
    return "no digest of 64 hexadecimal digits, two spaces and the name of a case";
  const std::string name = line.substr(kDigestLength + 2);
  if (!wanted.contains(name)) return "this program has no case \"" + name + "\"";
  return known.contains(name) ? "this case is there twice" : "";
}

}  // namespace

std::string ListFileName() {
  return "list-" + std::to_string(kListVersion) + "-q" + std::to_string(QuantumDepth) + ".txt";
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
    if (const std::string problem = ProblemOf(line, digests, wanted); !problem.empty())
      Refuse(name, number + 1, problem);
    ++number;
    digests.emplace(line.substr(kDigestLength + 2), line.substr(0, kDigestLength));
  }
  if (file.bad()) throw CommandError("Unable to read file", name, errno);
  if (digests.size() != cases.size())
    Refuse(name, number,
           "it ends here, after " + std::to_string(digests.size()) + " of " +
               std::to_string(cases.size()) + " cases");
  return digests;
}

std::string ListText(const std::vector<Case>& cases, const Digests& digests) {
  std::string text = FirstLine(cases.size()) + "\n";
  for (const Case& each : cases) text += CaseLine(digests.at(each.name()), each.name()) + "\n";
  return text;
}

}  // namespace lodestone::conform
