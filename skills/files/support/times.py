"""When jobs of a cron table run, in words, as a line and as fields."""

from __future__ import annotations

TIMES = {
    "every day at {hour}:{minute:02}": ("{minute} {hour} * * *", ("{minute}", "{hour}", "*", "*", "*")),
    "every Monday at {hour}:{minute:02}": ("{minute} {hour} * * mon", ("{minute}", "{hour}", "*", "*", "1")),
    "every Sunday at {hour}:{minute:02}": ("{minute} {hour} * * 7", ("{minute}", "{hour}", "*", "*", "0")),
    "from Monday to Friday at {hour}:{minute:02}": (
        "{minute} {hour} * * 1-5",
        ("{minute}", "{hour}", "*", "*", "1-5"),
    ),
    "on the first day of each month at {hour}:{minute:02}": (
        "{minute} {hour} 1 * *",
        ("{minute}", "{hour}", "1", "*", "*"),
    ),
}
FIELDS = ("minute", "hour", "day", "month", "weekday")
SCRIPTS = (
    "backup.sh",
    "cleanup.sh",
    "report.sh",
    "sync-pictures.sh",
    "check-disk.sh",
    "rotate-logs.sh",
    "fetch-mail.sh",
)
