# Preprocessed headers as a source: every declaration marked with LODESTONE_MARK becomes a definition of a function
# that does nothing, or of a variable; all else stays.

/^[ \t]*#/ { next }
{
  for (i = 1; i <= length($0); ++i) {
    c = substr($0, i, 1)
    declaration = declaration c
    if (c == "{") ++braces
    if (c == "}") --braces
    if (c == ";" && braces == 0) { Print(declaration); declaration = "" }
  }
  declaration = declaration "\n"
}
END { printf "%s", declaration }

function Print(text) {
  if (text ~ /LODESTONE_MARK/) {
    gsub(/LODESTONE_MARK/, "", text)
    while (match(text, /__attribute__ *\(\(/)) text = WithoutAttribute(text, RSTART)
    sub(/extern /, "", text)
    if (text ~ /\(/) sub(/;$/, " { __builtin_trap(); }", text)
  }
  printf "%s", text
}
function WithoutAttribute(text, start,    i, c, depth) {
  for (i = start; i <= length(text); ++i) {
    c = substr(text, i, 1)
    if (c == "(") ++depth
    if (c == ")" && --depth == 0) break
  }
  return substr(text, 1, start - 1) " " substr(text, i + 1)
}
