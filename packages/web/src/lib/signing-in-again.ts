/** So long after a new sign-in an answer to the old session may still come. */
export const LATE_ANSWERS_MS = 5_000

let signIns = 0

/**
 * Somebody who is signed in signs in again: their old session ends before this browser has the new
 * one's cookie. Call the answer when the sign-in is over, however it ended.
 */
export function beginSigningInAgain(): () => void {
  signIns += 1
  let isOver = false
  return () => {
    if (isOver) return
    isOver = true
    setTimeout(() => {
      signIns -= 1
    }, LATE_ANSWERS_MS)
  }
}

/** Whether the old session may be answered for, though the person is here. */
export function isSigningInAgain(): boolean {
  return signIns > 0
}
