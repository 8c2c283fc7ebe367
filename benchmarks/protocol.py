"""What the drawer's wire costs: decoding and encoding a second's worth of samples, and the size of the firmware.

Run: .venv/bin/python benchmarks/protocol.py
"""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

from firmware_bridge.messages import Flag, Sample
from firmware_bridge.protocol import Decoder, encode

FIRMWARE = Path(__file__).parent.parent / "firmware_bridge" / "firmware"
COUNT = 20_000
A_SECOND = 80  # samples at the chip's faster rate


def main() -> None:
    samples = [Sample(number * 13, number * 397 % (1 << 23), Flag(0)) for number in range(COUNT)]
    began = time.perf_counter()
    wire = b"".join(encode(sample, number & 0xFFFF) for number, sample in enumerate(samples))
    encoded = time.perf_counter()
    frames = Decoder().feed(wire)
    decoded = time.perf_counter()
    assert [frame.message for frame in frames] == samples
    for what, seconds in (("encode", encoded - began), ("decode", decoded - encoded)):
        each = seconds / COUNT
        print(f"{what}: {each * 1e6:.0f} us a sample, {100 * each * A_SECOND:.2f} % of a core at {A_SECOND} a second")
    print(
        f"wire: {len(wire) / COUNT:.1f} bytes a sample, {len(wire) / COUNT * A_SECOND * 10:.0f} of 57600 bits a second"
    )
    if shutil.which("avr-gcc"):
        subprocess.run(["make", "-s", "-C", str(FIRMWARE), "size"], check=True)


if __name__ == "__main__":
    main()
