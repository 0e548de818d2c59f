import { defineCheck, failed, notRead, passed } from '../define-check.ts'
import type { CheckObject, Judgement } from '../define-check.ts'
import { passwordRules, ruleNumber } from './password-rules.ts'

const ATTEMPTS = 10
const SECONDS = 60

const THRESHOLD: CheckObject = {
  kind: 'setting',
  id: 'LockoutThreshold',
  name: 'Lockout threshold',
}
const DURATION: CheckObject = {
  kind: 'setting',
  id: 'LockoutDurationInSeconds',
  name: 'Lockout duration',
}

export const lockout = defineCheck({
  id: 'pwd.lockout',
  version: 1,
  title: 'Sign-in is locked after at most 10 wrong passwords for at least 60 seconds',
  severity: 'low',
  why: "A lockout slows down guessing. Microsoft's defaults, 10 attempts and 60 seconds, are enough and count where nothing was changed.",
  fix: [
    'In the Microsoft Entra admin center open Protection > Authentication methods > Password protection.',
    'Set the lockout threshold to 10 or less, and the lockout duration to 60 seconds or more.',
  ],
  effort: 'minutes',
  userImpact: 'People who mistype their password often wait a minute.',
  references: ['CIS 5.2.3.8', 'CIS 5.2.3.9', 'EIDSCA.PR05', 'EIDSCA.PR06'],
  licence: null,
  needs: ['groupSettings'],
  judge({ groupSettings }) {
    const rules = passwordRules(groupSettings)
    if (rules === null)
      return passed(
        `Microsoft's defaults are in force: ${ATTEMPTS} attempts and ${SECONDS} seconds.`,
        { counts: { attempts: ATTEMPTS, seconds: SECONDS, isDefault: 1 } },
      )
    return judgeRules(ruleNumber(rules, THRESHOLD.id), ruleNumber(rules, DURATION.id))
  },
})

function judgeRules(attempts: number | null, seconds: number | null): Judgement {
  const isTooMany = attempts !== null && (attempts > ATTEMPTS || attempts === 0)
  const isTooShort = seconds !== null && seconds < SECONDS
  const counts = countsOf({ attempts, seconds })
  if (isTooMany)
    return failed(`Sign-in is locked after ${attempts} wrong passwords.`, {
      counts,
      objects: isTooShort ? [THRESHOLD, DURATION] : [THRESHOLD],
    })
  if (isTooShort)
    return failed(`Sign-in is locked for ${seconds} seconds.`, { counts, objects: [DURATION] })
  if (attempts === null || seconds === null)
    return notRead('Microsoft did not return both of these settings.', { counts })
  return passed(`Sign-in is locked after ${attempts} wrong passwords for ${seconds} seconds.`, {
    counts,
  })
}

const countsOf = (values: Readonly<Record<string, number | null>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
