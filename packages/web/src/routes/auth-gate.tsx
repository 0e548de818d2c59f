import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '@tenantscope/contract/auth'
import { Suspense, useEffect } from 'react'

import { currentUserQuery } from '../lib/current-user.ts'
import { lazyPart } from '../lib/load-part.ts'
import { onSessionEnded } from '../lib/session-ended.ts'
import { onSessionPerson } from '../lib/session-person.ts'
import { forgetPerson, keepPerson } from '../lib/session.ts'
import { PageSpinner } from '../ui/page-spinner.tsx'

const LoginPage = lazyPart(async () => (await import('../pages/login/login-page.tsx')).LoginPage)

const ChangePasswordPage = lazyPart(
  async () =>
    (await import('../pages/change-password/change-password-page.tsx')).ChangePasswordPage,
)

const SignedInApp = lazyPart(async () => (await import('./signed-in-app.tsx')).SignedInApp)

/** Nobody: the login screen, whatever the address. Somebody: the application, or first a new password. */
export function AuthGate() {
  const client = useQueryClient()
  const { data: user, isPending } = useQuery(currentUserQuery)
  useEffect(() => onSessionEnded(() => forgetPerson(client)), [client])
  useEffect(() => onSessionPerson((userId) => keepPerson(client, userId)), [client])

  if (isPending) return <PageSpinner text="Checking authentication..." fillsScreen />
  return (
    <Suspense fallback={<PageSpinner text="Loading..." fillsScreen />}>
      {screenFor(user ?? null)}
    </Suspense>
  )
}

function screenFor(user: CurrentUser | null) {
  if (user === null) return <LoginPage />
  if (user.mustResetPassword) return <ChangePasswordPage />
  return <SignedInApp key={user.id} />
}
