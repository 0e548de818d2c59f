import { cloudByName, destinationOf, type Cloud } from '../clouds.ts'
import { TRANSPORT_FAULT_NAMES, type TransportFault } from '../faults.ts'
import { headerOf, type SimReply, type SimRequest } from '../http.ts'
import { breakReply, retryAfterOf } from '../transport-faults.ts'
import { answerAdminConsent } from './admin-consent.ts'
import { answerSignIn } from './authorize.ts'
import type { IdentityContext } from './context.ts'
import { tenantIdOf, type Directory } from './directories.ts'
import { discoveryReply, instanceDiscoveryReply, keysReply } from './discovery.ts'
import { refusalPage } from './pages.ts'
import { IdentityRefusal, refusalReply, type Trace } from './refusals.ts'
import { answerTokenRequest } from './token-endpoint.ts'

interface IdentityCall {
  readonly request: SimRequest
  readonly directory: Directory
  readonly trace: Trace
}

interface IdentityRoute {
  /** What follows the tenant's segment. */
  readonly path: string
  readonly methods: readonly string[]
  /** Refusals are shown to a person, not to a program. */
  readonly isPage?: boolean
  readonly answer: (context: IdentityContext, call: IdentityCall) => SimReply | Promise<SimReply>
}

const ROUTES: readonly IdentityRoute[] = [
  {
    path: '/v2.0/.well-known/openid-configuration',
    methods: ['GET'],
    answer: (_, { request, directory }) => discoveryReply(request, directory),
  },
  {
    path: '/discovery/v2.0/keys',
    methods: ['GET'],
    answer: (context, { request }) => keysReply(context, request),
  },
  {
    path: '/discovery/instance',
    methods: ['GET'],
    answer: (_, { request }) => instanceDiscoveryReply(request.query),
  },
  {
    path: '/oauth2/v2.0/authorize',
    methods: ['GET', 'POST'],
    isPage: true,
    answer: (context, { request, directory, trace }) =>
      answerSignIn(context, request, { directory, trace }),
  },
  {
    path: '/v2.0/adminconsent',
    methods: ['GET', 'POST'],
    isPage: true,
    answer: (context, { request, directory, trace }) =>
      answerAdminConsent(context, request, { directory, trace }),
  },
  {
    path: '/oauth2/v2.0/token',
    methods: ['GET', 'POST'],
    answer: (context, { request, directory }) => answerTokenRequest(context, request, directory),
  },
]

/** The paths of login.microsoftonline.com; undefined when there is no such path. */
export async function answerIdentity(
  context: IdentityContext,
  received: SimRequest,
): Promise<SimReply | undefined> {
  const request = { ...received, cloud: cloudOf(context, received) }
  const [, segment = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(request.path) ?? []
  const route = ROUTES.find((each) => each.path === rest && each.methods.includes(request.method))
  if (!route) return undefined
  const trace = traceOf(context, request)
  const reply = await answerRoute(context, route, { request, segment, trace })
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'x-ms-request-id': trace.traceId,
      'x-ms-ests-server': '2.1.0 - SIMULATED',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    },
  }
}

async function answerRoute(
  context: IdentityContext,
  route: IdentityRoute,
  call: { readonly request: SimRequest; readonly segment: string; readonly trace: Trace },
): Promise<SimReply> {
  const { request, segment, trace } = call
  try {
    const directory = context.directories.resolve(segment)
    refuseOtherCloud(context, request, directory)
    const fault = context.faults.take(TRANSPORT_FAULT_NAMES, {
      service: 'identity',
      tenantId: tenantIdOf(directory),
      path: request.path,
    })
    const whole = () => route.answer(context, { request, directory, trace })
    if (!fault) return await whole()
    return await breakReply(fault, { whole, refused: () => refusedByFault(fault, trace) })
  } catch (error) {
    if (!(error instanceof IdentityRefusal)) throw error
    return route.isPage ? refusalPage(error, trace) : refusalReply(error, trace)
  }
}

/** The login host determines the cloud; a browser at the loopback address means the world's. */
function cloudOf({ world }: IdentityContext, { cloud, headers }: SimRequest): Cloud {
  if (world.cloud === 'any') return cloud
  const own = cloudByName(world.cloud)
  const isLoopback = destinationOf(headers.host ?? '')?.service === 'loopback'
  // Both clouds of the US government sign in at one host.
  return isLoopback || cloud.loginHost === own.loginHost ? own : cloud
}

/** A directory belongs to one cloud, whose login host alone knows it. */
function refuseOtherCloud(
  { world }: IdentityContext,
  { cloud }: SimRequest,
  directory: Directory,
): void {
  if (world.cloud === 'any' || world.cloud === cloud.name || directory.kind === 'shared') return
  const { instanceName } = cloudByName(world.cloud)
  throw new IdentityRefusal('wrongCloud', { tenant: directory.tenant.id, value: instanceName })
}

function refusedByFault(fault: TransportFault, trace: Trace) {
  const isThrottle = fault.name.startsWith('throttle')
  const reply = refusalReply(new IdentityRefusal(isThrottle ? 'throttled' : 'transient'), trace)
  return { ...reply, headers: { ...reply.headers, ...retryAfterOf(fault, trace.now).headers } }
}

function traceOf(context: IdentityContext, { headers, query, cloud }: SimRequest): Trace {
  const correlationId = headerOf(headers, 'client-request-id') ?? query.get('client-request-id')
  return {
    traceId: context.newId(),
    correlationId: correlationId ?? context.newId(),
    now: context.now(),
    loginHost: cloud.loginHost,
  }
}
