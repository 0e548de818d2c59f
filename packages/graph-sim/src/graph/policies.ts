import type { Cloud } from '../clouds.ts'
import type { ConditionalAccessPolicy, GraphObject } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { answerList } from './listing.ts'
import type { EntityShape } from './projection.ts'
import { resourceNotFound } from './refusals.ts'
import { answerSingle, plainShape } from './single.ts'

/** A directory holds at most 240 policies, so that they come in one page. */
const ONE_PAGE = { pageDefault: 1_000, pageMax: 1_000 } as const
const POLICIES = 'identity/conditionalAccess/policies'
const LOCATIONS = 'identity/conditionalAccess/namedLocations'

/** China's cloud has no Identity Protection, and so no conditions on risk. */
const RISK_CONDITIONS = [
  'userRiskLevels',
  'signInRiskLevels',
  'servicePrincipalRiskLevels',
  'insiderRiskLevels',
]

const POLICY: EntityShape<ConditionalAccessPolicy> = plainShape(
  'microsoft.graph.conditionalAccessPolicy',
  [
    'id',
    'templateId',
    'displayName',
    'createdDateTime',
    'modifiedDateTime',
    'state',
    'sessionControls',
    'conditions',
    'grantControls',
  ],
)

const LOCATION_PROPERTIES = [
  'id',
  'displayName',
  'createdDateTime',
  'modifiedDateTime',
  // Of ipNamedLocation.
  'isTrusted',
  'ipRanges',
  // Of countryNamedLocation.
  'countriesAndRegions',
  'includeUnknownCountriesAndRegions',
  'countryLookupMethod',
]

/** Two kinds under one name: a property that its kind does not have is left out. */
const NAMED_LOCATION: EntityShape<GraphObject> = {
  typeName: 'microsoft.graph.namedLocation',
  annotations: { '@odata.type': (location) => location['@odata.type'] },
  defaults: LOCATION_PROPERTIES,
  properties: Object.fromEntries(
    LOCATION_PROPERTIES.map((name) => [name, (location: GraphObject) => location[name]]),
  ),
}

export function listPolicies(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: POLICIES,
    shape: policyShape(call.cloud),
    rows: call.tenant.policies,
    ...ONE_PAGE,
  })
}

export function getPolicy(call: GraphCall, id: string): GraphAnswer {
  const row = found(call.tenant.policies, id)
  return answerSingle(call, { set: POLICIES, shape: policyShape(call.cloud), row })
}

export function listNamedLocations(call: GraphCall): GraphAnswer {
  const rows = call.tenant.namedLocations
  return answerList(call, { set: LOCATIONS, shape: NAMED_LOCATION, rows, ...ONE_PAGE })
}

export function getNamedLocation(call: GraphCall, id: string): GraphAnswer {
  const row = found(call.tenant.namedLocations, id)
  return answerSingle(call, { set: LOCATIONS, shape: NAMED_LOCATION, row })
}

function policyShape({ name }: Cloud): EntityShape<ConditionalAccessPolicy> {
  if (name !== 'china') return POLICY
  return { ...POLICY, properties: { ...POLICY.properties, conditions: conditionsWithoutRisk } }
}

function conditionsWithoutRisk(policy: ConditionalAccessPolicy): unknown {
  const conditions = policy['conditions']
  if (typeof conditions !== 'object' || conditions === null) return null
  return Object.fromEntries(
    Object.entries(conditions).filter(([name]) => !RISK_CONDITIONS.includes(name)),
  )
}

function found<Row extends { readonly id: string }>(rows: readonly Row[], id: string): Row {
  const row = rows.find((each) => each.id === id.toLowerCase())
  if (!row) throw resourceNotFound(id)
  return row
}
