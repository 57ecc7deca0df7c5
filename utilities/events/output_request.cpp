#include "utilities/events/subcommand.hpp"

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/value_argument.hpp"

namespace lodestone::cli {

OutputRequest ParseOutputRequest(const Arguments& arguments, OwnOptions others) {
  std::vector<std::string_view> own(others.begin(), others.end());
  own.emplace_back("-o");
  OutputRequest request;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "-o") {
      request.output = ValueAfter(arguments, &i, own);
    } else if (arguments[i].size() > 1 && arguments[i][0] == '-') {
      throw UnrecognizedOption(arguments[i], own);
    } else {
      request.logs.push_back(arguments[i]);
    }
  }
  if (request.logs.empty()) throw CommandError("Missing a log filename");
  return request;
}

}  // namespace lodestone::cli
