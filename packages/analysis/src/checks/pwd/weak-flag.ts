import { countedAs } from '../../counted.ts'
import { wordsOf } from '../../coverage/facts.ts'
import { defineCheck, failed, notRead, passed } from '../define-check.ts'
import { isAgent, isEmergencyAccount, isEnabled, userObject } from '../derived.ts'

export const weakFlag = defineCheck({
  id: 'pwd.weak-flag',
  version: 1,
  title: 'No account accepts weak passwords',
  severity: 'medium',
  why: 'An account with the option DisableStrongPassword accepts short and simple passwords. Scripts set the option, and no portal shows it.',
  fix: [
    'In Microsoft Graph PowerShell run Update-MgUser for each listed account, with PasswordPolicies set to None or DisablePasswordExpiration.',
    'Reset the password of each account, because the present one may be weak.',
  ],
  effort: 'hours',
  userImpact: 'The listed people need a new, stronger password.',
  references: [],
  licence: null,
  needs: ['users'],
  judge({ users, facts }) {
    const people = users.filter(
      (user) => isEnabled(user) && !isAgent(user) && !isEmergencyAccount(facts, user.id),
    )
    const weak = people.filter(({ passwordPolicies }) => isWeak(passwordPolicies))
    // Graph returns null where no option is set; a property that is absent was not read.
    const notKnown = people.filter(({ passwordPolicies }) => passwordPolicies === undefined)
    const counts = { people: people.length, weak: weak.length, notKnown: notKnown.length }
    if (weak.length > 0)
      return failed(
        countedAs(
          weak.length,
          'enabled account accepts weak passwords.',
          'enabled accounts accept weak passwords.',
        ),
        {
          counts,
          objects: weak.map(userObject),
        },
      )
    if (users.length === 0) return notRead('No accounts were read.')
    return notKnown.length > 0
      ? notRead(`The options of ${notKnown.length} accounts were not read.`, { counts })
      : passed('No enabled account accepts weak passwords.', { counts })
  },
})

const isWeak = (policies: string | null | undefined): boolean =>
  wordsOf(policies).some((word) => word.toLowerCase() === 'disablestrongpassword')
