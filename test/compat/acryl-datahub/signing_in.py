"""`datahub init` in its three ways. The browser is played by HTTP: it signs in with a password, and allows what it is asked."""

import json
import os
import subprocess
import sys
import textwrap
import urllib.request

import yaml
from step import URL, WORK, contains, same, step

USER, PASSWORD = "signing.in", "a password of the step"


def post(path, body, headers={}):
    request = urllib.request.Request(URL + path, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})
    return urllib.request.urlopen(request)


def make_user():
    invited = json.load(post("/api/v2/graphql", {"query": "{ getInviteToken(input: {}) { inviteToken } }"}))
    token = invited["data"]["getInviteToken"]["inviteToken"]
    post("/signUp", {"userUrn": f"urn:li:corpuser:{USER}", "email": "s@example.com", "fullName": "S", "password": PASSWORD, "inviteToken": token})


def place(name, text):
    path = os.path.join(WORK, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        out.write(textwrap.dedent(text))
    os.chmod(path, 0o755)
    return path


LOG_IN = f"""
import http.cookiejar, json, urllib.parse, urllib.request
jar = http.cookiejar.CookieJar()
opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
def post(path, body):
    data = json.dumps(body).encode()
    return opener.open(urllib.request.Request({URL!r} + path, data, {{"Content-Type": "application/json"}}))
post("/logIn", {{"username": {USER!r}, "password": {PASSWORD!r}}})
"""

BROWSER = f"#!{sys.executable}" + LOG_IN + """
import sys
asked = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(sys.argv[1]).query))
given = {name: asked[name] for name in ("client_id", "redirect_uri", "code_challenge", "code_challenge_method", "state")}
urllib.request.urlopen(json.load(post("/auth/oauth2/allow", given))["redirect"])
"""

# What the command uses of Playwright.
PLAYWRIGHT = LOG_IN + """
class Page:
    def goto(self, address):
        opener.open(address)
    new_page = new_context = launch = lambda self, **_: self
    def wait_for_function(self, function, timeout):
        assert "actor=" in function and any(cookie.name == "actor" for cookie in jar)
    def cookies(self):
        return [{"name": each.name, "value": each.value, "domain": each.domain, "path": each.path} for each in jar]
    def close(self):
        pass
    def __enter__(self):
        self.chromium = self
        return self
    def __exit__(self, *_):
        pass
sync_playwright = Page
"""


def init(*words, **more):
    home = os.path.join(WORK, "-".join(words).strip("-") or "home")
    os.makedirs(home)
    # Otherwise the command would not look into the file that it has written.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DATAHUB_")}
    env = {**kept, "HOME": home, **more}
    ended = subprocess.run(["datahub", "init", "--host", URL, *words], capture_output=True, text=True, cwd=WORK, env=env, timeout=300)
    same(ended.returncode, 0, ended.stdout + ended.stderr)
    with open(os.path.join(home, ".datahubenv")) as written:
        return env, yaml.safe_load(written)


def who_is(env):
    asked = ["datahub", "graphql", "--query", "{ me { corpUser { urn } } }"]
    ended = subprocess.run(asked, capture_output=True, text=True, cwd=WORK, env=env, timeout=300)
    contains(ended.stdout + ended.stderr, f"urn:li:corpuser:{USER}")


make_user()

with step("CLI init --username"):
    env, kept = init("--username", USER, "--password", PASSWORD)
    who_is(env)

with step("CLI init --sso"):
    place("stub/playwright/__init__.py", "")
    place("stub/playwright/sync_api.py", PLAYWRIGHT)
    env, kept = init("--sso", PYTHONPATH=os.path.join(WORK, "stub") + os.pathsep + os.environ.get("PYTHONPATH", ""))
    who_is(env)

with step("CLI init --oauth, and the next token when one ends"):
    env, kept = init("--oauth", BROWSER=place("browser.py", BROWSER) + " %s")
    who_is(env)
    same(sorted(kept["oauth"]), ["client_id", "refresh_token", "token_endpoint"])
    # A token that ends soon, as the command reads it.
    before, _ = kept["gms"]["token"].split(".")
    kept["gms"]["token"] = before + ".eyJleHAiOjF9"
    path = os.path.join(env["HOME"], ".datahubenv")
    with open(path, "w") as out:
        yaml.dump(kept, out)
    who_is(env)
    with open(path) as again:
        renewed = yaml.safe_load(again)
    if renewed["oauth"]["refresh_token"] == kept["oauth"]["refresh_token"]:
        raise AssertionError("the refresh token is the one of before")

with step("CLI user add; a policy by put and a token by graphql, and what they let the user do"):
    def run(*words, env=dict(os.environ), **more):
        ended = subprocess.run(["datahub", *words], capture_output=True, text=True, cwd=WORK, env=env, timeout=300, **more)
        return ended.returncode, ended.stdout + ended.stderr

    def ask(query, env=dict(os.environ)):
        code, said = run("graphql", "--query", query, "--format", "json", "--no-pretty", env=env)
        same(code, 0, said)
        return json.loads(said[said.index("{") : said.rindex("}") + 1])

    def put(urn, aspect, value, env=dict(os.environ)):
        return run("put", "--urn", urn, "-a", aspect, "-d", place("aspect.json", json.dumps(value)), env=env)

    # Without a terminal, the command reads the password from its input.
    added = ["user", "add", "--id", "cli.ann", "--email", "ann@example.com", "--display-name", "Ann", "--role", "Reader", "--password"]
    code, said = run(*added, input=f"{PASSWORD}\n{PASSWORD}\n", start_new_session=True)
    same(code, 0, said)
    contains(said, "with role Reader")
    USER = "cli.ann"
    env, kept = init("--username", USER, "--password", PASSWORD, "--token-duration", "ONE_DAY")
    who_is(env)
    table = "urn:li:dataset:(urn:li:dataPlatform:hive,signing.in,PROD)"
    same(put(table, "datasetProperties", {"name": "signing.in"})[0], 0)
    described = (table, "editableDatasetProperties", {"description": "By Ann"})
    code, said = put(*described, env=env)
    contains(said, "EDIT_ENTITY_DOCS")
    same(code != 0, True, said)
    actors = {"users": [f"urn:li:corpuser:{USER}"], "allUsers": False, "allGroups": False, "resourceOwners": False}
    resources = {"filter": {"criteria": [{"field": "TYPE", "values": ["dataset"], "condition": "EQUALS"}]}}
    policy = {"displayName": "Ann describes", "description": "", "type": "METADATA", "state": "ACTIVE", "privileges": ["EDIT_ENTITY_DOCS"]}
    code, said = put("urn:li:dataHubPolicy:cli-ann", "dataHubPolicyInfo", {**policy, "actors": actors, "resources": resources, "editable": True})
    same(code, 0, said)
    code, said = put(*described, env=env)
    same(code, 0, said)
    made = ask(f'mutation {{ createAccessToken(input: {{type: PERSONAL, actorUrn: "urn:li:corpuser:{USER}", duration: ONE_HOUR, name: "cli"}}) {{ accessToken metadata {{ id }} }} }}', env)
    token = made["createAccessToken"]
    env, kept = init("--token", token["accessToken"])
    who_is(env)
    code, said = put(table, "editableDatasetProperties", {"description": "By her token"}, env)
    same(code, 0, said)
    ask(f'mutation {{ revokeAccessToken(tokenId: "{token["metadata"]["id"]}") }}')
    code, said = put(*described, env=env)
    contains(said, "401")
