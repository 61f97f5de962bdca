#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Reads a Windows host, which is Samba's smbd on a loopback port: by NTLM and by Kerberos, signed and sealed.

usage: smbd_test.py TYPEPERF LIBEXEC

Skipped (77) where samba, or the KDC of MIT Kerberos, is missing, and where the user is not root.
"""
import csv
import os
import pathlib
import resource
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from server import DOMAIN, PASSWORD, USER, Missing, Server, free_port  # noqa: E402

SKIPPED = 77
PAGE = pathlib.Path(__file__).parents[3] / 'pdh_shim/source/winhost/WINDOWS_HOSTS.md'
UP_TIME = r'\\web1\System\System Up Time'
QUEUE = r'\\web1\System\Processor Queue Length'


class HostTest(unittest.TestCase):
    """What the tests of one server share."""

    kerberos = False
    settings = ''

    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.server = cls.enterClassContext(Server(pathlib.Path(cls.folder) / 'server', kerberos=cls.kerberos,
                                                  settings=cls.settings))
        cls.server.set(1000, {674: 5, 44: 3, 146: 100})
        cls.password = pathlib.Path(cls.folder) / 'password'
        cls.write_password(PASSWORD)
        if cls.kerberos:
            cls.ticket = cls.server.ticket(pathlib.Path(cls.folder) / 'ticket')

    @classmethod
    def write_password(cls, text):
        cls.password.write_text(f'{text}\n')
        cls.password.chmod(0o600)

    def keys(self, **changed):
        keys = {'address': '127.0.0.1', 'port': self.server.port}
        keys |= {'ccache': self.ticket} if self.kerberos else {'auth': 'ntlm', 'user': USER, 'domain': DOMAIN,
                                                               'password-file': self.password}
        return keys | changed

    def typeperf(self, *arguments, name='web1', variables=None, keys=None, sections=None):
        hosts = pathlib.Path(self.folder) / 'hosts.ini'
        hosts.write_text(''.join(f'[{name}]\n' + ''.join(f'{key} = {value}\n' for key, value in own.items() if value)
                                 for name, own in (sections or {name: keys or self.keys()}).items()))
        hosts.chmod(0o600)
        environment = {key: value for key, value in os.environ.items() if not key.startswith(('PDH_SHIM_', 'KRB5'))}
        environment |= {'PDH_SHIM_SOURCE': 'linux,winhost', 'PDH_SHIM_HOSTS': str(hosts), 'PDH_SHIM_LIBEXEC': libexec}
        if self.kerberos:
            environment['KRB5_CONFIG'] = f'{self.server.folder}/krb5.conf'
        return subprocess.run([typeperf, *arguments], capture_output=True, text=True, timeout=60,
                              env=environment | (variables or {}))

    def values(self, *arguments, **options):
        run = self.typeperf('-sc', '1', *arguments, **options)
        self.assertEqual(run.returncode, 0, run.stderr)
        rows = list(csv.reader(line for line in run.stdout.splitlines() if line.startswith('"')))
        return [float(value) for value in rows[1][1:]]

    def reason(self, **options):
        """Why there are no values."""
        run = self.typeperf('-sc', '1', UP_TIME, **options)
        self.assertIn('PDH_CSTATUS_NO_MACHINE', run.stderr)
        self.assertNotIn(PASSWORD, run.stdout + run.stderr)
        return run.stderr


    def variables(self, name='web1', **changed):
        """Of a program that asks the host; its hosts file is written."""
        self.typeperf('-q', name=name, keys=self.keys(**changed))
        variables = {key: value for key, value in os.environ.items() if not key.startswith(('PDH_SHIM_', 'KRB5'))}
        variables |= {'PDH_SHIM_SOURCE': 'winhost', 'PDH_SHIM_HOSTS': f'{self.folder}/hosts.ini', 'PDH_SHIM_LIBEXEC': libexec}
        return variables | ({'KRB5_CONFIG': f'{self.server.folder}/krb5.conf'} if self.kerberos else {})


def descendants(process):
    """The processes of pdh-windows-hosts that a program has: those of its session are not its children."""
    found = {}
    for folder in pathlib.Path('/proc').iterdir():
        try:
            if folder.name.isdigit() and (folder / 'cmdline').read_bytes().startswith(f'{libexec}/pdh-windows-hosts'.encode()):
                found[int(folder.name)] = (folder / 'environ').read_bytes()
        except OSError:
            pass  # it has ended
    mark = f'MARK_OF_THE_TEST={process}'.encode()
    return [number for number, environment in found.items() if mark in environment.split(b'\0')]


def allow_core_files():
    resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)


def shown(process):
    """What the system shows of a process to who may see it, and how long its core file may be."""
    folder = pathlib.Path(f'/proc/{process}')
    text = b''.join((folder / name).read_bytes() for name in ('cmdline', 'environ', 'status', 'limits'))
    limit = next(line for line in (folder / 'limits').read_text().splitlines() if line.startswith('Max core file size'))
    return text, limit.split()[4]


class NtlmTest(HostTest):
    def test_a_host_is_read_signed_and_sealed(self):
        for protection in ('seal', 'sign'):
            with self.subTest(protection):
                self.assertEqual(self.values(UP_TIME, QUEUE, keys=self.keys(protection=protection)), [999.999999, 3])

    def test_titles_are_numbers_too(self):
        self.assertEqual(self.values(r'\\web1\2\44'), [3])

    def test_another_reader_of_the_same_server_has_the_same_numbers(self):
        try:
            block = read_by_impacket(self.server)
        except ImportError:
            self.skipTest('python3-impacket is missing')
        time, frequency, numbers = numbers_of(block)
        self.assertEqual(numbers, {674: 5, 44: 3, 146: 100})
        up_time, queue = self.values(UP_TIME, QUEUE)
        self.assertEqual(queue, numbers[44])
        self.assertAlmostEqual(up_time, (time - numbers[674]) / frequency, delta=1e-6)

    def test_nothing_secret_is_shown_of_the_processes_nor_logged(self):
        log = pathlib.Path(self.folder) / 'calls.log'
        mark = str(os.getpid())
        with subprocess.Popen([typeperf, QUEUE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env=self.variables() | {'MARK_OF_THE_TEST': mark, 'PDH_SHIM_LOG': f'calls:{log}'},
                              preexec_fn=allow_core_files) as run:
            try:
                while '3.0' not in run.stdout.readline():
                    pass
                processes = descendants(mark)
                self.assertGreaterEqual(len(processes), 2)  # the one that asks, and who waits for its end
                for process in processes:
                    text, core = shown(process)
                    self.assertNotIn(PASSWORD.encode(), text)
                    self.assertNotIn(str(self.password).encode(), text)
                self.assertIn('0', [shown(process)[1] for process in processes])
            finally:
                run.kill()
                output = ''.join(run.communicate())
        self.assertIn('PdhCollectQueryData', log.read_text())
        self.assertNotIn(PASSWORD, log.read_text() + output)

    def test_other_processes_of_the_user_cannot_look_into_the_one_with_the_password(self):
        nobody = 65534
        with tempfile.TemporaryDirectory() as folder:
            for name in ('hosts.ini', 'password'):
                file = pathlib.Path(folder) / name
                file.write_text(f'{PASSWORD}\n')
                file.chmod(0o600)
            (pathlib.Path(folder) / 'hosts.ini').write_text(
                '[web1]\n' + ''.join(f'{key} = {value}\n' for key, value in self.keys(**{'password-file': f'{folder}/password'}).items()))
            for place in (folder, f'{folder}/hosts.ini', f'{folder}/password'):
                os.chown(place, nobody, nobody)
            as_nobody = {'user': nobody, 'group': nobody, 'extra_groups': [], 'cwd': '/'}
            try:
                subprocess.run([typeperf, '--version'], check=True, capture_output=True, timeout=600, **as_nobody)
            except (OSError, subprocess.CalledProcessError):
                self.skipTest(f'others may not run {typeperf}')
            mark = f'{os.getpid()}.nobody'
            variables = self.variables() | {'MARK_OF_THE_TEST': mark, 'PDH_SHIM_HOSTS': f'{folder}/hosts.ini'}
            with subprocess.Popen([typeperf, QUEUE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=variables,
                                  **as_nobody) as run:
                try:
                    line = run.stdout.readline()
                    while line and '3.0' not in line:
                        line = run.stdout.readline()
                    owners = [os.stat(f'/proc/{process}/mem').st_uid for process in descendants(mark)]
                finally:
                    run.kill()
                    errors = run.communicate()[1]
            self.assertIn('3.0', line, errors)
            self.assertIn(0, owners)  # not its user: prctl(PR_SET_DUMPABLE, 0)

    def test_a_server_that_restarts_in_a_query_goes_on(self):
        run = None
        hosts = pathlib.Path(self.folder) / 'marks'
        self.values(QUEUE)  # the files of typeperf() are there
        environment = dict(os.environ, PDH_SHIM_SOURCE='winhost', PDH_SHIM_HOSTS=f'{self.folder}/hosts.ini',
                           PDH_SHIM_LIBEXEC=libexec)
        run = subprocess.Popen([typeperf, '-sc', '6', QUEUE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=environment)
        try:
            for line in run.stdout:
                if '3.0' in line:
                    break
            self.server.stop()
            self.server.start()
            rest = run.stdout.read()
        finally:
            run.kill()
            run.communicate()
        self.assertIn('"3.000000"', rest.splitlines()[-1])

    def test_the_page_s_hosts_file_and_report(self):
        page = PAGE.read_text()
        example = next(block for block in page.split('```')[1::2] if '[web1]' in block)
        own = '[web1]' + example.partition('[web1]')[2].replace('10.0.0.5', f'127.0.0.1\nport = {self.server.port}').replace(
            '= CORP', f'= {DOMAIN}').replace('/etc/pdh-shim/web1.password', str(self.password)).replace('   ', '')
        hosts = pathlib.Path(self.folder) / 'page.ini'
        hosts.write_text(own)
        hosts.chmod(0o600)
        report = page.partition('```report\n')[2].partition('```')[0]
        self.assertIn('typeperf', report)
        environment = {key: value for key, value in os.environ.items() if not key.startswith('PDH_SHIM_')}
        environment |= {'PDH_SHIM_HOSTS': str(hosts), 'PDH_SHIM_LIBEXEC': libexec,
                        'PATH': f'{pathlib.Path(typeperf).parent}:{os.environ["PATH"]}'}
        subprocess.run(['bash', '-c', report], cwd=self.folder, env=environment, check=False, timeout=600)
        written = (pathlib.Path(self.folder) / 'report.txt').read_text()
        for part in ('pdh-shim', r'\\web1\System\Processor Queue Length', '"3.000000"', 'real'):
            self.assertIn(part, written)
        self.assertNotIn(PASSWORD, written)

    def test_a_wrong_password_is_a_reason(self):
        self.addCleanup(self.write_password, PASSWORD)
        self.write_password('wrong')
        self.assertIn('the log-in failed', self.reason())

    def test_a_password_that_others_may_read_is_not_used(self):
        self.addCleanup(self.password.chmod, 0o600)
        self.password.chmod(0o644)
        self.assertIn('chmod 0600', self.reason())

    def test_a_port_that_nobody_listens_on_is_a_reason(self):
        port = free_port()
        self.assertIn(f'port {port}', self.reason(keys=self.keys(port=port)))

    def test_a_name_that_is_unknown_is_a_reason(self):
        self.assertIn('unknown here', self.reason(keys=self.keys(address='web1.invalid')))

    def test_a_host_without_a_section_is_not_asked(self):
        run = self.typeperf('-sc', '1', r'\\web2\System\System Up Time')
        self.assertIn('it has no section', run.stderr)


class GuestTest(HostTest):
    settings = ' map to guest = bad user\n restrict anonymous = 0'

    def test_a_server_that_takes_strangers_for_guests_is_not_read(self):
        self.assertIn('NO_MACHINE', self.reason(keys=self.keys(user='stranger')))

    def test_its_users_read_it(self):
        self.assertEqual(self.values(QUEUE), [3])


class OldServerTest(HostTest):
    settings = ' server max protocol = NT1\n server min protocol = NT1'

    def test_a_server_of_smb_1_is_not_asked(self):
        self.assertIn('only SMB 1', self.reason())


class ServiceTest(HostTest):
    def test_a_service_that_does_not_run_is_a_reason(self):
        service = self.server.processes[0]  # as smbd has it: a program apart, and its sockets
        os.killpg(service.pid, signal.SIGKILL)
        shutil.rmtree(self.server.folder / 'ncalrpc/np')
        self.assertIn('Remote Registry does not run', self.reason())


class FakeServer(threading.Thread):
    """Sends the same to all who connect, and records what they send."""

    def __init__(self, answer):
        super().__init__(daemon=True)
        self.answer, self.received, self.connections = answer, b'', 0
        self.listening = socket.create_server(('127.0.0.1', 0))
        self.port = self.listening.getsockname()[1]

    def run(self):
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            self.connections += 1
            with connection:
                connection.settimeout(600)
                try:
                    while data := connection.recv(65536):
                        self.received += data
                        connection.sendall(self.answer)
                except OSError:
                    pass

    def close(self):
        self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        self.join()


def framed(message):
    return len(message).to_bytes(4, 'big') + message


SMB1 = b'\xffSMB\x72' + bytes(4) + b'\x98\x01\x28' + bytes(20) + b'\x11\x00\x00\x03' + bytes(33)
# A header of SMB 2, and the answer to a negotiation, with lengths and places that lie.
SMB2 = b'\xfeSMB\x40' + bytes(59)
NEGOTIATED = SMB2 + b'\x41\x00\x01\x00\x10\x02' + bytes(50) + b'\xff\xff\xff\xff' + b'\xff' * 100
HOSTILE = {'nothing': b'', 'a byte': b'\0', 'a length of 16 MiB': b'\0\xff\xff\xff', 'SMB 1': framed(SMB1), 'noise': b'\xa5' * 70000,
           'a header alone': framed(SMB2), 'lies': framed(NEGOTIATED), 'no message': framed(b''), 'keep-alives': b'\x85\0\0\0' * 5000}


class HostileServerTest(HostTest):
    def test_who_only_listens_gets_no_hash_and_harms_nobody(self):
        for name, answer in HOSTILE.items():
            with self.subTest(name):
                server = FakeServer(answer)
                server.start()
                self.addCleanup(server.close)
                run = self.typeperf('-sc', '2', r'\\evil\System\System Up Time', QUEUE, sections={
                    'evil': self.keys(port=server.port), 'web1': self.keys()})
                self.assertEqual(run.stdout.splitlines()[-1].split(',')[1:], ['" "', '"3.000000"'], run.stdout + run.stderr)
                self.assertGreater(server.connections, 0)
                for secret in (b'NTLMSSP', USER.encode(), USER.encode('utf-16-le'), PASSWORD.encode(), PASSWORD.encode('utf-16-le')):
                    self.assertNotIn(secret, server.received)

    def test_answers_of_a_server_cut_at_any_byte(self):
        for cut in range(0, 2600, 130):
            with self.subTest(cut):
                proxy = CuttingProxy(self.server.port, cut)
                proxy.start()
                self.addCleanup(proxy.close)
                run = self.typeperf('-sc', '1', r'\\cut\System\System Up Time', QUEUE, sections={
                    'cut': self.keys(port=proxy.port), 'web1': self.keys()})
                self.assertEqual(run.stdout.splitlines()[-1].split(',')[-1], '"3.000000"', run.stdout + run.stderr)
                self.assertIn('cut', run.stdout.splitlines()[1], run.stderr)


class CuttingProxy(FakeServer):
    """Passes all on between a client and a server, and ends each connection after so many bytes of the server."""

    def __init__(self, port, cut):
        super().__init__(b'')
        self.server_port, self.cut = port, cut

    def run(self):
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            with client, socket.create_connection(('127.0.0.1', self.server_port)) as server:
                left = self.cut
                while left > 0:
                    for ready in select.select([client, server], [], [])[0]:
                        data = ready.recv(65536)
                        if not data:
                            left = 0
                        elif ready is client:
                            server.sendall(data)
                        else:
                            client.sendall(data[:left])
                            left -= len(data)


class KerberosTest(HostTest):
    kerberos = True

    def test_a_host_is_read_signed_and_sealed(self):
        for protection in ('seal', 'sign'):
            with self.subTest(protection):
                self.assertEqual(self.values(UP_TIME, keys=self.keys(protection=protection)), [999.999999])

    def test_the_ticket_of_the_user_is_used(self):
        self.assertEqual(self.values(UP_TIME, keys=self.keys(ccache=''), variables={'KRB5CCNAME': self.ticket}), [999.999999])

    def test_a_program_with_more_rights_than_its_user_takes_no_ticket_but_that_of_ccache(self):
        # A helper finds this variable if its program has such rights.
        variables = {'KRB5CCNAME': self.ticket, 'PDH_SHIM_PRIVILEGED': '1'}
        self.assertIn('needs a section with a ccache', self.reason(keys=self.keys(ccache=''), variables=variables))

    def test_a_ticket_that_is_missing_is_a_reason(self):
        self.assertIn('no valid Kerberos ticket', self.reason(keys=self.keys(ccache=f'FILE:{self.folder}/none')))

    def test_a_host_that_kerberos_does_not_know_is_a_reason(self):
        self.assertIn('does not know cifs/web2', self.typeperf(
            '-sc', '1', r'\\web2\System\System Up Time', name='web2').stderr)

    def test_a_kdc_that_does_not_answer_stops_only_those_who_need_it(self):
        self.assertEqual(self.values(UP_TIME), [999.999999])  # its tickets are in the cache
        kdc = self.server.processes[0]
        kdc.send_signal(signal.SIGSTOP)
        self.addCleanup(kdc.send_signal, signal.SIGCONT)
        run = self.typeperf('-sc', '3', r'\\web3.test.pdh\System\System Up Time', UP_TIME,
                            sections={'web3.test.pdh': self.keys(), 'web1': self.keys()})
        rows = [line.split(',')[1:] for line in run.stdout.splitlines() if line.startswith('"')]
        self.assertEqual(rows[1:], [['" "', '"999.999999"']] * 3, run.stderr)

    def test_nothing_secret_is_shown_of_the_process_that_gets_tickets(self):
        kdc = self.server.processes[0]
        kdc.send_signal(signal.SIGSTOP)
        self.addCleanup(kdc.send_signal, signal.SIGCONT)
        secret = pathlib.Path(self.ticket.removeprefix('FILE:')).read_bytes()[-200:]
        mark = f'{os.getpid()}.kerberos'
        variables = self.variables(name='web4.test.pdh') | {'MARK_OF_THE_TEST': mark}
        with subprocess.Popen([typeperf, r'\\web4.test.pdh\System\System Up Time'], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, env=variables, preexec_fn=allow_core_files) as run:
            try:
                Server.wait_until(lambda: len(descendants(mark)) >= 3, 'no process asks for a ticket')
                processes = [(number, *shown(number)) for number in descendants(mark)]
                for _, text, _ in processes:
                    self.assertNotIn(PASSWORD.encode(), text)
                    self.assertNotIn(secret, text)
                self.assertGreaterEqual([core for *_, core in processes].count('0'), 2)
            finally:
                run.kill()

    def test_a_host_that_refuses_ntlm_says_so(self):
        keys = {'address': '127.0.0.1', 'port': self.server.port, 'auth': 'ntlm', 'user': 'root', 'domain': DOMAIN,
                'password-file': self.password}
        self.assertIn('use auth = kerberos', self.reason(keys=keys))


def read_by_impacket(server):
    from impacket.dcerpc.v5 import rrp, transport
    binding = transport.SMBTransport('127.0.0.1', server.port, r'\winreg', 'monitor', PASSWORD, DOMAIN)
    rpc = binding.get_dce_rpc()
    rpc.connect()
    rpc.bind(rrp.MSRPC_UUID_RRP)
    key = rrp.hOpenPerformanceData(rpc)['phKey']
    _, data = rrp.hBaseRegQueryValue(rpc, key, '2')
    rpc.disconnect()
    return data if isinstance(data, bytes) else bytes(data, 'latin-1')


def numbers_of(block):
    """PerfTime, PerfFreq and the numbers of the first object of a block, by their indexes."""
    time, frequency = struct.unpack_from('<qq', block, 56)
    start = int.from_bytes(block[24:28], 'little')
    _, definitions, header = struct.unpack_from('<III', block, start)
    numbers, place = {}, start + header
    while place < start + definitions:
        length, index = struct.unpack_from('<II', block, place)
        size, offset = struct.unpack_from('<II', block, place + 32)
        value = start + definitions + offset
        numbers[index] = int.from_bytes(block[value:value + size], 'little')
        place += length
    return time, frequency, numbers


if __name__ == '__main__':
    typeperf, libexec = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:3])
    try:
        with tempfile.TemporaryDirectory() as folder:
            Server(folder, kerberos=True)
    except Missing as missing:
        print(f'SKIPPED: {missing}')
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
