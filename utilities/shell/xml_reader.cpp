#include "utilities/shell/xml_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <system_error>

#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

CommandError NoXml(const std::string& what) {
  return CommandError("No well-formed XML", what);
}

void AppendUtf8(std::uint32_t code, std::string* text) {
  const auto add = [&](std::uint32_t byte) { *text += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  add((0xF00u >> more & 0xF0u) | code >> 6 * more);
  for (int i = more - 1; i >= 0; --i) add(0x80u | (code >> 6 * i & 0x3Fu));
}

// #65 and #x41.
bool AppendCharacter(std::string_view name, std::string* text) {
  const bool is_hexadecimal = name.starts_with("#x");
  name.remove_prefix(is_hexadecimal ? 2 : 1);
  std::uint32_t code = 0;
  const auto [end, error] =
      std::from_chars(name.data(), name.data() + name.size(), code, is_hexadecimal ? 16 : 10);
  if (error != std::errc() || end != name.data() + name.size()) return false;
  if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
  AppendUtf8(code, text);
  return true;
}

void AppendEntity(std::string_view name, std::string* text) {
  constexpr std::pair<std::string_view, char> kEntities[] = {
      {"amp", '&'}, {"apos", '\''}, {"gt", '>'}, {"lt", '<'}, {"quot", '"'}};
  for (const auto& [known, character] : kEntities) {
    if (name != known) continue;
    *text += character;
    return;
  }
  if (!name.starts_with('#') || !AppendCharacter(name, text))
    throw NoXml("unknown entity &" + std::string(name) + ";");
}

std::string Unescaped(std::string_view raw) {
  std::string text;
  for (std::size_t at = 0; at < raw.size(); ++at) {
    const std::size_t end = raw[at] == '&' ? raw.find(';', at) : at;
    if (end == raw.npos) throw NoXml("unknown entity &");
    if (end == at) {
      text += kBlanks.find(raw[at]) == kBlanks.npos ? raw[at] : ' ';
    } else {
      AppendEntity(raw.substr(at + 1, end - at - 1), &text);
      at = end;
    }
  }
  return text;
}

}  // namespace

bool XmlReader::Begins(std::string_view text) const {
  return std::string_view(text_).substr(at_).starts_with(text);
}

bool XmlReader::Take(std::string_view text) {
  if (!Begins(text)) return false;
  at_ += text.size();
  return true;
}

void XmlReader::Require(std::string_view text) {
  if (!Take(text)) throw NoXml("expected " + std::string(text));
}

void XmlReader::MoveTo(std::size_t at) {
  line_ += static_cast<unsigned long>(std::count(&text_[at_], &text_[at], '\n'));
  at_ = at;
}

void XmlReader::SkipBlanks() {
  MoveTo(std::min(text_.find_first_not_of(kBlanks, at_), text_.size()));
}

void XmlReader::SkipPast(std::string_view end) {
  const std::size_t found = text_.find(end, at_);
  if (found == text_.npos) throw NoXml("expected " + std::string(end));
  MoveTo(found + end.size());
}

// Comments, instructions and the like. False before a tag.
bool XmlReader::SkipMarkup() {
  constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
      {"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}, {"<!DOCTYPE", ">"}};
  for (const auto& [begin, end] : kKinds) {
    if (!Begins(begin)) continue;
    const std::size_t from = at_;
    SkipPast(end);
    if (end == ">" && text_.substr(from, at_ - from).find('[') != text_.npos)
      throw CommandError("Declarations in XML are not supported");
    return true;
  }
  return false;
}

std::string XmlReader::TakeName() {
  const std::size_t end = std::min(text_.find_first_of(" \t\r\n=/><\"'", at_), text_.size());
  if (end == at_) throw NoXml("expected a name");
  const std::string name = text_.substr(at_, end - at_);
  at_ = end;
  return name;
}

std::string XmlReader::TakeValue() {
  SkipBlanks();
  Require("=");
  SkipBlanks();
  const std::string quote = Begins("'") ? "'" : "\"";
  Require(quote);
  const std::size_t begin = at_;
  SkipPast(quote);
  const auto raw = std::string_view(text_).substr(begin, at_ - begin - quote.size());
  if (raw.find('<') != raw.npos) throw NoXml("expected " + quote);
  return Unescaped(raw);
}

XmlTag XmlReader::TakeTag() {
  XmlTag tag;
  std::set<std::string> names;
  Require("<");
  tag.closes = Take("/");
  tag.opens = !tag.closes;
  tag.name = TakeName();
  SkipBlanks();
  if (tag.opens) {
    for (; !Begins("/") && !Begins(">"); SkipBlanks()) {
      std::string name = TakeName();
      if (!names.insert(name).second) throw NoXml("unexpected second " + name);
      tag.attributes.emplace_back(std::move(name), TakeValue());
    }
    tag.closes = Take("/");
  }
  Require(">");
  return tag;
}

void XmlReader::Enter(const XmlTag& tag) {
  if (tag.opens) {
    if (open_.empty() && has_root_) throw NoXml("unexpected <" + tag.name + ">");
    has_root_ = true;
    open_.push_back(tag.name);
  }
  if (!tag.closes) return;
  if (open_.empty() || open_.back() != tag.name) throw NoXml("unexpected </" + tag.name + ">");
  open_.pop_back();
}

std::optional<XmlTag> XmlReader::Next() {
  do {
    MoveTo(std::min(text_.find('<', at_), text_.size()));
    if (at_ == text_.size()) {
      if (!open_.empty()) throw NoXml("expected </" + open_.back() + ">");
      if (!has_root_) throw NoXml("expected an element");
      return std::nullopt;
    }
  } while (SkipMarkup());
  XmlTag tag = TakeTag();
  Enter(tag);
  return tag;
}

}  // namespace lodestone::cli
