# Completion of `billions` for fish. What there is to complete is asked of the program's own --help, so that it is never out of step.

function __billions_lines # of the part of a help text under a heading: word, tab, what it is
    billions --help 2>/dev/null | sed -n "/^$argv[1]:\$/,/^\$/s/^  \([a-z][^ :]*\)[ :] *\(.*\)/\1\t\2/p"
end

function __billions_options
    set -l words (commandline -opc)
    billions $words[2] --help 2>/dev/null | sed -n 's/^  --\([a-z-]*\)[^ ]*  *\(.*\)/--\1\t\2/p'
end

complete -c billions -n '__fish_is_first_arg' -f -a '(__billions_lines Commands)'
complete -c billions -n 'not __fish_is_first_arg' -a '(__billions_lines Games)'
complete -c billions -n 'not __fish_is_first_arg; and string match -q -- "-*" (commandline -ct)' -f -a '(__billions_options)'
complete -c billions -n 'contains -- (commandline -opc)[-1] --seats --bots --bot' -f -a '(__billions_lines Bots)'
