import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import type { Sleep } from '@tenantscope/graph-client/clock'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import { createGraph } from '@tenantscope/graph-client/graph'
import type { Graph } from '@tenantscope/graph-client/graph'
import type { Leases } from '@tenantscope/graph-client/leases'
import { createLimiter } from '@tenantscope/graph-client/limiter'
import type { OnRequest } from '@tenantscope/graph-client/request-log'
import { createTokens } from '@tenantscope/graph-client/tokens'
import type { Tokens } from '@tenantscope/graph-client/tokens'
import type { Transport } from '@tenantscope/graph-client/transport'

import type { Clock } from '../../lib/clock.ts'
import type { AzureService, Connection, ProvisionedConnection } from './azure.service.ts'

export type MicrosoftAccess = ReturnType<typeof createMicrosoftAccess>

/** Access to Microsoft with one version of the stored connection. */
export interface ConnectedMicrosoft {
  readonly connection: Connection
  readonly tokens: Tokens
  readonly graph: Graph
}

/** Provides tokens and Graph for the stored connection, renewed in every process when it changes. */
export function createMicrosoftAccess(deps: {
  azure: AzureService
  transport: Transport
  clock: Clock
  sleep: Sleep
  /** Limits that all processes share. */
  leases: Leases
  onRequest: OnRequest
}) {
  const { azure, transport, clock, sleep, leases, onRequest } = deps
  let connected: (ConnectedMicrosoft & { identity: string }) | null = null

  /** Only the own directory shows whether Microsoft accepts the connection. */
  async function recordOutcome(
    { connection, tokens }: Pick<ConnectedMicrosoft, 'connection' | 'tokens'>,
    tenantId: string,
    failure: GraphFailure | null,
  ): Promise<void> {
    const { version, tenantId: own } = connection
    if (tenantId === own) return azure.recordToken(version, failure)
    if (failure?.code !== 'INVALID_CLIENT_SECRET') return
    // The credential is the same for every directory, so the own one is asked, unless it is known.
    if ((await azure.current())?.refusal) return
    tokens.forget(own)
    await tokens.tokenFor(own).catch(() => undefined)
  }

  /** Returns null when no connection is stored. */
  async function current(): Promise<ConnectedMicrosoft | null> {
    const stored = await azure.currentWithCredential()
    if (stored === null || stored.credential === null) return null
    const { credential, identity, ...connection } = stored
    if (connected?.identity !== identity) {
      const { clientId, cloud } = connection
      const common = { transport, cloud, clock, sleep, onRequest }
      const tokens = createTokens({
        ...common,
        clientId,
        credential,
        onOutcome: (tenantId, failure) => recordOutcome({ connection, tokens }, tenantId, failure),
      })
      const limiter = createLimiter({ clock, sleep, leases, appId: clientId })
      const graph = createGraph({ ...common, tokens, limiter })
      connected = { identity, connection, tokens, graph }
    }
    return connected
  }

  /** Requests a token with a connection that is not stored; null: Microsoft issued one. */
  async function tryOut(connection: ProvisionedConnection): Promise<GraphFailure | null> {
    const { clientId, tenantId, cloud } = connection
    const credential = azure.usable(connection.credential)
    const common = { transport, cloud, clock, sleep, onRequest }
    const deadlineMs = LIVE_CALL_SECONDS * 1_000
    const tokens = createTokens({ ...common, clientId, credential, deadlineMs })
    return tokens.tokenFor(tenantId).then(
      () => null,
      (error: unknown) => {
        if (error instanceof GraphFailure) return error
        throw error
      },
    )
  }

  /** Returns the connection's own directory, with priority over background work; null when none is stored. */
  async function ownDirectory(limits: { signal?: AbortSignal; deadlineMs: number }) {
    const own = await current()
    if (own === null) return null
    const { tenantId } = own.connection
    return {
      tenantId,
      graph: own.graph.forTenant(tenantId, { ...limits, priority: 'high' }),
      forgetToken: () => own.tokens.forget(tenantId),
    }
  }

  return { current, tryOut, ownDirectory }
}
