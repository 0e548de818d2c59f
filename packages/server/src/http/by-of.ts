import type { Actor } from '../lib/actor.ts'
import type { Caller } from './call.ts'

/** Who acts and from where, as the trail of changes takes it. */
export const byOf = ({ username: name, userId }: Actor, source: Caller) => ({
  actor: { name, userId },
  source,
})
