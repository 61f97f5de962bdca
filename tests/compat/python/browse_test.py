# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""win32pdh.BrowseCounters in a terminal of its own: keys are typed, what the program got is read."""

import json
import os
import pty
import select
import sys
import tempfile
import unittest

import win32pdh

PATIENCE = 600  # seconds until a screen that should have come counts as missing
ESCAPE, ENTER = b"\x1b", b"\r"
LOCAL_ONLY = (0, 0, 0, 1)


def browse(browser, keys):
    """Calls browser() in a child with a terminal, types keys once its dialog is there, and returns what it returned."""
    with tempfile.NamedTemporaryFile() as result:
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update(TERM="xterm", LC_ALL="C.UTF-8")
            try:
                answer = browser()
            except Exception as raised:
                answer = repr(raised)
            result.write(json.dumps(answer).encode())
            result.flush()
            os._exit(0)
        screen = b""
        for text, key in keys:
            screen = wait_for(terminal, text, screen)
            os.write(terminal, key)
        drain(terminal)
        os.waitpid(child, 0)
        os.close(terminal)
        result.seek(0)  # the child has moved it
        return json.loads(result.read())


def wait_for(terminal, text, screen):
    """Reads until the text has come, and returns what follows it."""
    while text not in screen:
        if not select.select([terminal], [], [], PATIENCE)[0]:
            raise AssertionError(f"missing: {text!r} in {screen!r}")
        screen += os.read(terminal, 65536)
    return screen[screen.index(text) + len(text):]


def drain(terminal):
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:  # the child has closed its end
        pass


class Browse(unittest.TestCase):
    def test_each_add_calls_back_with_the_paths(self):
        def browser():
            told = []
            returned = win32pdh.BrowseCounters(
                LOCAL_ONLY, 0, lambda paths, word: told.append([paths, word]), win32pdh.PERF_DETAIL_WIZARD, "My counters",
                ReturnMultiple=True, CallBackArg="word",
            )
            return [told, returned]

        keys = [(b"My counters", ENTER), (b"Widgets made", ENTER + ENTER), (b"added", b"\x03")]
        told, returned = browse(browser, keys)
        self.assertEqual(told, [[returned, "word"]])
        self.assertEqual(len(returned), 1)
        self.assertRegex(returned[0], r"^\\Widget\(.*\)\\Items/sec$")

    def test_one_path_without_return_multiple(self):
        def browser():
            return win32pdh.BrowseCounters(
                LOCAL_ONLY, 0, None, win32pdh.PERF_DETAIL_WIZARD, "My counters", InitialPath=r"\Store\Boxes")

        keys = [(b"My counters", ENTER + ENTER), (b"added", b"\x03")]
        self.assertEqual(browse(browser, keys), r"\Store\Boxes")

    def test_a_dialog_that_is_closed_gives_nothing(self):
        self.assertEqual(
            browse(lambda: win32pdh.BrowseCounters(None, 0, None, win32pdh.PERF_DETAIL_WIZARD, "My counters"),
                   [(b"My counters", b"\x03")]), "")

    def test_what_the_callback_raises_ends_the_dialog(self):
        def callback(_paths):
            raise ValueError("not this one")

        def browser():
            return win32pdh.BrowseCounters(
                LOCAL_ONLY, 0, callback, win32pdh.PERF_DETAIL_WIZARD, "My counters", InitialPath=r"\Store\Boxes")

        self.assertEqual(browse(browser, [(b"My counters", ENTER + ENTER)]), repr(ValueError("not this one")))

    def test_a_status_of_the_callback_ends_the_dialog(self):
        def browser():
            return win32pdh.BrowseCounters(
                LOCAL_ONLY, 0, lambda _paths: 5, win32pdh.PERF_DETAIL_WIZARD, "My counters", InitialPath=r"\Store\Boxes")

        self.assertIn("error(5, 'BrowseCounters'", browse(browser, [(b"My counters", ENTER + ENTER)]))


if __name__ == "__main__":
    unittest.main()
