import type { Care } from './care.ts'
import type { Singleton } from './types.ts'

const ALL_USERS = { targetType: 'group', id: 'all_users' } as const
/** What Graph sends where no group is excluded. */
const NO_GROUP = { targetType: 'group', id: '00000000-0000-0000-0000-000000000000' } as const
const MIGRATION_STATES: Record<Care, string> = {
  good: 'migrationComplete',
  fair: 'migrationInProgress',
  poor: 'preMigration',
}

/** /policies/authenticationMethodsPolicy, its configurations inlined as Graph does without $expand. */
export function authenticationMethodsPolicy(care: Care): Singleton {
  const isGood = care === 'good'
  return {
    id: 'authenticationMethodsPolicy',
    policyMigrationState: MIGRATION_STATES[care],
    reportSuspiciousActivitySettings: {
      state: isGood ? 'enabled' : 'default',
      includeTarget: ALL_USERS,
      excludeTarget: NO_GROUP,
    },
    systemCredentialPreferences: {
      state: care === 'poor' ? 'disabled' : 'enabled',
      includeTargets: [ALL_USERS],
      excludeTargets: [],
    },
    authenticationMethodConfigurations: configurations(care),
  }
}

function configurations(care: Care): readonly Singleton[] {
  const isGood = care === 'good'
  return [
    configuration('fido2', 'Fido2', { isEnabled: care !== 'poor' }),
    configuration('microsoftAuthenticator', 'MicrosoftAuthenticator', {
      isEnabled: true,
      featureSettings: {
        displayAppInformationRequiredState: feature(isGood),
        displayLocationInformationRequiredState: feature(isGood),
      },
    }),
    configuration('sms', 'Sms', { isEnabled: !isGood }),
    configuration('temporaryAccessPass', 'TemporaryAccessPass', {
      isEnabled: care !== 'poor',
      isUsableOnce: isGood,
    }),
    configuration('softwareOath', 'SoftwareOath', { isEnabled: !isGood }),
    configuration('voice', 'Voice', { isEnabled: care === 'poor' }),
    configuration('email', 'Email', { isEnabled: !isGood }),
    configuration('x509Certificate', 'X509Certificate', { isEnabled: false }),
    configuration('qrCodePin', 'QRCodePin', { isEnabled: false }),
  ]
}

function configuration(
  type: string,
  id: string,
  { isEnabled, ...rest }: { readonly isEnabled: boolean; readonly [property: string]: unknown },
): Singleton {
  return {
    '@odata.type': `#microsoft.graph.${type}AuthenticationMethodConfiguration`,
    id,
    state: isEnabled ? 'enabled' : 'disabled',
    includeTargets: [ALL_USERS],
    excludeTargets: [],
    ...rest,
  }
}

function feature(isOn: boolean): Singleton {
  return { state: isOn ? 'enabled' : 'default', includeTarget: ALL_USERS, excludeTarget: NO_GROUP }
}
