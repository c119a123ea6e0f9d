"""What several Calc skills need: tables, columns, formulas, rules, looks; no skill stands here."""
