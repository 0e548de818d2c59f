import { counted } from '@tenantscope/analysis/counted'
import { TenantId, UserId } from '@tenantscope/contract/ids'
import { SIGN_IN } from '@tenantscope/contract/limits'
import { plainMessage } from '@tenantscope/contract/plain-message'
import { ROLE_NAMES, Role } from '@tenantscope/contract/roles'
import { MailAddress } from '@tenantscope/contract/users'
import { z } from 'zod'

import { AppError } from '../../lib/app-error.ts'
import { recordedBy } from '../../lib/audit-entry.ts'
import { BY_OPERATOR as BY } from '../../lib/operator.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import type { Passwords } from './passwords.service.ts'
import type { SecondFactorReset } from './second-factor-reset.service.ts'
import type { TenantGrantsService } from './tenant-grants.service.ts'
import { trailOf } from './user-changes.ts'
import type { UsersService } from './users.service.ts'

const user = z.string().min(1)
const tenantIds = z.array(TenantId).min(1)

/** The commands of `npm run admin`, also for a running product. */
const AdminCommand = z.discriminatedUnion('name', [
  z.object({ name: z.literal('list') }),
  z.object({
    name: z.literal('add-microsoft'),
    objectId: z.guid().toLowerCase(),
    tenantId: TenantId,
    displayName: z.string().min(1),
    email: z.email(),
    role: Role,
  }),
  z.object({
    name: z.literal('add-local'),
    username: z.string().trim().min(1).max(200),
    displayName: z.string().min(1).nullable(),
    email: MailAddress.nullable(),
  }),
  z.object({ name: z.literal('set-role'), user, role: Role }),
  z.object({ name: z.literal('grant'), user, tenantIds: z.union([z.literal('all'), tenantIds]) }),
  z.object({
    name: z.literal('grant-groups'),
    user,
    groups: z.array(z.string().trim().min(1)).min(1),
  }),
  z.object({ name: z.literal('revoke'), user, tenantIds }),
  z.object({ name: z.literal('disable'), user }),
  z.object({ name: z.literal('enable'), user }),
  z.object({ name: z.literal('reset-password'), user }),
  z.object({ name: z.literal('reset-second-factor'), user }),
  z.object({ name: z.literal('unlock'), user }),
  z.object({ name: z.literal('verify-audit') }),
  z.object({ name: z.literal('enable-local') }),
  z.object({ name: z.literal('disable-local') }),
  z.object({ name: z.literal('require-second-factor') }),
  z.object({ name: z.literal('allow-password-only') }),
  z.object({
    name: z.literal('add-tenant'),
    tenantId: TenantId,
    displayName: z.string().trim().min(1).max(256),
  }),
])
type AdminCommand = z.infer<typeof AdminCommand>

/** The lines for the operator. */
export const AdminReply = z.object({ isDone: z.boolean(), lines: z.array(z.string()) })
export type AdminReply = z.infer<typeof AdminReply>

interface AdminCommandsDeps {
  users: UsersService
  grants: TenantGrantsService
  settings: SettingsService
  passwords: Passwords
  secondFactorReset: SecondFactorReset
  auditLog: AuditLogService
  /** Ends an account's slow-down after failed sign-ins, and the lock of its codes. */
  unlock: (user: { id: UserId; username: string }) => Promise<void>
  /** Verifies every record of the audit trails; done means that they are intact. */
  verifyAudit: () => Promise<AdminReply>
  /** Records that a tenant consented directly, so that it is read. */
  addTenant: (tenantId: TenantId, displayName: string) => Promise<void>
}

/** Carries out one command of an operator on the host. */
export function createAdminCommands(deps: AdminCommandsDeps) {
  return {
    async run(given: unknown): Promise<AdminReply> {
      const command = AdminCommand.safeParse(given, { error: plainMessage })
      if (!command.success) return { isDone: false, lines: command.error.issues.map(describeIssue) }
      try {
        const outcome = await carryOut(deps, command.data)
        return Array.isArray(outcome) ? { isDone: true, lines: outcome } : outcome
      } catch (error) {
        if (error instanceof AppError) return { isDone: false, lines: [error.message] }
        throw error
      }
    },
  }
}

const describeIssue = (issue: z.core.$ZodIssue): string =>
  `${issue.path.join('.') || 'command'}: ${issue.message}`

type Carrier<Name extends AdminCommand['name']> = (
  deps: AdminCommandsDeps,
  command: Extract<AdminCommand, { name: Name }>,
) => Promise<string[] | AdminReply>

