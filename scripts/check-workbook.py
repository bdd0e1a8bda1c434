"""Recalculates the workbook of every preset with LibreOffice, and changes its live inputs.

1. Every formula has the value that it was written with.
2. With another value of a live input the saving is the one that the program computes for the changed scenario, to the cent, wherever the
   program keeps sizes and offers: elsewhere the workbook says so on its last sheet.

Usage: python3 scripts/check-workbook.py [PROGRAM]      PROGRAM: the command line program, target/debug/rack-or-rent by default.
Needs LibreOffice (soffice on the path).
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "target/debug/rack-or-rent"
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
CENT = 0.005
RESALE = {"own.residual_method": "share", "own.residual_share": 0.2}
TAX = {"money.tax_method": "straight", "money.tax_rate": 0.25}
# Every preset is looked at as it is, with tax and a resale share, and with losses that are carried.
VARIANTS = {"": {}, "-taxed": {**RESALE, **TAX}, "-carried": {**RESALE, **TAX, "money.tax_losses": "carried"}}
# Always recalculates what it opens.
PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


def number_of(text):
    return float(text) if text not in (None, "") else None


class Book:
    """The numbers of a workbook: of each cell, whether it is a formula, and its value."""

    def __init__(self, path):
        self.path = path
        with zipfile.ZipFile(path) as file:
            workbook = ElementTree.fromstring(file.read("xl/workbook.xml"))
            names = [sheet.get("name") for sheet in workbook.iter(f"{MAIN}sheet")]
            self.names = {name.get("name"): name.text for name in workbook.iter(f"{MAIN}definedName")}
            self.parts = {name: f"xl/worksheets/sheet{place}.xml" for place, name in enumerate(names, 1)}
            strings = ElementTree.fromstring(file.read("xl/sharedStrings.xml")).iter(f"{MAIN}si")
            strings = ["".join(text.text or "" for text in each.iter(f"{MAIN}t")) for each in strings]
            self.cells, self.words = {}, {}
            for name, part in self.parts.items():
                for cell in ElementTree.fromstring(file.read(part)).iter(f"{MAIN}c"):
                    if cell.get("t") == "s":
                        self.words[name, cell.get("r")] = strings[int(cell.find(f"{MAIN}v").text)]
                    elif cell.get("t") in (None, "n"):
                        value = cell.find(f"{MAIN}v")
                        found = number_of(value.text if value is not None else None)
                        self.cells[name, cell.get("r")] = (cell.find(f"{MAIN}f") is not None, found)
                    elif cell.get("t") == "e":
                        self.cells[name, cell.get("r")] = (True, float("nan"))

    def place(self, name):
        sheet, cell = re.fullmatch(r"'?([^'!]+)'?!\$?([A-Z]+\$?\d+)", self.names[name]).groups()
        return sheet, cell.replace("$", "")

    def named(self, name):
        return self.cells[self.place(name)][1] if name in self.names else None

    def plans(self):
        return [self.words.get(("Plans", cell)) for cell in ("B4", "C4")]

    def quantities(self):
        return {place: value for place, (_, value) in self.cells.items() if place[0].startswith("Quantities")}

    def changed(self, path, values):
        """The same file with other values of named cells."""
        with zipfile.ZipFile(self.path) as file, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as other:
            texts = {name: file.read(name) for name in file.namelist()}
            for name, value in values.items():
                sheet, cell = self.place(name)
                part = self.parts[sheet]
                text, found = re.subn(rf'(<c r="{cell}"[^>]*><v>)[^<]*', rf"\g<1>{value!r}", texts[part].decode())
                assert found == 1, f"{name} is found {found} times"
                texts[part] = text.encode()
            for name, text in texts.items():
                other.writestr(name, text)


def recalculated(folder, paths):
    """The files as LibreOffice recalculates them."""
    profile, out = folder / "profile", folder / "out"
    (profile / "user").mkdir(parents=True, exist_ok=True)
    (profile / "user/registrymodifications.xcu").write_text(PROFILE)
    call = ["soffice", f"-env:UserInstallation={profile.as_uri()}", "--headless", "--convert-to", "xlsx", "--outdir", out]
    subprocess.run([*call, *paths], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return [Book(out / path.name) for path in paths]


def workbook_of(scenario, path):
    """The program's workbook of a scenario; nothing where it has none."""
    found = subprocess.run([PROGRAM, "workbook", "-"], input=json.dumps(scenario).encode(), capture_output=True)
    if found.returncode == 1:
        return None
    path.write_bytes(found.stdout)
    return Book(path)


