"""`lodestone bulk` under real engines, while things die: every input is done, once, with the bytes that a run of
one process gives. Run by scripts/cluster-test; LODESTONE is the program."""

import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import engines  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples/cluster"
PROGRAM = os.environ["LODESTONE"]
INPUTS = 48
SHARDS = 6
OPTIONS = ["-limit", "threads", "1", "-resize", "1500%", "-output", "out/%{base}.png"]

# What each test found, for the table.
rows = []


def lodestone(*words, **keywords):
    return subprocess.run([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **keywords)


def digests(folder):
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in pathlib.Path(folder).iterdir()
        if path.suffix == ".png"
    }


class ClusterTest(unittest.TestCase):
    """A folder with inputs and a plan; the outputs of one process as a reference."""

    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.master = pathlib.Path(tempfile.mkdtemp(prefix="lodestone-cluster-"))
        (cls.master / "in").mkdir()
        for i in range(INPUTS):
            width, height = 60 + i % 7, 50 + i
            pixels = bytes((x * 5 + y * (3 + c) + i) % 256 for y in range(height) for x in range(width) for c in range(3))
            (cls.master / f"in/{i}.ppm").write_bytes(b"P6 %d %d 255\n" % (width, height) + pixels)
        done = lodestone("bulk", *OPTIONS, "in", cwd=cls.master)
        assert done.returncode == 0, done.stdout
        cls.reference = digests(cls.master / "out")
        shutil.rmtree(cls.master / "out")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.master)

    def setUp(self):
        self.folder = self.master / self._testMethodName
        self.folder.mkdir()
        (self.folder / "in").symlink_to(self.master / "in")
        self.plan = self.folder / "plan"
        made = lodestone("bulk", "plan", "-shards", str(SHARDS), "plan", *OPTIONS, "in/", cwd=self.folder)
        self.assertEqual(made.returncode, 0, made.stdout)
        self.began = time.monotonic()

    def journal_lines(self):
        return sum(path.read_bytes().count(b'"status":"done"') for path in self.plan.glob("journals/*/*.jsonl"))

    def wait_for_items(self, count):
        engines.wait_for(lambda: self.journal_lines() >= count, 60, f"{count} items")

    def workers(self):
        return engines.processes(str(self.plan), "run")

    def lodestone_workers(self):
        return [each for each in self.workers() if b"lodestone" in pathlib.Path(f"/proc/{each}/exe").resolve().name.encode()]

    def expect_complete(self, fault):
        verdict = lodestone("bulk", "verify", str(self.plan))
        self.assertEqual(verdict.returncode, 0, verdict.stdout)
        self.assertIn(f"{INPUTS} inputs: {INPUTS} done, 0 failed, 0 missing, 0 with damaged outputs", verdict.stdout)
        self.assertEqual(digests(self.folder / "out"), self.reference)
        self.assertEqual(list((self.folder / "out").glob(".lodestone*")), [])
        again = verdict.stdout.split(" done more than once")[0].rsplit(" ", 1)[-1]
        rows.append((fault, INPUTS, 0, int(again), time.monotonic() - self.began))


class SlurmCluster(ClusterTest):
    nodes = {}  # as for engines.Slurm

    def setUp(self):
        if not engines.have("sbatch", "slurmctld", "slurmd", "munged"):
            self.skipTest("Slurm is not installed")
        super().setUp()
        self.slurm = self.enterContext(engines.Slurm(self.folder / "slurm", **self.nodes))

    def submit(self, *options, program=PROGRAM):
        result = subprocess.run(
            [EXAMPLES / "slurm-bulk", self.plan, *options], env=dict(self.slurm.environment, LODESTONE=program),
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.folder,
        )
        self.assertEqual(result.returncode, 0, result.stdout)

    def finish(self, fault):
        self.slurm.wait_until_empty(180)
        log = (self.plan / "slurm-verify.log").read_text()
        self.assertIn(f"{INPUTS} inputs: {INPUTS} done, 0 failed, 0 missing", log)
        self.expect_complete(f"Slurm: {fault}")

    def a_worker(self):
        return engines.wait_for(self.lodestone_workers, 30, "a worker")[0]


