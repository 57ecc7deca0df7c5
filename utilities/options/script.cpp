#include "utilities/options/script.hpp"

#include <cstdio>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "utilities/image/image_text.hpp"
#include "utilities/image/overlay.hpp"
#include "utilities/image/write_images.hpp"
#include "utilities/options/apply_options.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/options/number_list.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/shell/input_stream.hpp"
#include "utilities/shell/progress_monitor.hpp"
#include "utilities/shell/xml_reader.hpp"

namespace lodestone::cli {
namespace {

// An <image>, or the script around all of them.
struct Level {
  ImageInfoHandle info;
  ImageList texts;
  ImageList images;
};

ImageList CloneOf(const Image* image) {
  Exception exception;
  ImageList clone(CloneImage(image, 0, 0, MagickTrue, exception.get()));
  if (clone == nullptr) exception.Throw("Unable to clone image");
  return clone;
}

// The attributes of an element.
class Values {
 public:
  Values(const XmlTag& tag, const Level& level) : values_(tag.attributes) {
    for (auto& [name, value] : values_)
      value = ExpandImageText(level.info.get(), level.texts.get(), value);
  }

  std::optional<std::string> Take(const char* name) {
    for (auto at = values_.begin(); at != values_.end(); ++at) {
      if (LocaleCompare(at->first.c_str(), name) != 0) continue;
      std::string value = std::move(at->second);
      values_.erase(at);
      return value;
    }
    return std::nullopt;
  }

  // All that are left.
  std::vector<std::pair<std::string, std::string>> TakeAll() { return std::exchange(values_, {}); }

  void RequireNoMore() const {
    if (!values_.empty()) throw CommandError("Unrecognized attribute", values_[0].first);
  }

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

// An element that is an option. {name=otherwise} or {name|alias=otherwise}: an attribute, W and H:
// the size of the image. Instead of all of them there may be a geometry.
struct Operation {
  const char* element;
  const char* option;
  const char* value = nullptr;
  const char* set_by = nullptr;  // an attribute that is the option `setting`
  const char* setting = nullptr;
};

constexpr char kSigma[] = "{radius=0}x{sigma=1}", kSize[] = "{width=W}x{height=H}!",
               kPlace[] = "{width=W}x{height=H}+{x=0}+{y=0}", kBorder[] = "{width=6}x{height=6}",
               kRadius[] = "{radius=0}", kDegrees[] = "{degrees=0}", kThreshold[] = "{threshold=}";

constexpr Operation kOperations[] = {
    {"blur", "-blur", kSigma},
    {"border", "-border", kBorder, "fill", "-bordercolor"},
    {"charcoal", "-charcoal", kSigma},
    {"chop", "-chop", kPlace},
    {"crop", "-crop", kPlace},
    {"despeckle", "-despeckle"},
    {"edge", "-edge", kRadius},
    {"emboss", "-emboss", kSigma},
    {"enhance", "-enhance"},
    {"equalize", "-equalize"},
    {"flatten", "-flatten"},
    {"flip", "-flip"},
    {"flop", "-flop"},
    {"frame", "-frame", "{width=25}x{height=25}+{outer|x=6}+{inner|y=6}", "fill", "-mattecolor"},
    {"gamma", "-gamma", "{red=1},{green=1},{blue=1}"},
    {"implode", "-implode", "{amount=0}"},
    {"magnify", "-magnify"},
    {"medianfilter", "-median", kRadius},
    {"minify", "-minify"},
    {"normalize", "-normalize"},
    {"oilpaint", "-paint", "{radius=3}"},
    {"reducenoise", "-noise", kRadius},
    {"resize", "-resize", kSize, "filter", "-filter"},
    {"roll", "-roll", "+{x=0}+{y=0}"},
    {"rotate", "-rotate", kDegrees},
    {"sample", "-sample", kSize},
    {"scale", "-scale", kSize},
    {"sharpen", "-sharpen", kSigma},
    {"shave", "-shave", "{width=0}x{height=0}"},
    {"shear", "-shear", "{x=0}x{y=0}"},
    {"solarize", "-solarize", kThreshold},
    {"spread", "-spread", kRadius},
    {"swirl", "-swirl", kDegrees},
    {"transparent", "-transparent", "{color=}"},
    {"trim", "-trim"},
};

std::optional<std::string> TakeAny(const std::string& names, Values* values) {
  const auto bar = names.find('|');
  auto value = values->Take(names.substr(0, bar).c_str());
  return value || bar == names.npos ? value : values->Take(names.substr(bar + 1).c_str());
}

std::string ValueOf(std::string_view pattern, Values* values, const Image* image) {
  if (auto geometry = values->Take("geometry")) return *geometry;
  std::string text;
  while (!pattern.empty()) {
    const auto begin = pattern.find('{'), equals = pattern.find('='), end = pattern.find('}');
    if (begin == pattern.npos) return text + std::string(pattern);
    text += pattern.substr(0, begin);
    const std::string name(pattern.substr(begin + 1, equals - begin - 1));
    std::string otherwise(pattern.substr(equals + 1, end - equals - 1));
    if (otherwise == "W") otherwise = std::to_string(image->columns);
    if (otherwise == "H") otherwise = std::to_string(image->rows);
    const auto value = TakeAny(name, values);
    if (!value && otherwise.empty()) throw CommandError("Missing attribute", name);
    text += value.value_or(otherwise);
    pattern.remove_prefix(end + 1);
  }
  return text;
}

// An option of convert.
OptionUse Parsed(const Arguments& words) {
  std::size_t position = 0;
  return ParseOption(words, words.size(), kConvert, &position);
}

// A value that suits an option.
std::string Checked(const char* option, const std::string& value) {
  return Parsed({option, value}).value();
}

// "-" is standard input.
std::string TextOf(const std::string& filename) {
  if (filename != "-") return ReadTextFile(filename);
  InputStream input(filename);
  return {std::istreambuf_iterator<char>(input), {}};
}

class Script {
 public:
  explicit Script(Level outer) { levels_.push_back(std::move(outer)); }

