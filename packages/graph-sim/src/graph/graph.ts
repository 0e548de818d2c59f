import type { IncomingHttpHeaders } from 'node:http'
import { setImmediate } from 'node:timers/promises'

import { TRANSPORT_FAULT_NAMES, type TransportFault } from '../faults.ts'
import { decodePath, headerOf, type SimReply, type SimRequest } from '../http.ts'
import { breakReply } from '../transport-faults.ts'
import type { Tenant, World } from '../world/types.ts'
import { identityNotFound, tokenRevoked, type Caller } from './engine/access-token.ts'
import {
  answerCall,
  answerOfFault,
  refusedAnswer,
  targetOf,
  throttledAnswer,
} from './engine/answer-call.ts'
import { takeInnerFault, takeOuterFault } from './engine/batch-faults.ts'
import { readBatch, runBatch, type BatchRequest, type BatchResponse } from './engine/batch.ts'
import type { GraphAnswer, GraphCall } from './engine/call.ts'
import { chargeOf, noteArrival } from './engine/charge.ts'
import type { GraphContext } from './engine/context.ts'
import { GraphRefusal, type RequestNames } from './engine/refusals.ts'
import { bodyText } from './query/query-rows.ts'

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
  const tenant = tenantOf(context.world, caller)
  if (version !== 'v1.0') {
    throw new GraphRefusal(400, 'BadRequest', { message: `Invalid version: ${version}` })
  }
  const { method, search, headers, body } = request
  const call = toCall(context, { request, caller, tenant, method, path, search, headers, body })
  if (call.isHitBy('token-revoked')) throw tokenRevoked(call.now)
  if (path === '/$batch') return answerBatch(context, { call, request, names })
  return answerOne(context, call, names)
}

async function answerOne(
  context: GraphContext,
  call: GraphCall,
  names: RequestNames,
): Promise<SimReply> {
  const charge = noteArrival(context, call)
  const entry = context.limits.enter(charge)
  if ('throttle' in entry) return toReply(throttledAnswer(entry.throttle, names), names)
  const whole = () => toReply(answerCall(depsOf(context), call, names), names)
  const fault = context.faults.take(TRANSPORT_FAULT_NAMES, targetOf(call))
  const refuse = (by: TransportFault) => () =>
    toReply(answerOfFault(context.limits, by, { charge, names }), names)
  const reply = fault ? await breakReply(fault, { whole, refused: refuse(fault) }) : whole()
  return { ...reply, onEnd: entry.leave }
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
    const responses = await runBatch(requests, async (inner) => {
      // Others are answered between the requests of a batch.
      await setImmediate()
      return answerInner(context, batch, inner)
    })
    return toReply(
      { status: 200, headers: {}, body: { responses: shuffled(responses, context) } },
      names,
    )
  }
  const fault = takeOuterFault(context.faults, call, requests)
  if (!fault) return whole()
  const charge = chargeOf(undefined, call)
  const refused = () => toReply(answerOfFault(context.limits, fault, { charge, names }), names)
  return breakReply(fault, { whole, refused })
}

/** Every inner request is checked, throttled and counted as if it had come alone. */
function answerInner(context: GraphContext, batch: Batch, inner: BatchRequest): BatchResponse {
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
    body: inner.body,
  })
  const names = namesOf(context, { ...batch.request.headers, ...inner.headers })
  const charge = noteArrival(context, call)
  const fault = takeInnerFault(context.faults, call)
  const answer = fault
    ? answerOfFault(context.limits, fault, { charge, names })
    : answerCall(depsOf(context), call, names)
  return toBatchResponse(inner.id, answer)
}

/** Microsoft answers the requests of a batch in any order. */
function shuffled(responses: readonly BatchResponse[], { newId }: GraphContext): BatchResponse[] {
  return responses
    .map((response) => ({ response, place: newId() }))
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ response }) => response)
}

interface CallParts {
  readonly request: SimRequest
  readonly caller: Caller
  readonly tenant: Tenant
  readonly method: string
  readonly path: string
  readonly search: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

function toCall(context: GraphContext, parts: CallParts): GraphCall {
  const { request, ...rest } = parts
  const call: GraphCall = {
    ...rest,
    world: context.world,
    cloud: request.cloud,
    path: rest.path.length > 1 ? rest.path.replace(/\/$/, '') : rest.path,
    query: optionsOf(rest.search),
    now: context.now(),
    isEmptyPage: false,
    isShortPage: false,
    pageSecret: context.pageSecret,
    isHitBy: (fault) => context.faults.take([fault], targetOf(call)) !== undefined,
  }
  return call
}

/** Graph takes its own options in any case: $deltaToken is $deltatoken. */
function optionsOf(search: string): URLSearchParams {
  const pairs = [...new URLSearchParams(search)].map(([name, value]): [string, string] =>
    name.startsWith('$') ? [name.toLowerCase(), value] : [name, value],
  )
  return new URLSearchParams(pairs)
}

function depsOf({ faults, limits, counters }: GraphContext) {
  return { faults, limits, countUnits: (units: number) => counters.count('resourceUnits', units) }
}

function tenantOf(world: World, { tenantId }: Caller): Tenant {
  const tenant = world.tenants.find((each) => each.id === tenantId)
  if (tenant) return tenant
  throw identityNotFound()
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
  return { status: answer.status, headers, body: bodyText(answer.body) }
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
