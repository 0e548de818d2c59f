import { FIRST_CALLS } from './first-calls.ts'
import { send } from './send.ts'
import { createStore } from './store.ts'

/** Somebody who is signed in, in the server's words; the application reads them when it is loaded. */
export interface SignedInVisitor {
  readonly answer: string
}

/** Who stands before the screen, as the server said last. */
export const visitor = createStore<'unknown' | 'nobody' | SignedInVisitor>('unknown')

/** Asks who is here; until there is an answer nobody knows. */
export async function findVisitor(): Promise<void> {
  visitor.set('unknown')
  visitor.set((await askForVisitor()) ?? 'nobody')
}

/** Who is signed in, or null: any failure of this read means nobody (specification section 7). */
export async function askForVisitor(): Promise<SignedInVisitor | null> {
  try {
    const response = await send({ method: 'GET', address: FIRST_CALLS.getCurrentUser })
    return response.ok ? { answer: await response.text() } : null
  } catch {
    return null
  }
}
