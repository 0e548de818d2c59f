import { USERS } from '@tenantscope/contract/limits'
import type { DirectoryPerson, ImportChoice } from '@tenantscope/contract/user-import'
import {
  findDirectoryPeople as findPeople,
  readDirectoryPeople,
} from '@tenantscope/graph-client/read/directory-people'
import type { DirectoryPerson as ReadPerson } from '@tenantscope/graph-client/read/directory-people'
import { findGroups } from '@tenantscope/graph-client/read/found-groups'
import { readGroupPeople } from '@tenantscope/graph-client/read/group-people'

import { AppError, fieldError } from '../../lib/app-error.ts'
import { oneLine, storedText } from '../../lib/stored-text.ts'
import type { RoleDecision, RoleDecisionService } from '../role-mappings/role-decision.service.ts'
import { byName, leftOutOf, toDirectoryPerson, unknownPerson } from './directory-people.rules.ts'
import { askDirectory } from './own-directory.ts'
import type { OwnDirectory, OwnDirectoryDeps } from './own-directory.ts'
import type { UsersRepo } from './users.repo.ts'

export type DirectoryPeopleService = ReturnType<typeof createDirectoryPeopleService>

/** A user to import, with the facts of Microsoft and the role mappings. */
export interface Candidate {
  readonly person: DirectoryPerson
  readonly leftOut: ReturnType<typeof leftOutOf>
  readonly decision: Pick<RoleDecision, 'role' | 'mappedBy' | 'access'>
}

/** Reads users and groups of the own directory from Microsoft, live. */
export function createDirectoryPeopleService(
  deps: OwnDirectoryDeps & {
    repo: Pick<UsersRepo, 'accountsOf'>
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

  /** Reads users by id from Microsoft; input of the client is not trusted. */
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

  /** Decides the roles of users who are not skipped. */
  async function decided(
    people: readonly Pick<Candidate, 'person' | 'leftOut'>[],
  ): Promise<Candidate[]> {
    const asked = people.filter(({ leftOut }) => leftOut === null).map(({ person }) => person)
    const decisions =
      asked.length === 0 ? new Map<string, RoleDecision>() : await roleDecisions.decideRoles(asked)
    if (decisions === null) throw rolesUnknown()
    return people.map((each) => ({
      ...each,
      decision: decisions.get(each.person.microsoftId) ?? NO_MAPPING,
    }))
  }

  return {
    find: (q: string, signal: AbortSignal) =>
      askDirectory(deps, signal, async ({ graph, tenantId }) => {
        const found = await findPeople(graph, storedText(q), USERS.foundAtOnce)
        const people = await withAccounts(found.people, tenantId)
        return { people: people.toSorted(byName), isTruncated: found.isTruncated }
      }),

    findGroups: (q: string, signal: AbortSignal) =>
      askDirectory(deps, signal, async ({ graph }) => {
        const found = await findGroups(graph, storedText(q), USERS.foundAtOnce)
        const groups = found.groups.map(({ id, displayName, description }) => ({
          id,
          displayName: oneLine(displayName ?? '') || id,
          description,
        }))
        return { groups: groups.toSorted(byName), isTruncated: found.isTruncated }
      }),

    /** Returns the users of the ids, each once, in order. `check` may refuse once the directory is known. */
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

    /** Returns the result of importing these users, or a group's; writes nothing. */
    async preview(choice: ImportChoice, signal: AbortSignal) {
      const { people, ...completeness } = await askDirectory(deps, signal, async (directory) => {
        const { ids, ...rest } = await chosenIds(directory, choice)
        return { people: await readCandidates(directory, ids), ...rest }
      })
      const candidates = await decided(people)
      const rows = candidates.map(({ person, leftOut, decision: { role, mappedBy } }) => ({
        ...person,
        role,
        mappedBy,
        leftOut,
      }))
      return { people: rows.toSorted(byName), ...completeness }
    },
  }
}

async function chosenIds({ graph }: OwnDirectory, choice: ImportChoice) {
  if ('microsoftIds' in choice) {
    const ids = [...new Set(choice.microsoftIds.map((id) => id.toLowerCase()))]
    return { ids, isTruncated: false, hidesMembers: false }
  }
  const people = await readGroupPeople(graph, choice.groupId, USERS.importedAtOnce)
  if (people !== null) return people
  throw fieldError('body.groupId', 'No group with this ID was found in your directory')
}

const NO_MAPPING = { role: 'viewer', mappedBy: null, access: null } as const

/** Without Microsoft's response, no role is assigned. */
const rolesUnknown = (): AppError =>
  new AppError(
    'UNAVAILABLE',
    'Microsoft did not return the members of the directory roles, so the role mappings cannot be applied. Try again in a few minutes.',
  )
