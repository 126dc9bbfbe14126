"""Lists users through the management API. Pass a name or an address to search for it."""

import sys

from latchkey import latchkey

text = sys.argv[1] if len(sys.argv) > 1 else None
for user in latchkey.mgmt.user.search_all(text=text, limit=100)["users"]:
    print(user["userId"], user["status"], *user["loginIds"])
