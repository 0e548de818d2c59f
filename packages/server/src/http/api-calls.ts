import { isApiPath } from './headers.ts'
import type { HttpServer } from './http-server.ts'
import { pathOf } from './request-log.ts'

/** Calls `onCall` for every answer under /api, a refusal too; to be added before the calls are. */
export function onApiCalls({ fastify }: HttpServer, onCall: () => void): void {
  fastify.addHook('onResponse', async (request) => {
    if (isApiPath(pathOf(request))) onCall()
  })
}
