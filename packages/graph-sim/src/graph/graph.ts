import type { IncomingHttpHeaders } from 'node:http'

import type { Counters } from '../counters.ts'
import { TRANSPORT_FAULT_NAMES, type Faults } from '../faults.ts'
import { decodePath, headerOf, jsonReply, type SimReply, type SimRequest } from '../http.ts'
import type { Limits } from '../limits.ts'
import { breakReply } from '../transport-faults.ts'
import type { Tenant, World } from '../world/types.ts'
import type { AccessTokens, Caller } from './access-token.ts'
import { answerCall, answerOfFault, refusedAnswer, targetOf } from './answer-call.ts'
import { readBatch, runBatch, type BatchRequest, type BatchResponse } from './batch.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { GraphRefusal, type RequestNames } from './refusals.ts'

const JSON_TYPE =
  'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8'
const DIAGNOSTIC = JSON.stringify({
  ServerInfo: {
    DataCenter: 'Simulated',
    Slice: 'E',
    Ring: '3',
    ScaleUnit: '001',
    RoleInstance: 'SIM000001',
  },
})
/** Inside of a batch only a single answer can be refused; a broken connection breaks the batch. */
const INNER_FAULTS = ['throttle', 'throttle-date', 'throttle-silent', 'unavailable'] as const
const OUTER_FAULTS = TRANSPORT_FAULT_NAMES.filter(
  (name) => !INNER_FAULTS.some((inner) => inner === name),
)

export interface GraphContext {
  readonly world: World
  readonly tokens: AccessTokens
  readonly faults: Faults
  readonly limits: Limits
  readonly counters: Counters
  readonly now: () => number
  readonly newId: () => string
  readonly pageSecret: string
}

/** Everything below graph.microsoft.com. */
export async function answerGraph(context: GraphContext, request: SimRequest): Promise<SimReply> {
  const names = namesOf(context, request.headers)
  try {
    return await answerVersion(context, request, names)
  } catch (error) {
    return toReply(refusedAnswer(error, names), names)
  }
}

async function answerVersion(
  context: GraphContext,
  request: SimRequest,
  names: RequestNames,
): Promise<SimReply> {
  const caller = context.tokens.verify(
    headerOf(request.headers, 'authorization'),
    `https://${request.cloud.graphHost}`,
  )
  const [, version = '', path = '/'] = /^\/([^/]*)(\/.*)?$/.exec(request.path) ?? []
  if (version !== 'v1.0') {
    throw new GraphRefusal(400, 'BadRequest', { message: `Invalid version: ${version}` })
  }
  const tenant = tenantOf(context.world, caller)
  context.limits.noteArrival(tenant.id)
  const { method, search, headers } = request
  const call = toCall(context, { request, caller, tenant, method, path, search, headers })
  if (path === '/$batch') return answerBatch(context, { call, request, names })
  return answerOne(context, call, names)
}

async function answerOne(
  context: GraphContext,
  call: GraphCall,
  names: RequestNames,
): Promise<SimReply> {
  context.counters.count('graphRequests')
  const whole = () => toReply(answerCall(depsOf(context), call, names), names)
  const fault = context.faults.take(TRANSPORT_FAULT_NAMES, targetOf(call))
  if (!fault) return whole()
  context.counters.count('faults')
  const tenantId = call.tenant.id
  const refused = () => toReply(answerOfFault(context.limits, fault, { tenantId, names }), names)
  return breakReply(fault, { whole, refused })
}

interface Batch {
  readonly call: GraphCall
  readonly request: SimRequest
  readonly names: RequestNames
}

async function answerBatch(context: GraphContext, batch: Batch): Promise<SimReply> {
  const { call, request, names } = batch
  if (request.method !== 'POST') {
    throw new GraphRefusal(405, 'Request_BadRequest', {
      message: 'Specified HTTP method is not allowed for the request target.',
    })
  }
  const requests = readBatch(request.body)
  const whole = async () => {
    const responses = await runBatch(requests, async (inner) => answerInner(context, batch, inner))
    return toReply({ status: 200, headers: {}, body: { responses } }, names)
  }
  const fault = context.faults.take(OUTER_FAULTS, targetOf(call))
  if (!fault) return whole()
  context.counters.count('faults')
  const refused = () =>
    toReply(answerOfFault(context.limits, fault, { tenantId: call.tenant.id, names }), names)
  return breakReply(fault, { whole, refused })
}

