# The manual page of the command `only`: what docs/lodestone.1 says of it, and the synopsis and options that
# the program prints. Follows command-help.awk; reads that page, then the text that scripts/command-reference puts
# together.

# The page: its first line, and of its COMMANDS the paragraphs about this one.
FNR == NR {
  if (/^\.TH /) { heading = $0; sub(/LODESTONE/, "LODESTONE-" toupper(only), heading) }
  if (/^\.SH /) { in_commands = $0 == ".SH COMMANDS"; about = 0 }
  if (!in_commands) next
  if (/^\.(TP|PP)$/) { about = 0; starts = /TP/; next }
  if (starts) {
    starts = 0
    about = /^\.BR? / && (" " $0 " ") ~ "[ \"]" only "[ \",]"
    title = $0
    sub(/^\.BR? /, "", title)
    gsub(/"/, "", title)
    if (about && title != only && index(title, ",") == 0) description = description ".SS " title "\n"
    next
  }
  if (about) description = description ($0 == ".IP" ? ".PP" : $0) "\n"
  next
}

/^@command / { if ($2 == only) { summary = $0; sub(/^@command [a-z]+ /, "", summary) } next }
/^@/ { next }

/^Usage: / { in_usage = 1 }
in_usage && /^$/ { in_usage = 0 }
in_usage { usage = usage Escaped(WithoutUsage($0)) "\n"; next }
usage == "" { next }  # the banner

/^$/ { Paragraph(); next }
IsOption($0) { Paragraph(); Option(); next }
/^          / && after_option { text = $0; sub(/^ +/, "", text); body = body Escaped(text) "\n"; next }
/^Where options include:$/ { if (body != "") Heading("Options"); begun = 1; next }
/:$/ && !/^ / { Heading(substr($0, 1, length($0) - 1)); begun = 1; next }
begun && /^ / { if (!example) { Begin(".nf\n"); example = 1 } body = body Escaped($0) "\n"; next }
begun { if (!in_text) { Begin(""); in_text = 1 } body = body Escaped($0) "\n" }

function WithoutUsage(line) { sub(/^(Usage:|      ) /, "", line); return line }
function Escaped(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  return (text ~ /^[.']/ ? "\\&" : "") text
}
function Heading(text) {
  Paragraph()
  body = body ".SS " Escaped(text) "\n"
  headed = 1
}
function Begin(request) {
  Paragraph()
  body = body (headed ? "" : ".PP\n") request
  headed = 0
}
function Paragraph() {
  if (example) body = body ".fi\n"
  example = in_text = after_option = 0
}
function Option() {
  begun = after_option = 1
  headed = 0
  ReadOption($0)
  body = body ".TP\n" (argument == "" ? ".B " Escaped(option) : \
    ".BI \"" Escaped(option) " \" \"" Quotes(Escaped(argument)) "\"") "\n"
  if (text != "") body = body Escaped(text) "\n"
}
function Quotes(text) { gsub(/"/, "\\(dq", text); return text }

END {
  if (summary == "") { print "command-reference: no command " only > "/dev/stderr"; exit 1 }
  Paragraph()
  print ".\\\" Made by scripts/command-reference."
  print heading
  print ".SH NAME\nlodestone\\-" only " \\- " Escaped(summary)
  printf ".SH SYNOPSIS\n.nf\n%s.fi\n", usage
  if (description != "") printf ".SH DESCRIPTION\n%s", description
  sub(/^\.PP\n/, "", body)
  if (body != "") printf ".SH %s\n%s", (body ~ /(^|\n)\.TP\n/ ? "OPTIONS" : "NOTES"), body
  print ".SH SEE ALSO\n.BR lodestone (1)"
}
