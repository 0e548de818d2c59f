import { getPreferences, viewAddressOf } from '@tenantscope/contract/account'
import { signInLocally } from '@tenantscope/contract/auth'
import type { CurrentUser } from '@tenantscope/contract/auth'
import type { CallInput } from '@tenantscope/contract/endpoint'
import { useState } from 'react'

import { call } from '../../lib/api.ts'
import { askedForAddress } from '../../lib/return-to.ts'
import { isPasswordRefused, wantsSecondFactor } from '../../lib/second-factor.ts'
import { askForVisitor, visitor } from '../../lib/visitor.ts'

type Credentials = CallInput<typeof signInLocally>['body']

type Attempt = { state: 'none' | 'pending' } | { state: 'failed'; error: unknown }

/** Signs in, then asks again who is here (specification section 4, App auth). */
export function useLocalSignIn() {
  const [attempt, setAttempt] = useState<Attempt>({ state: 'none' })
  /** Whose password was right; the code of the second factor is to come. */
  const [proven, setProven] = useState<Credentials | null>(null)
  const signIn = async (credentials: Credentials) => {
    setAttempt({ state: 'pending' })
    try {
      await enter(credentials)
    } catch (error) {
      const wantsCode = wantsSecondFactor(error)
      if (wantsCode) setProven(credentials)
      // The password was changed between the two steps.
      else if (isPasswordRefused(error)) setProven(null)
      setAttempt(wantsCode ? { state: 'none' } : { state: 'failed', error })
    }
  }
  return {
    attempt,
    signIn,
    proven,
    startOver: () => {
      setProven(null)
      setAttempt({ state: 'none' })
    },
  }
}

async function enter(credentials: Credentials): Promise<void> {
  const { user } = await call(signInLocally, { body: credentials })
  // The application reads its address when it starts, which is as soon as the person is known.
  history.replaceState(null, '', askedForAddress() ?? (await preferredAddress(user)))
  const person = await askForVisitor()
  if (person === null) throw new Error('The browser did not keep the session')
  visitor.set(person)
}

/** Where a person wants to start whose link asked for nothing (decisions.md, Sign-in and sessions). */
async function preferredAddress(user: CurrentUser): Promise<string> {
  try {
    const { preferences } = await call(getPreferences)
    return viewAddressOf(preferences.defaultView, user)
  } catch {
    // Refused while a new password must be chosen first.
    return viewAddressOf('dashboard', user)
  }
}
