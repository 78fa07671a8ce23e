"""What the steps in Python share: how a step tells `run.ts` what came of it (README.md)."""

import contextlib
import json
import os
import time
import traceback
import urllib.request

URL = os.environ["COMPAT_URL"]
"""Where Cairn answers."""

WORK = os.environ["COMPAT_WORK"]
"""A folder of this step alone. `run.ts` removes it."""


def tell(step, ok, note=""):
    """One row of the table. `note`: what came of it, or why it failed."""
    print("\n@@ " + json.dumps({"step": step, "ok": ok, "note": note}), flush=True)


@contextlib.contextmanager
def step(name):
    """Runs a block as a step: it succeeds unless the block raises. The block gets a list for notes."""
    notes = []
    try:
        yield notes
    except BaseException as error:  # SystemExit too: command lines end with it.
        traceback.print_exc()
        tell(name, False, f"{type(error).__name__}: {error}"[:600])
    else:
        tell(name, True, "; ".join(map(str, notes)))


def same(got, wanted, what=""):
    """Fails unless both are equal."""
    if got != wanted:
        raise AssertionError(f"{what} expected {wanted!r}, got {got!r}".strip())


def contains(container, part, what=""):
    """Fails unless `part` is in `container`."""
    if part not in container:
        raise AssertionError(f"{what} expected {part!r} in {container!r}".strip())


def write(urn, aspect, value):
    """Writes an aspect of a dataset with a plain request."""
    body = {"entityType": "dataset", "entityUrn": urn, "changeType": "UPSERT", "aspectName": aspect}
    body["aspect"] = {"contentType": "application/json", "value": json.dumps(value)}
    data = json.dumps({"proposal": body}).encode()
    request = urllib.request.Request(f"{URL}/aspects?action=ingestProposal", data, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def eventually(check, seconds=30):
    """Repeats a check until it does not fail: search follows a write within a second or so."""
    end = time.time() + seconds
    while True:
        try:
            return check()
        except AssertionError:
            if time.time() > end:
                raise
            time.sleep(0.2)
