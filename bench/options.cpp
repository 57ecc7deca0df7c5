#include "bench/options.hpp"

#include <getopt.h>

#include <stdexcept>
#include <tuple>

#include "bench/arguments.hpp"

namespace lodestone::bench {
namespace {

constexpr option kOptions[] = {
    {"photo", required_argument, nullptr, 'p'},
    {"process-photo", required_argument, nullptr, 'q'},
    {"synthetic", required_argument, nullptr, 'y'},
    {"rounds", required_argument, nullptr, 'n'},
    {"threads", required_argument, nullptr, 't'},
    {"rows", required_argument, nullptr, 'r'},
    {"peers", required_argument, nullptr, 'o'},
    {"from", required_argument, nullptr, 'f'},
    {"before", required_argument, nullptr, 'b'},
    {"program", required_argument, nullptr, 'x'},
    {"json", required_argument, nullptr, 'j'},
    {"markdown", required_argument, nullptr, 'm'},
    {"svg", required_argument, nullptr, 's'},
    {"help", no_argument, nullptr, 'h'},
    {nullptr, 0, nullptr, 0},
};

void Apply(int option, const std::string& value, Options& options) {
  switch (option) {
    case 'p':
      options.photo = value;
      break;
    case 'q':
      options.process_photo = value;
      break;
    case 'y':
      std::tie(options.synthetic_columns, options.synthetic_rows) = ParseSize(value);
      break;
    case 'n':
      options.rounds = ParseNumber(value);
      break;
    case 't':
      options.threads.clear();
      for (const std::string& part : Split(value, ','))
        options.threads.push_back(ParseNumber(part));
      break;
    case 'r':
      options.rows = Split(value, ',');
      break;
    case 'o':
      options.peers = Split(value, ',');
      break;
    case 'f':
      options.from.push_back(value);
      break;
    case 'b':
      options.before = value;
      break;
    case 'x':
      options.program = value;
      break;
    case 'j':
      options.json = value;
      break;
    case 'm':
      options.markdown = value;
      break;
    case 's':
      options.svg = value;
      break;
    case 'h':
      options.help = true;
      break;
    default:
      throw std::invalid_argument("see --help");
  }
}

}  // namespace

Options ParseOptions(int count, char** arguments) {
  Options options;
  for (;;) {
    const int option = getopt_long(count, arguments, "", kOptions, nullptr);
    if (option == -1) break;
    Apply(option, optarg == nullptr ? "" : optarg, options);
  }
  if (optind < count) {
    throw std::invalid_argument(std::string("unexpected argument: ") + arguments[optind]);
  }
  return options;
}

const char* Usage() {
  return "Usage: peers [options]\n"
         "Times Lodestone and other image libraries on the same pixels in one run.\n"
         "\n"
         "  --rounds=N             how often each is timed (9)\n"
         "  --threads=1,2          numbers of threads to measure\n"
         "  --rows=PART,...        rows whose name has one of these parts, such as "
         "lanczos,scale-25\n"
         "  --peers=PART,...       libraries whose name has one of these parts, such as zimg,Open\n"
         "  --photo=FILE           the image (Elephants_5640x3172.jpg of mate-backgrounds)\n"
         "  --synthetic=WxH        a made-up image instead\n"
         "  --program=LODESTONE    also time whole processes, this program among them\n"
         "  --process-photo=FILE   their image (Wood.jpg of mate-backgrounds)\n"
         "  --json=FILE            the results; - is standard output\n"
         "  --markdown=FILE        the tables, which are printed without this option\n"
         "  --svg=FILE             a bar chart\n"
         "  --from=FILE            measure nothing, read results of earlier runs (repeatable)\n"
         "  --before=FILE          compare with the results of an earlier run; fails if a row has\n"
         "                         become slower or faster by more than 10% and than the noise\n";
}

}  // namespace lodestone::bench
