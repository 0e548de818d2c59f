# Tenantscope as a container: no shell, no package manager, no development packages, an unprivileged
# user. Everything except /data and /tmp can be read-only. `docker compose up` (compose.yaml) adds a
# database and TLS.

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /build
COPY . .
# Installs the exact versions of the lock file without running scripts of packages.
RUN npm ci --ignore-scripts && npm run build
# Readable by the container's user, for any umask of the checkout.
RUN node -r ./tools/node-24.cjs tools/stage-image.ts /stage/app && chmod -R a+rX /stage/app
# Uses Node from the lock file instead of the base image's.
# COPY keeps a folder's mode only when its parent is copied.
RUN mkdir -p /stage/bin /stage/writable && mkdir -m 700 /stage/writable/data \
  && cp "$(node -p "require.resolve('node-linux-' + process.arch + '/bin/node')")" /stage/bin/node

FROM gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
COPY --from=build /stage/bin/node /usr/local/bin/node
COPY --from=build /stage/app /app
COPY --from=build --chown=65532:65532 /stage/writable/ /
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 65532:65532
VOLUME /data
EXPOSE 3000
# SIGTERM shuts both processes down gracefully within 25 seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/usr/local/bin/node", "packages/server/src/bin/health.ts"]
ENTRYPOINT ["/usr/local/bin/node"]
# Starts the web process, and starts it again when it crashed.
CMD ["packages/server/src/bin/supervise.ts"]
