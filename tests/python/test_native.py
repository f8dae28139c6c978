"""The layouts that Python gives to ctypes are those of the headers. BILLIONS_LAYOUT names the program of layout.c."""

import os
import subprocess
import unittest

from billions import _native


class Layouts(unittest.TestCase):
    def test_they_are_those_of_the_headers(self):
        printed = subprocess.run([os.environ["BILLIONS_LAYOUT"]], check=True, capture_output=True, text=True).stdout
        self.assertGreater(len(printed.splitlines()), 40)
        for line in printed.splitlines():
            name, *numbers = line.split()
            struct, _, member = name.partition(".")
            kind = getattr(_native, struct)
            if member:
                field = getattr(kind, member)
                self.assertEqual([field.offset, field.size], [int(n) for n in numbers], name)
            else:
                import ctypes

                self.assertEqual([ctypes.sizeof(kind)], [int(n) for n in numbers], name)


if __name__ == "__main__":
    unittest.main()
