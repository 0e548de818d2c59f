import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'

import { destinationOf, type CloudName, type Destination } from './clouds.ts'
import { answerControl, type ControlDeps } from './control.ts'
import { createCounters, type Counters } from './counters.ts'
import { createFaults, isTransportFault, type Faults } from './faults.ts'
import { createAccessTokens } from './graph/engine/access-token.ts'
import type { GraphContext } from './graph/engine/context.ts'
import { answerGraph } from './graph/graph.ts'
import { answerDownload } from './graph/reports/report-download.ts'
import { acceptsGzip, jsonReply, readRequest, type SimReply, type SimRequest } from './http.ts'
import type { IdentityContext } from './identity/context.ts'
import { createIdentity, type IdentityControls } from './identity/create-identity.ts'
import { answerIdentity } from './identity/identity.ts'
import { createSigningKeys } from './identity/keys.ts'
import { createLimits, type Limits } from './limits.ts'
import { createRandom, type Random } from './random.ts'
import { mistake, send } from './sending.ts'
import { buildWorld } from './world/build-world.ts'
import type { Tenant, World } from './world/types.ts'

const HOST = '127.0.0.1'
const GRACE_MS = 250
const KEEP_ALIVE_MS = 120_000
/** The turn of the event loop that announces a wait, and the one in which a client here reads of it. */
const TURNS_UNTIL_HEARD = 2

export interface SimulatorOptions {
  /** 0 or absent: any free port. */
  readonly port?: number
  readonly tenants?: number
  readonly users?: number | undefined
  readonly seed?: number
  /** From a request's arrival to its answer; a tenth more or less, unless there is no jitter. */
  readonly latencyMs?: number
  readonly jitter?: boolean
  /** The limits' clock runs that many times faster. */
  readonly speed?: number
  readonly appUrls?: readonly string[]
  /** Every story and shape of directory also in a small world: see WorldOptions. */
  readonly isWhole?: boolean | undefined
  /** The users of a customer with hostile data: see WorldOptions. */
  readonly hostileUsers?: number | undefined
  /** The users of a large ordinary customer: see WorldOptions. */
  readonly largeUsers?: number | undefined
  /** Further customers, such as the stories of the posture. */
  readonly customers?: readonly Tenant[] | undefined
  /** Where every directory lives; absent: the global cloud. 'any': each cloud takes them for its own. */
  readonly cloud?: CloudName | 'any'
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
  readonly identity: IdentityControls
  readonly limits: Limits
  /** Drawn from the seed, and by nothing else in the simulator. */
  readonly random: Random
  close(): Promise<void>
}

interface Context {
  readonly identity: IdentityContext
  readonly identityControls: IdentityControls
  readonly graph: GraphContext
  readonly control: ControlDeps
  readonly latencyMs: () => number
  readonly random: Random
}

/** Builds the world and serves it over HTTP on 127.0.0.1. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const context = await createContext(options)
  const turn = createTurns(options)
  const server = createServer((message, response) => {
    const arrivedAt = performance.now()
    void turn()
      .then(() => answer(context, message))
      .catch(mistake)
      .then((reply) =>
        send(response, reply, {
          // The simulator's own time is part of the latency, not on top of it.
          dueMs: arrivedAt + (reply.isImmediate ? 0 : context.latencyMs()),
          acceptsGzip: acceptsGzip(message),
          counters: context.graph.counters,
        }),
      )
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
  const { world, faults, counters, limits } = context.graph
  return {
    url: `http://${HOST}:${port}`,
    port,
    world,
    faults,
    counters,
    identity: context.identityControls,
    limits,
    random: context.random,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      server.closeAllConnections()
      await closed
    },
  }
}

/**
 * One request per round of the event loop: those that come together have all arrived before the first
 * is worked on, or the time of the earlier ones would be added to the latency of the later ones.
 * Without latency there is nothing to add to.
 */
function createTurns({ latencyMs = 0 }: SimulatorOptions): () => Promise<void> {
  let last = Promise.resolve()
  if (latencyMs === 0) return () => last
  return () => {
    last = last.then(() => setImmediate())
    return last
  }
}

async function createContext(options: SimulatorOptions): Promise<Context> {
  const { seed = 1, tenants = 40, users, latencyMs = 0, speed = 1 } = options
  const appUrls = options.appUrls ?? ['http://localhost:3000']
  const now = options.now ?? Date.now
  const random = createRandom(`answers:${seed}`)
  const ids = random.fork('ids')
  const world = buildWorld({
    seed,
    tenants,
    users,
    appUrls,
    cloud: options.cloud,
    isWhole: options.isWhole,
    hostileUsers: options.hostileUsers,
    largeUsers: options.largeUsers,
    customers: options.customers,
  })
  const counters = createCounters()
  const faults = createFaults({
    random: random.fork('faults'),
    onHit({ name }) {
      if (isTransportFault(name)) counters.count('faults')
      counters.note('faultsByName', name)
    },
  })
  const keys = await createSigningKeys()
  const common = { world, faults, counters, now, newId: () => ids.guid() }
  const identity = createIdentity({ ...common, keys }, random)
  return {
    identity: identity.context,
    identityControls: identity.controls,
    graph: {
      ...common,
      tokens: createAccessTokens({ keys, now }),
      limits: createLimits({ now, speed, counters, graceMs: GRACE_MS + latencyMs, onceHeard }),
      pageSecret: random.fork('pages').token(32),
    },
    control: {
      ...common,
      random: random.fork('changes'),
    },
    latencyMs: latencyOf(latencyMs, options.jitter === false ? undefined : random.fork('jitter')),
    random: random.fork('tests'),
  }
}

function onceHeard(then: (waitedMs: number) => void): void {
  const since = performance.now()
  void (async () => {
    for (let turn = 0; turn < TURNS_UNTIL_HEARD; turn += 1) await setImmediate()
    then(performance.now() - since)
  })()
}

/** The latency, a tenth of it more or less. */
function latencyOf(latencyMs: number, jitter: Random | undefined): () => number {
  return () => (jitter && latencyMs > 0 ? latencyMs * (0.9 + 0.2 * jitter.next()) : latencyMs)
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
    const reply = await answerControl(context.control, request)
    return reply && { ...reply, isImmediate: true }
  }
  counters.count('requests')
  if (service === 'graph') return answerGraph(context.graph, request)
  if (service === 'reports') {
    counters.note('requestsByService', 'reports')
    return answerDownload(context.graph, request)
  }
  if (request.path.endsWith('/token')) counters.count('tokenRequests')
  const reply = await answerIdentity(context.identity, request)
  if (reply) noteIdentity(counters, request)
  return reply
}

function noteIdentity(counters: Counters, { method, path }: SimRequest): void {
  counters.note('requestsByService', 'identity')
  counters.note('requestsByPath', `${method} ${path.replace(/^\/[^/]+/, '/{tenant}')}`)
}

function notFound({ method, path }: SimRequest): SimReply {
  return jsonReply(404, { error: `${method} ${path} is not simulated.` })
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('No TCP address')
  return address
}
