// Headless Chromium, for checking pages as rendered.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/utilities/process.hpp"

namespace lodestone::test {

struct View {
  int width = 1280, height = 900;  // pixels
  bool dark = false;
};

// Whether a working Chromium is installed.
bool HaveBrowser();

struct Visit {
  std::string page;                   // the final DOM
  std::vector<std::string> messages;  // of its console
  std::string problem;                // why there is no page
};

// Opens a file in a folder of the test's own, where the browser keeps its files too.
Visit VisitPage(const std::filesystem::path& file, const std::filesystem::path& folder,
                const View& view = {});

}  // namespace lodestone::test
