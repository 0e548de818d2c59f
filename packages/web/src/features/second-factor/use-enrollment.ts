import { useMutation } from '@tanstack/react-query'
import { startSecondFactor } from '@tenantscope/contract/own-account'
import { useState } from 'react'

import { call } from '../../lib/api.ts'
import { runFresh } from '../../lib/run-fresh.ts'
import { failureToast } from '../../lib/toasts.ts'

/** The secret of an authenticator app that no code has confirmed yet. */
export interface Enrollment {
  secret: string
  uri: string
}

/** Starts an enrollment on request; `enrollment` is for SetupDialog, and null before and after it. */
export function useEnrollment() {
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => runFresh(() => call(startSecondFactor)),
    onSuccess: setEnrollment,
    onError: failureToast('Setup failed'),
  })
  return { enrollment, start: () => mutate(), isPending, end: () => setEnrollment(null) }
}
