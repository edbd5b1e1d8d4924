FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# Removes build dependencies, source maps, types, and Node from npm, because the image has its own Node.
RUN npm run build && npm prune --omit=dev && rm -rf node_modules/node && \
    find node_modules -type f \( -name '*.map' -o -name '*.d.[cm]ts' -o -name '*.d.ts' \) -delete && \
    mkdir /data

# Contains the C library, certificates and time zones; no shell and no package manager.
FROM gcr.io/distroless/cc-debian12
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build --chown=1000:1000 /data /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/src ./src
COPY --from=build /app/locales ./locales
COPY --from=build /app/dist ./dist
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without required settings such as DATABASE_URL, the server prints a message and stops.
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=256", "--import", "./src/server/node-version.js", "src/server/start.ts"]
