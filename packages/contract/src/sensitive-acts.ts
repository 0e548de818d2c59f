import { FRESH_SIGN_IN_MINUTES } from './limits.ts'

/** A call that requires a fresh sign-in, so that an unattended or stolen session cannot make it. */
export interface SensitiveAct {
  /** The role that may act; equals the access of the endpoint. */
  readonly access: 'signedIn' | 'technician' | 'admin'
  /** The maximum age of the sign-in. */
  readonly withinMinutes: number
  /**
   * When it applies:
   * - `always`: checked before any part of the request is read,
   * - a function of the parsed input: checked before the handler,
   * - `decided`: the handler decides by what is stored, and calls `requireFreshSignIn` of its call.
   */
  readonly when: 'always' | 'decided' | ((input: SensitiveInput) => boolean)
}

interface SensitiveInput {
  readonly query: unknown
  readonly body: unknown
}

const always = (access: SensitiveAct['access']): SensitiveAct => ({
  access,
  withinMinutes: FRESH_SIGN_IN_MINUTES,
  when: 'always',
})
const decided = (access: SensitiveAct['access']): SensitiveAct => ({
  ...always(access),
  when: 'decided',
})
const whenInput = (
  access: SensitiveAct['access'],
  when: (input: SensitiveInput) => boolean,
): SensitiveAct => ({ ...always(access), when })

const fieldOf = (part: unknown, name: string): unknown =>
  typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined

/** Every sensitive act, by the name of its endpoint; no other call asks for a fresh sign-in. */
export const SENSITIVE_ACTS: Readonly<Record<string, SensitiveAct>> = {
  // Users and their permissions.
  createLocalAdministrator: always('admin'),
  // Making an administrator.
  setUserRole: decided('admin'),
  // Enabling an administrator.
  toggleUserStatus: decided('admin'),
  // Making an administrator, also by a mapping, or granting all tenants.
  importUsers: decided('admin'),
  // Mappings that make an administrator.
  syncUser: decided('admin'),
  saveRoleMappings: decided('admin'),
  // The address receives reports and notifications.
  setUserEmail: always('admin'),
  // The password allows a fresh sign-in as this user.
  resetUserPassword: always('admin'),
  resetSecondFactor: always('admin'),
  deleteUser: always('admin'),
  setUserAccess: whenInput('admin', ({ body }) => fieldOf(body, 'mode') === 'all'),
  resetSessions: always('admin'),

  // The own account.
  startSecondFactor: always('signedIn'),
  confirmSecondFactor: always('signedIn'),
  renewRecoveryCodes: always('signedIn'),
  removeSecondFactor: always('signedIn'),

  // Accounts that policies may leave out.
  setEmergencyAccounts: always('technician'),

  // The installation.
  saveAzureConfig: always('admin'),
  saveMailSettings: always('admin'),
  // Settings that reduce security.
  saveSettings: decided('admin'),
  importData: decided('admin'),
  backUpDatabase: always('admin'),
  saveBackupSchedule: always('admin'),
  eraseTenant: always('admin'),
  // The tokens of all share links.
  listMyShares: whenInput('technician', ({ query }) => fieldOf(query, 'scope') === 'everyone'),
}
