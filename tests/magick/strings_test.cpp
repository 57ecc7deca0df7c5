// Strings of the utility interface.
#include <gtest/gtest.h>

#include <algorithm>
#include <clocale>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "magick/api.h"
#include "magick/core/strings/text_number.hpp"
#include "tests/support/gm_library.hpp"

namespace lodestone {
namespace {

// Takes ownership of the string.
std::string Taken(char* text) {
  const std::string copy = text == nullptr ? "(null)" : text;
  MagickFree(text);
  return copy;
}

std::vector<std::string> Taken(char** list) {
  std::vector<std::string> strings;
  for (char** one = list; one != nullptr && *one != nullptr; one++) strings.push_back(Taken(*one));
  MagickFree(list);
  return strings;
}

TEST(StringsTest, CloneAndConcatenate) {
  char* text = nullptr;
  EXPECT_EQ(MagickPass, CloneString(&text, "one"));
  EXPECT_EQ(MagickPass, ConcatenateString(&text, " and two"));
  EXPECT_STREQ("one and two", text);
  EXPECT_EQ(MagickPass, ConcatenateString(&text, std::string(5000, 'x').c_str()));
  EXPECT_EQ(5011U, std::strlen(text));
  EXPECT_EQ(MagickPass, CloneString(&text, nullptr));
  EXPECT_EQ(nullptr, text);
  EXPECT_EQ(MagickPass, ConcatenateString(&text, "first"));
  EXPECT_EQ("first", Taken(text));
  EXPECT_EQ("", Taken(AllocateString(nullptr)));
}

TEST(StringsTest, BoundedCopiesEndWithZero) {
  char buffer[6] = "";
  EXPECT_EQ(8U, MagickStrlCpy(buffer, "abcdefgh", sizeof(buffer)));
  EXPECT_STREQ("abcde", buffer);
  EXPECT_EQ(2U, MagickStrlCpyTrunc(buffer, "ab", sizeof(buffer)));
  EXPECT_EQ(8U, MagickStrlCat(buffer, "cdefgh", sizeof(buffer)));
  EXPECT_STREQ("abcde", buffer);
  EXPECT_EQ(5U, MagickFormatString(buffer, sizeof(buffer), "%d", 123456789));
  EXPECT_STREQ("12345", buffer);
  EXPECT_EQ(0U, MagickStrlCpyTrunc(buffer, "ab", 0));
}

TEST(StringsTest, CompareWithoutRegardToCase) {
  EXPECT_EQ(0, LocaleCompare("JPEG", "jpeg"));
  EXPECT_LT(LocaleCompare("a", "B"), 0);
  EXPECT_GT(LocaleCompare("abc", "ab"), 0);
  EXPECT_EQ(0, LocaleNCompare("abX", "ABy", 2));
  EXPECT_LT(LocaleCompare(nullptr, "a"), 0);
  EXPECT_GT(LocaleCompare("a", nullptr), 0);
  char text[] = "MiXeD";
  LocaleLower(text);
  EXPECT_STREQ("mixed", text);
  LocaleUpper(text);
  EXPECT_STREQ("MIXED", text);
}

TEST(StringsTest, SizesWithSuffixes) {
  EXPECT_EQ(10, MagickSizeStrToInt64("10", 1024));
  EXPECT_EQ(2048, MagickSizeStrToInt64("2k", 1024));
  EXPECT_EQ(7000000, MagickSizeStrToInt64(" 7m", 1000));
  EXPECT_EQ(3LL << 30, MagickSizeStrToInt64("3G", 1024));
  EXPECT_EQ(1LL << 40, MagickSizeStrToInt64("1t", 1024));
  EXPECT_EQ(1LL << 50, MagickSizeStrToInt64("1P", 1024));
  EXPECT_EQ(1LL << 60, MagickSizeStrToInt64("1e", 1024));
  EXPECT_EQ(1536, MagickSizeStrToInt64("1.5k", 1024));
  EXPECT_EQ(0, MagickSizeStrToInt64("many", 1024));
  EXPECT_EQ(INT64_MAX, MagickSizeStrToInt64("99e", 1024));
  EXPECT_EQ(INT64_MAX, MagickSizeStrToInt64("unlimited", 1024));
  EXPECT_EQ(INT64_MAX, MagickSizeStrToInt64("Unlimited", 1024));
  for (const char* units : {"", "b", "B", "ib", "iB", "IB"}) {
    int power = 0;
    for (const std::string suffixes : {"kK", "mM", "gG", "tT", "pP", "eE"}) {
      power += 10;
      for (const char suffix : suffixes)
        EXPECT_EQ(2LL << power,
                  MagickSizeStrToInt64((std::string("2") + suffix + units).c_str(), 1024))
            << suffix << units;
    }
  }
}

TEST(StringsTest, SizesForPeople) {
  const auto format = [](magick_int64_t size) {
    char text[MaxTextExtent];
    FormatSize(size, text);
    return std::string(text);
  };
  EXPECT_EQ("999", format(999));
  EXPECT_EQ("1024", format(1024));
  EXPECT_EQ("1.5Ki", format(1536));
  EXPECT_EQ("953.7Mi", format(1000000000));
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; i++) {
    const magick_int64_t size = static_cast<magick_int64_t>(random() >> (1 + random() % 62));
    char theirs[MaxTextExtent];
    GM(FormatSize)(size, theirs);
    ASSERT_EQ(theirs, format(size)) << size;
  }
}

TEST(StringsTest, NumbersAreReadTheSameInEveryLocale) {
  const char* end = nullptr;
  EXPECT_EQ(0.25, ParseDouble(" .25x", &end));
  EXPECT_STREQ("x", end);
  EXPECT_EQ(-1500.0, ParseDouble("-1.5e3", &end));
  EXPECT_STREQ("", end);
  for (const char* none : {"", "x", "nan", "inf", "-", "."}) {
    EXPECT_EQ(0.0, ParseDouble(none, &end));
    EXPECT_EQ(none, end) << none;
  }
  EXPECT_GT(ParseDouble("1e999", &end), 1e300);
  EXPECT_EQ(0.0, ParseDouble("1e-999", &end));
  EXPECT_EQ(32767.5, StringToDouble("50%", 65535.0));
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8"}) {
    if (std::setlocale(LC_NUMERIC, name) == nullptr) continue;
    EXPECT_EQ(1.5, StringToDouble("1.5", 1.0));
  }
  std::setlocale(LC_NUMERIC, before.c_str());
}

