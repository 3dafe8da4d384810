#compdef airlock
# zsh completion for airlock
_airlock() {
  local line
  local -a described
  while IFS= read -r line; do
    case $line in
      :files) _files ;;
      :folders) _files -/ ;;
      *$'\t'*) described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
      *) described+=("${line//:/\\:}") ;;
    esac
  done < <("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
  (( $#described )) && _describe -V 'airlock' described
}
if [ "${funcstack[1]}" = _airlock ]; then
  _airlock "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _airlock airlock
fi
