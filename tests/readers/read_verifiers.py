"""Inside of verifiers' environment: the task set beside the tasks, found as a plug-in, loads those of a split."""

import json
import sys

from verifiers.v1.tasksets.harbor.taskset import HarborConfig
from verifiers.v1.utils.loaders import load_taskset

config = HarborConfig(id="forge-tasks", dataset=sys.argv[1], ignore_dockerfile=True)
tasks = list(load_taskset(config).load())
sys.stdout.write(json.dumps([{"name": task.data.name, "prompt": task.data.prompt} for task in tasks]))
