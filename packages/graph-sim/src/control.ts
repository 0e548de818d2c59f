import { setImmediate } from 'node:timers/promises'

import {
  ControlRefusal,
  readBoolean,
  readChangeKinds,
  readCount,
  readFields,
  readNumber,
  readTenant,
  readText,
  readTexts,
  type Fields,
} from './control-fields.ts'
import { controlPage, type ControlHint } from './control-page.ts'
import type { Counters } from './counters.ts'
import { dnsRecords } from './dns.ts'
import { FAULT_NAMES, isFaultName, type FaultOptions, type Faults } from './faults.ts'
import { htmlReply, jsonReply, type SimReply, type SimRequest } from './http.ts'
import { createRandom, type Random } from './random.ts'
import { describeDirectory, describeRegistration, describeTenants } from './registration.ts'
import { grantConsent } from './world/build-tenant.ts'
import { NothingToChange, changeAtRandom, changesSoFar, passMonth } from './world/changes.ts'
import type { Consent, Tenant, World } from './world/types.ts'

const FAULT_FIELDS = [
  'name',
  'tenantId',
  'paths',
  'roles',
  'times',
  'chance',
  'seed',
  'seconds',
  'code',
  'error',
  'text',
]
const CHANGES_MAX = 10_000
const CHANGES_AT_ONCE = 20
const MONTHS_MAX = 120

export interface ControlDeps {
  readonly world: World
  readonly faults: Faults
  readonly counters: Counters
  readonly now: () => number
  /** For changes that come without a seed of their own. */
  readonly random: Random
}

interface ControlRoute extends ControlHint {
  readonly answer: (deps: ControlDeps, request: SimRequest) => SimReply | Promise<SimReply>
}

const ROUTES: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/_simulator/',
    what: 'This page',
    answer: () => htmlReply(200, controlPage(ROUTES, FAULT_NAMES)),
  },
  {
    method: 'GET',
    path: '/_simulator/registration',
    what: 'How to connect the app, and whom to sign in as',
    answer: ({ world }) => jsonReply(200, describeRegistration(world)),
  },
  {
    method: 'GET',
    path: '/_simulator/tenants',
    what: 'The directories, and what each is there to show',
    answer: ({ world }) => jsonReply(200, describeTenants(world)),
  },
  {
    method: 'GET',
    path: '/_simulator/directory',
    what: 'Everything in one directory as it is now: ?tenantId=',
    answer: ({ world }, { query }) =>
      jsonReply(200, describeDirectory(readTenant(world, query.get('tenantId')))),
  },
  {
    method: 'GET',
    path: '/_simulator/dns',
    what: 'Public DNS of the simulated domains: ?name=&type=MX, TXT or CNAME',
    answer: (_, { query }) =>
      jsonReply(200, { records: dnsRecords(query.get('name'), query.get('type')) }),
  },
  {
    method: 'POST',
    path: '/_simulator/consent',
    what: 'An administrator grants consent (to certain roles), or takes it back',
    body: '{"tenantId": "…", "isGranted": true, "roles": ["User.Read.All"]}',
    answer: changeConsent,
  },
  {
    method: 'POST',
    path: '/_simulator/changes',
    what: 'A number of random changes in one directory or in any; the same seed repeats them',
    body: '{"tenantId": "…", "count": 20, "seed": 7}',
    answer: change,
  },
  {
    method: 'POST',
    path: '/_simulator/months',
    what: 'A number of months pass for all customers',
    body: '{"count": 1}',
    answer: passMonths,
  },
  {
    method: 'GET',
    path: '/_simulator/faults',
    what: 'The faults that are on',
    answer: ({ faults }) => jsonReply(200, faults.list()),
  },
  {
    method: 'POST',
    path: '/_simulator/faults',
    what: 'Switches a fault on; all but the name may be left out',
    body: '{"name": "throttle", "tenantId": "…", "paths": ["/users"], "times": 3, "chance": 0.5, "seconds": 2}',
    answer: addFault,
  },
  {
    method: 'DELETE',
    path: '/_simulator/faults',
    what: 'Switches faults off: all, or ?id= ?name= ?tenantId=',
    answer: clearFaults,
  },
  {
    method: 'GET',
    path: '/_simulator/counters',
    what: 'What came, what was refused, and what came too early',
    answer: ({ counters }) => jsonReply(200, { ...counters.read(), ...counters.readByName() }),
  },
  {
    method: 'POST',
    path: '/_simulator/reset-counters',
    what: 'Counts from zero again',
    answer: resetCounters,
  },
]

