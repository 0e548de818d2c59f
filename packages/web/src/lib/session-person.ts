import type { UserId } from '@tenantscope/contract/ids'

type Listener = (userId: UserId) => void

const listeners = new Set<Listener>()

/** Calls the listener with the session's user after each check with the server. */
export function onSessionPerson(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports the session's user to all listeners. */
export function reportSessionPerson(userId: UserId): void {
  for (const listener of listeners) listener(userId)
}
