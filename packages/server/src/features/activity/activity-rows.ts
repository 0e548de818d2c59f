import type { ActiveUser } from '@tenantscope/graph-client/read-active-users'
import type { RegistrationDetails } from '@tenantscope/graph-client/read-registration-details'
import type { SecureScore } from '@tenantscope/graph-client/read-secure-score'
import type { SignInActivity } from '@tenantscope/graph-client/read-sign-in-activity'

import { storedTime } from '../../lib/stored-text.ts'
import type { ActivityRow, DayScore } from './activity.repo.ts'

/** What Microsoft sent, as the rows of a reading. */

export function signInRow(activity: SignInActivity): ActivityRow<'signIns'> {
  return {
    userId: activity.id,
    lastSignInAt: storedTime(activity.lastSignInDateTime),
    lastNonInteractiveSignInAt: storedTime(activity.lastNonInteractiveSignInDateTime),
    lastSuccessfulSignInAt: storedTime(activity.lastSuccessfulSignInDateTime),
  }
}

export function registrationRow(details: RegistrationDetails): ActivityRow<'registrations'> {
  return {
    userId: details.id,
    isAdmin: details.isAdmin,
    isMfaRegistered: details.isMfaRegistered,
    isMfaCapable: details.isMfaCapable,
    isPasswordlessCapable: details.isPasswordlessCapable,
    isSsprRegistered: details.isSsprRegistered,
    methodsRegistered: details.methodsRegistered,
  }
}

export function usageRow(user: ActiveUser): ActivityRow<'usage'> {
  const { lastActivityDates } = user
  return {
    userPrincipalName: user.userPrincipalName,
    isDeleted: user.isDeleted,
    exchangeLastUsedOn: lastActivityDates.exchange,
    oneDriveLastUsedOn: lastActivityDates.oneDrive,
    sharePointLastUsedOn: lastActivityDates.sharePoint,
    skypeLastUsedOn: lastActivityDates.skypeForBusiness,
    yammerLastUsedOn: lastActivityDates.yammer,
    teamsLastUsedOn: lastActivityDates.teams,
  }
}

/** Null for a score that says no day or no points, which could stand nowhere in a history. */
export function dayScoreOf(score: SecureScore): DayScore | null {
  const day = /^\d{4}-\d{2}-\d{2}/u.exec(score.createdDateTime ?? '')?.[0]
  const { currentScore, maxScore } = score
  if (day === undefined || currentScore === null || maxScore === null) return null
  return {
    day,
    currentScore,
    maxScore,
    averageScores: score.averageComparativeScores,
    controlScores: score.controlScores,
  }
}
