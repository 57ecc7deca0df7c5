#include "tests/events/browser.hpp"

#include <sstream>

namespace lodestone::test {
namespace {

constexpr const char* kBrowser = "chromium";

Words CommandOf(const std::filesystem::path& folder, const View& view) {
  Words words = {"timeout",
                 "60",
                 kBrowser,
                 "--headless",
                 "--no-sandbox",
                 "--disable-gpu",
                 "--disable-dev-shm-usage",
                 "--no-first-run",
                 "--disable-extensions",
                 "--disable-background-networking",
                 "--enable-logging=stderr",
                 "--hide-scrollbars"};
  words.push_back("--user-data-dir=" + (folder / "browser").string());
  words.push_back("--window-size=" + std::to_string(view.width) + "," +
                  std::to_string(view.height));
  // 0 is dark, 1 light.
  words.push_back(view.dark ? "--blink-settings=preferredColorScheme=0"
                            : "--blink-settings=preferredColorScheme=1");
  return words;
}

}  // namespace

bool HaveBrowser() {
  static const bool have = [] {
    const TemporaryFolder folder;
    std::string command = "command -v ";
    command += kBrowser;
    return RunProcess({"sh", "-c", command}, folder.path()).status == 0;
  }();
  return have;
}

Visit VisitPage(const std::filesystem::path& file, const std::filesystem::path& folder,
                const View& view) {
  Words words = CommandOf(folder, view);
  words.push_back("--dump-dom");
  words.push_back("file://" + file.string());
  const ProcessResult result = RunProcess(words, folder);
  Visit visit;
  visit.page = result.out;
  if (result.status != 0 || result.out.empty()) {
    visit.problem = "status " + std::to_string(result.status) + ": " + result.err;
  }
  std::istringstream lines(result.err);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("CONSOLE") != std::string::npos) visit.messages.push_back(line);
  }
  return visit;
}

}  // namespace lodestone::test
