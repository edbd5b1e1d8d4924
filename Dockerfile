FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/src ./src
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
# DATABASE_URL, JWT_SECRET and PUBLIC_ORIGIN come from outside: without them it stops with a sentence.
CMD ["node", "--max-semi-space-size=8", "--import", "./src/server/node-version.js", "src/server/start.ts"]
