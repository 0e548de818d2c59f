const listeners = new Set<() => void>()

/** Calls the listener when the server no longer knows this browser's session. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let isHeld = false
let isHeldBack = false

/**
 * Keeps the page while an action that ends all sessions is running and its result is shown; held
 * reports are delivered when the returned function is called.
 */
export function holdSessionEnd(): () => void {
  isHeld = true
  return () => {
    isHeld = false
    if (isHeldBack) reportSessionEnded()
  }
}

/** Reports to all listeners that the session has ended. */
export function reportSessionEnded(): void {
  isHeldBack = isHeld
  if (isHeldBack) return
  for (const listener of listeners) listener()
}
