import { valueOf } from '../../coverage/facts.ts'
import { defineCheck, noPermission } from '../define-check.ts'
import { PRIVILEGED_ROLES } from '../privileged-roles.ts'

export const permanent = defineCheck({
  id: 'role.permanent',
  version: 1,
  title: 'Privileged roles are assigned for a limited time',
  severity: 'high',
  why: 'A role that is activated when needed cannot be used by an attacker the rest of the time. Whether an assignment is permanent needs the permission RoleManagement.Read.Directory, which is not requested; active assignments are counted as information.',
  fix: [
    'In the Microsoft Entra admin center open ID Governance > Privileged Identity Management > Microsoft Entra roles.',
    'Change active assignments of privileged roles to eligible ones with an end.',
    'Keep permanent assignments only for the emergency accounts.',
  ],
  effort: 'days',
  userImpact: 'Administrators activate a role before they use it.',
  references: ['MS.AAD.7.4v1'],
  licence: null,
  needs: [],
  judge({ facts }) {
    const assignments = valueOf(facts.parts.roleAssignments)
    const reason = 'The permission to read how long assignments last is not requested.'
    if (assignments === null) return noPermission(reason)
    const privileged = assignments.filter(({ roleTemplateId }) =>
      PRIVILEGED_ROLES.has(roleTemplateId.toLowerCase()),
    )
    return noPermission(reason, {
      counts: {
        activeAssignments: assignments.length,
        activePrivilegedAssignments: privileged.length,
      },
    })
  },
})
