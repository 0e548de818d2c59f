import { defineCheck, failed, passed } from '../define-check.ts'
import { isEmergencyAccount, isEnabled, userObject } from '../derived.ts'
import { GLOBAL_ADMINISTRATOR } from '../privileged-roles.ts'
import { peopleWith, privilegedHolders } from '../role-holders.ts'
import { judgeUnreadHolders, scopedText } from './administrators.ts'

export const gaRatio = defineCheck({
  id: 'role.ga-ratio',
  version: 1,
  title: 'No more people are Global Administrators than hold smaller privileged roles',
  severity: 'medium',
  why: 'Most administration needs a smaller role. A tenant in which most administrators can do everything loses everything with one of them. Enabled people are counted once, without declared emergency accounts.',
  fix: [
    'In the Microsoft Entra admin center open Identity > Roles & admins and list the Global Administrators.',
    'Give each of them the roles of their work, for example Exchange Administrator or User Administrator.',
    'Remove the Global Administrator assignment where the smaller roles are enough.',
  ],
  effort: 'days',
  userImpact: 'Administrators keep the settings of their work and lose all others.',
  references: ['MS.AAD.7.2v1'],
  licence: null,
  needs: ['users', 'roleAssignments'],
  judge({ facts }) {
    const holders = privilegedHolders(facts)
    const people = peopleWith(facts, holders).filter(
      (user) => isEnabled(user) && !isEmergencyAccount(facts, user.id),
    )
    const globals = people.filter(({ id }) =>
      holders.rolesById.get(id.toLowerCase())?.has(GLOBAL_ADMINISTRATOR),
    )
    const others = people.length - globals.length
    const counts = { globalAdministrators: globals.length, otherAdministrators: others }
    if (!holders.isComplete) return judgeUnreadHolders(facts, counts)
    const text = `Global Administrators: ${globals.length}. People with smaller privileged roles: ${others}.`
    return globals.length > others
      ? failed(text, { counts, objects: globals.map(userObject) })
      : passed(`${text}${scopedText(holders)}`, { counts })
  },
})
