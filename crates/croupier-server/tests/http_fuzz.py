"""Fuzzes the HTTP surface from its own description, as a guest and as a manager.

usage: http_fuzz.py CROUPIER [EXAMPLES]

Starts the house, asks for its OpenAPI description, and has schemathesis try everything in it: no answer may
be a 5xx, and every answer must be as described. Afterwards the journal is proved.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

# Signing out would end the session that the rest is tried with.
LEFT_OUT = ["/api/sign-out", "/api/found"]
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
SET_UP = """
[limits]
requests_per_second = 100000
address_requests_per_second = 1000000
burst = 100000
guests_per_minute = 100000
guest_acts_per_minute = 100000
"""


def post(base, path, body):
    request = urllib.request.Request(base + path, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        cookie = answer.headers["set-cookie"].split(";")[0]
        return cookie, json.load(answer)["me"]["csrf"]


def fuzz(base, who, session, examples):
    cookie, csrf = session
    command = [pathlib.Path(sys.executable).parent / "schemathesis", "run", base + "/openapi.json"]
    command += ["-H", f"Cookie: {cookie}", "-H", f"X-Csrf-Token: {csrf}", "--checks", CHECKS]
    command += ["--max-examples", str(examples), "--no-color", "--workers", "2", "--seed", "1"]
    command += ["--phases", "coverage,fuzzing"]
    for path in LEFT_OUT:
        command += ["--exclude-path", path]
    run = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "HYPOTHESIS_STORAGE_DIRECTORY": tempfile.gettempdir()})
    last = run.stdout.strip().splitlines()[-1] if run.stdout.strip() else run.stderr.strip()
    print(f"  {who}: {last.strip('= ')}")
    if run.returncode != 0:
        print(run.stdout, run.stderr)
    return run.returncode == 0


def main():
    croupier = sys.argv[1]
    examples = int(sys.argv[2]) if len(sys.argv) > 2 else 25
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "house.toml").write_text(SET_UP)
        journal = folder / "house.db"
        command = [croupier, "serve", "--config", folder / "house.toml", "--listen", "127.0.0.1:0", "--journal", journal]
        with open(folder / "log", "w") as log:
            house = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        base = house.stdout.readline().split()[-1]
        token = house.stdout.readline().strip().split("token=")[1]
        guest = post(base, "/api/guest", None)
        managers = [{"name": "max", "password": "a long enough password"}, {"name": "mia", "password": "another one of that length"}]
        founder = {"token": token, "managers": managers}
        manager = post(base, "/api/found", founder)
        sound = fuzz(base, "guest", guest, examples)
        sound &= fuzz(base, "manager", manager, examples)
        house.terminate()
        sound &= house.wait(60) == 0
        verify = subprocess.run([croupier, "verify", journal], capture_output=True, text=True)
        print(" ", verify.stdout.strip().splitlines()[-1])
        if not sound:
            print((folder / "log").read_text())
        return 0 if sound and verify.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
