"""Plans of `lodestone bulk` on Dask: every shard is a task.

    from distributed import Client
    import lodestone_bulk

    lodestone_bulk.plan("/shared/plan", ["-resize", "640x640", "-output", "small/%{path}/%{base}.jpg", "photos"], 200)
    lodestone_bulk.run(Client("scheduler:8786"), "/shared/plan", progress=print)

Workers need the program, this module, and the files under the same names. The plan and the outputs are what
counts: whatever happens to workers and schedulers, running it again does what is missing.
"""

import json
import os
import subprocess

from distributed import as_completed


def plan(folder, arguments, shards, program="lodestone"):
    """Writes a plan; `arguments` are those of `lodestone bulk`."""
    subprocess.run([program, "bulk", "plan", "-shards", str(shards), folder, *arguments], check=True)


def shards_of(folder):
    """The number of shards of a plan."""
    with open(os.path.join(folder, "plan.json"), encoding="utf-8") as file:
        return json.load(file)["shards"]


def run_shard(folder, shard, program="lodestone"):
    """Does a shard and returns its summary. A worker that was killed raises, so that Dask tries again; inputs
    that failed are in the summary."""
    done = subprocess.run(
        [program, "bulk", "run", "-json", "-shard", str(shard), folder], stdout=subprocess.PIPE, text=True
    )
    if done.returncode not in (0, 1) or not done.stdout.strip():
        raise RuntimeError(f"shard {shard} ended with status {done.returncode}")
    return json.loads(done.stdout)


def run(client, folder, retries=3, program="lodestone", progress=None):
    """Does all shards of a plan and verifies it. Calls progress(finished, shards) after each. Returns whether
    everything is there, and what `lodestone bulk verify` says."""
    count = shards_of(folder)
    futures = [
        client.submit(run_shard, folder, shard, program, retries=retries, pure=False) for shard in range(count)
    ]
    for finished, _ in enumerate(as_completed(futures), 1):
        if progress:
            progress(finished, count)
    return verify(folder, program)


def verify(folder, program="lodestone"):
    """Whether every input of a plan is done and every output as it was written, and the report."""
    verdict = subprocess.run([program, "bulk", "verify", folder], stdout=subprocess.PIPE, text=True)
    return verdict.returncode == 0, verdict.stdout
