import { SENSITIVE_ACTS } from '@tenantscope/contract/sensitive-acts'
import type { SensitiveAct } from '@tenantscope/contract/sensitive-acts'

/** What an act does, and when it is sensitive where that depends on the request or on what is stored. */
type Words = readonly [act: string, condition?: string]

/** By the name of the call, in the order of the guide. */
const WORDS: Readonly<Record<string, Words>> = {
  saveAzureConfig: ['Save the Microsoft connection'],
  saveMailSettings: ['Save the mail server'],
  saveSettings: [
    'Save settings',
    'Local sign-in, automatic import or all tenants for new users is switched on. Role sync or the required second factor is switched on or off. A retention becomes shorter.',
  ],
  importData: [
    'Restore a backup, or import data',
    'A backup: always. Data: the file contains such a setting.',
  ],
  backUpDatabase: ['Create a backup'],
  saveBackupSchedule: ['Save the backup schedule'],
  eraseTenant: ['Erase a tenant'],
  createLocalAdministrator: ['Add a local administrator'],
  setUserRole: ['Change the role of a user', 'The user becomes an administrator.'],
  toggleUserStatus: ['Enable a user', 'The user is an administrator.'],
  importUsers: ['Import users', 'A user becomes an administrator or is granted all tenants.'],
  syncUser: [
    'Synchronize the role of a user',
    'The user becomes an administrator or is granted all tenants.',
  ],
  saveRoleMappings: [
    'Save role mappings',
    'A mapping makes an administrator or grants all tenants.',
  ],
  setUserAccess: ['Change the tenants of a user', 'All tenants are granted.'],
  setUserEmail: ["Change another user's e-mail address"],
  resetUserPassword: ["Set another user's password"],
  resetSecondFactor: ["Remove another user's second factor"],
  deleteUser: ['Delete an account'],
  resetSessions: ['End all sessions'],
  listMyShares: ['List share links', 'The list has the links of all users.'],
  setEmergencyAccounts: ['Declare emergency access accounts of a tenant'],
  startSecondFactor: ['Start the setup of the own second factor'],
  confirmSecondFactor: ['Finish the setup of the own second factor'],
  renewRecoveryCodes: ['Create new recovery codes'],
  removeSecondFactor: ['Remove the own second factor'],
}

const ROLES: Readonly<Record<SensitiveAct['access'], string>> = {
  admin: 'Administrators',
  technician: 'Administrators and technicians',
  signedIn: 'Every user, for the own account',
}

const GENERATED =
  /(<!-- generated from packages\/contract\/src\/sensitive-acts\.ts -->\n)[\s\S]*?(<!-- end -->)/

/** Returns the operator's guide with the table of sensitive acts. Throws for an act without words. */
export function withSensitiveActs(guide: string): string {
  const rows = Object.keys(WORDS).map(rowOf)
  const unnamed = Object.keys(SENSITIVE_ACTS).filter((name) => WORDS[name] === undefined)
  if (unnamed.length > 0) throw new Error(`tools/sensitive-acts-doc.ts lacks ${unnamed.join(', ')}`)
  const table = ['| Action | Who | Only if | Age of the sign-in |', '|---|---|---|---|', ...rows]
  return guide.replace(
    GENERATED,
    (_, start: string, end: string) => `${start}\n${table.join('\n')}\n\n${end}`,
  )
}

function rowOf(name: string): string {
  const act = SENSITIVE_ACTS[name]
  const [words = '', condition] = WORDS[name] ?? []
  if (act === undefined)
    throw new Error(`tools/sensitive-acts-doc.ts names ${name}, which is no sensitive act`)
  if ((act.when === 'always') !== (condition === undefined))
    throw new Error(
      `tools/sensitive-acts-doc.ts: the condition of ${name} differs from the contract`,
    )
  return `| ${words} | ${ROLES[act.access]} | ${condition ?? ''} | at most ${act.withinMinutes} minutes |`
}
