import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { destinationOf, type Destination } from './clouds.ts'
import { answerControl } from './control.ts'
import { createCounters, type Counters } from './counters.ts'
import { createFaults, type Faults } from './faults.ts'
import { createAccessTokens } from './graph/access-token.ts'
import { answerGraph, type GraphContext } from './graph/graph.ts'
import { jsonReply, readRequest, type SimReply, type SimRequest } from './http.ts'
import { createAuthorizationCodes } from './identity/authorization-codes.ts'
import type { IdentityContext } from './identity/context.ts'
import { createDirectories } from './identity/directories.ts'
import { answerIdentity } from './identity/identity.ts'
import { createSigningKeys } from './identity/keys.ts'
import { createLimits } from './limits.ts'
import { createRandom, type Random } from './random.ts'
import { buildWorld } from './world/build-world.ts'
import type { World } from './world/types.ts'

const HOST = '127.0.0.1'
const GRACE_MS = 250
const KEEP_ALIVE_MS = 120_000

export interface SimulatorOptions {
  /** 0 or absent: any free port. */
  readonly port?: number
  readonly tenants?: number
  readonly users?: number | undefined
  readonly seed?: number
  readonly latencyMs?: number
  /** The limits' clock runs that many times faster. */
  readonly speed?: number
  readonly appUrls?: readonly string[]
  /** Absent: the real clock. */
  readonly now?: () => number
}

/** A running simulated Microsoft. */
export interface Simulator {
  readonly url: string
  readonly port: number
  readonly world: World
  readonly faults: Faults
  readonly counters: Counters
  close(): Promise<void>
}

interface Context {
  readonly identity: IdentityContext
  readonly graph: GraphContext
  readonly latencyMs: number
  readonly jitter: Random
}

/** Builds the world and serves it over HTTP on 127.0.0.1. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const context = await createContext(options)
  const server = createServer((message, response) => {
    void answer(context, message)
      .catch(mistake)
      .then((reply) => send(response, reply, context))
      // The client went away before its answer.
      .catch(() => response.destroy())
  })
  // Longer than any client keeps a connection, so that none is closed under its next request.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, HOST, resolve)
  })
  const { port } = addressOf(server.address())
  const { world, faults, counters } = context.graph
  return {
    url: `http://${HOST}:${port}`,
    port,
    world,
    faults,
    counters,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      server.closeAllConnections()
      await closed
    },
  }
}

async function createContext(options: SimulatorOptions): Promise<Context> {
  const { seed = 1, tenants = 40, users, latencyMs = 0, speed = 1 } = options
  const appUrls = options.appUrls ?? ['http://localhost:3000']
  const now = options.now ?? Date.now
  const random = createRandom(`answers:${seed}`)
  const ids = random.fork('ids')
  const codes = random.fork('codes')
  const world = buildWorld({ seed, tenants, users, appUrls })
  const faults = createFaults()
  const counters = createCounters()
  const keys = await createSigningKeys()
  const common = { world, faults, counters, now, newId: () => ids.guid() }
  return {
    identity: {
      ...common,
      keys,
      directories: createDirectories(world),
      codes: createAuthorizationCodes({ now, newCode: () => codes.token(86) }),
    },
    graph: {
      ...common,
      tokens: createAccessTokens({ keys, now }),
      limits: createLimits({ now, speed, counters, graceMs: GRACE_MS + latencyMs }),
      pageSecret: random.fork('pages').token(32),
    },
    latencyMs,
    jitter: random.fork('jitter'),
  }
}

async function answer(context: Context, message: IncomingMessage): Promise<SimReply> {
  const destination = destinationOf(message.headers.host ?? '')
  if (!destination) return jsonReply(404, { error: 'This host is not simulated.' })
  const request = await readRequest(message, destination.cloud)
  if (!request) return jsonReply(400, { error: 'The request cannot be read.' })
  return (await route(context, destination, request)) ?? notFound(request)
}

async function route(context: Context, { service }: Destination, request: SimRequest) {
  const { counters } = context.graph
  const isControl = request.path.startsWith('/_simulator/')
  if (isControl && service === 'loopback') {
    const reply = answerControl(context.graph, request)
    return reply && { ...reply, isImmediate: true }
  }
  counters.count('requests')
  if (service === 'graph') return answerGraph(context.graph, request)
  if (request.path.endsWith('/token')) counters.count('tokenRequests')
  return answerIdentity(context.identity, request)
}

/** A mistake of the simulator itself: never to be taken for an answer of Microsoft. */
function mistake(error: unknown): SimReply {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return jsonReply(500, { error: 'The simulator failed.', text })
}

function notFound({ method, path }: SimRequest): SimReply {
  return jsonReply(404, { error: `${method} ${path} is not simulated.` })
}

async function send(response: ServerResponse, reply: SimReply, context: Context): Promise<void> {
  const delayMs = reply.isImmediate ? 0 : delayOf(reply, context)
  if (delayMs > 0) await wait(delayMs)
  const body = Buffer.from(reply.body)
  response.writeHead(reply.status, { ...reply.headers, 'content-length': body.length })
  if (!reply.isReset) {
    response.end(body)
    return
  }
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    response.socket?.resetAndDestroy()
  })
}

/** The latency, a tenth of it more or less, and what a fault adds. */
function delayOf({ delaySeconds = 0 }: SimReply, { latencyMs, jitter }: Context): number {
  return latencyMs * (0.9 + 0.2 * jitter.next()) + delaySeconds * 1000
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('No TCP address')
  return address
}
