"""Inside of TRL's environment: the GRPO trainer takes two steps on a tiny random model with the rows of an export."""

import json
import sys

import torch
from datasets import load_dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import GRPOConfig, GRPOTrainer

letters = {chr(code): code - 30 for code in range(32, 127)}
base = Tokenizer(models.WordLevel({"<pad>": 0, "<unk>": 1, **letters}, unk_token="<unk>"))
base.pre_tokenizer = pre_tokenizers.Split("", "isolated")
tokenizer = PreTrainedTokenizerFast(
    tokenizer_object=base, pad_token="<pad>", unk_token="<unk>", eos_token="<pad>"
)
tokenizer.chat_template = "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }} {% endfor %}"
torch.manual_seed(0)
shape = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2}
model = LlamaForCausalLM(LlamaConfig(vocab_size=len(tokenizer), pad_token_id=0, eos_token_id=0, **shape))
seen = []


def reward(completions, verifier, private_digest, **_):
    """The columns of a task reach the reward function; here only their presence counts."""
    seen.append((verifier[0], private_digest[0]))
    return [float(len(str(completion)) % 7) for completion in completions]


rows = load_dataset("parquet", data_files=f"{sys.argv[1]}/data/train-*.parquet", split="train")
arguments = GRPOConfig(
    output_dir=sys.argv[2],
    max_steps=2,
    per_device_train_batch_size=2,
    num_generations=2,
    max_completion_length=8,
    report_to="none",
    use_cpu=True,
    logging_steps=1,
    save_strategy="no",
    bf16=False,
)
trainer = GRPOTrainer(
    model=model, reward_funcs=reward, args=arguments, train_dataset=rows, processing_class=tokenizer
)
trainer.train()
with open(sys.argv[2] + "/found.json", "w") as out:
    json.dump({"steps": trainer.state.global_step, "seen": seen}, out)
