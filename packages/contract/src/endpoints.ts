import { changePassword, getPreferences, savePreferences } from './account.ts'
import {
  finishMicrosoftSignIn,
  getCurrentUser,
  getSignInOptions,
  signInLocally,
  signOut,
  startMicrosoftSignIn,
} from './auth.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { getSyncRun, refreshTenant, refreshTenants, streamEvents } from './sync.ts'
import { getTenantDetails, listTenants } from './tenants.ts'

/** Every call there is: OpenAPI is generated from it and one test walks all of it. */
export const endpoints: readonly AnyEndpoint[] = [
  startMicrosoftSignIn,
  finishMicrosoftSignIn,
  getSignInOptions,
  signInLocally,
  signOut,
  getCurrentUser,
  getPreferences,
  savePreferences,
  changePassword,
  listTenants,
  getTenantDetails,
  refreshTenants,
  refreshTenant,
  getSyncRun,
  streamEvents,
]
