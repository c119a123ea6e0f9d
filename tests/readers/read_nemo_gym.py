"""Inside of NeMo Gym's environment: its own request model takes each row of an export."""

import json
import sys
from pathlib import Path

from nemo_gym.base_resources_server import BaseRunRequest

rows = [json.loads(line) for path in sys.argv[1:] for line in Path(path).read_text().splitlines()]
taken = [BaseRunRequest.model_validate(row) for row in rows]
sys.stdout.write(
    json.dumps([item.responses_create_params.model_dump(mode="json")["input"] for item in taken])
)
