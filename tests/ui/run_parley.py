"""The whole command line in a folder, for tests in a real terminal: FOLDER, then its words."""

import os
import sys

from tui.cli import main

if __name__ == "__main__":
    os.chdir(sys.argv[1])
    sys.exit(main(sys.argv[2:]))
