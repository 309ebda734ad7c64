"""Times of a zone, numbers and texts of a language: a program gets them right, or fails; it gets no wrong ones without a word.

After: nodetool-ai/nodetool 4610 (a sandbox without Intl), gridctl/gridctl 400 (what programs of agents expect)
"""
from harness5 import *  # noqa: F403


P = [("a time in New York", "return new Date('2026-07-01T00:30:00Z').toLocaleString('en-US', {timeZone: 'America/New_York'});", "6/30/2026"),
     ("a date in words", "return new Date('2026-02-03T10:00:00Z').toLocaleDateString('en-US', {timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric'});", "February 3, 2026"),
     ("thousands", "return (1234567.891).toLocaleString('en-US', {maximumFractionDigits: 1});", "1,234,567.9"),
     ("normal form", "return 'e\\u0301'.normalize('NFC').length;", "1"),
     ("order of a language", "return ['\\u00e9', 'z', 'a'].sort((a, b) => a.localeCompare(b, 'fr')).join('');", "a\u00e9z"),
     ("letters", "return 'Zo\\u00eb 7'.match(/\\p{L}+/u)[0];", "Zo\u00eb"),
     ("Intl", "return new Intl.NumberFormat('de-DE', {style: 'currency', currency: 'EUR'}).format(5);", "5,00")]


def test():
    g = Gateway({"mcpServers": {}})
    for what, code, right in P:
        text, error, _ = g.run(code)
        check(right in text or (error and "backend.Intl" not in text), "%s: %s%s" % (what, "error: " if error else "", text[:200].replace("\n", " | ")))
    g.close()


main(test)
