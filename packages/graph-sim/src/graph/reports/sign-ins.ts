import type { Person } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { hourBefore } from '../engine/dates.ts'
import { derivedGuid } from '../engine/derived-ids.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'

/** The log goes back 30 days. */
const LOG_HOURS = 30 * 24
const ROWS_MAX = 1_000

const PROPERTIES = {
  id: ({ id }: Person) => derivedGuid('signIn', id),
  createdDateTime: ({ hoursSinceSignIn }: Person, { now }: GraphCall) =>
    hourBefore(now, hoursSinceSignIn ?? 0),
  userId: ({ id }: Person) => id,
  userPrincipalName: ({ userPrincipalName }: Person) => userPrincipalName.toLowerCase(),
}

const SIGN_IN: EntityShape<Person> = {
  typeName: 'microsoft.graph.signIn',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
}

const hoursOf = ({ hoursSinceSignIn }: Person) => hoursSinceSignIn ?? LOG_HOURS

/** Lists each user's last interactive sign-in, newest first. */
export function listSignIns(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: 'auditLogs/signIns',
    shape: SIGN_IN,
    rows: call.tenant.people
      .filter((person) => hoursOf(person) < LOG_HOURS)
      .toSorted((one, other) => hoursOf(one) - hoursOf(other)),
    pageDefault: ROWS_MAX,
    pageMax: ROWS_MAX,
  })
}
