"""Installs the Debian package in a Debian of its own, configures it, opens the house as its service would, upgrades it in
the middle of a round, removes and purges it; then runs the steps of the container file in another one.

    python3 packaging/tests/package.py target/debug/croupier target/package

Needs root, debootstrap and a mirror of Debian: that of this machine.
"""

import contextlib
import glob
import http.client
import json
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import sys

PATIENCE = 120
RELEASE = dict(line.rstrip().split("=", 1) for line in open("/etc/os-release") if "=" in line)
# What was built on one Debian does not run on an older one.
SUITE = RELEASE["VERSION_CODENAME"]
HERE = pathlib.Path(__file__).resolve().parents[2]
UNIT = "usr/lib/systemd/system/croupier.service"


def run(*command, check=True, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if check and done.returncode:
        raise SystemExit(f"{shlex.join(map(str, command))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done


def mirror():
    """The mirror that this machine is set up with."""
    for file in ["/etc/apt/sources.list", *sorted(glob.glob("/etc/apt/sources.list.d/*"))]:
        if os.path.isfile(file) and file.endswith((".list", ".sources")):
            for line in open(file):
                if not line.startswith("#") and (found := re.search(r"https?://\S*/debian/?(?=\s|$)", line)):
                    return found.group()
    return "http://deb.debian.org/debian"


def fresh_debian(folder, name):
    """A Debian with nothing in it but what every one has; fetched once."""
    kept = folder / f"{SUITE}.done"
    base = folder / SUITE
    if not kept.exists():
        shutil.rmtree(base, ignore_errors=True)
        run("debootstrap", "--variant=minbase", SUITE, base, mirror())
        kept.touch()
    root = folder / name
    shutil.rmtree(root, ignore_errors=True)
    run("cp", "-a", "--reflink=auto", base, root)
    return root


class Inside:
    """A Debian in a folder, and what is run there."""

    def __init__(self, root):
        self.root = root

    def run(self, *command, user=None, **more):
        own = ["--userspec", f"{user}:{user}"] if user else []
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        environment |= more.pop("env", {})
        return run("chroot", *own, self.root, *command, env=environment, **more)

    def file(self, path):
        return self.root / path.lstrip("/")

    def mode(self, path):
        found = self.file(path).stat()
        owner = self.run("stat", "-c", "%U:%G", path).stdout.strip()
        return f"{found.st_mode & 0o777:o} {owner}"


class Service:
    """The house, opened as the unit says: that command, that user, that folder, that mask; ready when it says so."""

    def __init__(self, inside, env=None, command=None, unit=None):
        unit = unit or dict(
            line.split("=", 1) for line in inside.file(UNIT).read_text().splitlines() if re.match(r"\w+=", line)
        )
        told = inside.file("/run/told")
        told.unlink(missing_ok=True)
        self.told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.told.bind(str(told))
        os.chmod(told, 0o777)
        self.told.settimeout(PATIENCE)
        user = unit["User"]
        self.process = subprocess.Popen(
            [shutil.which("chroot"), "--userspec", f"{user}:{unit.get('Group', user)}", inside.root, "/bin/sh", "-c",
             f"umask {unit.get('UMask', '0022')}; cd {unit['WorkingDirectory']} && exec \"$@\"", "sh",
             *(command or shlex.split(unit["ExecStart"]))],
            env={"NOTIFY_SOCKET": "/run/told", "PATH": "/usr/bin:/bin", **(env or {})},
            stdout=subprocess.PIPE, text=True,
        )
        says = self.told.recv(1000).decode()
        assert says == "READY=1", says
        line = self.process.stdout.readline()
        self.address = re.fullmatch(r"the house is open at http://(\S+)\n", line).group(1)

    def ask(self, method, path, body=None, headers={}):
        connection = http.client.HTTPConnection(self.address, timeout=PATIENCE)
        more = {"content-type": "application/json"} if method == "POST" else {}
        connection.request(method, path, body=json.dumps(body) if method == "POST" else None, headers=more | headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        cookie = (answer.getheader("set-cookie") or "").split(";")[0]
        return answer.status, json.loads(text) if text.startswith("{") else text, cookie

    def stop(self):
        self.process.terminate()
        assert self.told.recv(1000).decode() == "STOPPING=1"
        assert self.process.wait(PATIENCE) == 0, self.process.returncode
        self.told.close()


def package(binary, folder, version):
    return run(HERE / "packaging/deb", binary, folder, version).stdout.strip()


def install(inside, deb):
    shutil.copy(deb, inside.file("/tmp/croupier.deb"))
    return inside.run("dpkg", "--install", "--force-confdef", "--force-confold", "/tmp/croupier.deb")


def check_installed(inside):
    for path, want in {
        "/usr/bin/croupier": "755 root:root",
        "/etc/croupier/croupier.toml": "640 root:croupier",
        "/var/lib/croupier": "700 croupier:croupier",
        "/usr/share/man/man1/croupier.1.gz": "644 root:root",
        "/usr/share/man/man1/croupier-serve.1.gz": "644 root:root",
        "/usr/share/doc/croupier/copyright": "644 root:root",
        "/usr/share/doc/croupier/operations.md": "644 root:root",
        "/usr/share/zsh/vendor-completions/_croupier": "644 root:root",
        "/usr/share/fish/vendor_completions.d/croupier.fish": "644 root:root",
    }.items():
        assert inside.mode(path) == want, f"{path}: {inside.mode(path)}"
    completes = "source /usr/share/bash-completion/completions/croupier; COMP_WORDS=(croupier ver); COMP_CWORD=1; " \
        "_croupier croupier ver croupier; echo ${COMPREPLY[*]}"
    assert inside.run("bash", "-c", completes).stdout.split() == ["verify"]
    assert "nologin" in inside.run("getent", "passwd", "croupier").stdout
    wanted = inside.file("/etc/systemd/system/multi-user.target.wants/croupier.service")
    assert wanted.is_symlink(), "the service does not start with the machine"
    assert not inside.run("dpkg", "--verify", "croupier").stdout


def check_renewal(inside):
    """What certbot renews is given to the house, and to nobody else."""
    lineage = inside.file("/etc/letsencrypt/live/tables.example")
    lineage.mkdir(parents=True, mode=0o700)
    for renewal in ("first", "second"):
        for file in ("fullchain.pem", "privkey.pem"):
            (lineage / file).write_text(f"{renewal} {file}")
        env = {"RENEWED_LINEAGE": "/etc/letsencrypt/live/tables.example"}
        inside.run("sh", "/usr/share/doc/croupier/examples/certificate-renewed", env=env)
        assert inside.mode("/etc/croupier/tls") == "750 root:croupier"
        for file in ("fullchain.pem", "privkey.pem"):
            assert inside.mode(f"/etc/croupier/tls/{file}") == "640 root:croupier"
            assert inside.file(f"/etc/croupier/tls/{file}").read_text() == f"{renewal} {file}"
        assert len(list(inside.file("/etc/croupier/tls").iterdir())) == 2
    shutil.rmtree(inside.file("/etc/croupier/tls"))


def check_unit(inside):
    """The unit is right, and the service can do little beside its work."""
    wrong = run("systemd-analyze", "verify", "--man=no", inside.file(UNIT), check=False)
    # The command is installed in there, and not on this machine.
    mine = [line for line in (wrong.stdout + wrong.stderr).splitlines() if "croupier" in line]
    mine = [line for line in mine if "Command /usr/bin/croupier is not executable" not in line]
    assert not mine, mine
    unit = inside.file(UNIT).read_text()
    for command in re.findall(r"^Exec\w+=(\S+)", unit, re.M):
        assert os.access(inside.file(command), os.X_OK), f"{command} is not in every Debian"
    run("systemd-analyze", "security", "--offline=yes", "--threshold=20", inside.file(UNIT))


def check_life(inside, first, second):
    """From the installation over an upgrade in the middle of a round to the purge."""
    install(inside, first)
    check_installed(inside)
    check_unit(inside)
    check_renewal(inside)
    config = inside.file("/etc/croupier/croupier.toml")
    assert "guests = false" in config.read_text()
    own = config.read_text().replace("127.0.0.1:8080", "127.0.0.1:0").replace("guests = false", "guests = true")
    own = own.replace("demo_tables = false", "demo_tables = true") + "[pace]\nbetting = 600000\ncut = 600000\n"
    config.write_text(own)
    checked = inside.run("croupier", "check", "--config", "/etc/croupier/croupier.toml", user="croupier")
    assert "WRONG" not in checked.stdout, checked.stdout

    service = Service(inside)
    assert service.ask("GET", "/ready")[:2] == (200, "ready\n")
    status, told, cookie = service.ask("POST", "/api/guest")
    assert status == 200, told
    me, as_guest = told["me"], {"cookie": cookie, "x-csrf-token": told["me"]["csrf"]}
    status, lobby, _ = service.ask("GET", "/api/lobby", headers=as_guest)
    table = next(table["table"] for table in lobby["tables"] if table["game"] == "casino-war")
    for act in [
        {"sit": {"table": table, "player": me["name"], "seat": 1}},
        {"bring": {"table": table, "player": me["name"], "amount": 50000}},
        {"step": {"table": table, "step": {"wager": {"player": me["name"], "area": 1, "on": "initial", "amount": 500}}}},
    ]:
        status, told, _ = service.ask("POST", "/api/acts", act, as_guest)
        assert status == 200 and told["verdict"] == "done", told
    last = told["number"]

    upgraded = install(inside, second)
    assert "0.1.1" in inside.run("dpkg-query", "-W", "croupier").stdout, upgraded.stdout
    assert config.read_text() == own, "an upgrade has changed the set-up"
    assert inside.mode("/etc/croupier/croupier.toml") == "640 root:croupier"
    service.stop()
    service = Service(inside)
    status, view, _ = service.ask("GET", f"/api/tables/{table}", headers=as_guest)
    assert status == 200 and [wager["stake"] for wager in view["wagers"]] == [500], view
    status, told, _ = service.ask("GET", "/api/me", headers=as_guest)
    assert told["me"]["name"] == me["name"], "the session has ended"
    service.stop()
    verified = inside.run("croupier", "verify", "/var/lib/croupier/house.db", user="croupier").stdout
    assert "the journal is sound" in verified and last > 0, verified

    inside.run("dpkg", "--remove", "croupier")
    assert config.exists() and inside.file("/var/lib/croupier/house.db").exists()
    purged = inside.run("dpkg", "--purge", "croupier")
    assert "records of the house are kept in /var/lib/croupier" in purged.stderr, purged.stderr
    assert inside.mode("/var/lib/croupier/house.db") == "600 croupier:croupier"
    assert not config.exists()
    install(inside, second)
    shutil.rmtree(inside.file("/var/lib/croupier"))
    inside.file("/var/lib/croupier").mkdir()
    inside.run("dpkg", "--purge", "croupier")
    assert inside.run("getent", "passwd", "croupier", check=False).returncode == 2, "the user is still there"
    left = inside.run("find", "/etc", "/usr", "/var/lib", "-name", "*croupier*").stdout.split()
    left = [file for file in left if not file.startswith("/var/lib/systemd/deb-systemd")]
    assert not left, left


def instructions(text):
    """The instructions of a container file."""
    text = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for line in text.replace("\\\n", " ").splitlines():
        if line.strip():
            word, rest = line.split(maxsplit=1)
            yield word, rest


def check_container(inside, deb):
    """Does what the container file says, and opens the house in it."""
    made = {"env": {}, "words": {}}
    for word, rest in instructions((HERE / "packaging/Containerfile").read_text()):
        if word == "ARG":
            assert rest.startswith("SUITE="), rest
        elif word == "FROM":
            assert rest == "debian:${SUITE}-slim", rest
        elif word == "COPY":
            pattern, to = rest.split()
            assert pathlib.PurePath(deb).match(pattern), pattern
            shutil.copy(deb, inside.file(to))
        elif word == "RUN":
            inside.run("/bin/sh", "-c", rest)
        elif word == "ENV":
            name, value = rest.split("=", 1)
            made["env"][name] = value
        elif word in ("ENTRYPOINT", "CMD"):
            made["words"][word] = json.loads(rest)
        elif word in ("EXPOSE", "VOLUME", "WORKDIR", "USER", "STOPSIGNAL"):
            made[word] = rest
        else:
            raise SystemExit(f"this test does not know {word}")
    assert made["env"]["CROUPIER_LISTEN"].endswith(":" + made["EXPOSE"]) and made["STOPSIGNAL"] == "SIGTERM"
    assert made["VOLUME"] == made["WORKDIR"] == "/var/lib/croupier"
    command = made["words"]["ENTRYPOINT"] + made["words"]["CMD"]
    refused = inside.run(*command, user=made["USER"], env=made["env"], check=False)
    assert refused.returncode == 2 and "without TLS everybody on the way" in refused.stderr, refused.stderr
    env = made["env"] | {"CROUPIER_LISTEN": "127.0.0.1:0"}
    service = Service(inside, env, command, {"User": made["USER"], "WorkingDirectory": made["WORKDIR"]})
    assert service.ask("GET", "/ready")[0] == 200
    service.stop()


def main(binary, folder):
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if os.geteuid():
        raise SystemExit("the package is not tried: only root can install it in a Debian of its own")
    first, second = (package(binary, folder, version) for version in ("0.1.0", "0.1.1"))
    with contextlib.ExitStack() as stack:
        for name, what in {"installed": lambda it: check_life(it, first, second), "container": lambda it: check_container(it, first)}.items():
            root = fresh_debian(folder, name)
            stack.callback(shutil.rmtree, root, ignore_errors=True)
            what(Inside(root))
            print(f"{name}: as it should be")


main(*sys.argv[1:])
