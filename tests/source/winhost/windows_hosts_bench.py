#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""What a collect of Windows hosts costs.

usage: windows_hosts_bench.py LIBPDH LIBEXEC STAND-IN BARE-CALLS

- 20 counters of one warm session of smbd, against the bare calls of the same server (limit 1.3)
- 20 sessions at once, against the slowest of them alone or the processor time of the servers by the number of processors,
  whichever is longer (limit 1.2)
- 1,000 hosts of the stand-in: a collect (limit 50 ms), memory of this program and of the other for a host (40 kB),
  threads; and with a dead host beside (1 ms)
"""
import ctypes
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import pdh  # noqa: E402
from hosts import RAW_COUNT, Host  # noqa: E402
from server import DOMAIN, PASSWORD, USER, Missing, Server  # noqa: E402

COUNTERS = [(1000 + 2 * number, f'Counter {number}', '', RAW_COUNT) for number in range(20)]


def median_of_collects(query, count):
    times = []
    for _ in range(count):
        start = time.perf_counter()
        query.collect()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def memory(process):
    """Its own, in kB."""
    text = pathlib.Path(f'/proc/{process}/smaps_rollup').read_text()
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith(('Private_Dirty', 'Private_Clean')))


def status(process, name):
    return next(int(line.split()[1]) for line in pathlib.Path(f'/proc/{process}/status').read_text().splitlines()
                if line.startswith(f'{name}:'))


def workers():
    """The processes of pdh-windows-hosts that this program has: the younger one of each pair is the worker."""
    found = [int(folder.name) for folder in pathlib.Path('/proc').iterdir() if folder.name.isdigit()
             and (folder / 'comm').exists() and (folder / 'comm').read_text().startswith('pdh-windows-hos')
             and str(os.environ['PDH_SHIM_LIBEXEC']) in (folder / 'cmdline').read_text()]
    return [one for one in found if status(one, 'PPid') in found]


def processor_time(roots):
    """Microseconds that these processes and those below them have had."""
    parents = {}
    for folder in pathlib.Path('/proc').iterdir():
        try:
            if folder.name.isdigit():
                parents[int(folder.name)] = status(folder.name, 'PPid')
        except (OSError, StopIteration):
            pass  # it has ended
    found = set(roots)
    while more := {process for process, parent in parents.items() if parent in found} - found:
        found |= more
    return sum(int(pathlib.Path(f'/proc/{process}/schedstat').read_text().split()[0]) for process in found) / 1000


def in_child(measure):
    """Each measurement has a process, and so a library, of its own."""
    child = os.fork()
    if child == 0:
        pdh.load(library)
        measure()
        sys.stdout.flush()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def measure_smbd(folder):
    password = folder / 'password'
    password.write_text(PASSWORD)
    password.chmod(0o600)
    with Server(folder / 'server', objects=[(900, 'Bench', '', COUNTERS)]) as server:
        server.set(1, {index: 7 for index, *_ in COUNTERS})
        keys = f'address = 127.0.0.1\nauth = ntlm\nuser = {USER}\ndomain = {DOMAIN}\npassword-file = {password}\n'
        ports = {f'web{number}': server.port for number in range(20)} | {'dead': 1}
        (folder / 'hosts.ini').write_text(''.join(f'[{name}]\nport = {port}\n{keys}' for name, port in ports.items()))
        os.environ |= {'PDH_SHIM_LIBEXEC': libexec, 'PDH_SHIM_HOSTS': str(folder / 'hosts.ini')}

        def one_session():
            with pdh.Query(*(rf'\\web0\Bench\{name}' for _, name, *_ in COUNTERS)) as query:
                query.collect()
                bare, ours = [], []
                for _ in range(5):  # in turn, so that what else the machine does meets both
                    run = subprocess.run([bare_calls, str(server.port), USER, str(password), '900', '1000'], check=True,
                                         capture_output=True, text=True)
                    bare += map(float, run.stdout.split())
                    ours.append(median_of_collects(query, 1000))
                print(f'one session: {statistics.median(ours):.0f} us, bare calls {statistics.median(bare):.0f} us, '
                      f'ratio {statistics.median(ours) / statistics.median(bare):.2f}')
                worker = workers()[0]
                print(f'pdh-windows-hosts: {memory(worker)} kB, {status(worker, "Threads")} thread(s)')
                query.counters.append(ctypes.c_void_p())
                pdh.call('PdhAddCounterA', query.handle, r'\\dead\Bench\Counter 0', None, ctypes.byref(query.counters[-1]))
                print(f'with a dead host beside: {median_of_collects(query, 1000):.0f} us')

        def many_sessions():
            paths = [rf'\\web{number}\Bench\Counter 0' for number in range(20)]
            alone = []
            for path in paths:
                with pdh.Query(path) as query:
                    query.collect()
                    alone.append(median_of_collects(query, 100))
            with pdh.Query(*paths) as query:
                query.collect()
                before = processor_time(process.pid for process in server.processes)
                count = 300
                together = median_of_collects(query, count)
                needed = (processor_time(process.pid for process in server.processes) - before) / count / len(os.sched_getaffinity(0))
            print(f'20 sessions at once: {together:.0f} us, the slowest alone {max(alone):.0f} us, processor time of the servers '
                  f'{needed:.0f} us by processor, ratio {together / max(max(alone), needed):.2f}')

        in_child(one_session)
        in_child(many_sessions)


def measure_many(folder):
    hosts = folder / 'hosts'
    hosts.mkdir()
    titles = {2: 'System', 44: 'Processor Queue Length'} | {5000 + 2 * number: f'Another title {number}' for number in range(4000)}
    for number in range(1000):
        Host(hosts, f'host{number}', titles, [(2, [(44, RAW_COUNT)], [3])])
    (folder / 'hosts.ini').write_text(''.join(f'[host{number}]\n' for number in range(1000)))
    os.environ |= {'PDH_SHIM_LIBEXEC': stand_in, 'PDH_SHIM_HOSTS': str(folder / 'hosts.ini'), 'STAND_IN_HOSTS': str(hosts)}

    def collect():
        before = memory(os.getpid())
        with pdh.Query() as query:
            for number in range(1000):
                query.add(rf'\\host{number}\System\Processor Queue Length')
            query.collect()
            print(f'1,000 hosts: {median_of_collects(query, 20) / 1000:.1f} ms, {(memory(os.getpid()) - before) / 1000:.1f} kB a host, '
                  f'{status(os.getpid(), "Threads")} threads')
            worker = workers()[0]
            print(f'the other process: {memory(worker) / 1000:.1f} kB a host, {status(worker, "Threads")} thread(s)')

    in_child(collect)


if __name__ == '__main__':
    library, libexec, stand_in, bare_calls = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:5])
    os.environ['PDH_SHIM_SOURCE'] = 'linux,winhost'
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o700)
        measure_many(pathlib.Path(name))
    try:
        with tempfile.TemporaryDirectory() as name:
            os.chmod(name, 0o700)
            measure_smbd(pathlib.Path(name))
    except Missing as missing:
        print(f'not measured: {missing}')
