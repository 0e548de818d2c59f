import { failed, judgeAbsent, notRead, passed } from '../define-check.ts'
import type { Judgement } from '../define-check.ts'
import { isEmergencyAccount, userObject } from '../derived.ts'
import type { CheckFacts, UserFacts } from '../facts.ts'
import { peopleWith, privilegedHolders } from '../role-holders.ts'
import type { Holders } from '../role-holders.ts'

interface AdministratorRule {
  /** Whom the check is about. */
  readonly isAsked: (user: UserFacts) => boolean
  /** Null: it is not known. */
  readonly isFailing: (user: UserFacts) => boolean | null
  /** `failed` follows a number of administrators, `notKnown` 'For' and such a number. */
  readonly texts: { readonly failed: string; readonly passed: string; readonly notKnown: string }
}

/** Judges each holder of a privileged role, without emergency accounts. */
export function judgeAdministrators(
  facts: CheckFacts,
  { isAsked, isFailing, texts }: AdministratorRule,
): Judgement {
  const holders = privilegedHolders(facts)
  const people = peopleWith(facts, holders).filter((user) => isAsked(user))
  const judged = people.filter(({ id }) => !isEmergencyAccount(facts, id))
  const failing = judged.filter((user) => isFailing(user) === true)
  const notKnown = judged.filter((user) => isFailing(user) === null)
  const counts = {
    administrators: people.length,
    emergencyAccounts: people.length - judged.length,
    failing: failing.length,
    notKnown: notKnown.length,
    scopedAssignments: holders.scopedCount,
  }
  if (failing.length > 0)
    return failed(`${administrators(failing.length)} ${texts.failed}.`, {
      counts,
      objects: failing.map(userObject),
    })
  if (!holders.isComplete) return judgeUnreadHolders(facts, counts)
  if (notKnown.length > 0)
    return notRead(`For ${administrators(notKnown.length)} ${texts.notKnown}.`, {
      counts,
      objects: notKnown.map(userObject),
    })
  return passed(`${texts.passed}.${scopedText(holders)}`, { counts })
}

const administrators = (count: number): string =>
  count === 1 ? '1 administrator' : `${count} administrators`

/** Returns the verdict where a group that holds a role could not be read. */
export function judgeUnreadHolders(
  facts: CheckFacts,
  counts: Readonly<Record<string, number>>,
): Judgement {
  return (
    judgeAbsent(facts, ['groupMembers']) ??
    notRead('A group that holds a privileged role could not be read.', { counts })
  )
}

/** Returns a sentence on what is not judged, to follow another. */
export const scopedText = ({ scopedCount }: Pick<Holders, 'scopedCount'>): string =>
  scopedCount === 0
    ? ' Eligible assignments are not known.'
    : ` Eligible assignments, and ${scopedCount} of a unit or an application, are not known.`
