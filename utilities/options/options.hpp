// The options of GraphicsMagick's grammar: one table drives parsing, checking, help and effect.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utilities/shell/command.hpp"
#include "utilities/shell/handles.hpp"

namespace lodestone::cli {

struct Option;

// One option as it stands on the command line.
struct OptionUse {
  const Option* option = nullptr;
  bool plus = false;  // +option
  std::vector<std::string> values;

  std::string spelled() const;
  const char* value() const { return values.empty() ? "" : values[0].c_str(); }
};

// Whether it is -name or +name.
bool IsNamed(const OptionUse& use, std::string_view name);

// Which commands know an option.
enum CommandSet : unsigned {
  kConvert = 1,
  kIdentify = 2,
  kCompare = 4,
  kComposite = 8,
  kMontage = 16,
  kWriters = kConvert | kComposite | kMontage,
  kAll = 31
};

// What an option that changes images operates on: one image, which may become several, and what
// the options before it in the same group have set for it.
struct ImageTask {
  const ImageInfo* info = nullptr;
  ImageList image;
  DrawInfoHandle draw;       // how the options that draw do it, -transform too
  QuantizeInfo reduction{};  // how -colors works
  ImageList around;          // of -region: the whole image, of which `image` is a part
  RectangleInfo region{};    // where that part is
};

// What an option does with images, for planning how to read them.
enum class OptionEffect {
  kAny,
  kMark,      // changes properties, regardless of size and pixels
  kResize,    // resamples to the geometry given
  kResample,  // resamples otherwise
  kWrite      // writes a file
};

struct Option {
  const char* name;  // without its sign
  unsigned commands;
  int values;       // taken after -name
  int plus_values;  // taken after +name; kNoPlus: +name is not an option
  const char* argument;
  const char* help;
  // Throws CommandError for invalid values. May be nullptr.
  void (*check)(const OptionUse& use);
  // Takes effect where it stands, before the inputs that follow are read. May be nullptr.
  void (*set)(ImageInfo* info, const OptionUse& use);
  // Applied to the images that the option belongs to. May be nullptr.
  void (*apply)(ImageTask* task, const OptionUse& use);
  OptionEffect effect = OptionEffect::kAny;  // of `apply`
  // Applied to all of them together, after those that are applied to each. May be nullptr.
  void (*apply_to_list)(ImageList* images, const OptionUse& use) = nullptr;
};

inline constexpr int kNoPlus = -1;

// Settings for reading and writing, operations on images, on where their pixels are, on
// neighbourhoods, on places by functions and by chance, on colours, for what colours mean, on parts
// of images, for drawing, for frames of animations, on lists of images, and process-wide switches.
std::span<const Option> SettingOptions();
std::span<const Option> OperationOptions();
std::span<const Option> GeometryOptions();
std::span<const Option> EffectOptions();
std::span<const Option> WarpOptions();
std::span<const Option> TextOptions();
std::span<const Option> ToneOptions();
std::span<const Option> ColorOptions();
std::span<const Option> PrimaryOptions();
std::span<const Option> RegionOptions();
std::span<const Option> DrawingOptions();
std::span<const Option> FrameOptions();
std::span<const Option> SequenceOptions();
std::span<const Option> ProcessOptions();
// Those of one command, which carries them out itself.
std::span<const Option> CompareOptions();
std::span<const Option> CompositeOptions();
std::span<const Option> MontageOptions();

const Option* FindOption(const std::string& name, unsigned command);

// What to do about an option that a command does not have, or "". `spelled`: with its sign. `own`:
// names, without signs, that the command has besides.
std::string OptionHint(const std::string& spelled, unsigned command,
                       std::span<const std::string> own = {});

// All that a command has, sorted.
std::vector<std::string> OptionNames(unsigned command);

// The options of a command of GraphicsMagick's grammar, or 0 for other commands.
unsigned CommandSetOf(const std::string& command);

// The number of values that follow an option; 0 for a word that is none (nullptr).
std::size_t CountValues(const Option* option, const std::string& spelled);

// True for anything that looks like an option: a sign and at least one more character, but not
// "-[0]", a frame of standard input.
bool LooksLikeOption(const std::string& argument);

// Whether doubts about a value become messages: once, however often options are parsed.
enum class Doubts { kPrint, kIgnore };

// Parses the option at arguments[*position] and moves *position past its values, which must lie
// before `end`. Throws CommandError for an unknown option, with a hint that may also be one of
// `own`, or for bad values.
OptionUse ParseOption(const Arguments& arguments, std::size_t end, unsigned command,
                      std::size_t* position, Doubts doubts = Doubts::kPrint,
                      std::span<const std::string> own = {});

// Puts a part that was cut out by -region back into its image.
void LeaveRegion(ImageTask* task);

// All that a command has, sorted, as its help shows them.
ShownOptions ShownOf(unsigned command);

template <unsigned kCommand>
ShownOptions Shown() {
  return ShownOf(kCommand);
}

// Whether an option of ProcessOptions() takes effect where it stands, images or not.
bool IsProcessOption(const Option& option);

}  // namespace lodestone::cli
