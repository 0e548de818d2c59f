import type { MethodConfigurationFacts, MethodsPolicyFacts } from '../checks/rows.ts'

const ALL_USERS = { id: 'all_users', targetType: 'group' }
/** As Graph returns it where nothing is excluded. */
const NO_GROUP = { id: '00000000-0000-0000-0000-000000000000', targetType: 'group' }
export const A_GROUP = { id: '5c7f0f0e-4d4b-4b0e-9a55-2a6d7f4b1c01', targetType: 'group' }

export const feature = (changes: object = {}) => ({
  state: 'enabled',
  includeTarget: ALL_USERS,
  excludeTarget: NO_GROUP,
  ...changes,
})

const METHODS: readonly MethodConfigurationFacts[] = [
  { id: 'Fido2', state: 'enabled' },
  {
    id: 'MicrosoftAuthenticator',
    state: 'enabled',
    featureSettings: {
      displayAppInformationRequiredState: feature(),
      displayLocationInformationRequiredState: feature(),
    },
  },
  { id: 'Sms', state: 'disabled' },
  { id: 'Voice', state: 'disabled' },
  { id: 'Email', state: 'disabled' },
  { id: 'TemporaryAccessPass', state: 'enabled', isUsableOnce: true },
]

/** A policy that meets every check; `methods` replaces configurations by id. */
export function methodsPolicy(
  changes: Partial<MethodsPolicyFacts> = {},
  methods: readonly MethodConfigurationFacts[] = [],
): MethodsPolicyFacts {
  return {
    policyMigrationState: 'migrationComplete',
    systemCredentialPreferences: {
      state: 'enabled',
      includeTargets: [ALL_USERS],
      excludeTargets: [],
    },
    reportSuspiciousActivitySettings: feature(),
    authenticationMethodConfigurations: METHODS.map(
      (method) => methods.find(({ id }) => id === method.id) ?? method,
    ),
    ...changes,
  }
}
