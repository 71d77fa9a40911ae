# slurm.bash - a Slurm cluster of this machine alone, private to a test
# SPDX-License-Identifier: Apache-2.0
#
# slurm_start DIR starts munged, slurmctld and slurmd with everything they write in DIR, on free ports of localhost, and
# sets SLURM_CONF; slurm_stop ends them. slurm_start returns 1 and sets $why where that is not possible.

slurm_port() { # a free port above $1
  local port=$1
  while (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do port=$((port + 1)); done
  echo "$port"
}

slurm_config() { # DIR
  local user first
  user=$(id -un)
  first=$(slurm_port $((20000 + $$ % 20000)))
  cat << EOF
ClusterName=warpwright
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
SlurmctldPort=$first
SlurmdPort=$(slurm_port $((first + 1)))
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$1/munge.socket
StateSaveLocation=$1/state
SlurmdSpoolDir=$1/spool
SlurmctldPidFile=$1/slurmctld.pid
SlurmdPidFile=$1/slurmd.pid
SlurmctldLogFile=$1/slurmctld.log
SlurmdLogFile=$1/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SlurmdParameters=config_overrides
ReturnToService=2
MinJobAge=300
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
EOF
}

slurm_log() {
  why=$1
  tail -n 5 "$2" 2> /dev/null | sed 's/^/# /'
}

slurm_start() {
  local dir=$1 tool n
  for tool in munged slurmctld slurmd; do
    PATH=$PATH:/usr/sbin command -v $tool > /dev/null || { why="$tool is not installed"; return 1; }
  done
  for tool in sbatch sinfo; do
    command -v $tool > /dev/null || { why="$tool is not installed"; return 1; }
  done
  slurm_pids=()
  mkdir -p "$dir/state" "$dir/spool"
  chmod 755 "$dir"
  head -c 64 /dev/urandom > "$dir/munge.key"
  chmod 600 "$dir/munge.key"
  slurm_config "$dir" > "$dir/slurm.conf"
  echo "CgroupAutomount=no" > "$dir/cgroup.conf"
  export SLURM_CONF=$dir/slurm.conf
  PATH=$PATH:/usr/sbin munged --foreground --force --key-file "$dir/munge.key" \
    --socket "$dir/munge.socket" --pid-file "$dir/munge.pid" --log-file "$dir/munge.log" \
    --seed-file "$dir/munge.seed" > "$dir/munged.out" 2>&1 3>&- &
  slurm_pids+=($!)
  for n in 1 2 3 4 5 6 7 8 9 10; do
    [ -S "$dir/munge.socket" ] && break
    sleep 0.3
  done
  [ -S "$dir/munge.socket" ] || { slurm_log "munged does not start" "$dir/munged.out"; return 1; }
  PATH=$PATH:/usr/sbin slurmctld -D -c -f "$SLURM_CONF" > "$dir/slurmctld.out" 2>&1 3>&- &
  slurm_pids+=($!)
  PATH=$PATH:/usr/sbin slurmd -D -N "$(hostname -s)" -f "$SLURM_CONF" > "$dir/slurmd.out" 2>&1 3>&- &
  slurm_pids+=($!)
  for ((n = 0; n < 60; n++)); do
    sinfo -h -o %T 2> /dev/null | grep -qx idle && return 0
    sleep 0.5
  done
  slurm_log "the node does not become idle" "$dir/slurmd.out"
  return 1
}

slurm_stop() {
  local pid n
  for pid in "${slurm_pids[@]}"; do kill "$pid" 2> /dev/null; done
  for pid in "${slurm_pids[@]}"; do
    for ((n = 0; n < 20; n++)); do
      kill -0 "$pid" 2> /dev/null || break
      sleep 0.2
    done
    kill -KILL "$pid" 2> /dev/null
  done
  wait "${slurm_pids[@]}" 2> /dev/null
}
