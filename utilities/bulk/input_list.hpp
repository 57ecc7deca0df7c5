// The inputs of a bulk run, one after the other, however many there are.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "utilities/bulk/bulk_input.hpp"
#include "utilities/shell/input_stream.hpp"

namespace lodestone::cli {

// What the command line says about inputs.
struct InputSources {
  std::vector<std::string> names;  // files, patterns, directories with everything in them
  std::string list;                // a file of names, ended by newlines or zero bytes; "" for none
  std::string shard;               // a file of a plan; "" for none, else the only source

  bool none() const { return names.empty() && list.empty() && shard.empty(); }
  // Whether they can be listed more than once: a pipe cannot.
  bool repeatable() const;
};

// A message that there are no inputs in them.
void WarnOfNone(const InputSources& sources);

enum class InputDetails { kAll, kNameOnly };

// Directories are searched in order of names, without hidden files and without files whose
// extension is of no format that can be read; symbolic links to directories are not followed. Names
// given otherwise are taken as they are.
class InputList {
 public:
  // Throws CommandError when the list cannot be opened.
  explicit InputList(const InputSources& sources, InputDetails details = InputDetails::kAll);
  ~InputList();

  // Nothing at the end. Throws CommandError when a directory or the list cannot be read, and when
  // the command is interrupted.
  std::optional<BulkInput> Next();

 private:
  class Search;

  std::optional<BulkInput> NextNamed();
  std::optional<std::string> NextName();
  std::optional<std::string> NextListed();
  std::optional<BulkInput> NextOfShard();

  const InputDetails details_;
  std::vector<std::string> pending_;   // as given; the next one last
  std::vector<std::string> expanded_;  // of the last of those; the next one last
  std::string list_name_;
  const bool sharded_;
  std::unique_ptr<InputStream> list_;
  std::optional<char> separator_;  // once a name of the list has shown it
  std::unique_ptr<Search> search_;
};

}  // namespace lodestone::cli