/** Every inner request is checked, throttled and counted as if it had come alone. */
function answerInner(context: GraphContext, batch: Batch, inner: BatchRequest): BatchResponse {
  context.counters.count('graphRequests')
  const url = URL.parse(inner.url, 'http://simulator')
  const { caller, tenant } = batch.call
  const call = toCall(context, {
    request: batch.request,
    caller,
    tenant,
    method: inner.method,
    path: (url && decodePath(url.pathname)) ?? inner.url,
    search: url?.search ?? '',
    headers: inner.headers,
  })
  const names = namesOf(context, { ...batch.request.headers, ...inner.headers })
  const fault = context.faults.take(INNER_FAULTS, targetOf(call))
  if (fault) context.counters.count('faults')
  const answer = fault
    ? answerOfFault(context.limits, fault, { tenantId: tenant.id, names })
    : answerCall(depsOf(context), call, names)
  return toBatchResponse(inner.id, answer)
}

interface CallParts {
  readonly request: SimRequest
  readonly caller: Caller
  readonly tenant: Tenant
  readonly method: string
  readonly path: string
  readonly search: string
  readonly headers: IncomingHttpHeaders
}

function toCall(context: GraphContext, parts: CallParts): GraphCall {
  const { request, ...rest } = parts
  return {
    ...rest,
    world: context.world,
    cloud: request.cloud,
    path: rest.path.length > 1 ? rest.path.replace(/\/$/, '') : rest.path,
    query: new URLSearchParams(rest.search),
    now: context.now(),
    isEmptyPage: false,
    pageSecret: context.pageSecret,
  }
}

function depsOf({ faults, limits, counters }: GraphContext) {
  return { faults, limits, countUnits: (units: number) => counters.count('resourceUnits', units) }
}

function tenantOf(world: World, { tenantId }: Caller): Tenant {
  const tenant = world.tenants.find((each) => each.id === tenantId)
  if (tenant) return tenant
  throw new GraphRefusal(401, 'Authorization_IdentityNotFound', {
    message: 'The identity of the calling application could not be established.',
  })
}

function namesOf(context: GraphContext, headers: IncomingHttpHeaders): RequestNames {
  const requestId = context.newId()
  const clientRequestId = headerOf(headers, 'client-request-id') ?? requestId
  return { requestId, clientRequestId, now: context.now() }
}

function toReply(answer: GraphAnswer, names: RequestNames): SimReply {
  const headers = {
    'content-type': JSON_TYPE,
    'odata-version': '4.0',
    'cache-control': 'no-cache',
    'request-id': names.requestId,
    'client-request-id': names.clientRequestId,
    'x-ms-ags-diagnostic': DIAGNOSTIC,
    'strict-transport-security': 'max-age=31536000',
    ...answer.headers,
  }
  if (typeof answer.body === 'string') return { status: answer.status, headers, body: answer.body }
  return jsonReply(answer.status, answer.body, headers)
}

function toBatchResponse(id: string, answer: GraphAnswer): BatchResponse {
  const { status, headers, body } = answer
  const named = Object.entries({ 'content-type': JSON_TYPE, ...headers }).map(
    ([name, value]) => [headerCase(name), value] as const,
  )
  return {
    id,
    status,
    headers: { 'OData-Version': '4.0', 'Cache-Control': 'no-cache', ...Object.fromEntries(named) },
    body: typeof body === 'string' ? Buffer.from(body).toString('base64url') : body,
  }
}

/** Headers inside a batch are JSON, where case matters: Retry-After, Content-Type. */
function headerCase(name: string): string {
  if (name.startsWith('x-ms-')) return name
  return name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
}
