import type { Sleep } from '@tenantscope/graph-client/clock'
import { createGraph } from '@tenantscope/graph-client/graph'
import type { Graph } from '@tenantscope/graph-client/graph'
import type { Leases } from '@tenantscope/graph-client/leases'
import { createLimiter } from '@tenantscope/graph-client/limiter'
import type { OnRequest } from '@tenantscope/graph-client/request-log'
import { createTokens } from '@tenantscope/graph-client/tokens'
import type { Tokens } from '@tenantscope/graph-client/tokens'
import type { Transport } from '@tenantscope/graph-client/transport'

import type { Clock } from '../../lib/clock.ts'
import type { AzureService, Connection } from './azure.service.ts'

export type MicrosoftAccess = ReturnType<typeof createMicrosoftAccess>

/** Microsoft as one version of the stored connection reaches it. */
export interface ConnectedMicrosoft {
  readonly connection: Connection
  readonly tokens: Tokens
  readonly graph: Graph
}

/** Tokens and Graph for the stored connection, renewed in every process when it changes. */
export function createMicrosoftAccess(deps: {
  azure: AzureService
  transport: Transport
  clock: Clock
  sleep: Sleep
  /** Limits that all processes keep together. */
  leases: Leases
  onRequest: OnRequest
}) {
  const { azure, transport, clock, sleep, leases, onRequest } = deps
  let connected: ConnectedMicrosoft | null = null

  return {
    /** Null while no connection is stored. */
    async current(): Promise<ConnectedMicrosoft | null> {
      const stored = await azure.currentWithCredential()
      if (stored === null || stored.credential === null) return null
      const { credential, ...connection } = stored
      if (connected?.connection.version !== connection.version) {
        const { clientId, cloud } = connection
        const common = { transport, cloud, clock, sleep, onRequest }
        const tokens = createTokens({ ...common, clientId, credential })
        const limiter = createLimiter({ clock, sleep, leases, appId: clientId })
        connected = { connection, tokens, graph: createGraph({ ...common, tokens, limiter }) }
      }
      return connected
    },
  }
}
