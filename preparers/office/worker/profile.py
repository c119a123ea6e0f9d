"""The profile that soffice starts with: quiet, the same on every machine, and closed to the outside."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

_COMMON = "/org.openoffice.Office.Common/"
_SETTINGS = (
    # Every stored value is worked out again on load: a stale one would pass for the application's own.
    ("/org.openoffice.Office.Calc/Formula/Load", "OOXMLRecalcMode", 0),
    ("/org.openoffice.Office.Calc/Formula/Load", "ODFRecalcMode", 0),
    # Nothing is fetched, followed or run.
    ("/org.openoffice.Office.Calc/Content/Update", "Link", 2),
    ("/org.openoffice.Office.Writer/Content/Update", "Link", 0),
    (_COMMON + "Security/Scripting", "MacroSecurityLevel", 3),
    (_COMMON + "Security/Scripting", "DisableMacrosExecution", True),
    (_COMMON + "Security/Scripting", "BlockUntrustedRefererLinks", True),
    ("/org.openoffice.Inet/Settings", "ooInetProxyType", 2),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyPort", 9),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyPort", 9),
    ("/org.openoffice.Office.Java/VirtualMachine", "Enable", False),
    # One locale, whatever the machine's.
    ("/org.openoffice.Setup/L10N", "ooLocale", "en-US"),
    ("/org.openoffice.Setup/L10N", "ooSetupSystemLocale", "en-US"),
    # No wizard, no question, no recovery, no lock files, no thumbnails.
    (_COMMON + "Misc", "FirstRun", False),
    (_COMMON + "Misc", "CrashReport", False),
    (_COMMON + "Misc", "UseLocking", False),
    (_COMMON + "Save/Document", "WarnAlienFormat", False),
    (_COMMON + "Save/Document", "AutoSave", False),
    (_COMMON + "Save/Document", "GenerateThumbnail", False),
    (_COMMON + "Save/Document", "CreateBackup", False),
    ("/org.openoffice.Office.Recovery/AutoSave", "Enabled", False),
    ("/org.openoffice.Office.Recovery/RecoveryInfo", "Enabled", False),
    ("/org.openoffice.Setup/Office", "ooSetupInstCompleted", True),
    ("/org.openoffice.Setup/Office", "MigrationCompleted", True),
)
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" '
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
)


def write(profile: Path, program: Path) -> None:
    """Write a profile for the soffice in a program folder.

    It says which build it was last used by, so that soffice neither prepares its extensions and asks to be started a
    second time, nor spends most of its start on tests of drawing, as it does after an upgrade.
    """
    user = profile / "user"
    (user / "extensions").mkdir(parents=True)
    (user / "extensions" / "buildid").write_text(
        _installed(program, "versionrc", "buildid"), encoding="utf-8"
    )
    version = _installed(program, "bootstraprc", "ProductKey").rpartition(" ")[2]
    settings = (*_SETTINGS, ("/org.openoffice.Setup/Product", "ooSetupLastVersion", version))
    items = "".join(_item(*setting) for setting in settings)
    (user / "registrymodifications.xcu").write_text(_HEAD + items + "</oor:items>\n", encoding="utf-8")


def _installed(program: Path, file: str, wanted: str) -> str:
    """A setting of the installation, or nothing where it does not say."""
    for line in (program / file).read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition("=")
        if name.strip() == wanted:
            return value.strip()
    return ""


def _item(path: str, name: str, value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else escape(str(value))
    return (
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{text}</value></prop></item>\n'
    )
