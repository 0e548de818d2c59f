import type { Counters } from './counters.ts'
import { FAULT_NAMES, isFaultName, type FaultOptions, type Faults } from './faults.ts'
import { jsonReply, type SimReply, type SimRequest } from './http.ts'
import { createRandom } from './random.ts'
import { describeRegistration, describeTenants } from './registration.ts'
import { grantConsent } from './world/build-tenant.ts'
import type { World } from './world/types.ts'

export interface ControlDeps {
  readonly world: World
  readonly faults: Faults
  readonly counters: Counters
}

class ControlRefusal extends Error {}

type Answer = (deps: ControlDeps, request: SimRequest) => SimReply

const ANSWERS: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['GET /_simulator/registration', ({ world }) => jsonReply(200, describeRegistration(world))],
  ['GET /_simulator/tenants', ({ world }) => jsonReply(200, describeTenants(world))],
  ['POST /_simulator/consent', changeConsent],
  ['GET /_simulator/faults', ({ faults }) => jsonReply(200, faults.list())],
  ['POST /_simulator/faults', addFault],
  ['DELETE /_simulator/faults', clearFaults],
  ['GET /_simulator/counters', ({ counters }) => jsonReply(200, counters.read())],
  ['POST /_simulator/reset-counters', resetCounters],
])

/** What may be asked of the simulator itself, below /_simulator/; undefined for an unknown path. */
export function answerControl(deps: ControlDeps, request: SimRequest): SimReply | undefined {
  try {
    return ANSWERS.get(`${request.method} ${request.path}`)?.(deps, request)
  } catch (error) {
    if (error instanceof ControlRefusal) return jsonReply(400, { error: error.message })
    throw error
  }
}

function resetCounters({ counters }: ControlDeps): SimReply {
  counters.reset()
  return jsonReply(200, counters.read())
}

function addFault({ world, faults }: ControlDeps, { body }: SimRequest): SimReply {
  const fields = readObject(body)
  const name = readName(fields['name'])
  const options: FaultOptions = {
    tenantId: readTenant(world, fields['tenantId']),
    paths: readTexts(fields, 'paths'),
    roles: readTexts(fields, 'roles'),
    times: readNumber(fields, 'times', Number.isInteger),
    seconds: readNumber(fields, 'seconds', Number.isFinite),
  }
  return jsonReply(201, faults.add(name, options))
}

/** All, or those that the query names: ?id=, ?name=, ?tenantId= */
function clearFaults({ world, faults }: ControlDeps, { query }: SimRequest): SimReply {
  const id = query.get('id')
  const name = query.get('name')
  const tenantId = readTenant(world, query.get('tenantId') ?? undefined)
  const cleared = faults.clear({
    ...(id === null ? {} : { id }),
    ...(name === null ? {} : { name: readName(name) }),
    ...(tenantId === undefined ? {} : { tenantId }),
  })
  return jsonReply(200, { cleared })
}

/** An administrator of the tenant grants consent, or takes it back. */
function changeConsent({ world }: ControlDeps, { body }: SimRequest): SimReply {
  const fields = readObject(body)
  const id = readTenant(world, fields['tenantId'])
  const tenant = world.tenants.find((each) => each.id === id)
  if (!tenant) throw new ControlRefusal('tenantId is missing.')
  if (typeof fields['isGranted'] !== 'boolean')
    throw new ControlRefusal('isGranted must be true or false.')
  const random = createRandom(`${world.seed}/${tenant.id}/consent`)
  tenant.consent = fields['isGranted'] ? (tenant.consent ?? grantConsent(random)) : null
  return jsonReply(200, { tenantId: tenant.id, roles: tenant.consent?.roles ?? null })
}

function readObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    throw new ControlRefusal('The body is not JSON.')
  }
  throw new ControlRefusal('The body must be an object such as {"name":"throttle"}.')
}

function readName(value: unknown) {
  if (typeof value === 'string' && isFaultName(value)) return value
  throw new ControlRefusal(`name must be one of: ${FAULT_NAMES.join(', ')}.`)
}

/** A tenant may be named by its id or by its default domain. */
function readTenant(world: World, value: unknown): string | undefined {
  if (value === undefined) return undefined
  const tenant = world.tenants.find((each) => each.id === value || each.defaultDomainName === value)
  if (!tenant) throw new ControlRefusal(`There is no tenant ${JSON.stringify(value)}.`)
  return tenant.id
}

function readTexts(fields: Record<string, unknown>, name: string): string[] | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
  throw new ControlRefusal(`${name} must be a list of texts.`)
}

function readNumber(
  fields: Record<string, unknown>,
  name: string,
  isValid: (value: unknown) => boolean,
): number | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (typeof value === 'number' && isValid(value) && value > 0) return value
  throw new ControlRefusal(`${name} must be a number above 0.`)
}
