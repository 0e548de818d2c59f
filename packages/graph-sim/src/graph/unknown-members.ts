import type { GraphAnswer } from './call.ts'

const ENUM_PROPERTIES = ['state', 'capabilityStatus', 'userType']

/** Adds what Microsoft may add any day: properties, and enum members, that no client knows yet. */
export function withUnknownMembers(answer: GraphAnswer): GraphAnswer {
  const { body } = answer
  if (answer.status !== 200 || !isRecord(body)) return answer
  const rows = body['value']
  if (!Array.isArray(rows)) return { ...answer, body: extended(body) }
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
  const known = ENUM_PROPERTIES.filter((name) => typeof record[name] === 'string')
  return { ...record, ...Object.fromEntries(known.map((name) => [name, 'unknownFutureValue'])) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
