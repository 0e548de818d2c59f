import { createGraph } from '@tenantscope/graph-client/graph'
import { createLimiter } from '@tenantscope/graph-client/limiter'
import { readUserChanges, readUsers, startUserDelta } from '@tenantscope/graph-client/read/users'
import { createTokens } from '@tenantscope/graph-client/tokens'
import { createTransport } from '@tenantscope/graph-client/transport'

import type { Reading, Setting } from '../protocol.ts'

const clock = { now: () => new Date() }

/** Requests new tokens in every run; connections stay open, as for all contenders. */
function connect({ endpoint, clientId, clientSecret }: Setting) {
  const transport = createTransport({ microsoftEndpoint: new URL(endpoint) })
  const limiter = createLimiter({ clock, appId: clientId })
  return () => {
    const common = { transport, cloud: 'global', clock } as const
    const credential = { kind: 'secret', secret: clientSecret } as const
    const tokens = createTokens({ ...common, clientId, credential })
    return createGraph({ ...common, tokens, limiter })
  }
}

/** Reads all users of every tenant, the tenants in parallel. */
export function people(expectedPeople: number | null): Reading {
  return async (setting) => {
    const newGraph = connect(setting)
    return {
      async read() {
        const graph = newGraph()
        const counts = setting.tenantIds.map(async (tenantId) => {
          const ids = new Set<string>()
          for await (const page of readUsers(graph.forTenant(tenantId), { expectedPeople }))
            for (const { id } of page) ids.add(id)
          return ids.size
        })
        return sum(await Promise.all(counts))
      },
    }
  }
}

/** Reads the changes since the last run, as each refresh after the first does. */
export const changes: Reading = async (setting) => {
  const newGraph = connect(setting)
  const links = new Map<string, string>()
  return {
    async prepare() {
      const graph = newGraph()
      for (const tenantId of setting.tenantIds)
        links.set(tenantId, await startUserDelta(graph.forTenant(tenantId)))
    },
    async read() {
      const graph = newGraph()
      const counts = setting.tenantIds.map(async (tenantId) => {
        let rows = 0
        const rounds = readUserChanges(graph.forTenant(tenantId), links.get(tenantId) ?? '')
        for await (const { changed, removed } of rounds) rows += changed.length + removed.length
        return rows
      })
      return sum(await Promise.all(counts))
    },
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
