# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""What the tests of typeperf, relog and logman from the outside have in common."""

import os
import signal
import tempfile
import unittest

PATIENCE = 600  # seconds until a program that should have ended counts as hanging


def row(*cells, separator=","):
    return separator.join('"' + str(cell).replace('"', '""') + '"' for cell in cells)


class Folder(unittest.TestCase):
    """Tests with a folder of their own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content)
        return self.path(name)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()


def main(arguments):
    for number in (signal.SIGHUP, signal.SIGINT):  # which nohup, and a shell for `&`, leave ignored
        signal.signal(number, signal.SIG_DFL)
    unittest.main(argv=arguments)
