import type { CallReply } from '@tenantscope/contract/endpoint'
import { USERS } from '@tenantscope/contract/limits'
import type {
  DirectoryPerson,
  findDirectoryGroups,
  findDirectoryPeople,
  ImportChoice,
  previewImport,
} from '@tenantscope/contract/users'
import {
  findDirectoryPeople as findPeople,
  readDirectoryPeople,
} from '@tenantscope/graph-client/read-directory-people'
import type { DirectoryPerson as ReadPerson } from '@tenantscope/graph-client/read-directory-people'
import { findGroups } from '@tenantscope/graph-client/read-found-groups'
import { readGroupPeople } from '@tenantscope/graph-client/read-group-people'

import { AppError } from '../../lib/app-error.ts'
import { oneLine, storedText } from '../../lib/stored-text.ts'
import type { RoleDecision, RoleDecisionService } from '../role-mappings/role-decision.service.ts'
import { byName, leftOutOf, toDirectoryPerson, unknownPerson } from './directory-people.rules.ts'
import type { MicrosoftAccountsRepo } from './microsoft-accounts.repo.ts'
import { askDirectory } from './own-directory.ts'
import type { OwnDirectory, OwnDirectoryDeps } from './own-directory.ts'

export type DirectoryPeopleService = ReturnType<typeof createDirectoryPeopleService>

/** Somebody who was asked to be imported, as Microsoft and the role mappings have them. */
export interface Candidate {
  readonly person: DirectoryPerson
  readonly leftOut: ReturnType<typeof leftOutOf>
  readonly decision: Pick<RoleDecision, 'role' | 'mappedBy' | 'access'>
}

/** People and groups of the own directory, asked at Microsoft while somebody waits. */
export function createDirectoryPeopleService(
  deps: OwnDirectoryDeps & {
    repo: MicrosoftAccountsRepo
    roleDecisions: Pick<RoleDecisionService, 'decideRoles'>
  },
) {
  const { repo, roleDecisions } = deps

  async function withAccounts(
    people: readonly ReadPerson[],
    tenantId: string,
  ): Promise<DirectoryPerson[]> {
    const accounts = await repo.accountsOf(
      tenantId,
      people.map(({ id }) => id),
    )
    return people.map((person) =>
      toDirectoryPerson(person, { tenantId, userId: accounts.get(person.id) }),
    )
  }

  /** By the ids as Microsoft has them now: nothing of whoever asks is believed. */
  async function readCandidates({ tenantId, graph }: OwnDirectory, ids: readonly string[]) {
    const read = await readDirectoryPeople(graph, ids)
    const found = await withAccounts(
      [...read.values()].filter((person) => person !== null),
      tenantId,
    )
    const byId = new Map(found.map((person) => [person.microsoftId, person]))
    return [...read.keys()].map((id) => {
      const person = byId.get(id) ?? unknownPerson(id, tenantId)
      return { person, leftOut: leftOutOf(person, { isKnown: byId.has(id) }) }
    })
  }

  /** What the enabled mappings give those who are not left out. */
  async function decided(
    people: readonly Pick<Candidate, 'person' | 'leftOut'>[],
  ): Promise<Candidate[]> {
    const asked = people.filter(({ leftOut }) => leftOut === null).map(({ person }) => person)
    const decisions =
      asked.length === 0 ? new Map<string, RoleDecision>() : await roleDecisions.decideRoles(asked)
    if (decisions === null) throw rolesNotTold()
    return people.map((each) => ({
      ...each,
      decision: decisions.get(each.person.microsoftId) ?? NO_MAPPING,
    }))
  }

  return {
    find: (q: string, signal: AbortSignal): Promise<CallReply<typeof findDirectoryPeople>> =>
      askDirectory(deps, signal, async ({ graph, tenantId }) => {
        const found = await findPeople(graph, storedText(q), USERS.foundAtOnce)
        const people = await withAccounts(found.people, tenantId)
        return { people: people.toSorted(byName), isTruncated: found.isTruncated }
      }),

    findGroups: (q: string, signal: AbortSignal): Promise<CallReply<typeof findDirectoryGroups>> =>
      askDirectory(deps, signal, async ({ graph }) => {
        const found = await findGroups(graph, storedText(q), USERS.foundAtOnce)
        const groups = found.groups.map(({ id, displayName, description }) => ({
          id,
          displayName: oneLine(displayName ?? '') || id,
          description,
        }))
        return { groups: groups.toSorted(byGroupName), isTruncated: found.isTruncated }
      }),

    /** Those of the ids, each once, in their order. `check` may refuse once the directory is known. */
    async candidates(
      ids: readonly string[],
      { signal, check }: { signal: AbortSignal; check: (directory: OwnDirectory) => void },
    ): Promise<Candidate[]> {
      const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
      const people = await askDirectory(deps, signal, (directory) => {
        check(directory)
        return readCandidates(directory, wanted)
      })
      return decided(people)
    },

    /** What an import would make of these people, or of a group's; writes nothing. */
    async preview(
      choice: ImportChoice,
      signal: AbortSignal,
    ): Promise<CallReply<typeof previewImport>> {
      const { people, isTruncated } = await askDirectory(deps, signal, async (directory) => {
        const chosen = await chosenIds(directory, choice)
        return {
          people: await readCandidates(directory, chosen.ids),
          isTruncated: chosen.isTruncated,
        }
      })
      const candidates = await decided(people)
      const rows = candidates.map(({ person, leftOut, decision: { role, mappedBy } }) => ({
        ...person,
        role,
        mappedBy,
        leftOut,
      }))
      return { people: rows.toSorted(byName), isTruncated }
    },
  }
}

async function chosenIds({ graph }: OwnDirectory, choice: ImportChoice) {
  if ('microsoftIds' in choice) {
    const ids = [...new Set(choice.microsoftIds.map((id) => id.toLowerCase()))]
    return { ids, isTruncated: false }
  }
  const people = await readGroupPeople(graph, choice.groupId, USERS.importedAtOnce)
  if (people !== null) return people
  const message = 'Your own directory has no such group'
  throw new AppError('BAD_REQUEST', message, { fields: [{ field: 'body.groupId', message }] })
}

const NO_MAPPING = { role: 'viewer', mappedBy: null, access: null } as const

/** Nobody is made a viewer, or more, because Microsoft did not answer. */
const rolesNotTold = (): AppError =>
  new AppError(
    'UNAVAILABLE',
    'Microsoft did not tell who holds which directory role, so the role mappings cannot be applied. Try again in a few minutes.',
  )

const byGroupName = (a: { displayName: string }, b: { displayName: string }): number =>
  NAMES.compare(a.displayName, b.displayName)

const NAMES = new Intl.Collator('en')
