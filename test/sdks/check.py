"""Reads tokens from standard input, and prints which of them the SDK accepts: without and with the audience."""

import json
import sys

from descope import DescopeClient

given = json.load(sys.stdin)
project = given["projectId"]
client = DescopeClient(project_id=project, base_url=given["baseUrl"])


def works(call):
    try:
        call()
        return True
    except Exception:
        return False


accepted = {
    kind: [
        works(lambda: client.validate_session(token)),
        works(lambda: client.validate_session(token, audience=project)),
    ]
    for kind, token in given["tokens"].items()
}
refreshed = works(lambda: client.refresh_session(given["refreshJwt"], audience=project))
print(json.dumps({"accepted": accepted, "refreshed": refreshed}))
