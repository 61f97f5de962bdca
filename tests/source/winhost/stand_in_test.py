#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""All of PDH on Windows hosts, for which folders stand in (stand_in.cpp).

usage: stand_in_test.py LIBPDH FOLDER TYPEPERF RELOG LOGMAN

FOLDER has the stand-in for pdh-windows-hosts.
"""
import csv
import ctypes
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from ctypes import byref, c_uint32

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import pdh  # noqa: E402
from hosts import COUNTER, LARGE_RAW, RAW_BASE, RAW_COUNT, RAW_FRACTION, Host, multi_string, perf_block  # noqa: E402
from pdh import Query, call, texts  # noqa: E402

NO_MACHINE, NO_OBJECT, NO_COUNTER, NO_INSTANCE, INVALID_DATA = 0x800007D0, 0xC0000BB8, 0xC0000BB9, 0x800007D1, 0xC0000BBA
TITLES = {2: 'System', 44: 'Processor Queue Length', 146: 'Context Switches/sec', 238: 'Processor', 6: '% Processor Time',
          400: 'Widget', 402: 'Items', 404: 'Hit %', 406: 'Hit % Base', 500: 'Costly', 502: 'Things'}
HELPS = {3: 'The System object.', 45: 'Threads that wait.'}
SYSTEM = [(44, RAW_COUNT), (146, COUNTER)]
WIDGET = [(402, LARGE_RAW), (404, RAW_FRACTION), (406, RAW_BASE)]


def objects(queue=3, switches=100, widgets=None):
    return [(2, SYSTEM, [queue, switches]), (400, WIDGET, widgets or {'a': [5, 1, 4], 'b': [2**40, 3, 4]}),
            (500, [(502, RAW_COUNT)], [9])]


class StandInTest(unittest.TestCase):
    """Each test has hosts of its own, since the library remembers those that it has seen."""

    def host(self, name, titles=None, given=None, helps=HELPS):
        host = Host(hosts, name, titles or TITLES, objects() if given is None else given, helps)
        self.assertEqual(host.asked(), [])
        return host

    def status(self, path):
        with Query() as query:
            return call('PdhAddCounterA', query.handle, path, None, byref(ctypes.c_void_p()))

    def values(self, *paths):
        with Query(*paths) as query:
            query.collect()
            return [query.raw(place).first for place in range(len(paths))]

    def raw_status(self, query, place=0):
        return query.raw(place).status

    # Adding and collecting

    def test_a_counter_is_read_with_nothing_asked_but_titles_and_its_object(self):
        host = self.host('add')
        self.assertEqual(self.values(r'\\add\System\Processor Queue Length', r'\\ADD\widget(B)\items'), [3, 2**40])
        self.assertEqual(host.asked(), ['Counter 009', '2', '400', '2 400'])

    def test_titles_are_those_of_the_host(self):
        self.host('titles', {2: 'Roof', 44: 'Tiles', 238: 'System', 146: 'x'}, [(2, SYSTEM, [3, 4])])
        self.assertEqual(self.values(r'\\titles\Roof\Tiles'), [3])
        self.assertEqual(self.status(r'\\titles\System\Tiles'), NO_OBJECT)
        self.assertEqual(self.status(r'\\titles\Roof\Processor Queue Length'), NO_COUNTER)

    def test_an_object_that_appears_later_can_be_added(self):
        host = self.host('later', {2: 'System', 44: 'Processor Queue Length'}, [(2, SYSTEM, [3, 4])])
        self.assertEqual(self.values(r'\\later\System\Processor Queue Length'), [3])
        self.assertEqual(self.status(r'\\later\Widget(a)\Items'), NO_OBJECT)
        host.write('Counter 009', multi_string(TITLES))
        host.set(objects())
        time.sleep(10.1)  # titles are that old before they are read again
        self.assertEqual(self.values(r'\\later\Widget(a)\Items'), [5])

    def test_title_numbers_are_those_of_the_host_and_need_no_list(self):
        host = self.host('numbers')
        self.assertEqual(self.values(r'\\numbers\2\44'), [3])
        self.assertNotIn('Global', host.asked())

    def test_a_counter_of_a_missing_object_or_counter_is_refused(self):
        self.host('missing')
        self.assertEqual(self.status(r'\\missing\Processor(0)\% Processor Time'), NO_OBJECT)  # a title, and no object
        self.assertEqual(self.status(r'\\missing\Nothing\x'), NO_OBJECT)
        self.assertEqual(self.status(r'\\missing\System\Nothing'), NO_COUNTER)

    def test_objects_that_are_costly_come_only_when_they_are_named(self):
        host = self.host('costly')
        host.write('costly', b'500')
        self.assertEqual(texts('PdhEnumObjectsA', None, r'\\costly', ..., 400, 1), ['System', 'Widget'])
        self.assertEqual(host.asked(), ['Global', 'Counter 009'])
        self.assertEqual(self.values(r'\\costly\Costly\Things'), [9])

    def test_a_thread_collects_and_sets_an_event(self):
        host = self.host('thread')
        event = os.eventfd(0)
        self.addCleanup(os.close, event)
        with Query(r'\\thread\System\Processor Queue Length') as query:
            pdh.check('PdhCollectQueryDataEx', query.handle, 1, ctypes.c_void_p(event))
            for queue in (3, 8):
                host.set(objects(queue=queue))
                os.eventfd_read(event)  # what was there before may be of the collect that is over
                os.eventfd_read(event)
                self.assertEqual((self.raw_status(query), query.raw().first), (0, queue))

    def test_a_collect_has_the_host_s_times_and_frequency(self):
        host = self.host('clock')
        path = r'\\clock\System\Context Switches/sec'
        host.set(objects(switches=100), seconds=10, frequency=1000)
        with Query(path) as query:
            query.collect()
            first = query.raw().stamp()
            host.set(objects(switches=700), seconds=12.5, frequency=1000)
            query.collect()
            self.assertEqual(query.raw().stamp() - first, 25_000_000)
            value = pdh.Value()
            pdh.check('PdhGetFormattedCounterValue', query.counters[0], 0x200, None, byref(value))
            self.assertEqual(value.value, 240)

    # Wildcards, arrays and enumeration

    def test_wildcards_and_arrays_need_no_list_of_all_objects(self):
        host = self.host('wild')
        paths = texts('PdhExpandWildCardPathA', None, r'\\wild\Widget(*)\*', ..., 0)
        self.assertEqual(sorted(paths), [rf'\\wild\Widget({name})\{counter}' for name in 'ab' for counter in ('Hit %', 'Items')])
        with Query(r'\\wild\Widget(*)\Items') as query:
            query.collect()
            self.assertEqual({name: raw.first for name, raw in query.raw_array().items()}, {'a': 5, 'b': 2**40})
        self.assertNotIn('Global', host.asked())

    def test_items_of_an_object_are_enumerated(self):
        host = self.host('items')
        counters, instances = texts('PdhEnumObjectItemsA', None, r'\\items', 'Widget', ..., ..., 400, 0)
        self.assertEqual((counters, instances), (['Items', 'Hit %'], ['a', 'b']))
        self.assertNotIn('Global', host.asked())

    def test_all_objects_are_enumerated_and_listed_machines(self):
        host = self.host('all')
        self.assertEqual(texts('PdhEnumObjectsA', None, r'\\all', ..., 400, 1), ['System', 'Widget', 'Costly'])
        self.assertIn('Global', host.asked())
        self.assertIn(r'\\all', texts('PdhEnumMachinesA', None, ...))

    def test_paths_are_validated(self):
        host = self.host('valid')
        for path, status in ((r'\\valid\Widget(a)\Items', 0), (r'\\valid\Widget(c)\Items', NO_INSTANCE),
                             (r'\\valid\Widget(a)\None', NO_COUNTER), (r'\\valid\None\Items', NO_OBJECT)):
            self.assertEqual(call('PdhValidatePathA', path), status, path)
        self.assertNotIn('Global', host.asked())

    # Titles

    def test_titles_are_looked_up_on_the_host_and_nothing_else_is_asked(self):
        host = self.host('lookup', {2: 'Roof', 44: 'Tiles'})
        index = c_uint32()
        self.assertEqual(call('PdhLookupPerfIndexByNameA', r'\\lookup', 'roof', byref(index)), 0)
        self.assertEqual(index.value, 2)
        self.assertEqual(call('PdhLookupPerfIndexByNameA', r'\\lookup', 'Processor', byref(index)), 0xC0000BD4)
        buffer, size = ctypes.create_string_buffer(100), c_uint32(100)
        self.assertEqual(call('PdhLookupPerfNameByIndexA', r'\\lookup', 44, buffer, byref(size)), 0)
        self.assertEqual(buffer.value, b'Tiles')
        self.assertEqual(call('PdhConnectMachineA', r'\\lookup'), 0)
        self.assertEqual(set(host.asked()), {'Counter 009', 'Explain 009'})

    def test_help_is_asked_for_when_somebody_reads_it(self):
        host = self.host('help')
        with Query(r'\\help\System\Processor Queue Length') as query:
            self.assertNotIn('Explain 009', host.asked())
            size = c_uint32()
            call('PdhGetCounterInfoA', query.counters[0], 1, byref(size), None)
            buffer = ctypes.create_string_buffer(size.value)
            pdh.check('PdhGetCounterInfoA', query.counters[0], 1, byref(size), buffer)
            self.assertIn(b'Threads that wait.', buffer.raw)

    def test_names_in_the_language_of_the_host(self):
        host = self.host('german')
        host.write('Counter 007', multi_string(TITLES | {2: 'System-DE', 44: 'Warteschlange', 400: 'Dings', 402: 'Teile'}))
        pdh.check('pdh_shim_set_language', 0x407)
        try:
            self.assertEqual(self.values(r'\\german\Dings(a)\Teile', r'\\german\System-DE\Warteschlange',
                                         r'\\german\Widget(b)\Items'), [5, 3, 2**40])
            self.assertNotIn('Global', host.asked())
            self.assertIn('Dings', texts('PdhEnumObjectsA', None, r'\\german', ..., 400, 1))
            with Query() as query:
                self.assertEqual(call('PdhAddEnglishCounterA', query.handle, r'\\german\Widget(a)\Items', None,
                                      byref(ctypes.c_void_p())), 0)
                self.assertEqual(call('PdhAddEnglishCounterA', query.handle, r'\\german\Dings(a)\Teile', None,
                                      byref(ctypes.c_void_p())), NO_OBJECT)
        finally:
            pdh.check('pdh_shim_set_language', 9)

    def test_a_host_of_32_bits_has_the_values_of_its_block(self):
        capture = pathlib.Path(__file__).parents[2] / 'data/logs/vista-x86.perfdata'
        whole = capture.read_bytes()
        block = whole[:int.from_bytes(whole[20:24], 'little')]
        host = self.host('vista')
        size = c_uint32(1_000_000)  # units of UTF-16: the titles that Windows has
        titles = ctypes.create_string_buffer(2 * size.value)
        pdh.check('pdh_shim_titles', 9, 0, titles, byref(size))
        host.write('Counter 009', titles.raw[:2 * size.value])
        host.write('objects', block)
        first = pathlib.Path(host.folder) / 'first.perfdata'
        first.write_bytes(block)
        recorded = f'perfdata:{first}'
        count = 0
        for name in texts('PdhEnumObjectsA', None, r'\\vista', ..., 400, 1):
            wildcard = rf'\{name}(*)\*'
            paths = texts('PdhExpandWildCardPathA', recorded, wildcard, ..., 0)
            with Query(*('\\' + path[2:].partition('\\')[2] for path in paths), source=recorded) as old, \
                    Query(*(r'\\vista\\'[:-1] + path[2:].partition('\\')[2] for path in paths)) as new:
                self.assertEqual((old.collect(), new.collect()), (0, 0))
                for place in range(len(paths)):
                    was, now = old.raw(place), new.raw(place)
                    self.assertEqual((now.status, now.first, now.second), (was.status, was.first, was.second), paths[place])
                    count += 1
        self.assertGreater(count, 50)

    def test_a_host_has_the_values_that_windows_showed_of_its_blocks(self):
        expected = pathlib.Path(__file__).parents[4] / 'shared/data/vista-x86.perfdata.expected.tsv'
        if not expected.is_file():
            self.skipTest(f'{expected} is not there')
        whole = (pathlib.Path(__file__).parents[2] / 'data/logs/vista-x86.perfdata').read_bytes()
        with expected.open() as file:
            rows = list(csv.DictReader(file, delimiter='\t'))
        host = self.host('windows')
        size = c_uint32(1_000_000)
        titles = ctypes.create_string_buffer(2 * size.value)
        pdh.check('pdh_shim_titles', 9, 0, titles, byref(size))
        host.write('Counter 009', titles.raw[:2 * size.value])
        count = start = 0
        for number in range(16):
            length = int.from_bytes(whole[start + 20:start + 24], 'little')
            host.write('objects', whole[start:start + length])
            start += length
            with Query() as query:
                shown = []
                for row in (row for row in rows if int(row['block']) == number):
                    query.add('\\\\windows\\' + row['path'][2:].partition('\\')[2])
                    shown.append(row)
                query.collect()
                for place, row in enumerate(shown):
                    raw = query.raw(place)
                    for name, value in (('first_value', raw.first), ('second_value', raw.second)):
                        if row[name]:
                            self.assertEqual(value % 2**64, int(row[name]) % 2**64, (row, name))
                            count += 1
        self.assertEqual(start, len(whole))
        self.assertGreater(count, 3000)

    # Hosts that are down

    def test_a_host_that_goes_and_comes_back(self):
        host = self.host('restart')
        with Query(r'\\restart\System\Processor Queue Length') as query:
            query.collect()
            self.assertEqual((self.raw_status(query), query.raw().first), (0, 3))
            host.turn_off()
            query.collect()
            self.assertEqual(self.raw_status(query), NO_MACHINE)
            host.turn_on()
            self.assertEqual(self.goes_on(query), 3)

    def goes_on(self, query, place=0):
        deadline = time.monotonic() + 600
        while self.raw_status(query, place) != 0:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
            query.collect()
        return query.raw(place).first

    def test_a_counter_can_be_added_while_its_host_is_down(self):
        host = self.host('down')
        host.turn_off()
        with Query(r'\\down\System\Processor Queue Length') as query:
            query.collect()
            self.assertEqual(self.raw_status(query), NO_MACHINE)
            host.turn_on()
            self.assertEqual(self.goes_on(query), 3)

    def test_a_host_that_hangs_costs_the_others_one_time_out_only(self):
        host, other = self.host('hang'), self.host('other')
        with Query(r'\\hang\System\Processor Queue Length', r'\\other\System\Processor Queue Length') as query:
            query.collect()
            host.write('trouble', b'hang')
            query.collect()
            self.assertEqual([self.raw_status(query, place) for place in (0, 1)], [NO_MACHINE, 0])
            started = time.monotonic()
            query.collect()
            self.assertLess(time.monotonic() - started, 1)
            (host.folder / 'trouble').unlink()
            other.set(objects(queue=4))
            self.assertEqual(self.goes_on(query), 3)
            self.assertEqual(query.raw(1).first, 4)

    def test_why_a_host_cannot_be_asked_is_kept(self):
        host = self.host('denied')
        host.write('trouble', b'12')
        self.assertEqual(call('PdhConnectMachineA', r'\\denied'), NO_MACHINE)
        self.assertIn('Performance Monitor Users', self.last_failure())
        self.assertEqual(call('PdhConnectMachineA', r'\\elsewhere.test'), NO_MACHINE)
        self.assertIn('it has no section', self.last_failure())

    def last_failure(self):
        buffer, size = ctypes.create_string_buffer(4096), c_uint32(4096)
        call('pdh_shim_last_failure', None, buffer, byref(size))
        return buffer.value.decode()

    def test_counters_stay_the_same_when_a_host_numbers_its_titles_anew(self):
        host = self.host('numbered')
        with Query(r'\\numbered\Widget(a)\Items', r'\\numbered\System\Processor Queue Length',
                   r'\\numbered\Costly\Things') as query:
            query.collect()
            self.assertEqual([query.raw(place).first for place in range(3)], [5, 3, 9])
            host.turn_off()
            query.collect()
            # Its number stands for another object now, of the same types.
            other = {2: 'System', 44: 'Processor Queue Length', 146: 'Context Switches/sec', 400: 'Gadget', 402: 'Parts', 404: 'Hit %',
                     406: 'Hit % Base', 600: 'Widget', 602: 'Items', 604: 'Hit %', 606: 'Hit % Base'}
            host = Host.__new__(Host)
            host.folder, host.changes = hosts / 'numbered.off', 100
            host.write('Counter 009', multi_string(other))
            host.set([(2, SYSTEM, [4, 1]), (400, WIDGET, {'a': [77, 7, 7]}),
                      (600, [(602, LARGE_RAW), (604, RAW_FRACTION), (606, RAW_BASE)], {'a': [6, 1, 4]})])
            host.folder.rename(hosts / 'numbered')
            self.goes_on(query, 1)
            self.assertNotEqual(query.raw(0).first, 77)  # it was asked for by its old number
            query.collect()
            self.assertEqual([query.raw(place).first for place in range(2)], [6, 4])
            self.assertNotEqual(self.raw_status(query, 2), 0)
            self.assertEqual(self.values(r'\\numbered\Gadget(a)\Parts', r'\\numbered\Widget(a)\Items'), [77, 6])

    # The process that asks them

    def test_a_process_that_is_killed_is_started_again(self):
        self.host('killed')
        with Query(r'\\killed\System\Processor Queue Length') as query:
            query.collect()
            self.assertEqual(self.raw_status(query), 0)
            for worker in self.workers():
                os.kill(worker, signal.SIGKILL)
            query.collect()
            self.assertEqual(self.goes_on(query), 3)

    def test_a_child_of_fork_asks_by_itself(self):
        self.host('forked')
        with Query(r'\\forked\System\Processor Queue Length') as query:
            query.collect()
            child = os.fork()
            if child == 0:
                query.collect()
                os._exit(int(query.raw().status != 0 or query.raw().first != 3))
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            query.collect()
            self.assertEqual((self.raw_status(query), query.raw().first), (0, 3))

    def test_a_program_that_is_killed_leaves_no_process(self):
        self.host('left')
        before = set(self.workers())
        program = subprocess.Popen([typeperf, r'\\left\System\Processor Queue Length'], stdout=subprocess.PIPE)
        while b'3.0' not in program.stdout.readline():
            pass
        self.assertGreater(len(set(self.workers()) - before), 0)
        program.kill()
        program.communicate()
        deadline = time.monotonic() + 600
        while set(self.workers()) - before:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.05)

    def workers(self):
        """All processes of the stand-in, whoever started them."""
        found = []
        for folder in pathlib.Path('/proc').iterdir():
            try:
                if folder.name.isdigit() and (folder / 'cmdline').read_bytes().startswith(libexec.encode()):
                    found.append(int(folder.name))
            except OSError:
                pass
        return found

    # What a hostile host sends

    def test_answers_that_are_malformed_have_no_data_and_harm_nobody(self):
        host, other = self.host('evil'), self.host('well')
        block = perf_block(objects())
        with Query(r'\\evil\System\Processor Queue Length', r'\\well\System\Processor Queue Length') as query:
            query.collect()
            for cut in [*range(0, 200, 7), len(block) - 1]:
                host.write('objects', block[:cut])
                query.collect()
                self.assertIn(self.raw_status(query), (INVALID_DATA, NO_MACHINE))
                self.assertEqual((self.raw_status(query, 1), query.raw(1).first), (0, 3))
            host.write('objects', block)
            query.collect()
            self.assertEqual((self.raw_status(query), query.raw().first), (0, 3))

    def test_titles_that_are_malformed_name_nothing(self):
        host = self.host('nameless')
        for titles in (b'', b'\0', '2'.encode('utf-16-le'), b'2\0\0\0S\0', b'\xff' * 999):
            host.write('Counter 009', titles)
            self.assertEqual(self.status(r'\\nameless\System\Processor Queue Length'), NO_OBJECT)

    def test_a_name_under_countless_indexes_harms_nobody(self):
        host, other = self.host('repeated'), self.host('beside')
        host.write('Counter 009', multi_string(TITLES | {index: 'Roof' for index in range(10_000, 90_000)}))
        with Query(r'\\beside\System\Processor Queue Length') as query:
            query.collect()
            self.assertEqual(self.status(r'\\repeated\Roof\x'), NO_OBJECT)
            query.collect()
            self.assertEqual((self.raw_status(query), query.raw().first), (0, 3))
            self.assertEqual(self.values(r'\\repeated\System\Processor Queue Length'), [3])
        self.assertIn(' '.join(str(index) for index in range(10_000, 10_008)), host.asked())

    def test_a_name_without_a_section_is_not_asked_at_all(self):
        for name in ('evilname', 'x.evil.test'):
            host = Host(hosts, name, TITLES, objects())
            for path in (rf'\\{name}\System\Processor Queue Length', rf'\\{name}\System\*', rf'\\{name}\2\44'):
                self.assertEqual(self.status(path), NO_MACHINE)
            self.assertEqual(call('PdhConnectMachineA', rf'\\{name}'), NO_MACHINE)
            self.assertIn('it gets no credentials', self.last_failure())
            self.assertEqual(host.asked(), [])

    def test_a_section_of_an_ending_is_for_names_that_end_so(self):
        self.assertEqual(Host(hosts, 'a.good.test', TITLES, objects()).asked(), [])
        self.assertEqual(self.values(r'\\a.good.test\System\Processor Queue Length'), [3])
        evil = Host(hosts, 'evilgood.test', TITLES, objects())
        self.assertEqual(self.status(r'\\evilgood.test\System\Processor Queue Length'), NO_MACHINE)
        self.assertEqual(evil.asked(), [])

    def test_a_host_of_another_engine_is_asked_by_it(self):
        file = hosts.parent / 'engines.ini'
        file.write_text('[127.0.0.1]\nengine = pcp\n')
        run = subprocess.run([typeperf, '-sc', '1', r'\\127.0.0.1\System\Processor Queue Length'], capture_output=True, text=True,
                             timeout=600, env=os.environ | {'PDH_SHIM_HOSTS': str(file), 'PDH_SHIM_SOURCE': 'winhost',
                                                           'PDH_SHIM_LIBEXEC': str(pathlib.Path(library).parent)})
        if 'libpcp' in run.stderr or 'without Performance Co-Pilot' in run.stderr:
            self.skipTest(run.stderr)
        self.assertIn('host 127.0.0.1', run.stderr)
        self.assertNotIn('winhost', run.stderr)

    # Programs that read the registry

    def client(self, computer, *values, before_last=None, after=None):
        """What registry_client prints, alike for both widths of wchar_t: {value: what follows}"""
        printed = []
        for client in os.environ['REGISTRY_CLIENTS'].split(':'):
            arguments = [*values[:-1], '-', values[-1]] if before_last else values
            program = subprocess.Popen([client, computer, *arguments], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            lines = [program.stdout.readline() for _ in values] if before_last else []
            if before_last:
                before_last()
            lines.append(program.communicate('\n', timeout=600)[0])
            self.assertEqual(program.returncode, 0)
            printed.append(''.join(lines))
            if after:
                after()
        self.assertEqual(len(set(printed)), 1, printed)
        return dict(line.split(': ', 1) for line in printed[0].splitlines())

    @unittest.skipUnless(os.environ.get('REGISTRY_CLIENTS'), 'pdh-compat is not built')
    def test_programs_read_the_performance_data_of_a_host(self):
        host = self.host('registry')
        host.write('costly', b'500')
        host.write('Counter 007', multi_string({2: 'System-DE'}))
        printed = self.client(r'\\registry', '2 400', '400', '500', 'Global', '7777', '', 'no such value', 'Counter 009',
                              'Explain 009', 'Counter 007', 'Counter 00C', 'Counter')
        self.assertEqual(printed['connected'], '0 5')
        self.assertEqual(printed['2 400'], '0 registry 2 400:a,b')
        self.assertEqual(printed['400'], '0 registry 400:a,b')
        self.assertEqual(printed['500'], '0 registry 500')
        self.assertIn(printed['Global'], ('0 registry 2 400:a,b 500', '0 registry 400:a,b 500 2'))
        self.assertEqual(printed['7777'], '0 registry')
        self.assertEqual(printed[''], printed['Global'])
        self.assertIn('|2|System|6|% Processor Time|44|', printed['Counter 009'])
        self.assertIn('|3|The System object.|45|', '|' + printed['Explain 009'][2:])
        self.assertIn('|2|System-DE|', printed['Counter 007'])
        for missing in ('no such value', 'Counter 00C', 'Counter'):
            self.assertEqual(printed[missing], '2 ', missing)
        self.assertEqual(printed['closed'], '0 6')

    @unittest.skipUnless(os.environ.get('REGISTRY_CLIENTS'), 'pdh-compat is not built')
    def test_programs_that_read_one_object_ask_a_host_for_no_other(self):
        host = self.host('frugal')
        self.assertEqual(self.client('FRUGAL', '400')['400'], '0 FRUGAL 400:a,b')
        self.assertEqual(set(host.asked()), {'Counter 009', '400'})

    @unittest.skipUnless(os.environ.get('REGISTRY_CLIENTS'), 'pdh-compat is not built')
    def test_programs_are_told_that_a_host_does_not_answer(self):
        host = self.host('silent')
        host.turn_off()
        self.assertEqual(self.client(r'\\silent', '2'), {'connected': '53 53'})
        self.assertEqual(self.client(r'\\without.section', '2'), {'connected': '53 53'})
        ending = self.host('ending')
        self.assertEqual(self.client('ending', '2', '400', before_last=ending.turn_off, after=ending.turn_on),
                         {'connected': '0 5', '2': '0 ending 2', '400': '1722 ', 'closed': '0 6'})

    # Where the source is not chosen

    def test_a_program_that_does_not_choose_the_source_does_nothing_for_it(self):
        host = self.host('unasked')
        before = set(self.workers())
        variables = {key: value for key, value in os.environ.items() if not key.startswith('PDH_SHIM_')}
        pipe = hosts.parent / 'pipe.ini'  # who opens it waits for ever
        os.mkfifo(pipe, 0o600)
        code = r"""import os, sys
