"""The same single calls through data-designer 0.9, run by an interpreter of an environment that has it.

    python -m benchmarks.data_designer_calls data-designer URL singles CALLS CONCURRENCY

prints what `contenders.py` prints. Its CPU is that of the whole process while the dataset is made.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time

from benchmarks.contenders import MODEL, SYSTEM, Answer


def measure(url: str, calls: int, concurrency: int) -> dict[str, float]:
    """Wall clock and CPU of making so many records with one structured column, in seconds."""
    import data_designer.config as dd  # noqa: PLC0415 - another environment has it
    from data_designer.interface import DataDesigner  # noqa: PLC0415

    parameters = dd.ChatCompletionInferenceParams(max_tokens=900, max_parallel_requests=concurrency)
    model = dd.ModelConfig(
        alias="m", model=MODEL, provider="bench", inference_parameters=parameters, skip_health_check=True
    )
    builder = dd.DataDesignerConfigBuilder([model])
    builder.add_column(
        dd.SamplerColumnConfig(name="name", sampler_type=dd.SamplerType.UUID, params=dd.UUIDSamplerParams())
    )
    builder.add_column(
        dd.LLMStructuredColumnConfig(
            name="answer",
            model_alias="m",
            system_prompt=SYSTEM,
            prompt="Question {{ name }}",
            output_format=Answer,
        )
    )
    with tempfile.TemporaryDirectory(prefix="data-designer-") as folder:
        provider = dd.ModelProvider(name="bench", endpoint=url, api_key="none")
        designer = DataDesigner(folder, model_providers=[provider], auto_configure_logging=False)
        wall, cpu = time.perf_counter(), time.process_time()
        made = designer.create(builder, num_records=calls)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        answers = len(made.load_dataset())
    return {"wall": wall, "cpu": cpu, "answers": answers}


def main() -> None:
    """Measure what the command line says."""
    _, url, _, calls, concurrency = sys.argv[1:6]
    print(json.dumps(measure(url, int(calls), int(concurrency))))


if __name__ == "__main__":
    main()
