import { countedAs } from '../../counted.ts'
import { defineCheck, failed, passed } from '../define-check.ts'
import { isEmergencyAccount, isEnabled, userObject } from '../derived.ts'
import { GLOBAL_ADMINISTRATOR } from '../privileged-roles.ts'
import { holdersOf, peopleWith } from '../role-holders.ts'
import { judgeUnreadHolders, scopedText } from './administrators.ts'

const FEWEST = 2
const MOST = 4

export const gaCount = defineCheck({
  id: 'role.ga-count',
  version: 1,
  title: 'Two to four people are Global Administrators',
  severity: 'high',
  why: 'One account can be lost, and every further account can take over the tenant. CIS allows 2 to 4 and SCuBA 2 to 8; the stricter rule of CIS is applied. Enabled people are counted, also through groups; declared emergency accounts count only towards the minimum.',
  fix: [
    'In the Microsoft Entra admin center open Identity > Roles & admins and select Global Administrator.',
    'Give everyone who does not need the role a smaller role for the same work, then remove the assignment.',
    'Keep at least two accounts, so that one can replace the other.',
  ],
  effort: 'hours',
  userImpact: 'Administrators who lose the role can no longer change every setting.',
  references: ['CIS 1.1.3', 'MS.AAD.7.1v1', 'MT.1032'],
  licence: null,
  needs: ['users', 'roleAssignments'],
  judge({ facts }) {
    const holders = holdersOf(facts, (role) => role === GLOBAL_ADMINISTRATOR)
    const people = peopleWith(facts, holders).filter(isEnabled)
    const others = people.filter(({ id }) => !isEmergencyAccount(facts, id))
    const counts = {
      globalAdministrators: people.length,
      emergencyAccounts: people.length - others.length,
    }
    const found = { counts, objects: people.map(userObject) }
    if (others.length > MOST)
      return failed(
        countedAs(
          others.length,
          'person is a Global Administrator.',
          'people are Global Administrators.',
        ),
        {
          counts,
          objects: others.map(userObject),
        },
      )
    if (!holders.isComplete) return judgeUnreadHolders(facts, counts)
    const text = `Global Administrators by active assignments: ${people.length}.${scopedText(holders)}`
    return people.length < FEWEST ? failed(text, found) : passed(text, found)
  },
})
