import type { AssignmentFacts } from '@tenantscope/analysis/checks/rows'
import { kindOfPrincipal } from '@tenantscope/graph-client/read/principal-kinds'
import type { z } from 'zod'

import type { DirectoryRole, RoleAssignment, RoleDefinition } from './graph-directory.ts'

type KindById = ReadonlyMap<string, string>

interface Holder {
  readonly id: string
  readonly type: string | null | undefined
  readonly name: string | null | undefined
}

/** The kind that Graph says, otherwise that of the list in which the id was found; null: not known. */
function holderFacts({ id, type, name }: Holder, kindById: KindById) {
  const kind = type === null || type === undefined ? kindById.get(id) : kindOfPrincipal(type)
  return { principalId: id, principalKind: kind ?? null, principalName: name ?? null }
}

/** Without definitions an id is that of the template, which is so for Microsoft's own roles. */
export function assignmentsOf(
  assignments: readonly z.infer<typeof RoleAssignment>[],
  definitions: readonly z.infer<typeof RoleDefinition>[],
  kindById: KindById,
): AssignmentFacts[] {
  const templateById = new Map(definitions.map(({ id, templateId }) => [id, templateId ?? id]))
  return assignments.map(({ roleDefinitionId, principalId, directoryScopeId, principal }) => ({
    roleTemplateId: templateById.get(roleDefinitionId) ?? roleDefinitionId,
    scope: directoryScopeId ?? null,
    ...holderFacts(
      { id: principalId, type: principal?.['@odata.type'], name: principal?.displayName },
      kindById,
    ),
  }))
}

/** Returns the assignments that activated roles show; null when a role came without its members. */
export function assignmentsOfRoles(
  roles: readonly z.infer<typeof DirectoryRole>[],
  kindById: KindById,
): AssignmentFacts[] | null {
  const found: AssignmentFacts[] = []
  for (const { roleTemplateId, members } of roles) {
    if (members === undefined) return null
    for (const { id, '@odata.type': type, displayName: name } of members)
      found.push({ roleTemplateId, scope: '/', ...holderFacts({ id, type, name }, kindById) })
  }
  return found
}
