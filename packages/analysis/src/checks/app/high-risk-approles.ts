import { countedAs } from '../../counted.ts'
import { defineCheck, failed, passed } from '../define-check.ts'
import { principalObject, principalsById, tierZeroAssignments } from './principals.ts'

export const highRiskApproles = defineCheck({
  id: 'app.high-risk-approles',
  version: 1,
  title: 'No application holds a permission that can take over the tenant',
  severity: 'high',
  why: 'With such a permission an application reaches Global Administrator, every mailbox or every site without a signed-in user.',
  fix: [
    'In the Microsoft Entra admin center open Applications > Enterprise applications and open the listed application.',
    'Under Permissions find out which permissions it needs, and ask its vendor for lower ones.',
    'Remove the permissions that it does not need.',
  ],
  effort: 'days',
  userImpact: 'An application that loses a permission it needs stops working in part.',
  references: ['MT.1050', 'MT.1051'],
  licence: null,
  needs: ['appRoleAssignments'],
  judge({ appRoleAssignments, facts }) {
    const principals = principalsById(facts)
    const assignments = tierZeroAssignments(facts, appRoleAssignments)
    const objects = new Map(
      assignments.map(({ principalId, principalDisplayName }) => {
        const id = principalId.toLowerCase()
        const name = principals.get(id)?.displayName ?? principalDisplayName
        return [id, principalObject(principalId, name)]
      }),
    )
    const counts = { applications: objects.size, permissions: assignments.length }
    return objects.size === 0
      ? passed('No application holds such a permission.', { counts })
      : failed(
          countedAs(
            objects.size,
            'application holds such permissions.',
            'applications hold such permissions.',
          ),
          {
            counts,
            objects: [...objects.values()],
          },
        )
  },
})
