import { ApiError } from './api-error.ts'
import { createStore } from './store.ts'

/** Whether the user is asked to sign in again. A page with such actions shows the dialog by `FreshSignIn`. */
export const isFreshSignInAsked = createStore(false)

/** The actions that wait for the answer. */
const waiting = new Set<(isConfirmed: boolean) => void>()

/**
 * Runs an action that may require a fresh sign-in (decisions.md, Roles). If it does, the user confirms
 * their identity and the action runs again. If the user cancels or leaves the page, the refusal is thrown.
 */
export async function runFresh<Result>(action: () => Promise<Result>): Promise<Result> {
  const { pathname } = location
  try {
    return await action()
  } catch (error) {
    const isStale = error instanceof ApiError && error.body?.code === 'FRESH_SIGN_IN_REQUIRED'
    if (!isStale || location.pathname !== pathname || !(await ask())) throw error
    return runFresh(action)
  }
}

const ask = () =>
  new Promise<boolean>((resolve) => {
    waiting.add(resolve)
    isFreshSignInAsked.set(true)
  })

/** Answers all actions that wait. */
export function answerFreshSignIn(isConfirmed: boolean): void {
  isFreshSignInAsked.set(false)
  for (const resolve of waiting) resolve(isConfirmed)
  waiting.clear()
}
