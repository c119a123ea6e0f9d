"""Mail profiles of Thunderbird: accounts, folders, messages, address books, filters, settings."""

from forge.preparers.mail.preparer import PREPARER

__all__ = ["PREPARER"]
