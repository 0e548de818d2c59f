import { countedAs } from '../../counted.ts'
import { mfaAllUsers } from '../ca/mfa-all-users.ts'
import { defineCheck, failed, notApplicable, notRead, passed } from '../define-check.ts'
import type { Verdict } from '../define-check.ts'
import { enabledPeople, isEmergencyAccount, isMember, userObject } from '../derived.ts'
import type { UserFacts } from '../facts.ts'

/** What `ca.mfa-all-users` says of whether a policy or security defaults cover everybody. */
const IS_COVERED: Readonly<Record<Verdict, boolean | null>> = {
  passed: true,
  failed: false,
  notLicensed: false,
  notApplicable: false,
  noPermission: null,
  notRead: null,
}

const USED: ReadonlySet<string> = new Set(['enabled', 'enforced'])

export const perUserMfaLegacy = defineCheck({
  id: 'auth.per-user-mfa-legacy',
  version: 1,
  title: 'Per-user MFA is not used where a policy covers everybody',
  severity: 'low',
  why: 'Per-user MFA overrides what Conditional Access decides and knows no conditions. It is judged only once Conditional Access or security defaults cover everybody, because until then it protects people.',
  fix: [
    'Make sure that Conditional Access or security defaults require MFA of everybody.',
    'In the Microsoft Entra admin center open Identity > Users > All users > Per-user MFA.',
    'Disable it for every listed person.',
  ],
  effort: 'minutes',
  userImpact: 'People sign in by the rules of Conditional Access alone.',
  references: ['CIS 5.1.2.1'],
  licence: null,
  needs: ['perUserMfa', 'users'],
  judge({ perUserMfa, facts }, now) {
    const states = new Map(perUserMfa.map((row) => [row.id.toLowerCase(), row.perUserMfaState]))
    const stateOf = ({ id }: UserFacts) => states.get(id.toLowerCase()) ?? null
    const people = enabledPeople(facts).filter(({ id }) => !isEmergencyAccount(facts, id))
    const using = people.filter((user) => USED.has(stateOf(user) ?? ''))
    // The states of guests are not read.
    const notKnown = people.filter((user) => isMember(user) && stateOf(user) === null)
    const counts = { people: people.length, using: using.length, notKnown: notKnown.length }
    if (people.length === 0) return notApplicable('There are no enabled people.')
    if (using.length === 0)
      return notKnown.length > 0
        ? notRead(`The state of ${notKnown.length} enabled members was not read.`, { counts })
        : passed('Per-user MFA is disabled for all enabled members.', { counts })
    const found = { counts, objects: using.map(userObject) }
    const isCovered = IS_COVERED[mfaAllUsers.judge(facts, now).verdict]
    if (isCovered === null)
      return notRead('It is not known whether a policy covers everybody.', found)
    return isCovered
      ? failed(
          countedAs(
            using.length,
            'person still has per-user MFA.',
            'people still have per-user MFA.',
          ),
          found,
        )
      : notApplicable('No policy covers everybody yet, so per-user MFA is still needed.', found)
  },
})
