// A command of the program, what its help says, and the table of all of them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/handles.hpp"
#include "utilities/shell/own_options.hpp"

namespace lodestone::cli {

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

// An option as help texts, manual pages and completion show it.
struct ShownOption {
  const char* name;        // without its sign
  const char* argument;    // "" for none
  const char* help;        // lines
  bool operation = false;  // changes images where it stands
  bool plus = false;       // +name is an option too
};
using ShownOptions = std::vector<ShownOption>;

// Those of a table that are for users.
ShownOptions ShownOf(OwnOptions options);

template <const auto& kTable>
ShownOptions Shown() {
  return ShownOf(kTable);
}

// A part of a help text. In the texts here, $ is the command as a user types it.
struct HelpPart {
  const char* heading = "";  // without its colon
  const char* text = "";     // lines of at most 80 characters
  ShownOptions (*options)() = nullptr;
};

// What is done by a word after the command.
struct Subcommand {
  const char* name;
  const char* synopsis;  // lines, the first one after the name
  const char* text;
  ShownOptions (*options)();  // nullptr: it has none
  int (*run)(const Arguments& arguments);
};

struct Command {
  const char* name;
  const char* summary;
  int (*run)(const CommandContext& context, const Arguments& arguments);
  const char* synopsis = "";  // lines; each form begins with $
  // The help text: text and options, then further parts.
  const char* text = "";
  ShownOptions (*options)() = nullptr;
  std::span<const HelpPart> more = {};
  std::span<const Subcommand* const> subcommands = {};
  const char* description = "";  // what the manual page says besides
  bool has_banner = false;
  // Prints the help text where that is another one.
  void (*usage)(const CommandContext& context) = nullptr;
};

// All commands, in alphabetical order.
std::span<const Command* const> Commands();

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

extern const Command kAnimateCommand;
extern const Command kBatchCommand;
extern const Command kBenchmarkCommand;
extern const Command kBulkCommand;
extern const Command kCompareCommand;
extern const Command kCompositeCommand;
extern const Command kConformCommand;
extern const Command kConjureCommand;
extern const Command kConvertCommand;
extern const Command kDevicesCommand;
extern const Command kDisplayCommand;
extern const Command kEventsCommand;
extern const Command kExplainCommand;
extern const Command kHelpCommand;
extern const Command kIdentifyCommand;
extern const Command kImportCommand;
extern const Command kLabCommand;
extern const Command kMogrifyCommand;
extern const Command kMontageCommand;
extern const Command kTimeCommand;
extern const Command kTuneCommand;
extern const Command kVersionCommand;

// The first lines of help texts: name, version, quantum depth, licence.
void PrintBanner();

// All parts of its help text.
std::vector<HelpPart> PartsOf(const Command& command);

// The help text of a command.
void PrintUsage(const CommandContext& context, const Command& command);

// A part of it, with a user's spelling of the command.
void PrintPart(const HelpPart& part, const std::string& spelled);

// For a command without arguments: prints its help text, and throws.
[[noreturn]] void RefuseNoArguments(const CommandContext& context, const Command& command);

// Runs the subcommand that the first argument names, or prints its help text. The status, or
// nothing if there is none of that name.
std::optional<int> RunSubcommand(const CommandContext& context, const Command& command,
                                 const Arguments& arguments);

// What may have been meant by a word that is no subcommand, or "".
std::string MeantSubcommand(const Command& command, const std::string& word);

// `text` with a user's spelling for each $.
std::string WithSpelling(std::string_view text, const std::string& spelled);

// The lines of the usage, each form of a command beginning with the way it is spelled.
std::string Synopsis(const Command& command, const std::string& spelled);

}  // namespace lodestone::cli
