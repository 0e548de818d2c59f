import { FIRST_CALLS } from './first-calls.ts'
import { send } from './send.ts'
import { createStore } from './store.ts'

/** A signed-in user as the server returned them; parsed when the application is loaded. */
export interface SignedInVisitor {
  readonly answer: string
}

/** The user of this browser, from the server's last reply. */
export const visitor = createStore<'unknown' | 'signed-out' | SignedInVisitor>('unknown')

/** Why the login page is shown in place of what was on screen; null when the user signed out. */
export const signedOutNotice = createStore<{
  intent: 'info'
  title: string
  text: string
} | null>(null)

/** Reads the user; 'unknown' until the reply arrives. */
export async function findVisitor(): Promise<void> {
  visitor.set('unknown')
  visitor.set((await askForVisitor()) ?? 'signed-out')
}

/** Returns the signed-in user, or null on any failure (specification section 7). */
export async function askForVisitor(): Promise<SignedInVisitor | null> {
  try {
    const response = await send({ method: 'GET', address: FIRST_CALLS.getCurrentUser })
    return response.ok ? { answer: await response.text() } : null
  } catch {
    return null
  }
}
