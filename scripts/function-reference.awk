# The manual page of the functions of one public header, from its comments.
#
#   awk -f header-comments.awk -f function-reference.awk -v page=NAME -v header=magick/resize.h \
#     -v manual=docs/lodestone.1 FILE
#
# Date and release are those of `manual`.
BEGIN {
  while ((getline line < manual) > 0) {
    if (line !~ /^\.TH /) continue
    heading = line
    sub(/LODESTONE 1/, toupper(page) " 3", heading)
    sub(/"User commands"/, "\"C interface\"", heading)
    break
  }
  if (heading == "") { print "function-reference: no .TH in " manual > "/dev/stderr"; failed = 1; exit 1 }
}

# Preprocessor lines, and what encloses declarations for C++.
continued || /^#/ { continued = /\\$/; if (!in_comment && depth == 0) Group(); next }
!in_comment && (/^extern "C" \{/ || (/^}$/ && depth == 0)) { next }

depth == 0 && declaration == "" && !in_comment && /^\/\*/ {
  Group()
  in_comment = 1
  comment = ""
}
in_comment {
  comment = comment CommentText($0) "\n"
  if (/\*\/ *$/) {
    in_comment = 0
    if (about == "") { about = comment; comment = "" }
  }
  next
}
/^$/ && depth == 0 { Group(); next }
/^$/ { next }
{
  declaration = declaration $0 "\n"
  code = $0
  gsub(/\/\*[^*]*\*\//, "", code)
  opened = gsub(/\{/, "{", code)
  depth += opened - gsub(/\}/, "}", code)
  if (depth == 0 && code ~ /; *$/) { Declared(declaration); declaration = "" }
}

function Declared(text) {
  if (IsExported(text)) {
    gsub(/(extern +)?(MagickExport|WandExport|MAGICK_ACCELERATE_EXPORT)[ \n]+/, "", text)
    gsub(/\n +/, "\n    ", text)
    gsub(/[ \n]*MAGICK_FUNC_[A-Z0-9_]+(\([^()]*\))?/, "", text)
    gsub(/[ \n]*MAGICK_ATTRIBUTE\(\([^()]*(\([^()]*\))?[^()]*\)\)/, "", text)
    sub(/[ \n]*;[ \n]*$/, ";", text)
    prototypes = prototypes text "\n"
    sub(/\(.*/, "", text)
    sub(/ *[;[].*/, "", text)
    sub(/.*[ *\n]/, "", text)
    names = names (names == "" ? "" : ", ") text
  } else if (text ~ /^typedef /) {
    types = types Escaped(Commented(comment)) Escaped(text) "\n"
  }
}
function Commented(text) {
  if (text == "") return ""
  sub(/\n+$/, "", text)
  sub(/^\n+/, "", text)
  gsub(/\n/, "\n   ", text)
  return "/* " text " */\n"
}
# Ends what a comment describes.
function Group() {
  if (names != "") {
    all_names = all_names (all_names == "" ? "" : ", ") names
    synopsis = synopsis prototypes
    body = body ".SS " names "\n.nf\n" Escaped(prototypes) ".fi\n" Text(comment)
  }
  comment = names = prototypes = ""
}
function Escaped(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  gsub(/\n\./, "\n\\\\\\&.", text)
  gsub(/\n'/, "\n\\\\\\&'", text)
  return (text ~ /^[.']/ ? "\\&" : "") text
}
# A comment as paragraphs and items.
function Text(text,    lines, count, i, line, key, roff, state) {
  count = split(text, lines, "\n")
  state = "start"
  for (i = 1; i <= count; ++i) {
    line = lines[i]
    if (line ~ /^ *$/) { if (state != "start") state = "blank"; continue }
    if (state == "start") line = FirstLine(line)
    key = ItemName(line, lines[i + 1])
    if (key != "") {
      line = ItemText(line)
      roff = roff ".TP\n.I " Escaped(key) "\n"
      state = "item"
    } else if (state == "start" || state == "blank" || (state == "item" && line !~ /^ /)) {
      roff = roff ".PP\n"
      state = "text"
    }
    sub(/^ +/, "", line)
    roff = roff Escaped(line) "\n"
  }
  return roff
}

END {
  if (failed) exit 1
  Group()
  if (all_names == "") { print "function-reference: " header " declares no function" > "/dev/stderr"; exit 1 }
  print ".\\\" Made by scripts/function-reference.awk from " header "."
  print heading
  print ".nh\n.ad l\n.SH NAME\n" all_names " \\- " Escaped(Summary(about))
  print ".SH SYNOPSIS\n.nf\n.B #include <" header ">\n.PP\n" Escaped(synopsis) ".fi"
  print ".PP\nCompile and link with\n.IR \"pkg\\-config \\-\\-cflags \\-\\-libs " (header ~ /^wand/ ? "lodestone\\-wand" : "lodestone") "\" ."
  text = Text(about)
  sub(/^\.PP\n/, "", text)
  printf ".SH DESCRIPTION\n%s", text
  body = body "\n"
  gsub(/\.fi\n\.PP\n/, ".fi\n", body)
  sub(/\n$/, "", body)
  printf ".SH FUNCTIONS\n%s", body
  if (types != "") printf ".SH TYPES\n.EX\n%s.EE\n", types
  print ".SH SEE ALSO\n.BR lodestone (1),\n.BR lodestone\\-events (3)"
}
# The first sentence, on one line.
function Summary(text) {
  sub(/^\n+/, "", text)
  gsub(/\n */, " ", text)
  sub(/^ +/, "", text)
  sub(/[.:]? *$/, "", text)
  if (match(text, /[.;] /)) text = substr(text, 1, RSTART - 1)
  return (text ~ /^[A-Z][a-z]* / ? tolower(substr(text, 1, 1)) : substr(text, 1, 1)) substr(text, 2)
}
