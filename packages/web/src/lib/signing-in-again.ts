/** Responses to the old session may arrive for this long after a new sign-in. */
export const LATE_ANSWERS_MS = 5_000

export const signInsUnderWay = new Set<symbol>()

/**
 * Marks a sign-in by a user who is already signed in: the old session ends before this browser has
 * the new cookie. The returned function ends the mark, however the sign-in ended.
 */
export function beginSigningInAgain(): () => void {
  const signIn = Symbol('sign-in')
  signInsUnderWay.add(signIn)
  return () => void setTimeout(() => signInsUnderWay.delete(signIn), LATE_ANSWERS_MS)
}

/** Returns whether a response may still concern the old session. */
export function isSigningInAgain(): boolean {
  return signInsUnderWay.size > 0
}
