# How comments of the public headers are read, by function-reference.awk and doxygen-filter.awk.
#
# The first comment of a header describes it. A comment describes the declarations below it, up to a blank line.
# "Name: text" at the start of a line is an item; on the first line, with a capital, it is the function itself.

# A line of a comment without the signs of comments.
function CommentText(line) {
  sub(/^\/\*+ ?/, "", line)
  sub(/ ?\*\/ *$/, "", line)
  sub(/^( \*|  ?)/, "", line)
  return line
}

# The name of the item that a line begins; "" if none. Prose that happens to begin so goes on at the margin.
function ItemName(line, next_line) {
  if (!match(line, /^[A-Za-z_][A-Za-z_0-9]*(, [a-z_][A-Za-z_0-9]*)*: /)) return ""
  if (next_line ~ /^[^ ]/ && next_line !~ /^[A-Za-z_0-9]+(, [a-z_0-9]+)*: /) return ""
  return substr(line, 1, index(line, ": ") - 1)
}

# The line without that name.
function ItemText(line) {
  sub(/^[^:]*: */, "", line)
  return line
}

# The first line that has text: without the name of the function, which the declaration says.
function FirstLine(line) {
  if (line !~ /^[A-Z][A-Za-z0-9]*[a-z][A-Z][A-Za-z0-9]*: /) return line
  line = ItemText(line)
  return toupper(substr(line, 1, 1)) substr(line, 2)
}

function IsExported(text) { return text ~ /(MagickExport|WandExport|MAGICK_ACCELERATE_EXPORT)[ \n]/ || text ~ /MAGICK_ACCELERATE_EXPORT$/ }
