import type { getSignInOptions } from '@tenantscope/contract/auth'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { useEffect, useState } from 'react'

import { FIRST_CALLS } from '../../lib/first-calls.ts'
import { send } from '../../lib/send.ts'

type SignInOptions = CallReply<typeof getSignInOptions>

/** The ways of signing in that are open now; undefined until the server has said them. */
export function useSignInOptions() {
  const [options, setOptions] = useState<SignInOptions>()
  const [attempt, setAttempt] = useState(1)
  const [answered, setAnswered] = useState({ attempt: 0, isUnreachable: false })
  useEffect(() => {
    const leaving = new AbortController()
    const take = (answer: SignInOptions | null) => {
      if (leaving.signal.aborted) return
      if (answer !== null) setOptions(answer)
      setAnswered({ attempt, isUnreachable: answer === null })
    }
    void askForOptions({ signal: leaving.signal, take })
    return () => leaving.abort()
  }, [attempt])
  return {
    options,
    isUnreachable: answered.isUnreachable,
    isAsking: answered.attempt !== attempt,
    askAgain: () => setAttempt(attempt + 1),
  }
}

interface Question {
  signal: AbortSignal
  /** Null where no answer came, or none that can be understood. */
  take: (answer: SignInOptions | null) => void
}

async function askForOptions({ signal, take }: Question): Promise<void> {
  try {
    const response = await send({ method: 'GET', address: FIRST_CALLS.getSignInOptions, signal })
    const answer: unknown = await response.json()
    take(response.ok && areOptions(answer) ? answer : null)
  } catch {
    take(null)
  }
}

/** The contract's schema by hand: with it the screen would load twice as much. */
function areOptions(answer: unknown): answer is SignInOptions {
  if (typeof answer !== 'object' || answer === null) return false
  const { microsoft, local, simulatedMicrosoft }: Partial<Record<string, unknown>> = { ...answer }
  return [microsoft, local, simulatedMicrosoft].every((each) => typeof each === 'boolean')
}
