import { countedAs } from '../../counted.ts'
import { defineCheck, judgeAbsent, notRead } from '../define-check.ts'
import { isAgent, isEmergencyAccount, isEnabled } from '../derived.ts'
import { usageReportNote } from '../last-use.ts'
import { privilegedHolders } from '../role-holders.ts'
import { createUseOf, isNew, isRecent } from './activity.ts'
import { heldSkuIds, judgePeople, paidLicenses } from './licenses.ts'
import { isSuite } from './plans.ts'
export const adminSuite = defineCheck({
  id: 'lic.admin-suite',
  version: 1,
  title: 'No account for administration alone holds a complete suite',
  severity: 'low',
  why: 'An account that only administers needs no mailbox and no apps. A holder of a privileged role who used no workload for 90 days counts as such an account.',
  fix: [
    'In the Microsoft 365 admin center open Users > Active users.',
    'Choose the administrators named here and open their licenses.',
    'Replace the suite by Microsoft Entra ID P1 or P2.',
  ],
  effort: 'hours',
  userImpact: 'Administrators lose the mailbox and the apps of these accounts.',
  references: [],
  licence: null,
  needs: ['users', 'roleAssignments', 'subscribedSkus', 'activeUsers'],
  judge: ({ users, facts }, now) => {
    const { rolesById, isComplete } = privilegedHolders(facts)
    const suites = new Set(
      paidLicenses(facts, now).flatMap(({ skuId, sku }) =>
        isSuite(sku) ? [skuId.toLowerCase()] : [],
      ),
    )
    const usageOf = createUseOf(facts)
    const judgement = judgePeople(
      users.filter(
        (user) =>
          isEnabled(user) &&
          !isAgent(user) &&
          rolesById.has(user.id.toLowerCase()) &&
          !isEmergencyAccount(facts, user.id),
      ),
      {
        isFound(user) {
          const held = heldSkuIds(user)
          if (held === null) return null
          if (!held.some((id) => suites.has(id)) || isNew(user, now) === true) return false
          const usage = usageOf(user)
          return usage && !Object.values(usage).some((day) => isRecent(day, now))
        },
        passed: 'No account for administration alone holds a complete suite.',
        failed: (people) =>
          countedAs(
            people,
            'administrator holds a suite and uses no workload of it.',
            'administrators hold a suite and use no workload of it.',
          ),
        notRead: `The use or the licenses of some administrators are not known.${usageReportNote(facts)}`,
      },
    )
    if (judgement.verdict !== 'passed' || isComplete) return judgement
    return (
      judgeAbsent(facts, ['groupMembers']) ??
      notRead('The members of a group that holds a role could not be read.')
    )
  },
})