const CARRIERS: { readonly [Name in AdminCommand['name']]: Carrier<Name> } = {
  list: async ({ users }) => {
    const rows = await users.list()
    return rows.length === 0 ? ['There are no accounts yet.'] : rows.map(describeUser)
  },

  'add-microsoft': async (
    { users, settings },
    { objectId, tenantId, displayName, email, role },
  ) => {
    const { defaultTenantAccess } = await settings.read()
    const tenantAccess = defaultTenantAccess === 'all' ? 'all' : 'list'
    const person = { tenantId, microsoftId: objectId, username: email, displayName, email }
    const added = await users.addMicrosoft(person, { role, tenantAccess }, BY)
    return [`Added ${added.username} (Microsoft, ${ROLE_NAMES[role]}).`]
  },

  'add-local': async ({ users, passwords }, { username, displayName, email }) => {
    const password = passwords.generate()
    const account = { username, displayName, email, password }
    const added = await users.addLocal(account, { mustResetPassword: true }, BY)
    return [`Added ${added.username} (local, Administrator).`, ...passwordLines(password)]
  },

  'set-role': async ({ users }, { user, role }) => {
    const changed = await users.setRole(await findUser(users, user), role, BY)
    const note =
      changed.authMethod === 'local' && role !== 'admin'
        ? ['Local accounts that are not administrators cannot sign in.']
        : []
    return [`${changed.username} is now ${ROLE_NAMES[role]}.`, ...note]
  },

  grant: async ({ users, grants }, { user, tenantIds }) => {
    const id = await findUser(users, user)
    if (tenantIds === 'all') {
      const { username } = await grants.grantAll(id, BY)
      return [`${username} sees all tenants.`]
    }
    const { username } = await grants.grantTenants(id, tenantIds, BY)
    return [
      `${username} sees ${counted(tenantIds.length, 'tenant')} more. Access is limited to the listed tenants.`,
    ]
  },

  'grant-groups': async ({ users, grants }, { user, groups }) => {
    const { username } = await grants.grantGroups(await findUser(users, user), groups, BY)
    return [
      `${username} sees the tenants of ${groups.join(', ')}. Access is limited to their groups.`,
    ]
  },

  revoke: async ({ users, grants }, { user, tenantIds }) => {
    const { username } = await grants.revokeTenants(await findUser(users, user), tenantIds, BY)
    return [`${username} no longer sees ${counted(tenantIds.length, 'tenant')}.`]
  },

  disable: async ({ users }, { user }) => {
    const { username } = await users.setDisabled(await findUser(users, user), true, BY)
    return [`${username} is disabled and signed out.`]
  },

  enable: async ({ users }, { user }) => {
    const { username } = await users.setDisabled(await findUser(users, user), false, BY)
    return [`${username} is enabled.`]
  },

  'reset-password': async ({ users, passwords }, { user }) => {
    const password = passwords.generate()
    const { username } = await users.resetPassword(await findUser(users, user), password, BY)
    return [`${username} has a new password and is signed out.`, ...passwordLines(password)]
  },

  'reset-second-factor': async ({ users, settings, secondFactorReset }, { user }) => {
    const { username } = await secondFactorReset.reset(await findUser(users, user), BY)
    const { secondFactorRequired } = await settings.read()
    return [
      `${username} no longer has a second factor and is signed out.`,
      ...(secondFactorRequired ? ['A new one must be set up at the next sign-in.'] : []),
    ]
  },

  unlock: async ({ users, auditLog, unlock }, { user }) => {
    const found = await users.find(await findUser(users, user))
    if (!found) throw new AppError('NOT_FOUND', 'User not found')
    await unlock(found)
    await auditLog.change({ type: 'user', action: 'unlocked', ...trailOf(found, BY) })
    return [`${found.username} can sign in again without delay.`]
  },

  'verify-audit': ({ verifyAudit }) => verifyAudit(),

  'enable-local': async ({ settings }) => {
    await settings.setSwitch('localAuthFallback', true)
    return ['Local sign-in is on.']
  },

  'disable-local': async ({ settings }) => {
    await settings.setSwitch('localAuthFallback', false)
    return [
      'Local sign-in is off.',
      `It is allowed while no Microsoft connection is configured or no user could sign in with Microsoft for ${SIGN_IN.microsoftSilentHours} hours.`,
    ]
  },

  'require-second-factor': async ({ settings }) => {
    await settings.setSwitch('secondFactorRequired', true)
    return [
      'Local accounts must use a second factor.',
      'Accounts without one set it up at the next sign-in, or at their next request.',
    ]
  },

  'allow-password-only': async ({ settings }) => {
    await settings.setSwitch('secondFactorRequired', false)
    return ['The second factor of local accounts is optional.']
  },

  'add-tenant': async ({ auditLog, addTenant }, { tenantId, displayName }) => {
    await addTenant(tenantId, displayName)
    await auditLog.change({ type: 'tenant', action: 'tenant added', tenantId, ...recordedBy(BY) })
    return [`${displayName} (${tenantId}) is read at the next refresh.`]
  },
}

function carryOut(deps: AdminCommandsDeps, command: AdminCommand): Promise<string[] | AdminReply> {
  // The table has a carrier of the right type for each name; the compiler cannot join the two unions.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- correlated unions, as said above
  const carrier = CARRIERS[command.name] as Carrier<AdminCommand['name']>
  return carrier(deps, command)
}

async function findUser(users: UsersService, given: string): Promise<UserId> {
  const byName = await users.findByName(given)
  if (byName) return byName.user.id
  const id = UserId.safeParse(Number(given))
  const byId = id.success ? await users.find(id.data) : undefined
  if (!byId) throw new AppError('NOT_FOUND', `No user found with the name ${given}`)
  return byId.id
}

const passwordLines = (password: string): string[] => [
  `Password: ${password}`,
  'It is shown only once and must be replaced at the next sign-in.',
]

function describeUser(row: Awaited<ReturnType<UsersService['list']>>[number]): string {
  const sees =
    row.role === 'admin' || row.tenantAccess === 'all'
      ? 'all tenants'
      : `${row.grantedTenants} tenants`
  const notes = [
    ...(row.isDisabled ? ['disabled'] : []),
    ...(row.mustResetPassword ? ['must choose a new password'] : []),
  ]
  return [row.id, row.username, row.authMethod, ROLE_NAMES[row.role], sees, ...notes].join('\t')
}
