# bash completion for airlock
_airlock() {
  local line current lead directive
  local -a words
  # bash splits words at : and =, which names of connectors and options have
  read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
  current=${words[${#words[@]} - 1]}
  if [[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]]; then
    words+=("")
    current=
  fi
  COMPREPLY=()
  # what bash has already passed of the word stays out of the answers
  lead=${current%"${COMP_WORDS[COMP_CWORD]}"}
  [[ ${COMP_WORDS[COMP_CWORD]} == [:=] ]] && lead=$current
  while IFS= read -r line; do
    directive=
    case $line in
      :files) directive=-f ;;
      :folders) directive=-d ;;
      *)
        line=${line%%$'\t'*}
        COMPREPLY+=("${line#"$lead"}")
        ;;
    esac
    if [[ -n $directive ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$directive" -- "$current")
    fi
  done < <("${COMP_WORDS[0]}" complete -- "${words[@]:1}" 2>/dev/null)
}
complete -F _airlock airlock