  void Begin(const XmlTag& tag);
  void End(const std::string& element);

 private:
  struct Element {
    const char* name;
    void (Script::*run)(Values* values);
  };

  Level& level() { return levels_.back(); }
  Image* Images();
  const Image* ById(const std::string& id) const;
  void Use(const Arguments& words);
  void Push();
  void Combine(OverlaySettings settings, Values* values);
  void Operate(const Operation& operation, Values* values);

  void Composite(Values* values);
  void Get(Values* values);
  void NewImage(Values* values);
  void Print(Values* values);
  void Profile(Values* values);
  void Read(Values* values);
  void Set(Values* values);
  void Stegano(Values* values) { Combine({.stegano = 0}, values); }
  void Stereo(Values* values) { Combine({.stereo = true}, values); }
  void Texture(Values* values);
  void Threshold(Values* values);
  void Write(Values* values);
  void Nothing(Values*) {}

  static const Element kElements[];

  std::vector<Level> levels_;
  std::vector<std::size_t> groups_;  // levels outside of each
};

const Script::Element Script::kElements[] = {
    {"composite", &Script::Composite}, {"get", &Script::Get},       {"group", &Script::Nothing},
    {"image", &Script::NewImage},      {"msl", &Script::Nothing},   {"print", &Script::Print},
    {"profile", &Script::Profile},     {"read", &Script::Read},     {"set", &Script::Set},
    {"stegano", &Script::Stegano},     {"stereo", &Script::Stereo}, {"texture", &Script::Texture},
    {"threshold", &Script::Threshold}, {"write", &Script::Write},
};

Image* Script::Images() {
  if (level().images == nullptr) throw CommandError("No images defined");
  return level().images.get();
}

const Image* Script::ById(const std::string& id) const {
  for (const Level& each : levels_) {
    const ImageAttribute* const its = GetImageAttribute(each.texts.get(), "id");
    if (its != nullptr && id == its->value && each.images != nullptr) return each.images.get();
  }
  throw CommandError("There is no image of this id", id);
}

void Script::Use(const Arguments& words) {
  const OptionUse use = Parsed(words);
  if (use.option->set != nullptr) use.option->set(level().info.get(), use);
  if (level().images != nullptr) ApplyToImages(level().info.get(), {use}, &level().images);
}

void Script::Push() {
  levels_.push_back({CopyOf(level().info.get()), CloneOf(level().texts.get()), nullptr});
}

void Script::Operate(const Operation& operation, Values* values) {
  Image* const first = Images();
  const auto setting = operation.set_by == nullptr ? std::nullopt : values->Take(operation.set_by);
  // For resizing.
  const auto blur = operation.value == kSize ? values->Take("blur") : std::nullopt;
  Arguments words = {operation.option};
  if (operation.value != nullptr) words.push_back(ValueOf(operation.value, values, first));
  values->RequireNoMore();
  for (Image* image = first; blur && image != nullptr; image = image->next)
    image->blur = ParseNumber("blur", *blur);
  if (setting) Use({operation.setting, *setting});
  Use(words);
}

void Script::Combine(OverlaySettings settings, Values* values) {
  Images();
  const ImageList change = CloneOf(ById(values->Take("image").value_or("")));
  values->RequireNoMore();
  Overlay(settings, change.get(), nullptr, &level().images);
}

// In the middle, unless something else is said.
void Script::Composite(Values* values) {
  OverlaySettings settings;
  if (const auto compose = values->Take("compose"))
    settings.compose = StringToCompositeOperator(Checked("-compose", *compose).c_str());
  const auto gravity = values->Take("gravity"), x = values->Take("x"), y = values->Take("y");
  auto place = values->Take("geometry");
  if (!place && (x || y)) place = "+" + x.value_or("0") + "+" + y.value_or("0");
  if (place) settings.geometry = Checked("-geometry", *place);
  if (gravity)
    settings.gravity = StringToGravityType(Checked("-gravity", *gravity).c_str());
  else if (!place)
    settings.gravity = CenterGravity;
  Combine(std::move(settings), values);
}

// Keeps sizes as texts.
void Script::Get(Values* values) {
  const Image* const image = Images();
  for (const auto& [side, size] : {std::pair{"width", image->columns}, {"height", image->rows}}) {
    if (const auto key = values->Take(side))
      SetScriptText(level().texts.get(), *key, std::to_string(size));
  }
}

void Script::NewImage(Values* values) {
  if (const auto id = values->Take("id")) SetScriptText(level().texts.get(), "id", *id);
  for (const char* const name : {"background", "size"}) {
    if (const auto value = values->Take(name)) Use({std::string("-") + name, *value});
  }
  if (const auto color = values->Take("color"))
    level().images = ReadImages(level().info.get(), "xc:" + *color);
}

void Script::Print(Values* values) {
  if (const auto text = values->Take("output")) std::fputs(text->c_str(), stdout);
}

// "!" removes a profile.
void Script::Profile(Values* values) {
  Images();
  for (const auto& [name, file] : values->TakeAll())
    Use(file == "!" ? Arguments{"+profile", name} : Arguments{"-profile", name + ":" + file});
}

void Script::Read(Values* values) {
  if (const auto size = values->Take("size")) Use({"-size", *size});
  if (const auto name = values->Take("filename"))
    Append(&level().images, ReadImages(level().info.get(), *name));
}

void Script::Set(Values* values) {
  Images();
  for (const char* const name :
       {"background", "bordercolor", "colorspace", "density", "mattecolor"}) {
    if (const auto value = values->Take(name)) Use({std::string("-") + name, *value});
  }
  Image* const image = Images();
  if (const auto format = values->Take("magick"))
    MagickStrlCpy(image->magick, format->c_str(), sizeof image->magick);
  if (const auto id = values->Take("clip-mask"))
    ThrowOrPrintImage(image, SetImageClipMask(image, ById(*id)), "Unable to set clip mask");
  if (const auto share = values->Take("opacity")) {
    (void)ParseNumber("opacity", *share);
    const double opacity = ParseSample(share->c_str());
    if (!(opacity >= 0.0 && opacity <= MaxRGBDouble)) throw MalformedArgument("opacity", *share);
    ThrowOrPrintImage(image, SetImageOpacity(image, static_cast<unsigned int>(opacity)),
                      "Unable to set image opacity");
  }
}

void Script::Texture(Values* values) {
  if (level().images == nullptr) level().images = ReadImages(level().info.get(), "xc:white");
  ThrowOrPrintImage(Images(), TextureImage(Images(), ById(values->Take("image").value_or(""))),
                    "Unable to texture image");
}

// Of each channel.
void Script::Threshold(Values* values) {
  const std::string threshold = Checked("-threshold", ValueOf(kThreshold, values, Images()));
  for (Image* image = Images(); image != nullptr; image = image->next)
    ThrowOrPrintImage(image, ChannelThresholdImage(image, threshold.c_str()),
                      "Unable to threshold image");
}

void Script::Write(Values* values) {
  Image* const images = Images();
  if (const auto name = values->Take("filename")) WriteOutput(level().info.get(), images, *name);
}

void Script::Begin(const XmlTag& tag) {
  const auto is = [&](const char* name) { return LocaleCompare(name, tag.name.c_str()) == 0; };
  if (is("group")) groups_.push_back(levels_.size());
  if (is("image")) Push();
  Values values(tag, level());
  for (const Operation& operation : kOperations)
    if (is(operation.element)) return Operate(operation, &values);
  for (const Element& element : kElements) {
    if (!is(element.name)) continue;
    (this->*element.run)(&values);
    return values.RequireNoMore();
  }
  throw CommandError("Unrecognized element", tag.name);
}

// In a group, images stay until it ends.
void Script::End(const std::string& element) {
  if (LocaleCompare(element.c_str(), "group") == 0) {
    levels_.erase(levels_.begin() + static_cast<std::ptrdiff_t>(groups_.back()), levels_.end());
    groups_.pop_back();
  } else if (LocaleCompare(element.c_str(), "image") == 0 && groups_.empty()) {
    levels_.pop_back();
  }
}

}  // namespace

void SetScriptText(Image* texts, const std::string& key, const std::string& value) {
  (void)SetImageAttribute(texts, key.c_str(), nullptr);
  (void)SetImageAttribute(texts, key.c_str(), value.c_str());
}

void RunScript(const ImageInfo* info, const Image* texts, const std::string& filename) {
  Script script({CopyOf(info), CloneOf(texts), nullptr});
  XmlReader reader(TextOf(filename));
  std::string element;
  try {
    while (const auto tag = reader.Next()) {
      element = ": <" + tag->name + ">";
      if (InterruptRequested()) throw Interrupted();
      if (tag->opens) script.Begin(*tag);
      if (tag->closes) script.End(tag->name);
      element.clear();
    }
  } catch (const CommandError& error) {
    throw error.WithHint("line " + std::to_string(reader.line()) + " of " + filename + element);
  }
}

}  // namespace lodestone::cli
