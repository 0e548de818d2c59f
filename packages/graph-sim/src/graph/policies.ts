import type { ConditionalAccessPolicy } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { answerList } from './listing.ts'
import type { EntityShape } from './projection.ts'

const PROPERTY_NAMES = [
  'id',
  'templateId',
  'displayName',
  'createdDateTime',
  'modifiedDateTime',
  'state',
  'sessionControls',
  'conditions',
  'grantControls',
]

const POLICY: EntityShape<ConditionalAccessPolicy> = {
  typeName: 'microsoft.graph.conditionalAccessPolicy',
  defaults: PROPERTY_NAMES,
  properties: Object.fromEntries(
    PROPERTY_NAMES.map((name) => [name, (policy: ConditionalAccessPolicy) => policy[name] ?? null]),
  ),
}

export function listPolicies(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: 'identity/conditionalAccess/policies',
    shape: POLICY,
    rows: call.tenant.policies,
    pageDefault: 1_000,
    pageMax: 1_000,
  })
}
