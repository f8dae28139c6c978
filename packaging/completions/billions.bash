# Completion of `billions` for bash. What there is to complete is asked of the program's own --help, so that it is never out of step.

_billions_words() { # of the part of a help text under a heading: the first word of each line
  "$1" --help 2>/dev/null | sed -n "/^$2:\$/,/^\$/s/^  \\([a-z][^ :]*\\).*/\\1/p"
}

_billions() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} program=${COMP_WORDS[0]} command=${COMP_WORDS[1]-}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_billions_words "$program" Commands) --help --version" -- "$word")
    return
  fi
  case $before in
    --seats | --bots | --bot)
      mapfile -t COMPREPLY < <(compgen -P "${word%"${word##*,}"}" -W "$(_billions_words "$program" Bots)" -- "${word##*,}")
      compopt -o nospace
      return
      ;;
  esac
  case $word in
    -*)
      mapfile -t COMPREPLY < <(compgen -W "$("$program" "$command" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\).*/\1/p') --help" -- "$word")
      ;;
    *)
      mapfile -t COMPREPLY < <(compgen -W "$(_billions_words "$program" Games)" -- "$word")
      compopt -o default # files
      ;;
  esac
}
complete -F _billions billions
