import { TenantId } from '@tenantscope/contract/ids'
import { createGraph } from '@tenantscope/graph-client/graph'
import { createLimiter } from '@tenantscope/graph-client/limiter'
import { createTokens } from '@tenantscope/graph-client/tokens'
import type { Transport } from '@tenantscope/graph-client/transport'

import type { ConnectedMicrosoft } from '../features/azure/microsoft-access.service.ts'
import type { RefreshWorld } from './refresh-world.ts'

/** The world's Microsoft with a client of its own, whose clock runs as fast as the machine's. */
export function connectDirectly(
  { simulator }: RefreshWorld,
  transport: Transport,
): ConnectedMicrosoft {
  const clock = { now: () => new Date() }
  const { registration, partner } = simulator.world
  const { clientId, clientSecret: secret } = registration
  const common = { transport, cloud: 'global', clock } as const
  const tokens = createTokens({ ...common, clientId, credential: { kind: 'secret', secret } })
  const limiter = createLimiter({ clock, appId: clientId })
  const graph = createGraph({ ...common, tokens, limiter })
  const tenantId = TenantId.parse(partner.id)
  const connection = {
    clientId,
    tenantId,
    cloud: 'global',
    version: 1,
    lastSignInAt: null,
    lastSuccessAt: null,
    refusal: null,
  } as const
  return { connection, tokens, graph }
}
