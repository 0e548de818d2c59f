import type { Actor } from '../lib/actor.ts'
import type { CallBy, Caller } from './call.ts'

/** Returns the actor and source in the form that the audit trail stores. */
export const byOf = ({ username: name, userId }: Actor, source: Caller): CallBy => ({
  actor: { name, userId },
  source,
})
