import sys

from kb.bench.run import main

sys.exit(main(sys.argv[1:]))
