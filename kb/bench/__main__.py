import sys

from kb.bench.run import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
