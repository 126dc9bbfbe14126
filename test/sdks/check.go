// Reads tokens from standard input, and prints which of them the SDK accepts. It has no option for the audience.
package main

import (
	"context"
	"encoding/json"
	"os"

	"github.com/descope/go-sdk/descope/client"
)

func main() {
	var given struct {
		ProjectID  string            `json:"projectId"`
		BaseURL    string            `json:"baseUrl"`
		Tokens     map[string]string `json:"tokens"`
		RefreshJwt string            `json:"refreshJwt"`
	}
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	sdk, err := client.NewWithConfig(&client.Config{ProjectID: given.ProjectID, DescopeBaseURL: given.BaseURL})
	if err != nil {
		panic(err)
	}
	accepted := map[string][]bool{}
	for kind, token := range given.Tokens {
		ok, _, err := sdk.Auth.ValidateSessionWithToken(context.Background(), token)
		accepted[kind] = []bool{ok && err == nil}
	}
	ok, _, err := sdk.Auth.RefreshSessionWithToken(context.Background(), given.RefreshJwt)
	answer := map[string]any{"accepted": accepted, "refreshed": ok && err == nil}
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		panic(err)
	}
}
