"""Runs all checks of scim2-tester, and prints their results as JSON."""

import json
import sys
from collections import Counter

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

address, token = sys.argv[1:]
http = Client(base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=60)
client = SyncSCIMClient(http)
client.discover()
results = check_server(client)
failed = [result for result in results if result.status in (Status.ERROR, Status.CRITICAL)]
print(
    json.dumps(
        {
            "counts": Counter(result.status.name for result in results),
            "failures": [f"{result.title} {result.resource_type}: {result.reason}" for result in failed],
        }
    )
)
