import type { CallReply } from '@tenantscope/contract/endpoint'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'
import type { importUsers } from '@tenantscope/contract/user-import'
import type { z } from 'zod'

import type { Db } from '../../db/tables.ts'
import { fieldError } from '../../lib/app-error.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { LEFT_OUT_REASONS } from './directory-people.rules.ts'
import type { Candidate, DirectoryPeopleService } from './directory-people.service.ts'
import type { DirectoryRequest } from './own-directory.ts'
import { presentAccess } from './role-sync.service.ts'
import { cutToMode, describeKnown, replaceGrants } from './tenant-grants.service.ts'
import { trailOf } from './user-changes.ts'
import { createUsersRepo } from './users.repo.ts'
import type { UsersRepo } from './users.repo.ts'
import type { By, MicrosoftPerson, User, UsersService } from './users.service.ts'

export type ImportUsersService = ReturnType<typeof createImportUsersService>

type Given = z.output<(typeof importUsers)['body']>
type GivenUser = Given['users'][number]

/** What an administrator chose for one user; undefined: the mappings and the settings decide. */
interface Choice {
  readonly role: GivenUser['role']
  readonly access: TenantAccessGrant | undefined
  /** The field with the access, for a refusal. */
  readonly path: string
}

interface Granted {
  readonly access: TenantAccessGrant
  /** For the audit. */
  readonly newValue: string
  readonly reason: string
}

/** Creates accounts for users of the own directory (specification section 7, import users). */
export function createImportUsersService(deps: {
  directoryPeople: Pick<DirectoryPeopleService, 'candidates'>
  users: UsersService
  settings: SettingsService
  auditLog: AuditLogService
}) {
  const { directoryPeople, users, settings, auditLog } = deps

  /** Grants the chosen or else the mapping's tenants in the transaction of the import. */
  async function grant(
    user: User,
    granted: (repo: UsersRepo) => Promise<Granted | null>,
    { within, by }: { within: Db; by: By },
  ): Promise<void> {
    const repo = createUsersRepo(within)
    const found = await granted(repo)
    if (found === null) return
    const { access, newValue, reason: details } = found
    await replaceGrants(repo, user.id, access)
    await auditLog.change(
      { type: 'access', action: 'tenant access set', newValue, details, ...trailOf(user, by) },
      within,
    )
  }

  return {
    async import(
      given: Given,
      { by, signal, beforePromotion }: DirectoryRequest,
    ): Promise<CallReply<typeof importUsers>> {
      const { users: people } = given
      const choices = people.map((user, index) => choiceOf(given, user, index))
      if (choices.some(isPowerful)) beforePromotion()
      const givenById = new Map(
        people.map((user, index) => [
          user.microsoftId.toLowerCase(),
          { adminRoles: user.adminRoles ?? [], choice: choices[index] },
        ]),
      )
      const ids = [...givenById.keys()]
      const check = (directory: { tenantId: string }) =>
        refuseOtherDirectory(people, directory.tenantId)
      const candidates = await directoryPeople.candidates(ids, { signal, check })
      const candidateById = new Map(candidates.map((each) => [each.person.microsoftId, each]))
      const { defaultTenantAccess } = await settings.read()
      const tenantAccess = defaultTenantAccess === 'all' ? 'all' : 'list'
      const wanted = candidates
        .filter(({ leftOut }) => leftOut === null)
        .map(({ person, decision }) => {
          const { adminRoles = [], choice } = givenById.get(person.microsoftId) ?? {}
          const role = choice?.role ?? decision.role
          return { person: accountOf(person), rights: { role, tenantAccess, adminRoles } as const }
        })
      if (wanted.some(({ rights }) => rights.role === 'admin')) beforePromotion()
      const made = new Set<string>()
      const describe = describeOnce()
      await users.importAll(wanted, by, async (user, { microsoftId }, within) => {
        made.add(microsoftId)
        const choice = user.role === 'admin' ? undefined : givenById.get(microsoftId)?.choice
        const granted = async (repo: UsersRepo) =>
          choice?.access === undefined
            ? mappedGrant(repo, candidateById.get(microsoftId))
            : describe(repo, choice.access, choice.path)
        await grant(user, granted, { within, by })
      })
      return { totalImported: made.size, leftOut: leftOutOf(candidates, made) }
    },
  }
}

/** Returns what was chosen for a user, or else for all. */
function choiceOf(forAll: Given, user: GivenUser, index: number): Choice {
  return {
    role: user.isAdmin ? 'admin' : (user.role ?? forAll.role),
    access: user.access ?? forAll.access,
    path: user.access === undefined ? 'body.access' : `body.users.${index}.access`,
  }
}

/** True when the choice requires a fresh sign-in, as it does for one user. */
const isPowerful = ({ role, access }: Choice): boolean => role === 'admin' || access?.mode === 'all'

/** Returns the grant of a mapping, without tenants and groups that no longer exist; null: none. */
async function mappedGrant(
  repo: UsersRepo,
  candidate: Candidate | undefined,
): Promise<Granted | null> {
  const mapped = candidate?.decision.access ?? null
  if (mapped === null) return null
  const access = await presentAccess(repo, mapped)
  const { tenantIds, groupIds } = access
  const newValue = { all: 'all', list: tenantIds.join(', '), groups: groupIds.join(', ') }
  const reason = `Role mapping of ${candidate?.decision.mappedBy ?? ''}`
  return { access, newValue: newValue[access.mode], reason }
}

/** Checks each chosen grant once, although many users may get it. */
function describeOnce() {
  const known = new Map<TenantAccessGrant, Promise<Granted>>()
  return (repo: UsersRepo, chosen: TenantAccessGrant, path: string): Promise<Granted> => {
    const found = known.get(chosen)
    if (found) return found
    const access = cutToMode(chosen)
    const granted = describeKnown(repo, access, path).then((newValue) => ({
      access,
      newValue,
      reason: 'Chosen for the import',
    }))
    known.set(chosen, granted)
    return granted
  }
}

/** Returns the new account of a user. */
function accountOf(person: Candidate['person']): MicrosoftPerson {
  const { microsoftId, tenantId, displayName, email } = person
  return {
    tenantId,
    microsoftId,
    displayName,
    email,
    username: person.username ?? email ?? microsoftId,
  }
}

/** A user who is not among the created ones already had an account, if there is no other reason. */
function leftOutOf(candidates: readonly Candidate[], made: ReadonlySet<string>) {
  return candidates
    .filter(({ person }) => !made.has(person.microsoftId))
    .map(({ person: { microsoftId }, leftOut }) => ({
      microsoftId,
      reason: LEFT_OUT_REASONS[leftOut ?? 'has an account'],
    }))
}

/** Accepts only users of the configured directory (decisions.md, Sign-in and sessions). */
function refuseOtherDirectory(given: readonly GivenUser[], tenantId: string): void {
  const index = given.findIndex((each) => each.tenantId.toLowerCase() !== tenantId.toLowerCase())
  if (index < 0) return
  throw fieldError(
    `body.users.${index}.tenantId`,
    'Only users of your own directory can be imported',
  )
}