sys.path.insert(0, sys.argv[2])
import pdh
pdh.load(sys.argv[1])
with pdh.Query(r"\System\Processes") as query:
    pdh.check("PdhCollectQueryData", query.handle)
    for call in (["PdhConnectMachineA", r"\\unasked"], ["PdhValidatePathA", r"\\unasked\System\Processor Queue Length"]):
        assert pdh.call(*call) == 0x800007D0, call
    assert not [link for link in map(os.readlink, (f"/proc/self/fd/{fd}" for fd in os.listdir("/proc/self/fd")
                                                    if os.path.exists(f"/proc/self/fd/{fd}"))) if link.startswith("socket:")]
    print("done")
"""
        command = [sys.executable, '-c', code, library, str(pathlib.Path(__file__).parents[2])]
        trace = hosts.parent / 'trace'
        if strace := shutil.which('strace'):
            command = [strace, '-f', '-o', str(trace), '-e', 'trace=%network,%process,%file', *command]
        for source in ('linux', ''):
            run = subprocess.run(command, capture_output=True, text=True, timeout=600, env=variables | {
                'PDH_SHIM_SOURCE': source, 'PDH_SHIM_HOSTS': str(pipe), 'PDH_SHIM_LIBEXEC': libexec})
            self.assertEqual(run.stdout, 'done\n', run.stderr)
            self.assertEqual((set(self.workers()) - before, host.asked()), (set(), []))
            if strace:
                traced = trace.read_text()
                for call in ('socket(', 'socketpair(', 'pipe.ini', 'hosts.ini', 'pdh-windows-hosts'):
                    self.assertNotIn(call, traced)

    # Tools and logs

    def typeperf(self, *arguments):
        run = subprocess.run([typeperf, *arguments], capture_output=True, text=True, timeout=100)
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stdout

    def test_typeperf_lists_and_reads_a_host(self):
        self.host('tool')
        self.assertIn(r'\\tool\Widget(*)\Items', self.typeperf('-q', '-s', 'tool').splitlines())
        self.assertIn(r'\\tool\Widget(b)\Items', self.typeperf('-qx', '-s', 'tool').splitlines())
        self.assertIn('"3.000000"', self.typeperf('-sc', '1', '-s', 'tool', r'\System\Processor Queue Length'))

    def test_the_python_module_reads_a_host(self):
        self.host('python')
        code = r'import pdh; q = pdh.Query(r"\\python\Widget(*)\Items"); q.__enter__(); q.collect(); print(q.sample().values)'
        run = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, timeout=600, env=os.environ | {
            'PYTHONPATH': str(pathlib.Path(__file__).parents[3] / 'compat/python'), 'LD_LIBRARY_PATH': str(pathlib.Path(library).parent)})
        self.assertIn("'a': 5", run.stdout, run.stderr)

    def test_a_set_of_logman_has_a_host(self):
        self.host('logman')
        with tempfile.TemporaryDirectory() as folder:
            environment = os.environ | {'HOME': folder, 'XDG_CONFIG_HOME': f'{folder}/config', 'XDG_STATE_HOME': f'{folder}/state'}

            def run(*arguments):
                done = subprocess.run([logman, *arguments], capture_output=True, text=True, timeout=600, env=environment)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

            run('create', 'counter', 'hosts', '-c', r'\\logman\System\Processor Queue Length', '-si', '1', '-f', 'csv',
                '-o', f'{folder}/set')
            run('start', 'hosts')
            try:
                deadline = time.monotonic() + 600
                while not any(',"3"' in log.read_text() for log in pathlib.Path(folder).glob('set*.csv')):
                    self.assertLess(time.monotonic(), deadline)
                    time.sleep(0.1)
            finally:
                run('stop', 'hosts')

    def test_logs_of_all_formats_have_several_hosts(self):
        self.host('log1'), self.host('log2', given=objects(queue=7))
        paths = [r'\\log1\System\Processor Queue Length', r'\\log2\System\Processor Queue Length', r'\\log1\Widget(*)\Items']
        for kind in ('csv', 'tsv', 'bin'):
            with self.subTest(kind), tempfile.TemporaryDirectory() as folder:
                log = f'{folder}/log.{"blg" if kind == "bin" else kind}'
                self.typeperf('-sc', '2', '-f', kind, '-o', log, *paths)
                out = f'{folder}/out.csv'
                subprocess.run([relog, log, '-f', 'csv', '-o', out], check=True, capture_output=True, timeout=100)
                head, *rows = csv.reader(pathlib.Path(out).read_text().splitlines())
                self.assertEqual(sorted(head[1:]), sorted([*paths[:2], r'\\log1\Widget(a)\Items', r'\\log1\Widget(b)\Items']))
                row = dict(zip(head, rows[-1]))
                self.assertEqual([float(row[path]) for path in paths[:2]], [3, 7])


if __name__ == '__main__':
    library, libexec, typeperf, relog, logman = (str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:6])
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o700)
        hosts = pathlib.Path(folder) / 'hosts'
        hosts.mkdir()
        source = pathlib.Path(__file__).read_text()
        names = sorted({part.split("'")[0] for part in source.split("self.host('")[1:] if part[0].isalpha()})
        (pathlib.Path(folder) / 'hosts.ini').write_text(''.join(f'[{name}]\n' for name in [*names, '.good.test']))
        for variable in [name for name in os.environ if name.startswith('PDH_SHIM_')]:
            del os.environ[variable]
        os.environ |= {'PDH_SHIM_SOURCE': 'linux,winhost', 'PDH_SHIM_HOSTS': f'{folder}/hosts.ini', 'PDH_SHIM_LIBEXEC': libexec,
                       'STAND_IN_HOSTS': str(hosts)}
        pdh.load(library)
        unittest.main(argv=[sys.argv[0], *sys.argv[6:]], verbosity=2)
