import type { Random } from '../random.ts'
import type { Care } from './care.ts'
import { dateIn } from './people.ts'
import type { Singleton } from './types.ts'

const EVERYBODY = { targetType: 'group', id: 'all_users' } as const
const NOBODY = { targetType: 'group', id: '00000000-0000-0000-0000-000000000000' } as const
const MIGRATION_STATES: Record<Care, string> = {
  good: 'migrationComplete',
  fair: 'migrationInProgress',
  poor: 'preMigration',
}

/** /policies/authenticationMethodsPolicy, its configurations inlined as Graph does without $expand. */
export function authenticationMethodsPolicy(care: Care, random: Random): Singleton {
  const isGood = care === 'good'
  return {
    id: 'authenticationMethodsPolicy',
    displayName: 'Authentication Methods Policy',
    description:
      'The tenant-wide policy that controls which authentication methods are allowed in the tenant.',
    lastModifiedDateTime: dateIn(random.int(2022, 2025), random),
    policyVersion: '1.5',
    policyMigrationState: MIGRATION_STATES[care],
    registrationEnforcement: {
      authenticationMethodsRegistrationCampaign: {
        snoozeDurationInDays: 1,
        enforceRegistrationAfterAllowedSnoozes: true,
        state: isGood ? 'enabled' : 'default',
        excludeTargets: [],
        includeTargets: [{ ...EVERYBODY, targetedAuthenticationMethod: 'microsoftAuthenticator' }],
      },
    },
    reportSuspiciousActivitySettings: {
      state: isGood ? 'enabled' : 'default',
      includeTarget: EVERYBODY,
      voiceReportingCode: 0,
    },
    systemCredentialPreferences: {
      state: care === 'poor' ? 'disabled' : 'enabled',
      includeTargets: [EVERYBODY],
      excludeTargets: [],
    },
    authenticationMethodConfigurations: configurations(care),
  }
}

function configurations(care: Care): readonly Singleton[] {
  const isGood = care === 'good'
  return [
    configuration('fido2', 'Fido2', {
      isEnabled: care !== 'poor',
      isAttestationEnforced: isGood,
      isSelfServiceRegistrationAllowed: true,
      keyRestrictions: { isEnforced: false, enforcementType: 'block', aaGuids: [] },
    }),
    configuration('microsoftAuthenticator', 'MicrosoftAuthenticator', {
      isEnabled: true,
      isSoftwareOathEnabled: !isGood,
      featureSettings: {
        displayAppInformationRequiredState: feature(isGood),
        displayLocationInformationRequiredState: feature(isGood),
        companionAppAllowedState: feature(false),
      },
    }),
    configuration('sms', 'Sms', { isEnabled: !isGood }),
    configuration('temporaryAccessPass', 'TemporaryAccessPass', {
      isEnabled: care !== 'poor',
      defaultLifetimeInMinutes: 60,
      defaultLength: 8,
      minimumLifetimeInMinutes: 60,
      maximumLifetimeInMinutes: 480,
      isUsableOnce: isGood,
    }),
    configuration('softwareOath', 'SoftwareOath', { isEnabled: !isGood }),
    configuration('voice', 'Voice', {
      isEnabled: care === 'poor',
      isOfficePhoneAllowed: care === 'poor',
    }),
    configuration('email', 'Email', {
      isEnabled: !isGood,
      allowExternalIdToUseEmailOtp: isGood ? 'disabled' : 'default',
    }),
    configuration('x509Certificate', 'X509Certificate', {
      isEnabled: false,
      certificateUserBindings: [],
      authenticationModeConfiguration: {
        x509CertificateAuthenticationDefaultMode: 'x509CertificateSingleFactor',
        rules: [],
      },
    }),
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
    excludeTargets: [],
    includeTargets: [{ ...EVERYBODY, isRegistrationRequired: false }],
    ...rest,
  }
}

function feature(isOn: boolean): Singleton {
  return { state: isOn ? 'enabled' : 'default', includeTarget: EVERYBODY, excludeTarget: NOBODY }
}
