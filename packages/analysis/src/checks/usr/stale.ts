import { counted } from '../../counted.ts'
import { valueOf } from '../../coverage/facts.ts'
import { defineCheck, judgeAbsent, notRead } from '../define-check.ts'
import type { Judgement } from '../define-check.ts'
import { isEmergencyAccount, isEnabled, isMember, userObject } from '../derived.ts'
import type { CheckFacts, UserFacts } from '../facts.ts'
import { judgeEach } from '../judge-each.ts'
import type { Finding } from '../judge-each.ts'
import { signInFinding, signInsById, findingByUse, usageReportNote } from '../last-use.ts'
import type { ActiveUserFacts } from '../rows.ts'

const SIGN_IN_DAYS = 45
/** The report knows six services only, so that it allows more time. */
const REPORT_DAYS = 90

export const staleUsers = defineCheck({
  id: 'usr.stale',
  version: 1,
  title: 'Accounts that are not used are blocked',
  severity: 'medium',
  why: 'An account that its owner does not use can be taken over without notice. The limit is 45 days by sign-in dates; where these cannot be read, it is 90 days by the usage report.',
  fix: [
    'In the Microsoft 365 admin center open Users > Active users, and find the accounts of the list.',
    'Ask the manager whether the account is still needed.',
    'Block its sign-in, and remove its licenses after the agreed time.',
  ],
  effort: 'hours',
  userImpact: 'People who return after a long absence ask for their account to be unblocked.',
  references: [],
  licence: null,
  needs: ['users'],
  alsoReads: ['signInActivity', 'activeUsers'],
  judge({ users, facts }) {
    const people = users.filter(
      (user) => isMember(user) && isEnabled(user) && !isEmergencyAccount(facts, user.id),
    )
    if (valueOf(facts.parts.signInActivity) !== null) return judgeBySignIns(people, facts)
    const report = valueOf(facts.parts.activeUsers)
    if (report !== null) return judgeByReport(people, report, facts)
    return absentOf(facts)
  },
})

const absentOf = (facts: CheckFacts): Judgement =>
  judgeAbsent(facts, ['signInActivity', 'activeUsers']) ?? notRead('This was not read.')

function judgeBySignIns(people: readonly UserFacts[], facts: CheckFacts): Judgement {
  const byId = signInsById(facts)
  const at = facts.asOf
  return judgeEach(people, {
    counted: 'users',
    findingOf: (person) =>
      signInFinding(person, byId.get(person.id.toLowerCase()), { days: SIGN_IN_DAYS, at }),
    objectOf: userObject,
    passed: `Every enabled user signed in within ${SIGN_IN_DAYS} days.`,
    failed: (count) => `${counted(count, 'user')} did not sign in for ${SIGN_IN_DAYS} days.`,
    notKnown: (count) => `The last sign-in of ${counted(count, 'user')} is not known.`,
  })
}

function judgeByReport(
  people: readonly UserFacts[],
  report: readonly ActiveUserFacts[],
  facts: CheckFacts,
): Judgement {
  // A concealed row belongs to no known user, and the name of a deleted user can be that of another.
  const byName = new Map(
    report
      .filter(({ isConcealed, isDeleted }) => !isConcealed && !isDeleted)
      .map((row) => [row.userPrincipalName.toLowerCase(), row]),
  )
  return judgeEach(people, {
    counted: 'users',
    findingOf: (person) =>
      reportFinding(person, byName.get(person.userPrincipalName?.toLowerCase() ?? ''), facts.asOf),
    objectOf: userObject,
    passed: `The usage report shows every enabled user as active within ${REPORT_DAYS} days.`,
    failed: (count) =>
      `The usage report shows no activity of ${counted(count, 'user')} for ${REPORT_DAYS} days.${usageReportNote(facts)}`,
    notKnown: (count) =>
      `The usage report does not show the activity of ${counted(count, 'user')}.${usageReportNote(facts)}`,
  })
}

/** The report is compared with the day until which it knows. */
function reportFinding(person: UserFacts, row: ActiveUserFacts | undefined, asOf: Date): Finding {
  if (row === undefined) return 'notKnown'
  const times = Object.values(row.lastActivityDates).filter((time) => time !== null)
  const at = row.reportRefreshDate ? new Date(row.reportRefreshDate) : asOf
  return findingByUse(person, times, { days: REPORT_DAYS, at })
}
