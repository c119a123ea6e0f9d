"""The `prefect` command with a collector of garbage that looks less often: its server starts a tenth sooner.

python -m forge.flows.prefect_server server start --port 4200
"""

import runpy

from forge.pipeline.lanes import collect_seldom

if __name__ == "__main__":
    collect_seldom()
    runpy.run_module("prefect", run_name="__main__", alter_sys=True)