const ROUTE_BY_NAME = new Map(ROUTES.map((route) => [`${route.method} ${route.path}`, route]))

/** What may be asked of the simulator itself, below /_simulator/; undefined for an unknown path. */
export async function answerControl(
  deps: ControlDeps,
  request: SimRequest,
): Promise<SimReply | undefined> {
  try {
    return await ROUTE_BY_NAME.get(`${request.method} ${request.path}`)?.answer(deps, request)
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
  const fields = readFields(body, FAULT_FIELDS)
  const name = readName(fields['name'])
  const options: FaultOptions = {
    tenantId: readTenantId(world, fields),
    paths: readTexts(fields, 'paths'),
    roles: readTexts(fields, 'roles'),
    times: readCount(fields, 'times'),
    chance: readNumber(fields, 'chance', 1),
    seed: readCount(fields, 'seed'),
    seconds: readNumber(fields, 'seconds'),
    code: readCount(fields, 'code'),
    error: readText(fields, 'error'),
    text: readText(fields, 'text'),
  }
  return jsonReply(201, faults.add(name, options))
}

function clearFaults({ world, faults }: ControlDeps, { query }: SimRequest): SimReply {
  const id = query.get('id')
  const name = query.get('name')
  const tenant = query.get('tenantId')
  const cleared = faults.clear({
    ...(id === null ? {} : { id }),
    ...(name === null ? {} : { name: readName(name) }),
    ...(tenant === null ? {} : { tenantId: readTenant(world, tenant).id }),
  })
  return jsonReply(200, { cleared })
}

function changeConsent(deps: ControlDeps, { body }: SimRequest): SimReply {
  const fields = readFields(body, ['tenantId', 'isGranted', 'roles'])
  const tenant = readTenant(deps.world, fields['tenantId'])
  const roles = readTexts(fields, 'roles')
  tenant.consent = readBoolean(fields, 'isGranted') ? consentOf(deps, tenant, roles) : null
  return jsonReply(200, { tenantId: tenant.id, roles: tenant.consent?.roles ?? null })
}

function consentOf(
  { world, now }: ControlDeps,
  tenant: Tenant,
  roles: string[] | undefined,
): Consent {
  const before = tenant.consent
  const consent = before ?? grantConsent(createRandom(`${world.seed}/${tenant.id}/consent`))
  const given = { at: now(), rolesBefore: before?.roles ?? null }
  return { ...consent, ...(roles ? { roles } : {}), given }
}

/** 409 with what was done until then when nothing more can happen. */
async function change({ world, random }: ControlDeps, { body }: SimRequest): Promise<SimReply> {
  const fields = readFields(body, ['tenantId', 'count', 'seed', 'kinds'])
  const kinds = readChangeKinds(fields)
  const tenantId = readTenantId(world, fields)
  const count = readCount(fields, 'count', CHANGES_MAX) ?? 1
  const seed = readCount(fields, 'seed')
  const drawn = seed === undefined ? random : createRandom(`changes:${seed}/${changesSoFar(world)}`)
  const done: string[] = []
  try {
    while (done.length < count) {
      done.push(...changeAtRandom(world, { tenantId, random: drawn, count: 1, kinds }))
      // Others are answered between changes.
      if (done.length % CHANGES_AT_ONCE === 0) await setImmediate()
    }
  } catch (error) {
    if (error instanceof NothingToChange) return jsonReply(409, { error: error.message, done })
    throw error
  }
  return jsonReply(200, { done })
}

async function passMonths({ world, random }: ControlDeps, { body }: SimRequest): Promise<SimReply> {
  const fields = readFields(body, ['count'])
  const count = readCount(fields, 'count', MONTHS_MAX) ?? 1
  const done: string[] = []
  for (let month = 0; month < count; month += 1) {
    done.push(...passMonth(world, random))
    // Others are answered between two months.
    await setImmediate()
  }
  return jsonReply(200, { done })
}

function readTenantId(world: World, { tenantId }: Fields): string | undefined {
  return tenantId === undefined ? undefined : readTenant(world, tenantId).id
}

function readName(value: unknown) {
  if (typeof value === 'string' && isFaultName(value)) return value
  throw new ControlRefusal(`name must be one of: ${FAULT_NAMES.join(', ')}.`)
}
