import type { Check } from '../define-check.ts'
import { adminSession } from './admin-session.ts'
import { anyBaseline } from './any-baseline.ts'
import { blockAuthTransfer } from './block-auth-transfer.ts'
import { blockCountries } from './block-countries.ts'
import { blockDeviceCode } from './block-device-code.ts'
import { blockLegacy } from './block-legacy.ts'
import { blockUnknownPlatform } from './block-unknown-platform.ts'
import { intuneEnrolFresh } from './intune-enrol-fresh.ts'
import { managedDevice } from './managed-device.ts'
import { mfaAdmins } from './mfa-admins.ts'
import { mfaAllUsers } from './mfa-all-users.ts'
import { mfaAzureMgmt } from './mfa-azure-mgmt.ts'
import { mfaGuests } from './mfa-guests.ts'
import { namedLocation } from './named-location.ts'
import { phishResistantAdmins } from './phish-resistant-admins.ts'
import { phishResistantAll } from './phish-resistant-all.ts'
import { secinfoRegistration } from './secinfo-registration.ts'
import { sessionAll } from './session-all.ts'
import { signinRisk } from './signin-risk.ts'
import { tokenProtection } from './token-protection.ts'
import { userRisk } from './user-risk.ts'

/** The checks of what Conditional Access requires, in the order of the catalogue. */
export const CA_CHECKS: readonly Check[] = [
  anyBaseline,
  mfaAllUsers,
  mfaAdmins,
  phishResistantAdmins,
  phishResistantAll,
  blockLegacy,
  mfaAzureMgmt,
  mfaGuests,
  userRisk,
  signinRisk,
  blockDeviceCode,
  blockAuthTransfer,
  managedDevice,
  secinfoRegistration,
  adminSession,
  sessionAll,
  intuneEnrolFresh,
  namedLocation,
  blockCountries,
  tokenProtection,
  blockUnknownPlatform,
]
