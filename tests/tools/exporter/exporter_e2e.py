#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""pdh-exporter from the outside, by HTTP and by its command line.

usage: exporter_e2e.py PDH_EXPORTER
"""

import base64
import gzip
import http.client
import os
import pathlib
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

import programs
from exporters import PATIENCE, Exporter, script, until

PROGRAM = sys.argv.pop(1)
# Of `sesame`.
HASH = "$2b$04$abcdefghijklmnopqrstuuinwY/tkBVrn3xrxQI/TgnMHhkvl85RW"
GAUGE = [{"name": "A", "type": "PERF_COUNTER_RAWCOUNT", "help": "The A."}]
BOX = script(GAUGE, {"a": [1], "<b>\"\n\\": [2]})
SERIES = 'pdh_box_a{name="a"} 1\npdh_box_a{name="<b>\\"\\n\\\\"} 2\n'
OPENMETRICS = {"Accept": "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"}


class Case(programs.Folder):
    def start(self, *options, config="objects: [Box]", source=BOX, listen="127.0.0.1:0", **more):
        config_file = self.write("config.yml", config.encode())
        exporter = Exporter(PROGRAM, "--web.listen-address", listen, "--config", config_file, *options, source=source, **more)
        self.addCleanup(exporter.stop)
        return exporter

    def fail_to_start(self, *options):
        done = subprocess.run([PROGRAM, *options], capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL,
                              env={**os.environ, "PDH_SHIM_SOURCE": BOX})
        self.assertEqual(done.stdout, "")
        return done.returncode, done.stderr


class Answers(Case):
    def test_both_formats_plain_and_compressed(self):
        exporter = self.start()
        status, headers, body = exporter.get("/metrics")
        self.assertEqual((status, headers["Content-Type"]), (200, "text/plain; version=0.0.4; charset=utf-8"))
        text = body.decode()
        self.assertIn("# HELP pdh_box_a The A.\n# TYPE pdh_box_a gauge\n" + SERIES, text)
        self.assertIn('pdh_up{target="local"} 1\n', text)
        self.assertIn("pdh_config_last_reload_successful 1\n", text)
        _, headers, body = exporter.get("/metrics", {**OPENMETRICS, "Accept-Encoding": "gzip"})
        self.assertEqual(headers["Content-Encoding"], "gzip")
        self.assertEqual(headers["Content-Type"], "application/openmetrics-text; version=1.0.0; charset=utf-8")
        self.assertEqual(gzip.decompress(body).decode(), text + "# EOF\n")
        status, headers, body = exporter.get("/metrics", method="HEAD")
        self.assertEqual((status, headers["Content-Length"], body), (200, str(len(text)), b""))
        self.assertEqual(exporter.stop(), 0)

    def test_pages(self):
        exporter = self.start(config='objects: [Box]\ntargets: {"<a>&b": {}}')
        page = exporter.text("/")
        self.assertIn('<a href="/probe?target=%3Ca%3E%26b">&lt;a&gt;&amp;b</a>', page)
        self.assertIn("Version ", page)
        self.assertEqual(exporter.text("/-/healthy"), "pdh-exporter is healthy.\n")
        self.assertEqual(exporter.get("/nothing")[0], 404)
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            self.assertEqual(exporter.get("/metrics", method=method)[0], 405)

    def test_scrapes_at_the_same_time_share_a_sample(self):
        samples = [{"data": {"Box": {"a": [number]}}} for number in range(100)]
        exporter = self.start(source=script(GAUGE, {}, samples=samples))
        texts = []
        threads = [threading.Thread(target=lambda: texts.append(exporter.text())) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # In two tenths of a second there are few samples, on the slowest machine as many as there are answers.
        self.assertEqual(len(texts), 20)
        first = exporter.text()
        until(lambda: exporter.text() != first)


class Probes(Case):
    def test_targets_have_their_own_sources_and_modules(self):
        other = urllib.parse.quote("x y")
        two = script(GAUGE, {"c": [3]})
        config = "modules: {default: {objects: [Box]}, other: {objects: [Box, Nope]}}\n" \
                 f"targets:\n  x y: {{source: '{two}', module: other, labels: {{site: s}}}}\n  gone: {{source: 'script:/nope'}}\n"
        exporter = self.start(config=config)
        answer = exporter.text(f"/probe?target={other}")
        self.assertIn('pdh_box_a{name="c",site="s"} 3\n', answer)
        self.assertIn('pdh_up{target="x y"} 1\n', answer)
        self.assertNotIn("pdh_config", answer)
        exporter.line("x y: there is no object 'Nope'")
        self.assertIn('pdh_box_a{name="c"', exporter.text(f"/probe?target={other}&module=default"))
        self.assertIn(SERIES, exporter.text())
        answer = exporter.text("/probe?target=gone")
        self.assertEqual(answer.count("\n") - answer.count("#"), 2)
        self.assertIn('pdh_up{target="gone"} 0\n', answer)
        exporter.line("gone: ")
        self.assertEqual(exporter.get("/probe?target=nobody")[0], 403)
        self.assertEqual(exporter.get(f"/probe?target={other}&module=nothing")[0], 403)
        self.assertEqual(exporter.get("/probe")[0], 400)


    def test_a_computer_has_answered_if_nobody_wants_what_it_has(self):
        config = "objects: [{object: Box, instances: nobody}]\n" \
                 f"targets: {{here: {{computer: {socket.gethostname()}}}}}\n"
        self.assertIn('pdh_up{target="here"} 1\n', self.start(config=config).text("/probe?target=here"))


class Reload(Case):
    def test_a_changed_file_is_read_and_a_wrong_one_is_not(self):
        exporter = self.start()
        before = len(exporter.lines)
        self.write("config.yml", b"objects: [Box, {object: Box, tap: 3}]")
        line = exporter.line("the configuration stays as it was", before)
        self.assertIn("config.yml:1:35: 'tap' is not a key of an object", line)
        text = exporter.text()
        self.assertIn(SERIES, text)
        self.assertIn("pdh_config_last_reload_successful 0\n", text)
        before = len(exporter.lines)
        self.write("config.yml", b"objects: [{object: Box, instances: a, labels: {new: one}}]")
        exporter.process.send_signal(signal.SIGHUP)
        exporter.line("has read its configuration anew", before)
        text = exporter.text()
        self.assertIn('pdh_box_a{name="a",new="one"} 1\n', text)
        self.assertNotIn("pdh_box_a{name=\"<b>", text)
        self.assertIn("pdh_config_last_reload_successful 1\n", text)

    def test_a_change_while_a_file_is_read_is_seen(self):
        exporter = self.start()
        objects = ", ".join(f"{{object: Object {number}, labels: {{a: b, c: d}}, except: [a, b, c]}}" for number in range(9000))
        self.write("config.yml", f"objects: [Box]\nmodules: {{large: {{objects: [{objects}]}}}}".encode())
        exporter.process.send_signal(signal.SIGHUP)
        time.sleep(0.1)  # it takes longer to read it, or else this sees less
        self.write("config.yml", b"objects: [{object: Box, labels: {new: one}}]")
        until(lambda: 'pdh_box_a{name="a",new="one"} 1\n' in exporter.text())

    def test_rates_are_there_after_it(self):
        rate = [{"name": "R/sec", "type": "PERF_COUNTER_COUNTER"}]
        samples = [{"perfTime": second * 10_000_000, "data": {"Box": {"a": [second * 7]}}} for second in range(5)]
        config = "collector: {performancecounter: {objects: [{name: b, object: Box, type: formatted, counters: [{name: R/sec}]}]}}"
        exporter = self.start(config=config, source=script(rate, {}, samples=samples))
        exporter.process.send_signal(signal.SIGHUP)
        exporter.line("has read its configuration anew")
        time.sleep(1.5)  # what is of two samples needs a second between them
        self.assertIn('windows_performancecounter_box_r_sec{instance="a"} 7\n', exporter.text())

    def test_under_load(self):
        exporter = self.start()
        stopped = threading.Event()
        answers = []

        def scrape():
            while not stopped.is_set():
                answers.append(SERIES in exporter.text())

        threads = [threading.Thread(target=scrape) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(20):
            before = len(exporter.lines)
            exporter.process.send_signal(signal.SIGHUP)
            exporter.line("has read its configuration anew", before)
        stopped.set()
        for thread in threads:
            thread.join()
        self.assertTrue(answers and all(answers))


class Limits(Case):
    def test_a_page_of_another_host_is_refused(self):
        exporter = self.start()
        self.assertEqual(exporter.get("/metrics", {"Host": "evil.example"})[0], 403)
        self.assertEqual(exporter.get("/metrics", {"Host": "localhost:1"})[0], 200)

    def test_large_requests_are_refused(self):
        exporter = self.start()
        self.assertEqual(exporter.get("/-/healthy", {"X": "a" * 7000})[0], 200)
        self.assertEqual(exporter.get("/-/healthy", {"X": "a" * 9000})[0], 431)
        self.assertEqual(exporter.get("/" + "a" * 20000)[0], 414)

    def test_a_wait_that_is_over_takes_no_memory(self):
        exporter = self.start()
        with open(f"/proc/{exporter.process.pid}/maps", encoding="utf-8") as maps:
            if "san.so" in maps.read():
                self.skipTest("a sanitizer keeps memory")

        def ask(number):
            connection = http.client.HTTPConnection("127.0.0.1", exporter.port, timeout=PATIENCE)
            for _ in range(number):
                connection.request("GET", "/metrics", headers={"X-Prometheus-Scrape-Timeout-Seconds": "3600"})
                connection.getresponse().read()
            connection.close()

        def kilobytes():
            with open(f"/proc/{exporter.process.pid}/status", encoding="utf-8") as status:
                return int(next(line for line in status if line.startswith("VmRSS")).split()[1])

        ask(1000)
        before = kilobytes()
        ask(10000)
        self.assertLess(kilobytes() - before, 1000)

    def test_half_requests_do_not_keep_others_from_an_answer(self):
        exporter = self.start()
        halves = []
        self.addCleanup(lambda: [half.close() for half in halves])
        for number in range(900):
            half = socket.create_connection(("127.0.0.1", exporter.port), PATIENCE, (f"127.0.1.{number // 60 + 1}", 0))
            half.sendall(b"GET /metrics HTTP/1.1\r\nHost: loc")
            halves.append(half)
        self.assertIn(SERIES, exporter.text())
        for half in halves[:3]:  # a byte now and then is still a half request
            half.sendall(b"a")
        self.assertIn(SERIES, exporter.text())

    def test_one_byte_a_second_keeps_nobody_from_an_answer(self):
        exporter = self.start()
        with socket.create_connection(("127.0.0.1", exporter.port), PATIENCE) as slow:
            for byte in b"GET ":
                slow.sendall(bytes([byte]))
                begin = time.monotonic()
                self.assertIn(SERIES, exporter.text())
                time.sleep(max(0, begin + 1 - time.monotonic()))
            slow.sendall(b"/-/healthy HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertIn(b"200 OK", slow.recv(1000))
            slow.setblocking(False)

            def is_kept():  # its next request may take longer than the first one
                try:
                    return slow.recv(1) != b""
                except BlockingIOError:
                    return True

            with socket.create_connection(("127.0.0.1", exporter.port), PATIENCE) as endless:
                with self.assertRaises(ConnectionError):  # after 20 s
                    for _ in range(600):
                        endless.sendall(b"a")
                        time.sleep(0.1)
            self.assertTrue(is_kept())

    def test_two_scrapers_at_once_have_whole_answers(self):
        many = script(GAUGE, {f"instance {number:04}": [number] for number in range(2000)})
        exporter = self.start(source=f"script:{self.write('many.json', many.removeprefix('script:').encode())}")
        texts = []

        def scrape(headers):
            for _ in range(20):
                _, _, body = exporter.get("/metrics", headers)
                texts.append(body)

        threads = [threading.Thread(target=scrape, args=(headers,)) for headers in ({}, OPENMETRICS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(texts), 40)
        for text in texts:
            self.assertEqual(text.count(b"\npdh_box_a{"), 2000)
        self.assertEqual(sum(text.endswith(b"# EOF\n") for text in texts), 20)

    def test_one_address_has_few_connections(self):
        exporter = self.start()
        held = []
        self.addCleanup(lambda: [one.close() for one in held])
        for _ in range(64):
            one = socket.create_connection(("127.0.0.1", exporter.port), PATIENCE, ("127.0.2.1", 0))
            one.sendall(b"GET /-/healthy HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertIn(b"200 OK", one.recv(100))
            held.append(one)
        with socket.create_connection(("127.0.0.1", exporter.port), PATIENCE, ("127.0.2.1", 0)) as refused:
            try:
                refused.sendall(b"GET /-/healthy HTTP/1.1\r\nHost: localhost\r\n\r\n")
                self.assertEqual(refused.recv(100), b"")
            except ConnectionError:
                pass
        self.assertEqual(exporter.get("/-/healthy", address=("127.0.2.2", 0))[0], 200)

    def test_slow_readers_hold_no_worker(self):
        many = script(GAUGE, {f"instance {number:06}": [number] for number in range(20000)})
        file = self.write("many.json", many.removeprefix("script:").encode())
        exporter = self.start(source=f"script:{file}")
        slow = []
        self.addCleanup(lambda: [one.close() for one in slow])
        for _ in range(30):
            one = socket.create_connection(("127.0.0.1", exporter.port), PATIENCE)
            one.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
            slow.append(one)
        self.assertEqual(exporter.text().count("\npdh_box_a{"), 20000)

    def test_any_address_needs_who_asks(self):
        status, error = self.fail_to_start("--web.listen-address", "0.0.0.0:0")
        self.assertEqual(status, 2)
        self.assertIn("is not loopback", error)
        exporter = self.start("--web.insecure-any-address", listen=":0")
        self.assertEqual(exporter.get("/metrics", {"Host": "any.example"})[0], 200)


class Users(Case):
    def start_with_user(self):
        web = self.write("web.yml", f"basic_auth_users: {{p: '{HASH}'}}".encode())
        return self.start("--web.config.file", web)

    def test_a_password_is_needed(self):
        exporter = self.start_with_user()
        status, headers, _ = exporter.get("/metrics")
        self.assertEqual((status, headers["WWW-Authenticate"]), (401, 'Basic realm="pdh-exporter", charset="UTF-8"'))
        right = {"Authorization": "Basic cDpzZXNhbWU="}
        self.assertEqual(exporter.get("/metrics", right)[0], 200)
        self.assertEqual(exporter.get("/-/healthy", {"Authorization": "Basic cDpzZXNhbWUx"})[0], 401)
        self.assertEqual(exporter.get("/", {"Authorization": "Basic !!"})[0], 401)

    def test_a_body_is_refused_before_anybody_is_asked(self):
        exporter = self.start_with_user()

        def status(headers, body):
            with socket.create_connection(("127.0.0.1", exporter.port), PATIENCE) as client:
                client.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n" + headers + b"\r\n" + body)
                return client.recv(100).split()[1]

        for number in range(20):
            for user in (b"", b"Authorization: Basic " + base64.b64encode(b"p:wrong%d" % number) + b"\r\n"):
                self.assertEqual(status(user + b"Transfer-Encoding: chunked\r\n", b"1\r\na\r\n1\r\nb\r\n0\r\n\r\n"), b"413")
                self.assertEqual(status(user + b"Content-Length: 2\r\n", b"ab"), b"413")
        self.assertEqual(status(b"Authorization: Basic cDpzZXNhbWU=\r\nContent-Length: 0\r\n", b""), b"200")

    def test_a_thousand_wrong_ones_do_not_keep_the_right_one_out(self):
        exporter = self.start_with_user()
        right = {"Authorization": "Basic cDpzZXNhbWU="}
        self.assertEqual(exporter.get("/metrics", right)[0], 200)
        statuses = []

        def guess(thread):
            for number in range(100):
                statuses.append(exporter.get("/", {"Authorization": f"Basic cDox{thread}{number:03}"})[0])

        threads = [threading.Thread(target=guess, args=(thread,)) for thread in range(10)]
        for thread in threads:
            thread.start()
        for _ in range(20):
            self.assertEqual(exporter.get("/metrics", right)[0], 200)
        for thread in threads:
            thread.join()
        self.assertEqual(len(statuses), 1000)
        self.assertLessEqual(set(statuses), {401, 503})


class Tls(Case):
    def openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, timeout=PATIENCE, cwd=self.folder)

    def certificate(self, name, *more, key=("ec", "-pkeyopt", "ec_paramgen_curve:P-256")):
        self.openssl("req", "-x509", "-newkey", *key, "-nodes", "-days", "2", "-subj", f"/CN={name}",
                     "-addext", "subjectAltName=IP:127.0.0.1", *more, "-keyout", f"{name}.key", "-out", f"{name}.crt")

    def setUp(self):
        super().setUp()
        if not shutil.which("openssl"):
            self.skipTest("openssl is missing")
        self.certificate("server")

    def ask(self, exporter, client=None, most=None):
        context = ssl.create_default_context(cafile=self.path("server.crt"))
        if client:
            context.load_cert_chain(self.path(client + ".crt"), self.path(client + ".key"))
        if most:
            context.maximum_version = most
        with socket.create_connection(("127.0.0.1", exporter.port), PATIENCE) as plain:
            with context.wrap_socket(plain, server_hostname="127.0.0.1") as secure:
                secure.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
                answer = b""
                while part := secure.recv(65536):
                    answer += part
                return answer.split(b"\r\n")[0], answer

    def test_clients_need_a_certificate_that_is_known(self):
        self.certificate("client")
        self.certificate("stranger")
        web = self.write("web.yml", b"tls_server_config: {cert_file: server.crt, key_file: server.key, client_ca_file: client.crt, "
                                    b"client_auth_type: RequireAndVerifyClientCert, min_version: TLS13}")
        exporter = self.start("--web.config.file", web, listen="0.0.0.0:0")
        status, answer = self.ask(exporter, "client")
        self.assertEqual(status, b"HTTP/1.1 200 OK")
        self.assertIn(SERIES.encode(), answer)
        self.assertEqual(self.ask(exporter)[0], b"HTTP/1.1 403 Forbidden")
        self.assertEqual(self.ask(exporter, "stranger")[0], b"HTTP/1.1 403 Forbidden")
        with self.assertRaises(ssl.SSLError):
            self.ask(exporter, "client", ssl.TLSVersion.TLSv1_2)

    def test_a_certificate_of_a_server_is_none_of_a_client(self):
        self.certificate("client", "-addext", "extendedKeyUsage=clientAuth")
        self.certificate("other", "-addext", "extendedKeyUsage=serverAuth")
        self.write("ca.crt", self.read("client.crt") + self.read("other.crt"))
        web = self.write("web.yml", b"tls_server_config: {cert_file: server.crt, key_file: server.key, client_ca_file: ca.crt}")
        exporter = self.start("--web.config.file", web)
        self.assertEqual(self.ask(exporter, "client")[0], b"HTTP/1.1 200 OK")
        self.assertEqual(self.ask(exporter, "other")[0], b"HTTP/1.1 403 Forbidden")
        before = len(exporter.lines)
        self.write("ca.crt", self.read("client.crt"))
        exporter.line("ca.crt: has changed: that needs a new start", before)

    def test_a_handshake_ends_with_the_key_with_which_it_began(self):
        pairs = []
        for _ in range(4):  # now, since a handshake may take 20 s
            self.certificate("server", key=("rsa:2048",))
            pairs.append((self.read("server.crt"), self.read("server.key")))
        web = self.write("web.yml", b"tls_server_config: {cert_file: server.crt, key_file: server.key}")
        exporter = self.start("--web.config.file", web, environment={"MALLOC_PERTURB_": "165"})
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers("AES128-GCM-SHA256:@SECLEVEL=0")  # the server needs its key for the client's second flight
        came, goes = ssl.MemoryBIO(), ssl.MemoryBIO()
        secure = context.wrap_bio(came, goes)
        with socket.create_connection(("127.0.0.1", exporter.port), PATIENCE) as plain:
            def receive():
                part = plain.recv(65536)
                self.assertTrue(part)  # the server lives
                came.write(part)

            def step():
                try:
                    secure.do_handshake()
                    return True
                except ssl.SSLWantReadError:
                    return False

            self.assertFalse(step())
            plain.sendall(goes.read())
            while not goes.pending:
                receive()
                self.assertFalse(step())
            for certificate, key in pairs[:3]:
                before = len(exporter.lines)
                self.write("server.crt", certificate)
                self.write("server.key", key)
                exporter.process.send_signal(signal.SIGHUP)
                exporter.line("has read its configuration anew", before)
            plain.sendall(goes.read())
            while not step():
                receive()

    def test_a_key_belongs_to_its_certificate(self):
        web = self.write("web.yml", b"tls_server_config: {cert_file: server.crt, key_file: server.key}")
        exporter = self.start("--web.config.file", web)
        self.certificate("other")
        before = len(exporter.lines)
        self.write("server.key", self.read("other.key"))
        exporter.line("server.key: The certificate and the given key do not match.; the configuration stays as it was", before)
        self.assertEqual(self.ask(exporter)[0], b"HTTP/1.1 200 OK")
        self.assertEqual(self.fail_to_start("--web.config.file", web)[0], 2)
        status, error = self.fail_to_start("--check", "--web.config.file", web)
        self.assertEqual(status, 2)
        self.assertIn("server.key: The certificate and the given key do not match.", error)

    def test_a_new_certificate_is_used_without_a_new_start(self):
        web = self.write("web.yml", b"tls_server_config: {cert_file: server.crt, key_file: server.key}")
        exporter = self.start("--web.config.file", web)
        self.assertEqual(self.ask(exporter)[0], b"HTTP/1.1 200 OK")
        before = len(exporter.lines)
        self.write("server.key", b"nonsense")
        exporter.line("server.key: is no key in PEM", before)
        before = len(exporter.lines)
        self.certificate("server")
        exporter.process.send_signal(signal.SIGHUP)
        exporter.line("has read its configuration anew", before)
        self.assertEqual(self.ask(exporter)[0], b"HTTP/1.1 200 OK")
        before = len(exporter.lines)
        self.write("web.yml", b"{}")
        exporter.line("needs a new start", before)
        self.assertEqual(self.ask(exporter)[0], b"HTTP/1.1 200 OK")


class CommandLine(Case):
    def run_program(self, *options, config="objects: [Box]", source=BOX):
        config_file = self.write("config.yml", config.encode())
        return subprocess.run([PROGRAM, "--config", config_file, *options], capture_output=True, text=True, timeout=PATIENCE,
                              stdin=subprocess.DEVNULL, env={**os.environ, "PDH_SHIM_SOURCE": source})

    def test_check(self):
        done = self.run_program("--check")
        self.assertEqual((done.returncode, done.stdout), (0, "The configuration is right.\n"))
        done = self.run_program("--check", config="objects: [{object: Box, counters: [A, B]}]")
        self.assertEqual((done.returncode, done.stderr), (3, "pdh-exporter: local: there is no counter '\\Box\\B'\n"))
        done = self.run_program("--check", config="objects: [Box")
        self.assertEqual(done.returncode, 2)
        self.assertIn("config.yml:1:1: end of sequence flow not found", done.stderr)

    def test_list(self):
        done = self.run_program("--list")
        self.assertEqual(done.stdout.splitlines()[0], "\\Box\\A\tPERF_COUNTER_RAWCOUNT\tpdh_box_a")
        self.assertIn("\nPERF_100NSEC_TIMER_INV\tcounter\tseconds: FirstValue / time base\t"
                      "100 * (1 - rate(S_idle_seconds_total[5m]))\n", done.stdout)

    def test_textfile(self):
        file = self.path("pdh.prom")
        done = self.run_program("--textfile", file)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(SERIES, self.read("pdh.prom").decode())
        self.assertEqual(os.listdir(self.folder).count("pdh.prom"), 1)
        self.assertEqual(os.stat(file).st_mode & 0o444, 0o444)
        done = self.run_program("--textfile", "/nowhere/pdh.prom")
        self.assertEqual(done.returncode, 1)

    def test_a_textfile_replaces_only_a_regular_file(self):
        pipe, link = self.path("pipe"), self.path("link.prom")
        os.mkfifo(pipe)
        done = self.run_program("--textfile", pipe)
        self.assertEqual((done.returncode, done.stderr),
                         (1, f'pdh-exporter: The file "{pipe}" cannot be created: it is not a regular file.\n'))
        self.assertTrue(pathlib.Path(pipe).is_fifo())
        os.symlink(self.write("pdh.prom", b"old"), link)
        self.assertEqual(self.run_program("--textfile", link).returncode, 0)
        self.assertTrue(os.path.islink(link))
        self.assertIn(SERIES, self.read("pdh.prom").decode())

    def test_formatted_values_need_two_samples(self):
        rate = [{"name": "R/sec", "type": "PERF_COUNTER_COUNTER"}]
        samples = [{"perfTime": second * 10_000_000, "data": {"Box": {"a": [second * 7]}}} for second in range(2)]
        config = "collector: {performancecounter: {objects: [{name: b, object: Box, type: formatted, counters: [{name: R/sec}]}]}}"
        done = self.run_program("--textfile", "-", config=config, source=script(rate, {}, samples=samples))
        self.assertIn('windows_performancecounter_box_r_sec{instance="a"} 7\n', done.stdout)
        self.assertIn('windows_performancecounter_collector_success{collector="b"} 1\n', done.stdout)

    def test_wrong_options(self):
        status, error = self.fail_to_start("--nonsense")
        self.assertEqual((status, error), (2, "pdh-exporter: '--nonsense' is not an option; --help shows them.\n"))
        self.assertEqual(self.fail_to_start("--web.listen-address", "127.0.0.1:99999")[0], 2)
        self.assertEqual(self.fail_to_start("--web.listen-address", "192.0.2.7:9926", "--web.insecure-any-address")[0], 1)
        self.assertEqual(self.fail_to_start("--config", "/nowhere.yml"), (2, "pdh-exporter: /nowhere.yml: No such file or directory\n"))


if __name__ == "__main__":
    programs.main(sys.argv)
