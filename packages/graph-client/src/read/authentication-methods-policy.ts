import { z } from 'zod'

import { flag, id, list, maybe, text } from '../engine/fields.ts'

/** The target of a setting: a group's id, or all_users. */
const Target = z.object({ id: text, targetType: text })

const FeatureSetting = z.object({
  /** enabled, disabled, or default: Microsoft decides. */
  state: text,
  includeTarget: maybe(Target),
  excludeTarget: maybe(Target),
})

const MethodConfiguration = z.object({
  /** Fido2, MicrosoftAuthenticator, Sms, Voice, Email, TemporaryAccessPass, … */
  id,
  /** enabled or disabled. */
  state: text,
  includeTargets: list(Target),
  excludeTargets: list(Target),
  /** Of the temporary access pass. */
  isUsableOnce: flag,
  /** Of the authenticator app. */
  featureSettings: maybe(
    z.object({
      displayAppInformationRequiredState: maybe(FeatureSetting),
      displayLocationInformationRequiredState: maybe(FeatureSetting),
    }),
  ),
})

/** The authentication methods that a directory offers. */
export const AuthenticationMethodsPolicy = z.object({
  /** preMigration, migrationInProgress or migrationComplete. */
  policyMigrationState: text,
  authenticationMethodConfigurations: list(MethodConfiguration),
  /** v1.0 may omit it. */
  systemCredentialPreferences: maybe(
    z.object({ state: text, includeTargets: list(Target), excludeTargets: list(Target) }),
  ),
  reportSuspiciousActivitySettings: maybe(FeatureSetting),
})
export type AuthenticationMethodsPolicy = z.infer<typeof AuthenticationMethodsPolicy>

/** The configurations come with the policy, without `$expand`. */
export const AUTHENTICATION_METHODS_POLICY_PATH = '/policies/authenticationMethodsPolicy'
