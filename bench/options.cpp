#include "bench/options.hpp"

#include <tuple>

#include "bench/arguments.hpp"

namespace lodestone::bench {

Options ParseOptions(int count, char** arguments) {
  Options options;
  const auto size = [&](const std::string& value) {
    std::tie(options.synthetic_columns, options.synthetic_rows) = ParseSize(value);
  };
  const auto threads = [&](const std::string& value) {
    options.threads.clear();
    for (const std::string& part : Split(value, ',')) options.threads.push_back(ParseNumber(part));
  };
  const auto from = [&](const std::string& value) { options.from.push_back(value); };
  TakeOptions(count, arguments,
              {{"photo", Into(&options.photo)},
               {"process-photo", Into(&options.process_photo)},
               {"synthetic", size},
               {"rounds", Into(&options.rounds)},
               {"threads", threads},
               {"rows", Into(&options.rows)},
               {"peers", Into(&options.peers)},
               {"from", from},
               {"before", Into(&options.before)},
               {"program", Into(&options.program)},
               {"json", Into(&options.json)},
               {"markdown", Into(&options.markdown)},
               {"svg", Into(&options.svg)},
               {"help", Into(&options.help), false}},
              "see --help");
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
