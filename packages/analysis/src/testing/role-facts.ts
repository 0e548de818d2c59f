import type { PartValues } from '../checks/facts.ts'

type Assignment = PartValues['roleAssignments'][number]

export const GLOBAL = '62e90394-69f5-4237-9190-012177145e10'
export const USER_ADMIN = 'fe930be7-5e62-47db-91af-98c3a49a38b1'

/** An active assignment in the complete directory to a person, changed as given. */
export const assignment = (
  principalId: string,
  roleTemplateId: string = GLOBAL,
  changes: Partial<Assignment> = {},
): Assignment => ({ roleTemplateId, principalId, principalKind: 'user', scope: '/', ...changes })

/** An active assignment in the complete directory to a group. */
export const groupAssignment = (principalId: string, roleTemplateId: string = GLOBAL): Assignment =>
  assignment(principalId, roleTemplateId, { principalKind: 'group' })
