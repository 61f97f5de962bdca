# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""A Windows host for tests: Samba's smbd on a loopback address, which serves HKEY_PERFORMANCE_DATA of two databases.

`with Server(folder) as server:` starts it. Reasons why it cannot run here are a Missing, and the test is skipped.
"""
import ctypes
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

USER, PASSWORD, DOMAIN, REALM = 'monitor', 'pw-of-the-test', 'T', 'TEST.PDH'


class Missing(Exception):
    """What is not installed, or not allowed here."""


def find(program, folders='/usr/sbin:/usr/bin:/sbin:/bin'):
    found = shutil.which(program, path=folders)
    if found is None:
        raise Missing(f'{program} is not installed')
    return found


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


class Data(ctypes.Structure):
    _fields_ = [('pointer', ctypes.c_char_p), ('size', ctypes.c_size_t)]


class Database:
    """A database of libtdb, to which smbd has access at the same time."""

    def __init__(self, path):
        try:
            self.library = ctypes.CDLL('libtdb.so.1')
        except OSError as error:
            raise Missing('libtdb is not installed') from error
        self.library.tdb_open.restype = ctypes.c_void_p
        self.library.tdb_store.argtypes = [ctypes.c_void_p, Data, Data, ctypes.c_int]
        self.library.tdb_close.argtypes = [ctypes.c_void_p]
        self.path = str(path).encode()

    def store(self, values):
        tdb = self.library.tdb_open(self.path, 0, 0, os.O_RDWR | os.O_CREAT, 0o644)
        for key, value in values.items():
            value = value if isinstance(value, bytes) else str(value).encode()
            key = str(key).encode()
            self.library.tdb_store(tdb, Data(key, len(key)), Data(value, len(value)), 1)
        self.library.tdb_close(tdb)


# Objects as smbd has them: index, name, help, and counters as (index, name, help, type).
SYSTEM = (2, 'System', 'The System object.', [
    (674, 'System Up Time', 'Time since the last start.', 0x30240500),
    (44, 'Processor Queue Length', 'Threads that wait.', 0x10000),
    (146, 'Context Switches/sec', 'Switches of threads.', 0x10410400),
])


class Server:
    """smbd, and with `kerberos` a KDC beside it. The name resolves only where environment() is set."""

    def __init__(self, folder, name='web1', kerberos=False, settings='', objects=(SYSTEM,), port=None):
        self.folder = pathlib.Path(folder)
        self.name, self.kerberos, self.settings, self.objects = name, kerberos, settings, objects
        self.port = port or free_port()
        self.processes = []
        if os.geteuid() != 0:
            raise Missing('smbd needs root to log a user on')
        self.programs = {name: find(name) for name in ('smbd', 'smbpasswd')}
        self.dcerpcd = find('samba-dcerpcd', '/usr/libexec/samba:/usr/lib/x86_64-linux-gnu/samba:/usr/lib/samba')

    def __enter__(self):
        try:
            self.prepare()
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def conf(self):
        return str(self.folder / 'smb.conf')

    def prepare(self):
        for name in ('state', 'state/perfmon', 'lock', 'private', 'cache', 'pid', 'ncalrpc', 'log'):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        place = self.folder
        security = ''
        if self.kerberos:
            security = f'''
 realm = {REALM}
 kerberos method = dedicated keytab
 dedicated keytab file = FILE:{place}/keytab
 ntlm auth = disabled'''
        (place / 'smb.conf').write_text(f'''[global]
 workgroup = {DOMAIN}
 netbios name = {self.name}
 server role = standalone server
 server signing = mandatory
 smb ports = {self.port}
 interfaces = 127.0.0.1
 bind interfaces only = yes
 state directory = {place}/state
 lock directory = {place}/lock
 private dir = {place}/private
 cache directory = {place}/cache
 pid directory = {place}/pid
 ncalrpc dir = {place}/ncalrpc
 log file = {place}/log/log.%m
 passdb backend = tdbsam
 username map = {place}/users
 rpc start on demand helpers = false{security}
{self.settings}
''')
        (place / 'users').write_text(f'root = {USER}\n')  # no user of this system is added
        subprocess.run([self.programs['smbpasswd'], '-c', self.conf, '-s', '-a', 'root'], check=True, stdout=subprocess.DEVNULL,
                       input=f'{PASSWORD}\n{PASSWORD}\n'.encode())
        self.names = Database(place / 'state/perfmon/names.tdb')
        self.values = Database(place / 'state/perfmon/data.tdb')
        self.publish()
        (place / 'host_names').write_text(f'127.0.0.1 {self.name} {self.name}.test.pdh\n')
        if self.kerberos:
            self.prepare_kerberos()

    def publish(self):
        titles = {'0PerfFreq': 10_000_000}
        last = 0
        for index, name, text, counters in self.objects:
            titles |= {index: name, index + 1: text, f'{index}rel': 'p', f'{index}type': 0}
            last = max(last, index)
            for number, counter, what, kind in counters:
                titles |= {number: counter, number + 1: what, f'{number}rel': f'c[{index}]', f'{number}type': kind}
                last = max(last, number)
        self.names.store(titles | {1: last // 2 + 1})

    def set(self, seconds, values):
        """The clocks of the sample, in seconds, and the values of counters by their indexes."""
        ticks = int(seconds * 10_000_000)
        self.values.store({'0PerfTime': ticks, '0PerfTime100nSec': 130_000_000_000_000_000 + ticks} | values)

    def prepare_kerberos(self):
        place, port = self.folder, free_port()
        kadmin, kdc = find('kadmin.local'), find('krb5kdc')
        (place / 'krb5.conf').write_text(f'''[libdefaults]
 default_realm = {REALM}
 dns_lookup_kdc = false
 dns_lookup_realm = false
 dns_canonicalize_hostname = false
 rdns = false
 udp_preference_limit = 1
[realms]
 {REALM} = {{
  kdc = 127.0.0.1:{port}
 }}
[domain_realm]
 {self.name} = {REALM}
 .test.pdh = {REALM}
''')
        (place / 'kdc.conf').write_text(f'''[kdcdefaults]
 kdc_listen = 127.0.0.1:{port}
 kdc_tcp_listen = 127.0.0.1:{port}
[realms]
 {REALM} = {{
  database_name = {place}/principal
  key_stash_file = {place}/stash
  acl_file = {place}/kadm5.acl
  max_life = 10h
  disable_pac = true
 }}
''')
        self.kerberos_environment = dict(os.environ, KRB5_CONFIG=f'{place}/krb5.conf', KRB5_KDC_PROFILE=f'{place}/kdc.conf')
        subprocess.run([find('kdb5_util'), 'create', '-s', '-r', REALM, '-P', 'master'], check=True, capture_output=True,
                       env=self.kerberos_environment)
        principals = [f'{service}/{name}' for service in ('cifs', 'host') for name in (self.name, f'{self.name}.test.pdh')]
        commands = [f'addprinc -pw {PASSWORD} root', *(f'addprinc -randkey {each}' for each in principals),
                    *(f'ktadd -k {place}/keytab {each}' for each in principals)]
        for command in commands:
            subprocess.run([kadmin, '-r', REALM, '-q', command], check=True, capture_output=True, env=self.kerberos_environment)
        self.processes.append(subprocess.Popen([kdc, '-n', '-r', REALM, '-P', f'{place}/kdc.pid'], env=self.kerberos_environment,
                                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        self.wait_for(port)

    def ticket(self, cache):
        """Gets the user's ticket, as kinit does."""
        subprocess.run([find('kinit'), '-c', str(cache), 'root'], check=True, capture_output=True, env=self.kerberos_environment,
                       input=f'{PASSWORD}\n'.encode())
        return f'FILE:{cache}'

    def start(self):
        environment = dict(os.environ)
        if self.kerberos:
            environment['KRB5_CONFIG'] = f'{self.folder}/krb5.conf'
        quiet = {'stdout': subprocess.DEVNULL, 'stderr': subprocess.DEVNULL, 'env': environment, 'start_new_session': True}
        self.processes.append(subprocess.Popen([self.dcerpcd, '-s', self.conf, '-F', '--libexec-rpcds'], **quiet))
        self.processes.append(subprocess.Popen([self.programs['smbd'], '-s', self.conf, '-F', '--no-process-group'], **quiet))
        self.wait_for(self.port)
        self.wait_until(lambda: (self.folder / 'ncalrpc/np/winreg').is_socket(), 'the service of the registry has not started')

    def wait_for(self, port):
        def is_open():
            with socket.socket() as probe:
                return probe.connect_ex(('127.0.0.1', port)) == 0
        self.wait_until(is_open, f'nobody listens on port {port}')

    @staticmethod
    def wait_until(is_ready, otherwise):
        deadline = time.monotonic() + 60
        while not is_ready():
            if time.monotonic() > deadline:
                raise AssertionError(otherwise)
            time.sleep(0.02)

    def stop(self):
        for process in self.processes:
            try:
                os.killpg(process.pid, signal.SIGTERM) if os.getpgid(process.pid) == process.pid else process.terminate()
            except ProcessLookupError:
                pass
        for process in self.processes:
            process.wait()
        self.processes = []

    def environment(self):
        """What a client needs to find the host by its name."""
        variables = {'NSS_WRAPPER_HOSTS': f'{self.folder}/host_names', 'LD_PRELOAD': 'libnss_wrapper.so'}
        if self.kerberos:
            variables['KRB5_CONFIG'] = f'{self.folder}/krb5.conf'
        return variables