class SlurmTest(SlurmCluster):
    def test_nothing(self):
        self.submit()
        self.finish("nothing")

    def test_worker_killed(self):
        self.submit()
        self.wait_for_items(3)
        engines.kill(self.a_worker())
        self.finish("kill -9 of a worker")

    def test_step_killed(self):
        self.submit()
        self.wait_for_items(3)
        engines.kill(engines.processes("slurmstepd")[0])
        self.finish("kill -9 of slurmstepd")

    def test_node_killed(self):
        self.submit()
        self.wait_for_items(3)
        self.slurm.end("slurmd-node0.pid")
        for process in [*engines.processes("slurmstepd"), *self.lodestone_workers()]:
            engines.kill(process)
        time.sleep(8)
        self.slurm.start_node("node0")
        self.finish("kill -9 of a slurmd, its steps and their workers")

    def test_controller_killed(self):
        self.submit()
        time.sleep(8)
        self.slurm.end("slurmctld.pid")
        time.sleep(2)
        self.slurm.start_controller()
        self.finish("kill -9 of slurmctld, and its restart")

    def test_worker_asleep(self):
        self.submit()
        self.wait_for_items(3)
        sleeper = self.a_worker()
        engines.kill(sleeper, signal.SIGSTOP)
        for shard in range(SHARDS):
            lodestone("bulk", "run", "-shard", str(shard), str(self.plan))
        engines.kill(sleeper, signal.SIGCONT)
        self.finish("SIGSTOP of a worker until its shard was done elsewhere")


class SlurmGpuTest(SlurmCluster):
    nodes = {"nodes": 1, "cpus": 2, "gpus": 2}

    def test_gpus(self):
        """Each worker gets a device of its own, in the variable that the driver obeys."""
        given = self.folder / "given"
        program = self.folder / "lodestone"
        program.write_text(f'#!/bin/sh\necho "$CUDA_VISIBLE_DEVICES" >> {given}\nexec {PROGRAM} "$@"\n')
        program.chmod(0o755)
        self.submit("--gres=gpu:1", program=str(program))
        self.finish("nothing, and a GPU for each worker")
        devices = [line for line in given.read_text().split("\n") if line in ("0", "1")]
        self.assertEqual(len(devices), SHARDS, devices)
        self.assertEqual(set(devices), {"0", "1"})


class DaskTest(ClusterTest):
    def setUp(self):
        if not engines.have("dask-scheduler", "dask-worker"):
            self.skipTest("Dask is not installed")
        super().setUp()

    def start(self, dask):
        code = (
            "import sys, lodestone_bulk; from distributed import Client\n"
            f"good, text = lodestone_bulk.run(Client({dask.address!r}, timeout=30), {str(self.plan)!r}, program={PROGRAM!r})\n"
            "print(text); sys.exit(not good)\n"
        )
        return subprocess.Popen(
            ["/usr/bin/python3", "-c", code], env=dask.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True,
        )

    def finish(self, client, fault):
        text, _ = client.communicate(timeout=120)
        self.assertEqual(client.returncode, 0, text)
        self.expect_complete(f"Dask: {fault}")

    def test_nothing(self):
        with engines.Dask(self.folder / "dask") as dask:
            self.finish(self.start(dask), "nothing")

    def test_worker_killed(self):
        with engines.Dask(self.folder / "dask") as dask:
            client = self.start(dask)
            self.wait_for_items(3)
            engines.kill(self.lodestone_workers()[0])
            self.wait_for_items(6)
            # The nanny starts another.
            engines.kill(engines.processes("distributed", "spawn_main")[0] if engines.processes("distributed", "spawn_main") else dask.workers[0].pid)
            self.finish(client, "kill -9 of a worker's program, and of a worker")

    def test_scheduler_killed(self):
        with engines.Dask(self.folder / "dask") as dask:
            client = self.start(dask)
            self.wait_for_items(3)
            dask.scheduler.kill()
            client.communicate(timeout=120)
            for worker in dask.workers:
                worker.wait(60)
        with engines.Dask(self.folder / "dask2") as dask:
            self.finish(self.start(dask), "kill -9 of the scheduler, then everything again")


