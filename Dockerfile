# Only Cairn. The engines run in other containers (docker-compose.yml).
FROM node:20-slim AS build
WORKDIR /cairn
COPY package.json package-lock.json ./
COPY packages packages
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY openapi openapi
COPY cypher cypher
COPY src src
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:20-slim
ENV NODE_ENV=production
WORKDIR /cairn
COPY --from=build /cairn/package.json ./
COPY --from=build /cairn/node_modules node_modules
COPY --from=build /cairn/openapi openapi
COPY --from=build /cairn/cypher cypher
COPY --from=build /cairn/dist dist
# The handbook, which Cairn serves at /docs.
COPY docs docs
# A volume that is mounted here gets this owner.
RUN install -d -o node -g node -m 700 data
USER node
EXPOSE 8080
ENTRYPOINT ["node", "dist/main.js"]
