// Values outside an enumeration, given to every public function that takes one. C allows them.
#include <algorithm>
#include <cctype>
#include <climits>
#include <set>

#include "tests/magick/enum_calls.hpp"

namespace lodestone::test {
namespace {

std::vector<Call> AllCalls() {
  std::vector<Call> calls;
  for (const auto& some : {CallsThatGiveImages(), CallsThatFail(), CallsThatName(),
                           CallsWithoutException(), CallsAboutExceptions(), CallsThatDraw()})
    calls.insert(calls.end(), some.begin(), some.end());
  return calls;
}

class EnumRangeTest : public testing::TestWithParam<Call> {};

TEST_P(EnumRangeTest, OtherValuesAreRefused) {
  const Call& call = GetParam();
  std::set<int> values = {-1, 99, INT_MAX};
  if (call.last < INT_MAX) values.insert(call.last + 1);
  for (const int value : values) {
    if (value >= 0 && value <= call.last) continue;
    SCOPED_TRACE(std::string(call.function) + " of " + std::to_string(value));
    call.expect_refused(value);
  }
}

INSTANTIATE_TEST_SUITE_P(All, EnumRangeTest, testing::ValuesIn(AllCalls()), [](const auto& info) {
  return info.param.function + std::string("_") + std::to_string(info.index);
});

// The public headers as one text, without comments.
std::string Headers() {
  const std::filesystem::path root = std::getenv("abs_srcdir");
  std::string text = ReadAll((root / "accel/accelerate.h").string());
  for (const auto& entry : std::filesystem::directory_iterator(root / "magick"))
    if (entry.path().extension() == ".h") text += ReadAll(entry.path().string());
  for (std::size_t at = text.find("/*"); at != std::string::npos; at = text.find("/*", at))
    text.erase(at, text.find("*/", at) + 2 - at);
  return text;
}

// The text between `begin` and the next `end`, each time.
std::vector<std::string> Between(const std::string& text, const std::string& begin, char end) {
  std::vector<std::string> found;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    at += begin.size();
    found.push_back(text.substr(at, text.find(end, at) - at));
  }
  return found;
}

std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  return words;
}

std::set<std::string> Enumerations(const std::string& headers) {
  std::set<std::string> names;
  for (const std::string& enumeration : Between(headers, "typedef enum", ';'))
    names.insert(Words(enumeration.substr(enumeration.find('}'))).at(0));
  return names;
}

bool TakesOneOf(const std::set<std::string>& types, const std::string& parameters) {
  const std::vector<std::string> words = Words(parameters);
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return types.count(word) != 0; });
}

TEST(EnumRangeCoverage, EveryPublicFunctionThatTakesAnEnumerationIsCalled) {
  if (std::getenv("abs_srcdir") == nullptr) GTEST_SKIP() << "no source tree (abs_srcdir)";
  std::set<std::string> called;
  for (const Call& call : AllCalls()) called.insert(call.function);
  const std::string headers = Headers();
  const std::set<std::string> enumerations = Enumerations(headers);
  int functions = 0;
  for (const char* mark : {"\nextern MagickExport ", "\nMAGICK_ACCELERATE_EXPORT "})
    for (const std::string& declaration : Between(headers, mark, ';')) {
      const std::size_t open = declaration.find('(');
      if (open == std::string::npos || !TakesOneOf(enumerations, declaration.substr(open)))
        continue;
      ++functions;
      const std::string name = Words(declaration.substr(0, open)).back();
      EXPECT_EQ(1u, called.count(name)) << name << " is not in the list";
    }
  EXPECT_GT(functions, 50);
}

}  // namespace
}  // namespace lodestone::test
