const listeners = new Set<() => void>()

/** Hears when the server no longer knows this browser's session. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let isHeld = false
let isHeldBack = false

/**
 * Keeps the page while an act that ends every session is under way and read about; what was held back
 * is told when the answer is called.
 */
export function holdSessionEnd(): () => void {
  isHeld = true
  return () => {
    isHeld = false
    if (isHeldBack) reportSessionEnded()
  }
}

/** Tells everybody who listens that the session is over. */
export function reportSessionEnded(): void {
  isHeldBack = isHeld
  if (isHeldBack) return
  for (const listener of listeners) listener()
}
