import os

from descope import DescopeClient

latchkey = DescopeClient(
    project_id=os.environ["PROJECT_ID"],
    base_url=os.environ.get("BASE_URL", "http://localhost:8080"),
    management_key=os.environ.get("MANAGEMENT_KEY"),
)
