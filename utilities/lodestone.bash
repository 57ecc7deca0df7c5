# Completion for bash: commands and options, as the program itself lists them, and file names.

_lodestone() {
  local program=${COMP_WORDS[0]} current=${COMP_WORDS[COMP_CWORD]}
  local words=
  if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ ${COMP_WORDS[1]} == help ]]; }; then
    words=$("$program" help 2>/dev/null | sed -n 's/^ *\([a-z]*\) - .*/\1/p')
  elif [[ $current == [-+]* ]]; then
    words=$("$program" help "${COMP_WORDS[1]}" 2>/dev/null |
      sed -n "s/^ *-\([a-z][a-z-]*\).*/${current:0:1}\1/p")
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -o default -F _lodestone lodestone
