import type { CallReply } from '@tenantscope/contract/endpoint'
import type { ImportedMicrosoftUser, importUsers } from '@tenantscope/contract/users'
import type { Kysely } from 'kysely'
import type { z } from 'zod'

import type { Database } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { LEFT_OUT_REASONS } from './directory-people.rules.ts'
import type { Candidate, DirectoryPeopleService } from './directory-people.service.ts'
import { presentAccess } from './role-sync.service.ts'
import { replaceGrants } from './tenant-grants.service.ts'
import { trailOf } from './user-changes.ts'
import { createUsersRepo } from './users.repo.ts'
import type { By, MicrosoftPerson, User, UsersService } from './users.service.ts'

export type ImportUsersService = ReturnType<typeof createImportUsersService>

type Given = z.infer<typeof ImportedMicrosoftUser>

interface Request {
  readonly by: By
  readonly signal: AbortSignal
  /** Throws where whoever asks may not make an administrator now. */
  readonly beforePromotion: () => void
}

/** Gives people of the own directory accounts (specification section 7, import users). */
export function createImportUsersService(deps: {
  directoryPeople: Pick<DirectoryPeopleService, 'candidates'>
  users: UsersService
  settings: SettingsService
  auditLog: AuditLogService
}) {
  const { directoryPeople, users, settings, auditLog } = deps

  /** What the mapping grants along with the role, in the transaction of the import. */
  async function grant(
    { user, candidate }: { user: User; candidate: Candidate | undefined },
    within: Kysely<Database>,
    by: By,
  ): Promise<void> {
    const mapped = candidate?.decision.access ?? null
    if (mapped === null) return
    const repo = createUsersRepo(within)
    const access = await presentAccess(repo, mapped)
    await replaceGrants(repo, user.id, access)
    const granted = {
      all: 'all',
      list: access.tenantIds.join(', '),
      groups: access.groupIds.join(', '),
    }
    await auditLog.change(
      {
        type: 'access',
        action: 'tenant access set',
        oldValue: null,
        newValue: granted[access.mode],
        details: `Role mapping of ${candidate?.decision.mappedBy ?? ''}`,
        ...trailOf(user, by),
      },
      within,
    )
  }

  return {
    async import(
      given: readonly Given[],
      { by, signal, beforePromotion }: Request,
    ): Promise<CallReply<typeof importUsers>> {
      if (given.some(({ isAdmin }) => isAdmin)) beforePromotion()
      const givenById = new Map(given.map((each) => [each.microsoftId.toLowerCase(), each]))
      const ids = [...givenById.keys()]
      const check = (directory: { tenantId: string }) =>
        refuseOtherDirectory(given, directory.tenantId)
      const candidates = await directoryPeople.candidates(ids, { signal, check })
      const candidateById = new Map(candidates.map((each) => [each.person.microsoftId, each]))
      const { defaultTenantAccess } = await settings.read()
      const tenantAccess = defaultTenantAccess === 'all' ? 'all' : 'list'
      const wanted = candidates
        .filter(({ leftOut }) => leftOut === null)
        .map(({ person, decision }) => {
          const { isAdmin = false, adminRoles = [] } = givenById.get(person.microsoftId) ?? {}
          const role = isAdmin ? 'admin' : decision.role
          return { person: accountOf(person), rights: { role, tenantAccess, adminRoles } as const }
        })
      if (wanted.some(({ rights }) => rights.role === 'admin')) beforePromotion()
      const made = new Set<string>()
      await users.importAll(wanted, by, async (user, { microsoftId }, within) => {
        made.add(microsoftId)
        await grant({ user, candidate: candidateById.get(microsoftId) }, within, by)
      })
      return { totalImported: made.size, leftOut: leftOutOf(candidates, made) }
    },
  }
}

/** The person as an account is made of them. */
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

/** Who is not among those made got an account meanwhile, if nothing else kept them out. */
function leftOutOf(candidates: readonly Candidate[], made: ReadonlySet<string>) {
  return candidates
    .filter(({ person }) => !made.has(person.microsoftId))
    .map(({ person: { microsoftId }, leftOut }) => ({
      microsoftId,
      reason: LEFT_OUT_REASONS[leftOut ?? 'has an account'],
    }))
}

/** Only people of the configured directory get in (decisions.md, Sign-in and sessions). */
function refuseOtherDirectory(given: readonly Given[], tenantId: string): void {
  const index = given.findIndex((each) => each.tenantId.toLowerCase() !== tenantId.toLowerCase())
  if (index < 0) return
  const message = 'Only people of your own directory can be imported'
  throw new AppError('BAD_REQUEST', message, {
    fields: [{ field: `body.users.${index}.tenantId`, message }],
  })
}
