import { failed, notRead, passed } from '../define-check.ts'
import type { CheckObject, Judgement } from '../define-check.ts'
import type { MethodConfigurationFacts, MethodsPolicyFacts } from '../rows.ts'

type Targets = NonNullable<MethodConfigurationFacts['includeTargets']>

export const settingObject = (id: string, name: string): CheckObject => ({
  kind: 'setting',
  id,
  name,
})

/** Returns the configuration of a method; undefined when the policy holds none. */
export function methodOf(
  { authenticationMethodConfigurations: methods }: MethodsPolicyFacts,
  id: string,
): MethodConfigurationFacts | undefined {
  return methods.find((method) => method.id.toLowerCase() === id.toLowerCase())
}

/** Returns 'enabled', 'disabled' or null, also for a value that this version does not know. */
export function methodState(policy: MethodsPolicyFacts, id: string): 'enabled' | 'disabled' | null {
  const state = methodOf(policy, id)?.state
  return state === 'enabled' || state === 'disabled' ? state : null
}

/**
 * Judges whether methods are disabled. Until the migration is complete, Microsoft also honours the
 * older MFA and password reset settings, which no permission that is requested can read.
 */
export function judgeMethodsOff(
  policy: MethodsPolicyFacts,
  methods: readonly { readonly id: string; readonly name: string }[],
): Judgement {
  const states = methods.map((method) => ({ ...method, state: methodState(policy, method.id) }))
  const enabled = states.filter(({ state }) => state === 'enabled')
  const counts = { methods: methods.length, enabled: enabled.length }
  if (enabled.length > 0) {
    const names = enabled.map(({ name }) => name).join(', ')
    const objects = enabled.map(({ id, name }) => settingObject(id, name))
    return failed(`Enabled in the authentication methods policy: ${names}.`, { counts, objects })
  }
  if (states.some(({ state }) => state === null))
    return notRead('The policy does not say whether the method is enabled.', { counts })
  const { policyMigrationState: state } = policy
  // Null: a newer directory, which never had the older settings.
  const isMigrated = state === 'migrationComplete' || state === null
  return passed(
    isMigrated
      ? 'Disabled in the authentication methods policy.'
      : 'Disabled in the authentication methods policy. Its migration is not known to be complete, so that older settings, which cannot be read, may allow the method.',
    { counts },
  )
}

interface Setting {
  readonly state: string | null | undefined
  /** Null: not read. */
  readonly included: Targets | null
  readonly excluded: Targets
}

/** `someUsers`: enabled for a group only, or with an excluded group. */
export type SettingReach = 'allUsers' | 'usersNotKnown' | 'someUsers' | 'off' | 'notKnown'

export function settingReach({ state, included, excluded }: Setting): SettingReach {
  if (state === 'disabled' || state === 'default') return 'off'
  if (state !== 'enabled') return 'notKnown'
  if (excluded.some(isTarget)) return 'someUsers'
  if (included === null) return 'usersNotKnown'
  return included.some(({ id }) => id?.toLowerCase() === 'all_users') ? 'allUsers' : 'someUsers'
}

const NO_GROUP = '00000000-0000-0000-0000-000000000000'
/** Graph returns a group of zeros where nothing is excluded. */
const isTarget = ({ id }: Targets[number]): boolean =>
  id !== null && id !== undefined && id !== '' && id !== NO_GROUP

type FeatureSetting = NonNullable<MethodsPolicyFacts['reportSuspiciousActivitySettings']>

/** Returns whom a feature with one target and one exclusion reaches; absent: not known. */
export function featureReach(setting: FeatureSetting | null | undefined): SettingReach {
  const include = setting?.includeTarget
  const exclude = setting?.excludeTarget
  return settingReach({
    state: setting?.state,
    included: (include?.id ?? null) === null || !include ? null : [include],
    excluded: exclude ? [exclude] : [],
  })
}

/** Judges a setting that must be enabled. Targets that Graph leaves out limit nothing. */
export function judgeEnabled(
  reach: SettingReach,
  state: string | null | undefined,
  setting: CheckObject,
): Judgement {
  if (reach === 'notKnown') return notRead('Microsoft did not return this setting.')
  if (reach === 'off') {
    const found = state === 'default' ? 'It is left to Microsoft.' : 'It is disabled.'
    return failed(found, { objects: [setting] })
  }
  return reach === 'someUsers'
    ? failed('It is not enabled for all users.', { objects: [setting] })
    : passed('It is enabled.')
}
