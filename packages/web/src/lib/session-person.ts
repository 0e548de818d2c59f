import type { UserId } from '@tenantscope/contract/ids'

type Listener = (userId: UserId) => void

const listeners = new Set<Listener>()

/** Hears whose session this browser has, whenever the server was asked. */
export function onSessionPerson(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells everybody who listens whose session this browser has. */
export function reportSessionPerson(userId: UserId): void {
  for (const listener of listeners) listener(userId)
}
