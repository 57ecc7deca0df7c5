#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "magick/api.h"
#include "magick/core/log/log_settings.hpp"
#include "tests/fuzz/targets.hpp"
#include "tests/torture/handles.hpp"
#include "utilities/options/command_line.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::fuzz {
namespace {

using torture::Exception;
using torture::ImagePtr;
using torture::InfoPtr;

// The library's texts end at the first zero.
std::string TextOf(const unsigned char* data, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  return std::string(all.substr(0, all.find('\0')));
}

std::vector<Bytes> SeedsOf(const std::vector<std::string>& texts) {
  std::vector<Bytes> seeds;
  std::transform(texts.begin(), texts.end(), std::back_inserter(seeds), BytesOf);
  return seeds;
}

void RunGeometry(const unsigned char* data, std::size_t size) {
  const std::string text = TextOf(data, size);
  const char* const geometry = text.c_str();
  long x = 0, y = 0;
  unsigned long columns = 64, rows = 48;
  GetGeometry(geometry, &x, &y, &columns, &rows);
  GetMagickGeometry(geometry, &x, &y, &columns, &rows);
  IsGeometry(geometry);
  IsSubimage(geometry, MagickFalse);
  MagickFree(GetPageGeometry(geometry));
  double width = 0, height = 0, x_offset = 0, y_offset = 0;
  GetMagickDimension(geometry, &width, &height, &x_offset, &y_offset);
  const ImagePtr image = torture::MakeNoise(9, 5, 1);
  RectangleInfo place{};
  for (const MagickBool relative : {MagickFalse, MagickTrue})
    GetImageGeometry(image.get(), geometry, relative, &place);
  PixelPacket color;
  Exception exception;
  QueryColorDatabase(geometry, &color, exception.get());
  MagickSizeStrToInt64(geometry, 1024);
}

// Those that change the process, print, or touch files.
bool IsLeftAlone(const cli::OptionUse& use) {
  static constexpr std::string_view kNames[] = {"limit",   "debug",   "log", "accelerate-log",
                                                "monitor", "sandbox", "seed"};
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [&](std::string_view name) { return cli::IsNamed(use, name); });
}

