// A command of the program, and the table of all of them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

using Arguments = std::vector<std::string>;

struct CommandContext {
  std::string program;  // "lodestone", or "gm" when called by that name; "" when by the command's
  std::string command;  // "convert"

  // What a user types.
  std::string Spelled() const { return program.empty() ? command : program + " " + command; }
};

struct Command {
  const char* name;
  const char* summary;
  int (*run)(const CommandContext& context, const Arguments& arguments);
  void (*usage)(const CommandContext& context);
};

// All commands, in alphabetical order.
std::span<const Command> Commands();

// Regardless of case; nullptr when there is no such command.
const Command* FindCommand(const std::string& name);

// Throws UnrecognizedCommand when there is no such command.
const Command& RequireCommand(const std::string& name);
CommandError UnrecognizedCommand(const std::string& name);

// Runs a command and turns everything it throws into a message; returns the exit status.
int RunCommand(const Command& command, const CommandContext& context, const Arguments& arguments);

int RunBatch(const CommandContext& context, const Arguments& arguments);
int RunBenchmark(const CommandContext& context, const Arguments& arguments);
int RunBulk(const CommandContext& context, const Arguments& arguments);
int RunCompare(const CommandContext& context, const Arguments& arguments);
int RunComposite(const CommandContext& context, const Arguments& arguments);
int RunConvert(const CommandContext& context, const Arguments& arguments);
int RunDevices(const CommandContext& context, const Arguments& arguments);
int RunEvents(const CommandContext& context, const Arguments& arguments);
int RunExplain(const CommandContext& context, const Arguments& arguments);
int RunHelp(const CommandContext& context, const Arguments& arguments);
int RunIdentify(const CommandContext& context, const Arguments& arguments);
int RunLab(const CommandContext& context, const Arguments& arguments);
int RunMogrify(const CommandContext& context, const Arguments& arguments);
int RunMontage(const CommandContext& context, const Arguments& arguments);
int RunTime(const CommandContext& context, const Arguments& arguments);
int RunTune(const CommandContext& context, const Arguments& arguments);
int RunVersion(const CommandContext& context, const Arguments& arguments);
int RunWithDisplay(const CommandContext& context, const Arguments& arguments);

void BatchUsage(const CommandContext& context);
void BenchmarkUsage(const CommandContext& context);
void BulkUsage(const CommandContext& context);
void CompareUsage(const CommandContext& context);
void CompositeUsage(const CommandContext& context);
void ConvertUsage(const CommandContext& context);
void DevicesUsage(const CommandContext& context);
void EventsUsage(const CommandContext& context);
void ExplainUsage(const CommandContext& context);
void HelpUsage(const CommandContext& context);
void IdentifyUsage(const CommandContext& context);
void LabUsage(const CommandContext& context);
void MogrifyUsage(const CommandContext& context);
void MontageUsage(const CommandContext& context);
void TimeUsage(const CommandContext& context);
void TuneUsage(const CommandContext& context);
void DisplayUsage(const CommandContext& context);
void VersionUsage(const CommandContext& context);

// The first lines of every help text: name, version, quantum depth, licence.
void PrintBanner();

}  // namespace lodestone::cli
