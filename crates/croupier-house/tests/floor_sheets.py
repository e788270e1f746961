"""Checks floor sheets with the schema: floor_sheets.py SCHEMA PAGE SHEET...

The examples of the PAGE that describes floor sheets and all SHEETs must be valid, and what has a slip of the pen must not.
"""

import json
import pathlib
import sys

import jsonschema

WRONG = [
    {}, {"id": "no script"}, {"id": "", "script": [], "nothing": 1}, {"id": "", "script": [{"after": "20"}]},
    {"id": "", "script": [{"act": {"lower": {}}}]}, {"id": "", "script": [{"want": {"done": True}}]},
    {"id": "", "script": [], "table": {"game": "craps"}, "tables": []}, {"id": "", "script": [], "table": {}},
]


def examples(page):
    return [json.loads(part.split("```")[0]) for part in page.read_text().split("```json\n")[1:]]


def main(schema, page, *sheets):
    schema = json.loads(pathlib.Path(schema).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    named = [(page, example) for example in examples(pathlib.Path(page))]
    named += [(sheet, json.loads(pathlib.Path(sheet).read_text())) for sheet in sheets]
    for name, sheet in named:
        for error in validator.iter_errors(sheet):
            sys.exit(f"{name}: {error.json_path}: {error.message}")
    for wrong in WRONG:
        assert not validator.is_valid(wrong), wrong
    print(f"{len(named)} floor sheets are valid, {len(WRONG)} wrong ones are not")


if __name__ == "__main__":
    main(*sys.argv[1:])
