import type { Cloud } from '../../clouds.ts'
import type { ConditionalAccessPolicy, GraphObject } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'
import { plainShape } from '../query/single.ts'

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

export function listNamedLocations(call: GraphCall): GraphAnswer {
  const rows = call.tenant.namedLocations
  return answerList(call, { set: LOCATIONS, shape: NAMED_LOCATION, rows, ...ONE_PAGE })
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