def same(one, other):
    return one is not None and other is not None and abs(one - other) <= max(CENT, 1e-9 * abs(one))


def input_of(scenario, row, default):
    value = scenario["inputs"].get(row, default)
    return value["value"] if isinstance(value, dict) else value


def changes(book, scenario):
    """Changes of rows of the scenario, each with the named cells that they are."""
    def moved(names, row, value):
        return row, value, {name: book.named(name) * factor for name, factor in names.items() if book.named(name) is not None}

    found = []
    if book.named("node_price"):
        found.append(("own.node_price_usd", book.named("node_price") * 1.01, {"node_price": book.named("node_price") * 1.01}))
    rate = book.named("discount_rate")
    found.append(("money.discount_rate", rate + 0.005, {"discount_rate": rate + 0.005}))
    if book.named("rent_drift") is not None:
        drift = book.named("rent_drift") + 0.005
        found.append(("time.rent_drift", drift, {"rent_drift": drift}))
    if book.named("tax_rate") is not None:
        tax = book.named("tax_rate") + 0.01
        found.append(("money.tax_rate", tax, {"tax_rate": tax}))
    if book.named("resale") is not None and scenario["inputs"].get("own.residual_method") == "share":
        share = book.named("resale") + 0.01
        found.append(("own.residual_share", share, {"resale": share}))
    hours = ["price_on_demand", "price_spot", "price_committed"]
    if any(book.named(name) for name in hours):
        discount = input_of(scenario, "rent.discount_share", 0.0)
        found.append(moved({name: 0.99 for name in hours}, "rent.discount_share", 1 - (1 - discount) * 0.99))
    return found


def main():
    if shutil.which("soffice") is None:
        sys.exit("LibreOffice is not installed (soffice).")
    failures, formulas = [], 0
    counts = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        presets = sorted((ROOT / "engine/presets").glob("*.json"))
        books = []
        for path in presets:
            preset = json.loads(path.read_text())
            for variant, inputs in VARIANTS.items():
                scenario = {**preset, "inputs": {**preset["inputs"], **inputs}}
                book = workbook_of(scenario, folder / f"{path.stem}{variant}.xlsx")
                if book:
                    books.append((path.stem + variant, scenario, book))
        for (preset, _, book), again in zip(books, recalculated(folder, [book.path for *_, book in books]), strict=True):
            for place, (is_formula, value) in book.cells.items():
                if is_formula:
                    formulas += 1
                    found = again.cells.get(place, (True, None))[1]
                    if not same(value, found):
                        failures.append(f"{preset}, {place}: written {value}, recalculated {found}")
        tried = []
        for preset, scenario, book in books:
            for row, value, cells in changes(book, scenario):
                changed = {**scenario, "inputs": {**scenario["inputs"], row: value}}
                path = folder / f"{preset}-{row}.xlsx"
                program = workbook_of(changed, folder / f"{preset}-{row}-program.xlsx")
                kept = program is not None and program.plans() == book.plans()
                kept = kept and program.quantities().keys() == book.quantities().keys()
                kept = kept and all(same(program.named(name), value) for name, value in cells.items())
                if row not in ("own.node_price_usd", "rent.discount_share", "time.rent_drift", "own.residual_share"):
                    kept = kept and all(same(value, program.quantities()[place]) for place, value in book.quantities().items())
                # Losses carried against a plan that is not in the workbook: its last sheet says that their tax is fixed.
                kept = kept and ("money.tax_method" not in scenario["inputs"] or book.named("tax_rate") is not None)
                seen = counts.setdefault(row, [0, 0])
                if not kept:
                    seen[1] += 1
                    continue
                book.changed(path, cells)
                tried.append((preset, row, path, program.named("saving")))
        for (preset, row, _, expected), again in zip(tried, recalculated(folder, [path for _, _, path, _ in tried]), strict=True):
            counts[row][0] += 1
            if not same(expected, again.named("saving")):
                failures.append(f"{preset} with another {row}: the program saves {expected}, the workbook {again.named('saving')}")
    for row, (followed, left) in sorted(counts.items()):
        print(f"{row}: {followed} workbooks follow as the program does; in {left} more the program chooses anew or the row is not live")
    print(f"{len(books)} workbooks, {formulas} formulas recalculated, {len(failures)} failures")
    for failure in failures[:40]:
        print(failure)
    sys.exit(1 if failures else 0)


main()
