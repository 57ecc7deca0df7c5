// How a page looks in headless Chromium, as wide as a screen or a phone, light or dark.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/events/browser.hpp"

namespace lodestone::test {

// What a script finds in the page, with all details open: its width, contrasts, sizes of text, what
// does not fit, and of each chart (svg.chart) what is written in it, which texts overlap, and the
// place of the marks that have a title. What the browser's console says fails the test. A frame can
// be as narrow as a phone; windows cannot.
nlohmann::json MeasurePage(const std::string& html, const TemporaryFolder& folder, int width,
                           bool dark);

// As many charts, everything within the page, text that is large enough, has contrast and does not
// overlap.
void ExpectReadable(const nlohmann::json& report, std::size_t charts);

// How light the background is, from 0 to 255.
double PaperOf(const nlohmann::json& report);

}  // namespace lodestone::test
