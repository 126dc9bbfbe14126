# syntax=docker/dockerfile:1
# docs/deploy/docker.md says how to build and run it.

# Builds on the machine's own architecture. The result is JavaScript, and npm fetches native code for the target.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund \
 && npm run build:console \
 && npm run build:server \
 && npm pack --pack-destination /tmp \
 && mkdir -p /out/app /out/data /out/usr/local/bin \
 && tar -xzf /tmp/latchkey-*.tgz -C /out/app --strip-components=1 \
 && ln -s /app/bin/latchkey.mjs /out/usr/local/bin/latchkey
ARG TARGETARCH=amd64
# The workspaces are for developers.
RUN case "$TARGETARCH" in amd64) cpu=x64 ;; *) cpu="$TARGETARCH" ;; esac \
 && npm ci --no-audit --no-fund --omit=dev --workspaces=false --ignore-scripts --os=linux --libc=glibc --cpu="$cpu" \
 && rm -rf node_modules/.bin \
 && mv node_modules /out/app/

FROM node:24-bookworm-slim AS node

# The last stage runs nothing, so it can be built for another architecture. It has no npm, because the server needs none.
FROM debian:bookworm-slim
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=build /out/app /app
COPY --from=build /out/usr /usr
# The embedded database is here, unless DATABASE_URL is set.
COPY --from=build --chown=10001:10001 /out/data /data
ENV HOST=0.0.0.0 \
    LATCHKEY_DATA_DIR=/data \
    LATCHKEY_LOG=json
USER 10001:10001
WORKDIR /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["latchkey"]
CMD ["serve"]
