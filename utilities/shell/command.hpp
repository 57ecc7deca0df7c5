// A command of the program, and the table of all of them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/handles.hpp"

namespace lodestone::cli {

using Arguments = std::vector<std::string>;

// What a program gives to a command that it calls as a function.
struct Caller {
  ImageInfo* info = nullptr;    // the settings to begin with, which the command changes
  std::string* text = nullptr;  // gets what describes the images; nullptr: not wanted
};

struct CommandContext {
  std::string program;  // "lodestone", or "gm" when called by that name; "" when by the command's
  std::string command;  // "convert"
  const Caller* caller = nullptr;  // nullptr: the command is the process

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

// Throws UnrecognizedCommand when there is no such command; its hint may take up the arguments.
const Command& RequireCommand(const std::string& name, const Arguments& arguments = {});
CommandError UnrecognizedCommand(const std::string& name, const Arguments& arguments = {});

// Whether `name` is that of a command that a link to the program may have.
bool IsCommandLink(const std::string& name);

// Runs the command that the first argument names, and turns everything it throws into a message.
// Messages begin with `program` and the command. Returns the exit status.
int RunProgram(const std::string& program, const Arguments& arguments,
               const Caller* caller = nullptr);

// The same for the program under the name of a command.
int RunLink(const std::string& name, const Arguments& arguments, const Caller* caller = nullptr);

// Runs a command that an argument names, where as in GraphicsMagick only identify gives the caller
// a text. Throws what the command throws.
int RunNamedByArgument(const CommandContext& context, const Command& command,
                       const Arguments& arguments);

// Runs a command for another one, whose context is given. Throws what the command throws.
int RunWithin(const CommandContext& context, const Command& command, const Arguments& arguments);

// The settings that a command begins with: its caller's own, or the usual ones.
ImageInfoHandle SettingsFor(const CommandContext& context);

// Gives the caller, if it wants a text, a line about the first image written.
void DescribeToCaller(const CommandContext& context, const ImageInfo* info, Image* images);

int RunBatch(const CommandContext& context, const Arguments& arguments);
int RunBenchmark(const CommandContext& context, const Arguments& arguments);
int RunBulk(const CommandContext& context, const Arguments& arguments);
int RunCompare(const CommandContext& context, const Arguments& arguments);
int RunComposite(const CommandContext& context, const Arguments& arguments);
int RunConform(const CommandContext& context, const Arguments& arguments);
int RunConjure(const CommandContext& context, const Arguments& arguments);
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
void ConformUsage(const CommandContext& context);
void ConjureUsage(const CommandContext& context);
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