TEST(StringsTest, EscapeSubstituteStrip) {
  EXPECT_EQ("a\\\"b\\\\c", Taken(EscapeString("a\"b\\c", '"')));
  char* text = AllocateString("one two one");
  EXPECT_EQ(MagickTrue, SubstituteString(&text, "one", "ones"));
  EXPECT_STREQ("ones two ones", text);
  EXPECT_EQ(MagickFalse, SubstituteString(&text, "three", ""));
  EXPECT_EQ(MagickFalse, SubstituteString(&text, "", "x"));
  MagickFree(text);
  char quoted[] = "  'abc' ";
  Strip(quoted);
  EXPECT_STREQ("abc", quoted);
}

TEST(StringsTest, LinesAndWords) {
  using List = std::vector<std::string>;
  EXPECT_EQ((List{"a", "b", ""}), Taken(StringToList("a\nb\n")));
  EXPECT_EQ(3UL, MultilineCensus("a\nb\n"));
  const auto dump = Taken(StringToList("a\x01z"));
  ASSERT_EQ(1U, dump.size());
  EXPECT_EQ(0U, dump[0].find("0x00000000: 61017a"));
  int count = 0;
  EXPECT_EQ((List{"magick", "x", "y z"}), Taken(StringToArgv("x \"y z\"", &count)));
  EXPECT_EQ(3, count);
}

TEST(StringsTest, Tokens) {
  const auto tokens = [](const std::string& text) {
    std::vector<std::string> found;
    char token[32];
    char* at = const_cast<char*>(text.c_str());
    for (int i = 0; i < 20 && *at != '\0'; i++) {
      MagickGetToken(at, &at, token, sizeof(token));
      found.emplace_back(token);
    }
    return found;
  };
  using List = std::vector<std::string>;
  EXPECT_EQ((List{"fill", "red", "1.5", ",", "-2"}), tokens("fill red 1.5,-2"));
  EXPECT_EQ((List{"rgb(1,2,3)", "a b"}), tokens("rgb(1,2,3) 'a b'"));
  EXPECT_EQ((List{"id", "10%"}), tokens("url(#id) 10%"));
  char token[4];
  char* end = nullptr;
  EXPECT_EQ(8U, MagickGetToken("abcdefgh", &end, token, sizeof(token)));
  EXPECT_STREQ("abc", token);
}

TEST(StringsTest, Base64RoundTrip) {
  std::mt19937 random(3);
  for (size_t length = 0; length < 200; length++) {
    std::vector<unsigned char> bytes(length);
    for (auto& byte : bytes) byte = static_cast<unsigned char>(random());
    size_t text_length = 0;
    char* text = Base64Encode(bytes.data(), length, &text_length);
    ASSERT_NE(nullptr, text);
    EXPECT_EQ(text_length, std::strlen(text));
    size_t back_length = 0;
    unsigned char* back = Base64Decode(text, &back_length);
    ASSERT_EQ(length, back_length);
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), back));
    MagickFree(text);
    MagickFree(back);
  }
  size_t length = 0;
  EXPECT_EQ("TWE=", Taken(Base64Encode(reinterpret_cast<const unsigned char*>("Ma"), 2, &length)));
}

}  // namespace
}  // namespace lodestone
