import { getPreferences } from '@tenantscope/contract/account'
import { getCurrentUser, getSignInOptions } from '@tenantscope/contract/auth'
import type { CurrentUser } from '@tenantscope/contract/auth'
import { getAzurePermissions, getConnectionRefusal } from '@tenantscope/contract/azure'
import { recordExport } from '@tenantscope/contract/exports'
import { getSetup } from '@tenantscope/contract/onboarding'
import { countDueRenewals } from '@tenantscope/contract/renewals'
import { getSavingsHistory, getTenantSavingsHistory } from '@tenantscope/contract/savings-history'
import { listTenantGroups } from '@tenantscope/contract/tenant-groups'
import { loadView } from '@tenantscope/contract/views'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UserEvent } from '@testing-library/user-event'
import type { z } from 'zod'

import { findVisitor } from '../lib/visitor.ts'
import { App } from '../routes/app.tsx'
import { installFakeServer } from './fake-server.ts'
import type { FakeServer } from './fake-server.ts'
import { preferences } from './people.ts'
import { nothingVerified } from './permissions.ts'
import { noDueRenewals } from './renewals.ts'
import { noSavingsHistory } from './savings-history.ts'
import { setupDone } from './setup-steps.ts'

interface Scene {
  /** The signed-in user, or null. */
  person: z.input<typeof CurrentUser> | null
  /** The address in the browser. */
  at?: string
  /** More replies of the server, set before the first call. */
  prepare?: (server: FakeServer) => void
}

/** Opens the complete application at an address, signed in as the given user. */
export async function renderApp({ person, at = '/', prepare }: Scene): Promise<{
  server: FakeServer
  user: UserEvent
}> {
  const server = installFakeServer()
  signInAs(server, person)
  server.answer(getSignInOptions, {
    microsoft: true,
    local: true,
    simulatedMicrosoft: false,
    refusal: null,
  })
  server.answer(getPreferences, { preferences })
  server.answer(loadView, { success: true, preferences: null })
  server.answer(getAzurePermissions, nothingVerified)
  server.answer(getSetup, setupDone)
  server.answer(getConnectionRefusal, { refusal: null })
  server.answer(listTenantGroups, { groups: [] })
  server.answer(countDueRenewals, noDueRenewals)
  server.answer(getSavingsHistory, noSavingsHistory)
  server.answer(getTenantSavingsHistory, noSavingsHistory)
  server.answer(recordExport, { isRecorded: true })
  prepare?.(server)
  history.replaceState(null, '', at)
  const user = userEvent.setup()
  void findVisitor()
  await act(async () => render(<App />))
  return { server, user }
}

/** From now on the session belongs to this user. */
export function signInAs(server: FakeServer, person: Scene['person']): void {
  if (person !== null) server.answer(getCurrentUser, { user: person })
  else
    server.refuse(getCurrentUser, {
      status: 401,
      code: 'SIGN_IN_REQUIRED',
      message: 'Please sign in.',
    })
}
