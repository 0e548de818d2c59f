import { onTestFinished } from 'vitest'

import { createGraph } from '../engine/graph.ts'
import type { GraphOptions, TenantOptions } from '../engine/graph.ts'
import { createLimiter } from '../engine/limiter.ts'
import { createTokens } from '../engine/tokens.ts'
import { createTransport } from '../engine/transport.ts'
import { isTokenRequest, startFakeMicrosoft, tokenReply } from './fake-microsoft.ts'
import type { Handler } from './fake-microsoft.ts'
import { createJumpingTime } from './time.ts'

export const TENANT = '6f3c9f2e-6a53-4a0b-9d2e-0d2a6c1f7b11'

type Options = Partial<GraphOptions> & { tenant?: TenantOptions; roles?: string[] }

/** The complete client against a server that answers Graph requests with `handle`. */
export async function setUpGraph(handle: Handler, options: Options = {}) {
  const microsoft = await startFakeMicrosoft((request, response) =>
    isTokenRequest(request) ? tokenReply(options.roles) : handle(request, response),
  )
  const time = createJumpingTime()
  const clock = options.clock ?? time.clock
  const sleep = options.sleep ?? time.sleep
  const transport = createTransport({ microsoftEndpoint: microsoft.endpoint })
  const cloud = options.cloud ?? 'global'
  const credential = { kind: 'secret', secret: 'S3cret~value' } as const
  const tokens = createTokens({ transport, cloud, clientId: 'app', credential, clock, sleep })
  const limiter = createLimiter({ clock, sleep, appId: 'app' })
  const graphOfAll = createGraph({
    transport,
    tokens,
    cloud,
    limiter,
    clock,
    sleep,
    random: () => 0.5,
    ...options,
  })
  onTestFinished(async () => {
    await transport.close()
    await microsoft.close()
  })
  return {
    graph: graphOfAll.forTenant(TENANT, options.tenant),
    graphOfAll,
    time,
    tokens,
    graphRequests: () => microsoft.seen.filter(isGraphRequest),
    microsoft,
  }
}

function isGraphRequest(request: Parameters<typeof isTokenRequest>[0]): boolean {
  return !isTokenRequest(request)
}

/** The failure that a promise rejects with. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => {
      throw new Error('should have failed')
    },
    (error: unknown) => error,
  )
}
