"""The list of all cases: what each one is called, which sentence of which RFC it tries, and how it is judged.

A module of a subject makes a `Subject` and adds its cases to it, in the order of their numbers. Nothing here opens a connection."""
MUST, SHOULD = "MUST", "SHOULD"


class Case:
    """One numbered statement with the function that tries it. `check(way)` raises an exception if the statement is not held, `Skip` if
    there is nothing that it could be tried on. `scheme`: http or https, if it makes sense on one of them only. `late`: after all others."""

    def __init__(self, name, source, level, words, check, front, scheme, late):
        self.name, self.source, self.level, self.words = name, source, level, words
        self.check, self.front, self.scheme, self.late = check, front, scheme, late


class Subject:
    """The cases of one module. `front`: behind a proxy these are answered, or changed on the way, by the proxy."""

    everything = []

    def __init__(self, letter, title, front=False):
        self.letter, self.title, self.front = letter, title, front
        self.cases = []
        Subject.everything.append(self)

    def add(self, source, level, words, check, front=None, scheme=None, late=False):
        name = "%s%d" % (self.letter, len(self.cases) + 1)
        self.cases.append(Case(name, source, level, words, check, self.front if front is None else front, scheme, late))

    def case(self, source, level, words, **more):
        """The same as a decorator, for a case that needs a function of its own."""
        def decorator(check):
            self.add(source, level, words, check, **more)
            return check
        return decorator

    def rows(self, source, level, table, judge, **more):
        """Cases that differ by their bytes only: `table` holds (words, *arguments) and `judge(way, *arguments)` tries one."""
        for words, *arguments in table:
            self.add(source, level, words, lambda way, given=tuple(arguments): judge(way, *given), **more)


def all_cases():
    return [case for subject in Subject.everything for case in subject.cases]
