"""Photos of phones, decoded and read in a process of their own, which may die without harm.

Whatever a picture makes a decoder do (ask for gigabytes, hang, crash) it does to this process only. It takes so much
memory and no more, is the first to be ended where the machine runs out of it, and gives way to the service where both
want the processor. It ends by itself when its service has gone, or when nothing was to be read for a while.
`vision/photos/process.py` is the service's side, and what they say.
"""

from __future__ import annotations

import contextlib
import gc
import math
import os
import resource
import socket
import sys
import threading
import time
from pathlib import Path

import cv2

from vision.evidence import evidence
from vision.find.text_detector import text_detector
from vision.grammar import CodeKind, Grammar
from vision.inference import give_back
from vision.network import let_go
from vision.photos.card_photo import card_photo
from vision.photos.decode import TOO_LARGE, BadPicture, Data, decode, read_photo
from vision.photos.process import Answer, Hello, Request, receive, receive_bytes, send
from vision.read.text_reader import TextReader
from vision.scanner import Scanner
from vision.text.read import read_text

# Bytes beyond what it has at its start: the largest picture that is taken, the work on it, and the networks that read.
ROOM = 450 * 2**20
# A picture may take so many times the processor's time that the worker needed to start: a measure of the machine, which
# takes 1.6 s of a slow one and 0.3 s of a fast one. An ordinary photo takes 8 times as much.
_STARTS = 40
_LEAST_S, _MOST_S = 12, 60
_NICE = 5
_FIRST_TO_GO = b"800"  # of 1000, to the kernel, where the machine has no memory left
_PAGE = resource.getpagesize()


class PhotoWorker:
    """Answers one request after the other."""

    def __init__(self) -> None:
        self._reader = TextReader(Grammar(()))
        self._scanner = Scanner(self._reader, sparing=True)
        self._kinds: tuple[CodeKind, ...] | None = None

    def answer(self, request: Request, data: Data) -> Answer:
        """What is in this picture, or made of it; or why nothing could be."""
        try:
            self._read_kinds(request.kinds)
            if request.do == "card":
                made = card_photo(data, self._scanner, as_it_is=request.as_it_is, turned=request.turned)
                return Answer(card=made)
            if request.do == "text":
                return Answer(text=read_text(decode(data), request.languages))
            return self._read(data)
        except BadPicture as bad:
            return Answer(problem=bad.code)
        except MemoryError:
            return Answer(problem=TOO_LARGE)
        except Exception as fault:
            if isinstance(fault, cv2.error) and fault.code == cv2.Error.STS_NO_MEM:
                return Answer(problem=TOO_LARGE)
            return Answer(fault=f"{type(fault).__name__}: {fault}")

    def _read(self, data: Data) -> Answer:
        frame, found = read_photo(data, self._scanner)
        quads = [read.quad for read in (*found.reads, *found.unsure)] or [None]
        seen = tuple(evidence(frame, quad) for quad in quads)
        return Answer(found.reads, found.unsure, found.trouble, seen)

    def _read_kinds(self, kinds: tuple[CodeKind, ...]) -> None:
        if kinds != self._kinds:
            self._kinds, self._reader.grammar = kinds, Grammar(kinds)


def main(keep_s: float, room: int = ROOM) -> None:
    """Serve the service at the other end of standard input. It has gone, or wanted nothing for `keep_s`: the end."""
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), name="parent", daemon=True).start()
    service = socket.socket(fileno=os.dup(0))
    give_way()
    worker = PhotoWorker()
    text_detector().read()  # which sees a picture first; and the time that it took says how fast this machine is
    limit_memory(room)
    limit_s = min(max(round(_STARTS * time.process_time()), _LEAST_S), _MOST_S)
    with contextlib.suppress(EOFError, OSError):
        send(service, Hello())
        while True:
            request = receive(service, Request, keep_s)
            limit_time(limit_s)
            send(service, worker.answer(request, receive_bytes(service, request.size)))
            let_go(0.0)  # all but its imports; they are read again in a twentieth of a photo's time
            gc.collect()
            give_back()


def give_way() -> None:
    """Let the service go first, with the processor and with memory, and leave no large files behind after a crash."""
    os.nice(_NICE)
    cv2.setNumThreads(1)  # it gains a tenth by more, and they spin while they wait for each other
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_bytes(_FIRST_TO_GO)


def limit_memory(room: int) -> None:
    """Take so many bytes more than now, and no more."""
    pages = int(Path("/proc/self/statm").read_bytes().split()[0])
    limit = pages * _PAGE + room
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def limit_time(seconds: int) -> None:
    """Work for so many seconds more, and no longer: the kernel ends the process then. How busy the machine is otherwise
    does not matter, as it would to a clock."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(time.process_time()) + seconds, hard))


def _end_with_parent(parent: int) -> None:
    """Also in the middle of a picture. (The kernel's own signal for it would come when the thread ends that started the
    worker, as threads of a web server do.)"""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(0)


if __name__ == "__main__":
    main(float(sys.argv[1]))