class OtherEnginesTest(ClusterTest):
    def test_mpi_rank_killed(self):
        if not engines.have("mpirun"):
            self.skipTest("Open MPI is not installed")
        options = ["--allow-run-as-root", "--oversubscribe", "-np", "3", "--mca", "plm", "isolated"]
        job = subprocess.Popen(
            [EXAMPLES / "mpi-bulk", self.plan, *options, "--mca", "oob_tcp_if_include", "lo"],
            env=dict(os.environ, LODESTONE=PROGRAM), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )
        self.wait_for_items(3)
        engines.kill(self.lodestone_workers()[0])
        text, _ = job.communicate(timeout=120)
        self.assertEqual(job.returncode, 0, text)
        self.expect_complete("Open MPI: kill -9 of a rank")

    def test_parallel_killed(self):
        if not engines.have("parallel"):
            self.skipTest("GNU parallel is not installed")
        words = [EXAMPLES / "parallel-bulk", self.plan, "--jobs", "2"]
        environment = dict(os.environ, LODESTONE=PROGRAM)
        job = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for_items(3)
        for process in engines.processes("parallel", str(self.plan)):
            if process != job.pid:
                engines.kill(process)
        job.wait(60)
        again = subprocess.run(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(again.returncode, 0, again.stdout)
        self.expect_complete("GNU parallel: kill -9 of it, then the same command again")


class KubernetesTest(unittest.TestCase):
    """The manifest, by the client's models of the interface of Kubernetes: they know required fields and types."""

    def setUp(self):
        try:
            import kubernetes  # pylint: disable=import-outside-toplevel
            import yaml  # pylint: disable=import-outside-toplevel
        except ImportError:
            self.skipTest("python3-kubernetes is not installed")
        self.client = kubernetes.client.ApiClient()
        self.manifest = yaml.safe_load((EXAMPLES / "kubernetes-job.yaml").read_text())

    def there_and_back(self, manifest):
        """A field that the models do not know would be lost."""

        class Response:
            data = json.dumps(manifest)

        return self.client.sanitize_for_serialization(self.client.deserialize(Response, "V1Job"))

    def test_manifest(self):
        self.assertEqual(self.there_and_back(self.manifest), self.manifest)
        spec = self.manifest["spec"]
        self.assertEqual(spec["completionMode"], "Indexed")
        self.assertEqual(spec["template"]["spec"]["containers"][0]["command"][:3], ["lodestone", "bulk", "run"])

    def test_wrong_manifests_are_noticed(self):
        self.manifest["spec"]["completionModus"] = "Indexed"
        self.assertNotEqual(self.there_and_back(self.manifest), self.manifest)
        del self.manifest["spec"]["template"]
        with self.assertRaises(ValueError):
            self.there_and_back(self.manifest)


def write_table(name):
    with open(name, "w", encoding="utf-8") as file:
        file.write("| engine and fault | inputs | lost | done more than once | seconds |\n")
        file.write("| --- | ---: | ---: | ---: | ---: |\n")
        for fault, inputs, lost, again, seconds in rows:
            file.write(f"| {fault} | {inputs} | {lost} | {again} | {seconds:.0f} |\n")


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=2)
    write_table(os.environ.get("LODESTONE_FAULT_TABLE", "faults.md"))
    result = program.result
    print(
        f"{result.testsRun - len(result.failures) - len(result.errors) - len(result.skipped)} passed, "
        f"{len(result.failures) + len(result.errors)} failed, {len(result.skipped)} skipped"
    )
    sys.exit(not result.wasSuccessful())
