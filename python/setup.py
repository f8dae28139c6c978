"""A wheel holds the shared library beside the modules (tools/ship/build-wheel puts it there): it is for one kind of machine, and for every
Python 3. What else is to be said of it stands in pyproject.toml."""

from setuptools import setup
from setuptools.dist import Distribution
from wheel.bdist_wheel import bdist_wheel


class Wheel(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class WithLibrary(Distribution):
    def has_ext_modules(self):
        return True


setup(cmdclass={"bdist_wheel": Wheel}, distclass=WithLibrary)
