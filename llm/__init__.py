"""Language models: profiles, the offline model, the engine, ledger, cache, budget and prices."""
