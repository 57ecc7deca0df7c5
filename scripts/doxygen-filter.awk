# Doxygen's input filter, after header-comments.awk: the comments of the public headers as Doxygen wants them. The
# headers keep plain comments, which compilers, editors and people read.

function Escaped(text) {
  gsub(/[\\@<>&#%"]/, "\\\\&", text)
  return text
}
# The comment as Doxygen's paragraphs and lists.
function Doc(    i, line, key, text, item, begun) {
  for (i = 1; i <= lines; ++i) {
    line = comment[i]
    if (!begun && line ~ /[^ ]/) { line = FirstLine(line); begun = 1 }
    key = ItemName(line, comment[i + 1])
    if (key != "") line = "\n\\li <b>" key ":</b> " Escaped(ItemText(line))
    else line = (item && line ~ /^[^ ]/ ? "\n" : "") Escaped(line)
    item = key != "" || (item && line ~ /^ /)
    sub(/^ +/, "", line)
    text = text line "\n"
  }
  return text
}
function Flush() {
  if (grouped) print "/**@}*/"
  grouped = 0
}

!in_comment && /^\/\*/ {
  Flush()
  in_comment = 1
  lines = 0
}
in_comment {
  comment[++lines] = CommentText($0)
  comment[lines + 1] = ""
  if (/\*\/ *$/) {
    in_comment = 0
    if (!file_described) { print "/** @file\n" Doc() "*/"; file_described = 1 }
    else pending = 1
  }
  next
}
/^$/ || /^#/ { Flush() }
pending {
  pending = 0
  print "/**\n" Doc() "*/"
  if (IsExported($0)) { print "/**@{*/"; grouped = 1 }  # there may be several
}
# A comment behind a field or an enumerator.
/[^ {] *\/\*[^*]*\*\/ *$/ {
  match($0, /\/\*[^*]*\*\/ *$/)
  text = substr($0, RSTART + 2)
  sub(/ *\*\/ *$/, "", text)
  print substr($0, 1, RSTART - 1) "/**<" Escaped(text) " */"
  next
}
{ print }
END { Flush() }