cli::Arguments WordsOf(const std::string& text) {
  cli::Arguments words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

void ParseFor(unsigned command, const cli::Arguments& words) {
  const InfoPtr info(CloneImageInfo(nullptr));
  try {
    for (std::size_t position = 0; position < words.size();) {
      if (!cli::LooksLikeOption(words[position])) {
        ++position;
        continue;
      }
      const cli::OptionUse use = cli::ParseOption(words, words.size(), command, &position);
      if (use.option->set != nullptr && !IsLeftAlone(use)) use.option->set(info.get(), use);
    }
  } catch (const cli::CommandError& error) {
    cli::ErrorText(error);
  }
}

// One word a line.
void RunOptions(const unsigned char* data, std::size_t size) {
  const cli::Arguments words = WordsOf(TextOf(data, size));
  for (const unsigned command :
       {cli::kConvert, cli::kIdentify, cli::kCompare, cli::kComposite, cli::kMontage})
    ParseFor(command, words);
}

std::vector<Bytes> OptionSeeds() {
  std::vector<std::string> texts;
  for (const std::string& name : cli::OptionNames(cli::kAll)) {
    for (const char* value : {"1", "50%", "10x10+2-3", "red", "red,blue", "png:key=value"})
      texts.push_back("-" + name + "\n" + value);
    texts.push_back("+" + name);
  }
  return SeedsOf(texts);
}

void RunDrawing(const unsigned char* data, std::size_t size) {
  const std::string text = TextOf(data, size);
  const ImagePtr image = torture::MakeNoise(24, 18, 1);
  const InfoPtr info(CloneImageInfo(nullptr));
  DrawInfo* const draw = CloneDrawInfo(info.get(), nullptr);
  CloneString(&draw->primitive, text.c_str());
  DrawImage(image.get(), draw);
  DestroyDrawInfo(draw);
}

const std::vector<std::string> kDrawings = {
    "point 3,4",
    "line 1,1 9,9",
    "rectangle 1,1 20,9",
    "roundRectangle 1,1 20,15 3,3",
    "circle 9,9 9,2",
    "ellipse 9,9 5,3 10,300",
    "arc 1,1 9,9 0,180",
    "polygon 1,1 9,1 5,9",
    "polyline 1,1 9,1 5,9 2,3",
    "bezier 1,1 9,1 5,9 2,3",
    "path 'M 1,1 L 9,9 h 3 v 2 C 1,2 3,4 5,6 s 2,2 4,4 Q 3,3 4,4 t 1,1 A 5,3 20 0 1 8,8 Z'",
    "color 3,3 floodfill",
    "matte 3,3 replace",
    "text 3,9 'words'",
    "image Over 1,1 5,5 'none.png'",
    "push graphic-context fill red stroke blue stroke-width 2 stroke-dasharray 2,1 rotate 30 "
    "translate 2,3 scale 1.5,0.5 skewX 10 affine 1,0,0,1,2,2 circle 9,9 9,4 pop graphic-context",
    "push defs push gradient 'g' linear 0,0 9,9 gradient-units 'userSpaceOnUse' stop-color red "
    "stop-color blue pop gradient pop defs fill 'url(#g)' rectangle 0,0 9,9",
    "push pattern 'p' 0,0 4,4 fill red circle 2,2 2,1 pop pattern fill 'url(#p)' rectangle 0,0 9,9",
    "push clip-path 'c' rectangle 2,2 8,8 pop clip-path clip-path 'url(#c)' rectangle 0,0 20,20",
    "stroke-linecap round stroke-linejoin miter stroke-miterlimit 4 fill-rule evenodd "
    "stroke-opacity 0.5 fill-opacity 50% opacity 0.3 stroke-antialias 0 line 1,1 9,9",
    "viewbox 0 0 9 9 gravity Center decorate UnderLine font-size 9 text-undercolor red encoding "
    "UTF-8"};

const std::vector<std::string> kDrawingWords = {"push",      "pop",      "graphic-context",
                                                "pattern",   "gradient", "defs",
                                                "clip-path", "url(#",    "path",
                                                "bezier",    "polygon",  "stroke-dasharray",
                                                "affine",    "rotate",   "1e30",
                                                "-1e30",     "nan",      "inf"};

void RunLogSettings(const unsigned char* data, std::size_t size) {
  LogSettings settings;
  ApplyLogConfiguration(std::string(reinterpret_cast<const char*>(data), size), &settings);
}

}  // namespace

std::vector<Target> TextTargets() {
  return {{"geometry",
           RunGeometry,
           [] {
             return SeedsOf({"64x48", "64x48+1-2", "50%", "x48!", "64x48>", "64x48<", "1000@",
                             "64x48^", "a4", "letter+5+5", "#ff8000", "rgb(1,2,3)",
                             "hsl(10,20%,30%)", "2.5GB", "1e300x-1e300"});
           },
           {"x", "%", "!", "<", ">", "@", "^", "+", "-", "1e308", "99999999999999999999"}},
          {"options", RunOptions, OptionSeeds, {"-", "+", "\n", "%", "x", ","}},
          {"drawing", RunDrawing, [] { return SeedsOf(kDrawings); }, kDrawingWords},
          {"log_settings",
           RunLogSettings,
           [] {
             return SeedsOf(
                 {"<magicklog><!-- a --><log events=\"All\" output='stderr' "
                  "filename=\"a&lt;-%d.log\" generations=\"3\" limit=\"9\" "
                  "format=\"%t > %e\" /></magicklog>"});
           },
           {"<log ", "<!--", "-->", "/>", "&quot;", "events", "output"}}};
}

}  // namespace lodestone::fuzz
