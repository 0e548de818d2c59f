import { ok, type GraphAnswer, type GraphCall } from '../engine/call.ts'
import { contextOf, project, selectedNames, type EntityShape } from './projection.ts'

interface Single<Row> {
  /** As in $metadata#users/$entity */
  readonly set: string
  readonly shape: EntityShape<Row>
  readonly row: Row
}

/** One object of a collection, or the only one of its kind. */
export function answerSingle<Row>(call: GraphCall, { set, shape, row }: Single<Row>): GraphAnswer {
  const names = selectedNames(shape, call)
  return ok({
    '@odata.context': `${contextOf(call, set, names)}/$entity`,
    ...project(shape, names, [row, call]),
  })
}

/** The shape of objects that are nothing but what Graph says of them; an absent property is null. */
export function plainShape<Row extends Readonly<Record<string, unknown>>>(
  typeName: string,
  names: readonly string[],
): EntityShape<Row> {
  return {
    typeName,
    defaults: names,
    properties: Object.fromEntries(names.map((name) => [name, (row: Row) => row[name] ?? null])),
  }
}
