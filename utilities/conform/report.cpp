#include "utilities/conform/report.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "magick/api.h"
#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::conform {
namespace {

using Json = nlohmann::ordered_json;
using cli::Table;

std::string NameOf(const Verdict& verdict) {
  return verdict.device.empty() ? "CPU" : verdict.device;
}

void AddRow(const std::string& operation, const Tally& tally, Table* table) {
  table->AddRow({operation, std::to_string(tally.cases), std::to_string(tally.equal),
                 std::to_string(tally.different), std::to_string(tally.not_run)});
}

std::string TableOf(const Verdict& verdict) {
  Table table;
  table.AddColumn("operation", Table::Align::kLeft);
  for (const char* heading : {"cases", "equal", "different", "not run"})
    table.AddColumn(heading, Table::Align::kRight);
  for (const auto& [operation, tally] : verdict.operations) AddRow(operation, tally, &table);
  AddRow("all", verdict.total, &table);
  return table.ToText();
}

void PrintFailure(const Failure& failure) {
  if (failure.found.empty())
    std::printf("not run: %s\n  %s\n", failure.name.c_str(), failure.problem.c_str());
  else
    std::printf("different: %s\n  expected %s\n  found    %s\n", failure.name.c_str(),
                failure.expected.c_str(), failure.found.c_str());
}

Json ToJson(const Tally& tally) {
  return {{"cases", tally.cases},
          {"equal", tally.equal},
          {"different", tally.different},
          {"not_run", tally.not_run}};
}

Json ToJson(const Verdict& verdict) {
  Json json{{"device", verdict.device},
            {"driver", verdict.driver},
            {"conforms", verdict.conforms()},
            {"seconds", verdict.seconds}};
  json.update(ToJson(verdict.total));
  json["operations"] = Json::array();
  for (const auto& [operation, tally] : verdict.operations) {
    Json row{{"operation", operation}};
    row.update(ToJson(tally));
    json["operations"].push_back(row);
  }
  json["failures"] = Json::array();
  for (const Failure& failure : verdict.failures)
    json["failures"].push_back({{"case", failure.name},
                                {"expected", failure.expected},
                                {"found", failure.found},
                                {"problem", failure.problem}});
  return json;
}

}  // namespace

void PrintReport(const Checked& checked) {
  for (const Verdict& verdict : checked.verdicts) {
    std::printf("%s\n%s", NameOf(verdict).c_str(), TableOf(verdict).c_str());
    for (const Failure& failure : verdict.failures) PrintFailure(failure);
    std::printf("\n");
  }
  for (const Verdict& verdict : checked.verdicts)
    std::printf("%s: %zu of %zu cases equal, %.1f s: %s list %u at %d bits\n",
                NameOf(verdict).c_str(), verdict.total.equal, verdict.total.cases, verdict.seconds,
                verdict.conforms() ? "conforms to" : "does not conform to", kListVersion,
                QuantumDepth);
  if (!checked.no_device.empty()) std::printf("no device: %s\n", checked.no_device.c_str());
}

void PrintJson(const Checked& checked) {
  Json document{{"list", kListVersion},           {"quantum_depth", QuantumDepth},
                {"library", LODESTONE_VERSION},   {"conforms", checked.conforms()},
                {"no_device", checked.no_device}, {"verdicts", Json::array()}};
  for (const Verdict& verdict : checked.verdicts) document["verdicts"].push_back(ToJson(verdict));
  const auto text = document.dump(2, ' ', false, Json::error_handler_t::replace);
  std::printf("%s\n", text.c_str());
}

}  // namespace lodestone::conform
