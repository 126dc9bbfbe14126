"""A SAML service provider with PySAML2. Reads one JSON object from the standard input and writes one to the standard output."""

import json
import sys

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT, saml
from saml2.client import Saml2Client
from saml2.config import SPConfig

# Its defaults are SHA-1.
algorithms = {
    "sigalg": "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    "digest_alg": "http://www.w3.org/2001/04/xmlenc#sha256",
}
given = json.load(sys.stdin)
config = SPConfig().load({
    "entityid": given["entityId"],
    "metadata": {"inline": [given["metadata"]]},
    "key_file": given["keyFile"],
    "cert_file": given["certFile"],
    "encryption_keypairs": [{"key_file": given["keyFile"], "cert_file": given["certFile"]}],
    "allow_unknown_attributes": True,
    "service": {"sp": {
        "endpoints": {"assertion_consumer_service": [(given["acsUrl"], BINDING_HTTP_POST)]},
        "authn_requests_signed": True,
        "want_response_signed": True,
        "want_assertions_signed": True,
        "allow_unsolicited": False,
        "name_id_format": [saml.NAMEID_FORMAT_PERSISTENT],
        "name_id_policy_format": saml.NAMEID_FORMAT_PERSISTENT,
    }},
})
client = Saml2Client(config)

if "response" not in given:
    binding = BINDING_HTTP_POST if given["binding"] == "post" else BINDING_HTTP_REDIRECT
    request_id, info = client.prepare_for_authenticate(
        relay_state="a-state", binding=binding, sign=True, **algorithms,
    )
    json.dump({"id": request_id, "location": dict(info["headers"]).get("Location", ""), "form": str(info["data"])}, sys.stdout)
else:
    answer = client.parse_authn_request_response(given["response"], BINDING_HTTP_POST, {given["id"]: given["acsUrl"]})
    name = answer.name_id
    json.dump({"attributes": answer.ava, "nameId": name.text, "format": name.format, "issuer": answer.issuer()}, sys.stdout)
