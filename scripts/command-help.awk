# How lines of help texts that describe an option are read, by command-reference-shell.awk and
# command-reference-man.awk.

function IsOption(line) { return line ~ /^  ?-[a-z]/ }

# Sets `option`, with its sign, `argument` and `text`, what it does. Two spaces, or the 23rd column, separate the
# two; otherwise the text is on the next line.
function ReadOption(line,    rest) {
  rest = line
  sub(/^ */, "", rest)
  option = rest
  sub(/ .*/, "", option)
  rest = substr(rest, length(option) + 1)
  argument = rest
  text = ""
  if (match(rest, /  +/)) {
    argument = substr(rest, 1, RSTART - 1)
    text = substr(rest, RSTART + RLENGTH)
  } else if (substr(line, 23, 1) == " ") {
    argument = substr(line, length(option) + 3, 20 - length(option))
    text = substr(line, 24)
  }
  gsub(/^ +| +$/, "", argument)
}
