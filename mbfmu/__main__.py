"""The command `mbfmu`, and python -m mbfmu."""

import signal

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C before and behind a command, which notices it itself, ends Python without a traceback
from .cli.main import main

if __name__ == "__main__":
    main()
