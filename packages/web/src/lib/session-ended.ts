const listeners = new Set<() => void>()

/** Hears when the server no longer knows this browser's session. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells everybody who listens that the session is over. */
export function reportSessionEnded(): void {
  for (const listener of listeners) listener()
}
