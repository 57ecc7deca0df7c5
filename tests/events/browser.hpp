// Headless Chromium, for looking at pages as their readers see them.
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

// Whether there is a Chromium that starts.
bool HaveBrowser();

struct Visit {
  std::string page;                   // the document as the browser has it at the end
  std::vector<std::string> messages;  // of its console
  std::string problem;                // why there is no page
};

// Opens a file in a folder of the test's own, where the browser keeps its files too.
Visit VisitPage(const std::filesystem::path& file, const std::filesystem::path& folder,
                const View& view = {});

}  // namespace lodestone::test
