import { z } from 'zod'

import type { BatchRequest } from '../engine/batch.ts'
import { GraphFailure } from '../engine/failures.ts'
import { address, flag, guid, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'
import { isAnyPrefixed } from './prefix-filter.ts'

/** A user in a list to choose from. */
export const DirectoryPerson = z.object({
  id: guid,
  displayName: text,
  userPrincipalName: address,
  mail: address,
  accountEnabled: flag,
  /** Member or Guest; null for accounts older than the property. */
  userType: text,
})
export type DirectoryPerson = z.infer<typeof DirectoryPerson>

const SELECTED = `$select=${Object.keys(DirectoryPerson.shape).join(',')}`

/**
 * People whose name, sign-in name or address begins with this, up to a limit; all users for an
 * empty text. One page of `GET /users`: sorting beside a filter would need Graph's slower index.
 */
export async function findDirectoryPeople(
  graph: TenantGraph,
  prefix: string,
  most: number,
): Promise<{ people: DirectoryPerson[]; isTruncated: boolean }> {
  const chosen =
    prefix === ''
      ? '$orderby=displayName'
      : `$filter=${isAnyPrefixed(['displayName', 'userPrincipalName', 'mail'], prefix)}`
  const path = `/users?$top=${most}&${chosen}&${SELECTED}`
  const { rows, nextPath } = await graph.page(DirectoryPerson, path)
  return { people: rows.slice(0, most), isTruncated: nextPath !== null || rows.length > most }
}

/** `GET /users/{id}`; null when the directory has no user with this id. */
export async function readDirectoryPerson(
  graph: TenantGraph,
  id: string,
): Promise<DirectoryPerson | null> {
  const { path, schema } = requestFor(id)
  return graph.get(schema, path).catch((error: unknown) => {
    if (isAbsent(error)) return null
    throw error
  })
}

/**
 * These people, twenty to a request, by the ids as they were given; null for unknown users. Where
 * one cannot be read, the call fails: a partial result would look like deleted users.
 */
export async function readDirectoryPeople(
  graph: TenantGraph,
  ids: Iterable<string>,
): Promise<Map<string, DirectoryPerson | null>> {
  const answers = await graph.batch([...new Set(ids)].map(requestFor))
  return new Map(Array.from(answers, ([id, answer]) => [id, personOrNull(answer)]))
}

function requestFor(id: string): BatchRequest<DirectoryPerson> {
  return { id, path: `/users/${encodeURIComponent(id)}?${SELECTED}`, schema: DirectoryPerson }
}

function personOrNull(answer: DirectoryPerson | GraphFailure): DirectoryPerson | null {
  if (!(answer instanceof GraphFailure)) return answer
  if (isAbsent(answer)) return null
  throw answer
}

const isAbsent = (error: unknown): boolean => error instanceof GraphFailure && error.status === 404
