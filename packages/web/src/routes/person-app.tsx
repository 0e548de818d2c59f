import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'

import { currentUserIn, currentUserQuery } from '../lib/current-user.ts'
import { lazyPart } from '../lib/load-part.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { onSessionEnded } from '../lib/session-ended.ts'
import { onSessionPerson } from '../lib/session-person.ts'
import { forgetPerson, heedSessionEnd, keepPerson } from '../lib/session.ts'
import type { SignedInVisitor } from '../lib/visitor.ts'
import { LaterPart } from '../ui/later-part.tsx'
import { PageSpinner } from '../ui/page-spinner.tsx'
import { ToastRegion } from '../ui/toast-region.tsx'
import { SignedInApp } from './signed-in-app.tsx'

const LastingFocusCare = lazyPart(
  async () => (await import('../ui/lasting-focus-care.tsx')).LastingFocusCare,
)
const ChangePasswordPage = lazyPart(
  async () =>
    (await import('../pages/change-password/change-password-page.tsx')).ChangePasswordPage,
)
const SecondFactorPage = lazyPart(
  async () => (await import('../pages/second-factor/second-factor-page.tsx')).SecondFactorPage,
)

/** Everything of a signed-in user. The cache ends with it. */
export function PersonApp({ visitor }: { visitor: SignedInVisitor }) {
  const [client] = useState(() => createClientFor(visitor))
  const isUsed = useFirstUse()
  useEffect(() => {
    const leaving = new AbortController()
    const stop = onSessionEnded(() => void heedSessionEnd(client, leaving.signal))
    return () => {
      stop()
      leaving.abort()
    }
  }, [client])
  useEffect(() => onSessionPerson((userId) => keepPerson(client, userId)), [client])
  return (
    <QueryClientProvider client={client}>
      <PersonScreen client={client} />
      <ToastRegion />
      {isUsed && (
        <LaterPart>
          <LastingFocusCare />
        </LaterPart>
      )}
    </QueryClientProvider>
  )
}

const USES = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Returns whether the pointer, the keyboard or an assistive technology has reached the page. */
function useFirstUse(): boolean {
  const [isUsed, setIsUsed] = useState(false)
  useEffect(() => {
    if (isUsed) return undefined
    const listening = new AbortController()
    const { signal } = listening
    for (const type of USES)
      window.addEventListener(type, () => setIsUsed(true), { capture: true, signal })
    return () => listening.abort()
  }, [isUsed])
  return isUsed
}

/** Shows the application, or first what is required: a new password, then a second factor. */
function PersonScreen({ client }: { client: QueryClient }) {
  const { data: user } = useQuery(currentUserQuery)
  const isGone = user === null
  useEffect(() => {
    if (isGone) forgetPerson(client)
  }, [isGone, client])
  if (!user) return null
  if (!user.mustResetPassword && !user.mustSetUpSecondFactor) return <SignedInApp key={user.id} />
  return (
    <Suspense fallback={<PageSpinner text="Loading..." fillsScreen />}>
      {user.mustResetPassword ? <ChangePasswordPage /> : <SecondFactorPage />}
    </Suspense>
  )
}

function createClientFor({ answer }: SignedInVisitor): QueryClient {
  const client = createQueryClient()
  client.setQueryData(currentUserQuery.queryKey, currentUserIn(answer))
  return client
}
