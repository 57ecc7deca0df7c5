// lodestone help -as: what programs, shells and readers get from the tables of options.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <map>
#include <set>
#include <sstream>

#include "tests/utilities/cli_test.hpp"
#include "utilities/shell/command.hpp"

namespace lodestone::test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

class HelpTest : public CliTest {
 protected:
  std::string As(const std::string& form, const Words& command = {}) {
    Words words = {"help", "-as", form};
    words.insert(words.end(), command.begin(), command.end());
    const ProcessResult result = Lodestone(words);
    EXPECT_EQ(0, result.status) << result.err;
    return result.out;
  }
};

void AddNames(const Json& options, std::set<std::string>* names) {
  for (const Json& option : options) names->insert("-" + option["name"].get<std::string>());
}

// The options that lines of a help text begin with.
std::set<std::string> OptionsShownIn(const std::string& help) {
  std::set<std::string> names;
  std::istringstream lines(help);
  for (std::string line, word; std::getline(lines, line);) {
    if (line.starts_with("  -") && std::istringstream(line) >> word) names.insert(word);
  }
  return names;
}

TEST_F(HelpTest, JsonHasTheOptionsOfEachHelpText) {
  const Json commands = Json::parse(As("json"));
  ASSERT_EQ(cli::Commands().size(), commands.size());
  for (const Json& command : commands) {
    const std::string name = command["name"];
    if (name == "lab") continue;  // a program of its own
    std::set<std::string> names;
    AddNames(command["options"], &names);
    for (const Json& each : command["subcommands"]) AddNames(each["options"], &names);
    EXPECT_EQ(OptionsShownIn(Lodestone({"help", name}).out), names) << name;
  }
}

TEST_F(HelpTest, JsonOfOneCommand) {
  const Json commands = Json::parse(As("json", {"composite"}));
  ASSERT_EQ(1u, commands.size());
  EXPECT_EQ("composite images together", commands[0]["text"]);
  std::map<std::string, Json> found;
  for (const Json& option : commands[0]["options"])
    found[option["name"]] = {option["argument"], option["kind"], option["plus"]};
  EXPECT_EQ(Json({"value", "operation", false}), found["colors"]);
  EXPECT_EQ(Json({"", "setting", false}), found["sandbox"]);
  EXPECT_EQ(Json({"offset", "setting", true}), found["stegano"]);
  EXPECT_EQ(0u, found.count("append"));
}

TEST_F(HelpTest, JsonOfSubcommands) {
  const Json follow = Json::parse(As("json", {"events"}))[0]["subcommands"][2];
  EXPECT_EQ("follow", follow["name"]);
  EXPECT_EQ(Json({{"name", "interval"},
                  {"argument", "seconds"},
                  {"text", "print or draw that often (1)"},
                  {"kind", "setting"},
                  {"plus", false}}),
            follow["options"][0]);
}

TEST_F(HelpTest, APageForEachCommand) {
  const std::string page = As("man", {"explain"}), pages = As("man");
  EXPECT_THAT(page, HasSubstr("\n.SH DESCRIPTION\nFor each operation of a convert command"));
  EXPECT_THAT(page, HasSubstr("\n.TP\n.B \\-json\nprint JSON\n"));
  EXPECT_THAT(page, HasSubstr("\n.SS Example\n.nf\n  lodestone explain \\-warm convert"));
  EXPECT_THAT(pages, HasSubstr(page));
  EXPECT_THAT(pages, HasSubstr("\n.TH LODESTONE-VERSION 1 "));
}

TEST_F(HelpTest, RefusesOtherForms) {
  ProcessResult result = Lodestone({"help", "-as", "jsn"});
  EXPECT_EQ(1, result.status);
  EXPECT_THAT(result.err, HasSubstr("Unrecognized form of help (jsn)"));
  EXPECT_THAT(result.err, HasSubstr("did you mean json?"));
  result = Lodestone({"help", "-as"});
  EXPECT_EQ(1, result.status);
  EXPECT_THAT(result.err, HasSubstr("Option '-as' requires an argument"));
  EXPECT_EQ(1, Lodestone({"help", "-as", "json", "convrt"}).status);
}

}  // namespace
}  // namespace lodestone::test
