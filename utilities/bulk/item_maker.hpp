// From one input to its outputs, in memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "utilities/bulk/bulk_options.hpp"
#include "utilities/options/shrink_on_load.hpp"
#include "utilities/shell/handles.hpp"

namespace lodestone::cli {

// A file that is yet to be written.
struct Encoded {
  std::string name;
  MagickBuffer<char> data;
  std::size_t length = 0;

  std::string_view bytes() const { return {data.get(), length}; }
};

struct MadeItem {
  std::vector<Encoded> outputs;
  double pixels = 0;  // of the input
};

// Every output is what `lodestone convert COMMON OWN INPUT OUTPUT` writes. Outputs for which the
// decoder would give the same image share it, and the common operations on it.
// Thread-safety: safe.
class ItemMaker {
  struct Output {
    OutputName name;
    ImageInfoHandle info;
    std::vector<OptionUse> own;
    std::vector<OptionUse> uses;  // the common ones, then its own
    std::string reading;          // equal for those whose settings for reading are
  };

 public:
  // Outputs that share an image.
  struct Sharing {
    std::vector<const Output*> outputs;
    LoadedSize size;
  };
  using Plan = std::vector<Sharing>;

  // Process-wide options take effect. Throws CommandError.
  explicit ItemMaker(const BulkOptions& options);

  // Reads the header of the input only.
  Plan PlanFor(const BulkInput& input) const;

  // The memory that Make will need, roughly.
  static std::uint64_t EstimateBytes(const Plan& plan);

  // Throws CommandError.
  MadeItem Make(const BulkInput& input, const Plan& plan) const;

 private:
  void MakeShared(const BulkInput& input, const Sharing& sharing, MadeItem* item) const;

  std::vector<OptionUse> common_;
  std::vector<Output> outputs_;
};

}  // namespace lodestone::cli
