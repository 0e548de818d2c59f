import type { GraphAnswer } from './call.ts'

/** Microsoft calls these evolvable: "unknownFutureValue" replaces a member that was added later. */
const FUTURE = 'unknownFutureValue'
/** Properties whose value is a member of an enumeration, or a list of members. */
const ENUM_PROPERTIES = new Set([
  'allowInvitesFrom',
  'authenticationType',
  'builtInControls',
  'capabilityStatus',
  'clientAppTypes',
  'consentType',
  'contractType',
  'error',
  'externalUserState',
  'methodsRegistered',
  'policyMigrationState',
  'provisioningStatus',
  'servicePrincipalType',
  'signInAudience',
  'state',
  'status',
  'userType',
  'visibility',
])

/**
 * Adds what Microsoft may add any day: properties everywhere, and members of enumerations in the
 * first row of a list and in the first object of each list inside it, that no client knows yet.
 */
export function withUnknownMembers(answer: GraphAnswer): GraphAnswer {
  const { body } = answer
  if (answer.status !== 200 || !isRecord(body)) return answer
  const rows = body['value']
  if (!Array.isArray(rows)) return { ...answer, body: withUnknownEnums(extended(body)) }
  const value = rows.map((row: unknown, index) => {
    if (!isRecord(row)) return row
    return index === 0 ? withUnknownEnums(extended(row)) : extended(row)
  })
  return { ...answer, body: { ...extended(body), value } }
}

function extended(record: Record<string, unknown>): Record<string, unknown> {
  return {
    ...record,
    '@microsoft.graph.tips': 'A property that came later.',
    futureProperty: { '@odata.type': '#microsoft.graph.futureType', members: [1, null, 'two'] },
  }
}

function withUnknownEnums(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, withFuture(name, value)]),
  )
}

function withFuture(name: string, value: unknown): unknown {
  const isEnum = ENUM_PROPERTIES.has(name)
  if (typeof value === 'string') return isEnum ? FUTURE : value
  if (isRecord(value)) return withUnknownEnums(value)
  if (!Array.isArray(value)) return value
  const members: readonly unknown[] = value
  if (isEnum) return [...members, FUTURE]
  return members.map((each, index) =>
    index === 0 && isRecord(each) ? withUnknownEnums(extended(each)) : each,
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
