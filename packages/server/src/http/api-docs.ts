import swaggerUi from '@fastify/swagger-ui'
import fastifyPlugin from 'fastify-plugin'

import { admitSignedIn } from './admission.ts'
import type { HttpServer } from './http-server.ts'
import { openApiDocument } from './openapi.ts'

/** Serves /api/openapi.json and /api/docs to signed-in users. */
export async function addApiDocs(server: HttpServer): Promise<void> {
  const document = openApiDocument(server.deps.config.publicUrl)
  await server.fastify.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      await admitSignedIn(server, request)
    })
    scope.get('/api/openapi.json', () => document)
    await scope.register(documentProvider, { document })
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: PAGE_POLICY,
      uiConfig: { docExpansion: 'list', deepLinking: true },
    })
  })
}

/** Swagger UI uses inline style attributes; the script policy stays strict. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Swagger's page requires a plugin with this name; this one returns the contract's document. */
const documentProvider = fastifyPlugin<{ document: Record<string, unknown> }>(
  async (scope, { document }) => {
    scope.decorate('swagger', () => document)
  },
  { name: '@fastify/swagger' },
)
