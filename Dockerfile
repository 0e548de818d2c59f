# Tenantscope as a container: no shell, no package manager, no developers' packages; one user without
# rights; everything but /data and /tmp may be read-only. `docker compose up` (compose.yaml) adds a
# database and TLS.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
# The exact versions of the lock file; no package's script runs.
RUN npm ci --ignore-scripts && npm run build
# Readable to the container's user, whatever umask the sources were checked out with.
RUN node -r ./tools/node-24.cjs tools/stage-image.ts /stage/app && chmod -R a+rX /stage/app
# The project's own Node, of the lock file too, instead of whatever the base image has.
# A folder's own mode is kept only where its parent is copied.
RUN mkdir -p /stage/bin /stage/writable && mkdir -m 700 /stage/writable/data \
  && cp "$(node -p "require.resolve('node-linux-' + process.arch + '/bin/node')")" /stage/bin/node

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /stage/bin/node /usr/local/bin/node
COPY --from=build /stage/app /app
COPY --from=build --chown=65532:65532 /stage/writable/ /
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 65532:65532
VOLUME /data
EXPOSE 3000
# SIGTERM ends the process in order, within 25 seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/usr/local/bin/node", "packages/server/src/bin/health.ts"]
ENTRYPOINT ["/usr/local/bin/node"]
CMD ["packages/server/src/main.ts"]
