# Completion for the shell `kind`: bash, zsh or fish. Follows command-help.awk; reads the text that
# scripts/command-reference puts together.

/^@command / { command_names[++commands] = $2; summary[$2] = Rest(3); next }
/^@plus / { plus[$2, substr($3, 2)] = 1; next }
/^@help / { command = $2; option = ""; in_examples = 0; next }
/^Examples?:$/ { in_examples = 1 }

# Synopsis: subcommands, and the options of those that no table describes.
!in_examples && index($0, " " command " ") && /^(Usage:)? +[a-z-]+ / {
  text = $0
  sub(/^(Usage:)? +[a-z-]+ /, "", text)
  if (index(text, command " ") != 1) next
  sub(/^[a-z]+ /, "", text)
  if (match(text, /^[a-z]+ /)) Subcommand(substr(text, 1, RLENGTH - 1))
  Synopsis(text)
  synopsis = 1
  next
}
synopsis && /^ +\[/ { Synopsis($0); next }
{ synopsis = 0 }

IsOption($0) {
  ReadOption($0)
  Option(substr(option, 2), argument != "", text)
  next
}
/^          / && option != "" {
  text = $0
  sub(/^ +/, "", text)
  Describe(substr(option, 2), text)
  next
}
{ option = "" }

function Rest(first,    text, i) {
  text = $first
  for (i = first + 1; i <= NF; ++i) text = text " " $i
  return text
}
function Subcommand(name) {
  if (name == "command" || (command, name) in is_subcommand) return
  is_subcommand[command, name] = 1
  subcommands[command] = subcommands[command] (subcommands[command] == "" ? "" : " ") name
}
# The options in a synopsis, "-choice [-json | -csv] [-o file]".
function Synopsis(text,    word) {
  while (match(text, /(^|[[| ])-[a-z][a-z-]*/)) {
    word = substr(text, RSTART, RLENGTH)
    text = substr(text, RSTART + RLENGTH)
    sub(/^[[| ]?-/, "", word)
    Option(word, text ~ /^ +[^] |[-]/, "")
  }
}
function Option(name, takes, text) {
  if (!((command, name) in has)) {
    has[command, name] = 1
    option_names[command, ++options[command]] = name
  }
  if (takes) value[command, name] = 1
  Describe(name, text)
}
function Describe(name, text) {
  if (help[command, name] == "") help[command, name] = text
}

# The words of a command that begin with a sign, in the order of the help text.
function Words(name,    text, i, word) {
  text = ""
  for (i = 1; i <= options[name]; ++i) {
    word = option_names[name, i]
    text = text (text == "" ? "" : " ") "-" word
    if ((name, word) in plus) text = text " +" word
  }
  return text
}
function AllCommands(    text, i) {
  text = command_names[1]
  for (i = 2; i <= commands; ++i) text = text " " command_names[i]
  return text
}
function TakesCommand(name) { return name == "help" || name == "time" }
# In single quotes.
function Quoted(text, escape) {
  gsub(/'/, escape, text)
  return "'" text "'"
}

function Bash(    i, name) {
  print "# Completion for bash. Made by scripts/command-reference from the table of options."
  print ""
  print "_lodestone() {"
  print "  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} commands= options= subcommands="
  print "  commands='" AllCommands() "'"
  print "  case $command in"
  for (i = 1; i <= commands; ++i) {
    name = command_names[i]
    if (TakesCommand(name)) print "    " name ") subcommands=$commands ;;"
    if (options[name] + 0 > 0) {
      print "    " name ")"
      if (name in subcommands) print "      subcommands='" subcommands[name] "'"
      print "      options='" Words(name) "'"
      print "      ;;"
    }
  }
  print "  esac"
  print "  local words="
  print "  if ((COMP_CWORD == 1)); then words=$commands"
  print "  elif [[ $current == [-+]* ]]; then words=$options"
  print "  elif ((COMP_CWORD == 2)); then words=$subcommands"
  print "  fi"
  print "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")"
  print "}"
  print ""
  print "complete -o default -F _lodestone lodestone"
}

function Zsh(    i, j, name, word, text) {
  print "#compdef lodestone"
  print "# Completion for zsh. Made by scripts/command-reference from the table of options."
  print ""
  print "_lodestone() {"
  print "  local -a command_names subcommand_names option_names"
  print "  command_names=("
  for (i = 1; i <= commands; ++i)
    print "    " Quoted(command_names[i] ":" summary[command_names[i]], "'\\''")
  print "  )"
  print "  if ((CURRENT == 2)); then"
  print "    _describe -t commands command command_names"
  print "    return"
  print "  fi"
  print "  case $words[2] in"
  for (i = 1; i <= commands; ++i) {
    name = command_names[i]
    if (TakesCommand(name)) print "    " name ") subcommand_names=(\"$command_names[@]\") ;;"
    if (options[name] + 0 == 0) continue
    print "    " name ")"
    if (name in subcommands) print "      subcommand_names=(" subcommands[name] ")"
    print "      option_names=("
    for (j = 1; j <= options[name]; ++j) {
      word = option_names[name, j]
      text = ":" help[name, word]
      gsub(/\\/, "\\\\", text)
      print "        " Quoted("-" word text, "'\\''")
      if ((name, word) in plus) print "        " Quoted("+" word text, "'\\''")
    }
    print "      )"
    print "      ;;"
  }
  print "  esac"
  print "  if [[ $PREFIX == [-+]* ]]; then"
  print "    _describe -o -t options option option_names"
  print "  else"
  print "    ((CURRENT != 3 || !$#subcommand_names)) || _describe -t commands command subcommand_names"
  print "    _files"
  print "  fi"
  print "}"
  print ""
  print "_lodestone \"$@\""
}

# fish: a line for each option, of all commands where it means the same.
function FishLine(condition, words, text) {
  print "complete -c lodestone -n \"" condition "\" " words (text == "" ? "" : " -d " Quoted(text, "\\'"))
}
function FishOption(key,    part, seen, word) {
  split(key, part, SUBSEP)
  word = part[1]
  seen = "__fish_seen_subcommand_from " key_commands[key]
  FishLine(seen, "-o " word (part[3] ? " -r" : ""), part[2])
  if (part[4]) FishLine("string match -q -- '+*' (commandline -ct); and " seen, "-a +" word, part[2])
}
function Fish(    i, j, name, word, key, keys, order) {
  print "# Completion for fish. Made by scripts/command-reference from the table of options."
  print ""
  for (i = 1; i <= commands; ++i)
    FishLine("test (count (commandline -opc)) -eq 1", "-f -a " command_names[i], summary[command_names[i]])
  for (i = 1; i <= commands; ++i) {
    name = command_names[i]
    if (TakesCommand(name)) subcommands[name] = AllCommands()
    if (name in subcommands)
      FishLine("test (count (commandline -opc)) -eq 2; and __fish_seen_subcommand_from " name,
        "-a '" subcommands[name] "'", "")
    for (j = 1; j <= options[name]; ++j) {
      word = option_names[name, j]
      key = word SUBSEP help[name, word] SUBSEP ((name, word) in value) SUBSEP ((name, word) in plus)
      if (!(key in key_commands)) order[++keys] = key
      key_commands[key] = key_commands[key] (key_commands[key] == "" ? "" : " ") name
    }
  }
  for (i = 1; i <= keys; ++i) FishOption(order[i])
}

END {
  if (kind == "bash") Bash()
  else if (kind == "zsh") Zsh()
  else if (kind == "fish") Fish()
  else { print "command-reference: bash, zsh, fish or man" > "/dev/stderr"; exit 2 }
}
