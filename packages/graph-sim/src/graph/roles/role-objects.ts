import type { Tenant } from '../../world/types.ts'
import { derivedGuid, derivedToken } from '../engine/derived-ids.ts'

/** One role held by one principal, in the complete directory. */
export interface HeldRole {
  readonly id: string
  readonly roleTemplateId: string
  readonly principalId: string
  /** Absent: the complete directory. */
  readonly scope?: string
}

/** Returns the roles that are held: by people, then by groups and service principals. */
export function heldRolesOf(tenant: Tenant): readonly HeldRole[] {
  const byPeople = tenant.people.flatMap((person) =>
    person.roleTemplateIds.map((roleTemplateId) => ({
      id: `${derivedToken('role', roleTemplateId, person.id)}-1`,
      roleTemplateId,
      principalId: person.id,
    })),
  )
  return [...byPeople, ...tenant.roleAssignments]
}

/** The id of a role in one directory; the template's id is the same in every directory. */
export function roleObjectId({ id }: Tenant, roleTemplateId: string): string {
  return derivedGuid('directoryRole', id, roleTemplateId)
}
