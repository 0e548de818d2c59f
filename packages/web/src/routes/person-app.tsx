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

/** Everything of somebody who is signed in. What was read for them ends with their stay. */
export function PersonApp({ visitor }: { visitor: SignedInVisitor }) {
  const [client] = useState(() => createClientFor(visitor))
  useEffect(() => onSessionEnded(() => void heedSessionEnd(client)), [client])
  useEffect(() => onSessionPerson((userId) => keepPerson(client, userId)), [client])
  return (
    <QueryClientProvider client={client}>
      <PersonScreen client={client} />
      <ToastRegion />
      <LaterPart>
        <LastingFocusCare />
      </LaterPart>
    </QueryClientProvider>
  )
}

/** The application, or first a new password. */
function PersonScreen({ client }: { client: QueryClient }) {
  const { data: user } = useQuery(currentUserQuery)
  const isGone = user === null
  useEffect(() => {
    if (isGone) forgetPerson(client)
  }, [isGone, client])
  if (!user) return null
  if (!user.mustResetPassword) return <SignedInApp key={user.id} />
  return (
    <Suspense fallback={<PageSpinner text="Loading..." fillsScreen />}>
      <ChangePasswordPage />
    </Suspense>
  )
}

function createClientFor({ answer }: SignedInVisitor): QueryClient {
  const client = createQueryClient()
  client.setQueryData(currentUserQuery.queryKey, currentUserIn(answer))
  return client
}
