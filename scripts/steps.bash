# steps.bash - steps of a script that take long: a line while they last; signals end them and all that they started
# SPDX-License-Identifier: Apache-2.0
#
# For scripts that run for minutes. A step runs in the background, since a shell handles a signal only between its
# steps. Such a step would ignore SIGINT, so env gives that its default back.
step_seconds=20 # from one line about a step to the next
step_child='' step_session=''

# The processes of session $1, one a line.
session_processes() {
  local file line words
  for file in /proc/[0-9]*/stat; do
    { read -r line < "$file"; } 2> /dev/null || continue
    # Behind the name, which may have blanks: state, parent, group, session.
    read -r -a words <<< "${line##*) }"
    [ "${words[3]-}" != "$1" ] || [ "${words[0]}" = Z ] || echo "${line%% *}"
  done
}

# Ends all processes of session $1: by SIGTERM, after 0.7 s by SIGKILL. In that time a command ends the compilers that
# it runs, and a script removes its files.
end_session() {
  local processes signal=TERM i
  for ((i = 0; i < 8; i++)); do
    processes=$(session_processes "$1")
    [ -n "$processes" ] || return
    [ $i -lt 7 ] || signal=KILL
    [ $i -gt 0 ] && [ $i -lt 7 ] || kill -$signal $processes 2> /dev/null
    sleep 0.1
  done
}

step_signal() { # NAME STATUS
  trap '' INT TERM HUP
  echo "${0##*/}: ended by $1" >&2
  [ -z "$step_child" ] || kill -TERM "$step_child" 2> /dev/null
  [ -z "$step_session" ] || end_session "$step_session"
  [ -z "$step_child" ] || wait "$step_child"
  exit "$2"
}
trap 'step_signal SIGINT 130' INT
trap 'step_signal SIGTERM 143' TERM
trap 'step_signal SIGHUP 129' HUP

# Runs COMMAND, one of the scripts that end what they started when they are ended.
run_script() { # COMMAND...
  local status
  env --default-signal=INT,QUIT "$@" &
  step_child=$!
  wait "$step_child"
  status=$?
  step_child=''
  return $status
}

# Starts COMMAND in a session of its own, $step_session.
start_session() { # COMMAND...
  WW_SESSION=yes setsid env --default-signal=INT,QUIT "$@" &
  step_session=$!
}

# For a script whose steps run in the foreground: runs it, with the ARGs that it has, in a session that a signal ends.
# Returns at once in that session, or where the script is part of one.
in_session() { # ARG...
  if [ -n "${WW_SESSION-}" ]; then
    trap - INT TERM HUP
    return
  fi
  start_session "$BASH" "$0" "$@"
  wait "$step_session"
  exit
}

# Waits for the step TEXT that start_session has begun; returns its status.
wait_session() { # TEXT
  local begin=$SECONDS ended status
  while :; do
    sleep $step_seconds > /dev/null 2>&1 &
    step_child=$!
    wait -n -p ended "$step_session" "$step_child"
    status=$?
    [ "$ended" = "$step_child" ] || break
    echo "$1: $((SECONDS - begin)) s"
  done
  kill "$step_child"
  step_child='' step_session=''
  return $status
}
