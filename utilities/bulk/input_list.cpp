#include "utilities/bulk/input_list.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <iterator>

#include "magick/api.h"
#include "utilities/bulk/shard_line.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kNanoseconds = 1'000'000'000;

bool Readable(const fs::path& file) {
  const std::string extension = file.extension().string();
  if (extension.size() < 2) return false;
  const MagickInfo* format = GetMagickInfo(extension.c_str() + 1, nullptr);
  if (format == nullptr || format->decoder == nullptr) return false;
  if (format->extension_treatment == IgnoreExtensionTreatment) return false;
  // A text among images is a note more often than a list of pixels.
  return format->module == nullptr || std::string_view(format->module) != "TXT";
}

void Examine(BulkInput* input) {
  struct stat status;
  if (stat(input->name.c_str(), &status) != 0) return;
  input->bytes = static_cast<std::uint64_t>(status.st_size);
  input->modified_ns = status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec;
}

bool IsDirectory(const std::string& name) {
  std::error_code ignored;
  return fs::is_directory(name, ignored);
}

}  // namespace

// A directory and those below it. Holds the names of one directory a level.
class InputList::Search {
 public:
  explicit Search(const std::string& root) : root_(root) { Enter(root); }

  const std::string& root() const { return root_; }

  std::optional<std::string> Next() {
    while (!levels_.empty()) {
      if (levels_.back().empty()) {
        levels_.pop_back();
        continue;
      }
      const Entry entry = std::move(levels_.back().back());
      levels_.back().pop_back();
      if (!entry.directory) return entry.path.string();
      Enter(entry.path);
    }
    return std::nullopt;
  }

 private:
  struct Entry {
    fs::path path;
    bool directory;
  };

  void Enter(const fs::path& folder) {
    std::error_code error;
    std::vector<Entry> entries;
    for (fs::directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error)) {
      if (each->path().filename().native().front() == '.') continue;
      const bool directory = each->is_directory(error) && !each->is_symlink(error);
      // Pipes, sockets and devices never end, or have nothing.
      if (!directory && each->is_other(error)) continue;
      if (directory || Readable(each->path())) entries.push_back({each->path(), directory});
      error.clear();
    }
    if (error) throw CommandError("Unable to search directory", folder.string(), error.value());
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return b.path.native() < a.path.native(); });
    levels_.push_back(std::move(entries));
  }

  const std::string root_;
  std::vector<std::vector<Entry>> levels_;  // the next entry last
};

bool InputSources::repeatable() const {
  std::error_code ignored;
  return list.empty() || fs::is_regular_file(list, ignored);
}

void WarnOfNone(const InputSources& sources) {
  const std::string place = sources.names.empty() ? sources.list : sources.names.front();
  const std::size_t places = sources.names.size() + (sources.list.empty() ? 0 : 1);
  const std::string others = places > 1 ? " and " + std::to_string(places - 1) + " more" : "";
  PrintMessage(CommandError("There are no images to convert, nothing was done", place + others)
                   .WithSeverity(OptionWarning));
}

InputList::InputList(const InputSources& sources, InputDetails details)
    : details_(details),
      pending_(sources.names.rbegin(), sources.names.rend()),
      list_name_(sources.shard.empty() ? sources.list : sources.shard),
      sharded_(!sources.shard.empty()) {
  if (!list_name_.empty()) list_ = std::make_unique<InputStream>(list_name_);
}

InputList::~InputList() = default;

std::optional<BulkInput> InputList::Next() {
  std::optional<BulkInput> input = sharded_ ? NextOfShard() : NextNamed();
  if (InterruptRequested()) throw Interrupted();
  if (input && details_ == InputDetails::kAll) Examine(&*input);
  return input;
}

std::optional<BulkInput> InputList::NextNamed() {
  while (true) {
    if (search_) {
      if (auto name = search_->Next()) return BulkInput{*name, search_->root()};
      search_.reset();
    }
    const auto name = NextName();
    if (!name) return std::nullopt;
    if (!IsDirectory(*name)) return BulkInput{*name, ""};
    search_ = std::make_unique<Search>(*name);
  }
}

std::optional<std::string> InputList::NextName() {
  if (expanded_.empty()) {
    if (pending_.empty()) return NextListed();
    expanded_ = ExpandInputName(pending_.back());
    std::reverse(expanded_.begin(), expanded_.end());
    pending_.pop_back();
  }
  std::string name = std::move(expanded_.back());
  expanded_.pop_back();
  return name;
}

std::optional<BulkInput> InputList::NextOfShard() {
  std::string line;
  if (!std::getline(*list_, line)) return std::nullopt;
  try {
    return ParseShardLine(line);
  } catch (const std::exception&) {
    throw CommandError("This is not a shard of a plan", list_name_);
  }
}

// Zero bytes separate names if the first one ends with one.
std::optional<std::string> InputList::NextListed() {
  while (list_ != nullptr && list_->good()) {
    std::string name;
    if (separator_) {
      std::getline(*list_, name, *separator_);
    } else {
      char c;
      while (list_->get(c) && c != '\n' && c != '\0') name += c;
      if (*list_) separator_ = c;
    }
    if (!name.empty()) return name;
  }
  if (list_ != nullptr && list_->bad()) {
    throw CommandError("Unable to read file", list_name_, errno);
  }
  return std::nullopt;
}

}  // namespace lodestone::cli
