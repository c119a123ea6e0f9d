"""Inside of verl's environment: its own RL dataset reads the rows of an export."""

import json
import sys

from omegaconf import OmegaConf
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast
from verl.utils.dataset.rl_dataset import RLHFDataset

base = Tokenizer(models.WordLevel({"<pad>": 0, "<unk>": 1}, unk_token="<unk>"))
base.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=base, pad_token="<pad>", unk_token="<unk>")
tokenizer.chat_template = "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }} {% endfor %}"
config = OmegaConf.create({"max_prompt_length": 4096, "cache_dir": sys.argv[2], "need_tools_kwargs": True})
rows = RLHFDataset(data_files=sys.argv[3:], tokenizer=tokenizer, config=config)
first = rows[0]
with open(sys.argv[1], "w") as out:
    kept = {
        key: first[key] for key in ("raw_prompt", "reward_model", "tools_kwargs", "index") if key in first
    }
    json.dump({"rows": len(rows), "first": kept}, out, default=str)
