"""Engines on this machine alone, for the tests of `lodestone bulk`: each is started by the processes that
it consists of, and only those are ended."""

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time


def free_ports(count):
    """Ports of the loopback interface that nobody listens on."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def wait_for(condition, seconds, what):
    """Polls until the condition holds, and returns its value."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError(f"{what}: not within {seconds} s")


def is_alive(process):
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        state = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def processes(*words):
    """The processes whose command line has all these words."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if all(any(word in part for part in line) for word in words) and is_alive(int(folder.name)):
            found.append(int(folder.name))
    return sorted(found)


def kill(process, number=signal.SIGKILL):
    """Sends a signal to a process, which may have ended."""
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass


SLURM_CONF = """
ClusterName=lodestone
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=5
CredType=cred/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=200000,sched_interval=2
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmctldTimeout=10
SlurmdTimeout=6
KillWait=2
UnkillableStepTimeout=10
MessageTimeout=5
BatchStartTimeout=5
TCPTimeout=2
JobRequeue=1
PropagateResourceLimits=NONE
SlurmdParameters=config_overrides
"""


class Slurm:
    """A controller and nodes, whose GPUs are made up. Use as a context."""

    def __init__(self, folder, nodes=2, cpus=1, gpus=0):
        self.folder = pathlib.Path(folder)
        self.nodes = [f"node{i}" for i in range(nodes)]
        self.environment = dict(os.environ, SLURM_CONF=str(self.folder / "slurm.conf"))
        host = socket.gethostname().split(".")[0]
        port, *ports = free_ports(1 + nodes)
        user = subprocess.check_output(["id", "-un"], text=True).strip()
        lines = [SLURM_CONF.format(host=host, port=port, user=user, folder=folder)]
        for name, node_port in zip(self.nodes, ports):
            lines.append(
                f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={node_port} CPUs={cpus} "
                f"RealMemory=2000 State=UNKNOWN{f' Gres=gpu:{gpus}' if gpus else ''}"
            )
        lines.append("PartitionName=main Nodes=ALL Default=YES State=UP MaxTime=INFINITE")
        self.folder.mkdir(parents=True)
        (self.folder / "state").mkdir()
        if gpus:
            lines.insert(1, "GresTypes=gpu")
            for i in range(gpus):
                (self.folder / f"gpu{i}").symlink_to("/dev/null")  # any device will do
            (self.folder / "gres.conf").write_text(f"Name=gpu File={self.folder}/gpu[0-{gpus - 1}]\n")
        (self.folder / "slurm.conf").write_text("\n".join(lines) + "\n")
        self.munge = None

    def __enter__(self):
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        self.munge = subprocess.Popen(
            ["munged", "--force", "--foreground", f"--key-file={key}", f"--socket={self.folder}/munge.socket"]
            + [f"--{name}-file={self.folder}/munged.{name}" for name in ("pid", "log", "seed")],
            stderr=subprocess.DEVNULL,
        )
        wait_for((self.folder / "munge.socket").exists, 10, "munged")
        self.start_controller()
        for node in self.nodes:
            self.start_node(node)
        return self

    def __exit__(self, *_):
        self.run("scancel", "--quiet", "--state=PENDING,RUNNING")
        for node in self.nodes:
            self.end(f"slurmd-{node}.pid")
        self.end("slurmctld.pid")
        self.munge.kill()
        self.munge.wait()

    def run(self, *words, **keywords):
        return subprocess.run(
            words, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60,
            **keywords,
        )

    def process(self, pid_file):
        try:
            return int((self.folder / pid_file).read_text())
        except (FileNotFoundError, ValueError):
            return 0

    def end(self, pid_file, number=signal.SIGKILL):
        process = self.process(pid_file)
        if process and is_alive(process):
            kill(process, number)
            wait_for(lambda: not is_alive(process), 20, pid_file)

    def start_controller(self):
        subprocess.run(["slurmctld"], env=self.environment, check=True)

    def start_node(self, node):
        subprocess.run(["slurmd", "-N", node], env=self.environment, check=True)
        wait_for(lambda: self.state(node) in ("idle", "mix", "alloc"), 60, node)

    def state(self, node):
        return self.run("sinfo", "-h", "-N", "-n", node, "-o", "%t").stdout.strip()

    def resume(self):
        """What an administrator does after a controller has lost track: drained nodes and held jobs go on."""
        for node in self.nodes:
            if self.state(node).startswith("drain"):
                self.run("scontrol", "update", f"nodename={node}", "state=resume")
        for line in self.queue():
            job, state, reason = line.split(maxsplit=2)
            if state == "PENDING" and "held" in reason:
                self.run("scontrol", "release", job)

    def queue(self):
        """The states of the jobs that have not ended."""
        return self.run("squeue", "-h", "-r", "-o", "%i %T %r").stdout.split("\n")[:-1]

    def wait_until_empty(self, seconds):
        try:
            wait_for(lambda: self.resume() or not self.queue(), seconds, "the queue of Slurm is empty")
        except AssertionError as error:
            raise AssertionError(f"{error}: {self.queue()}; {self.run('sinfo', '-N', '-l').stdout}") from None


class Dask:
    """A scheduler and workers. Use as a context."""

    def __init__(self, folder, workers=2):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.address = f"tcp://127.0.0.1:{free_ports(1)[0]}"
        self.count = workers
        self.environment = dict(
            os.environ,
            PYTHONPATH=str(pathlib.Path(__file__).resolve().parents[2] / "examples/cluster"),
            DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT="10s",
        )
        self.scheduler = None
        self.workers = []

    def start(self, name, *words):
        with open(self.folder / f"{name}.log", "ab") as log:
            return subprocess.Popen(words, env=self.environment, stdout=log, stderr=log)

    def __enter__(self):
        host, port = self.address.removeprefix("tcp://").split(":")
        self.scheduler = self.start("scheduler", "dask-scheduler", "--host", host, "--port", port, "--no-dashboard")
        for i in range(self.count):
            self.workers.append(
                self.start(
                    f"worker{i}", "dask-worker", self.address, "--host", host, "--nthreads", "1", "--no-dashboard",
                    "--name", f"worker{i}", "--local-directory", str(self.folder), "--memory-limit", "0",
                    "--death-timeout", "20",
                )
            )
        return self

    def __exit__(self, *_):
        for process in [*self.workers, self.scheduler]:
            process.terminate()
        for process in [*self.workers, self.scheduler]:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def have(*programs):
    """Whether all of these are installed."""
    return all(shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin") for program in programs)
