/** So long after a new sign-in an answer to the old session may still come. */
export const LATE_ANSWERS_MS = 5_000

export const signInsUnderWay = new Set<symbol>()

/**
 * Somebody who is signed in signs in again: their old session ends before this browser has the new
 * one's cookie. Call the answer when the sign-in is over, however it ended.
 */
export function beginSigningInAgain(): () => void {
  const signIn = Symbol('sign-in')
  signInsUnderWay.add(signIn)
  return () => void setTimeout(() => signInsUnderWay.delete(signIn), LATE_ANSWERS_MS)
}

/** Whether the old session may be answered for, though the person is here. */
export function isSigningInAgain(): boolean {
  return signInsUnderWay.size > 0
}
