import { valueOf } from '../coverage/facts.ts'
import type { Absence } from '../coverage/facts.ts'
import type { CheckObject } from './check-object.ts'
import { entraLicenseOfFacts } from './derived.ts'
import type { CheckFacts, PartName, PartValues } from './facts.ts'

export type { CheckObject } from './check-object.ts'

export type Severity = 'critical' | 'high' | 'medium' | 'low'

/** A verdict on a tenant. An exception is applied when it is shown. */
export type Verdict =
  | 'passed'
  | 'failed'
  | 'notLicensed'
  | 'noPermission'
  | 'notRead'
  | 'notApplicable'

/** What a check found. `counts` are whole numbers by name; `reason` is a plain sentence. */
export interface Judgement {
  readonly verdict: Verdict
  readonly reason: string
  readonly counts: Readonly<Record<string, number>>
  readonly objects: readonly CheckObject[]
}

interface Found {
  readonly counts?: Readonly<Record<string, number>>
  readonly objects?: readonly CheckObject[]
}

const judgement =
  (verdict: Verdict) =>
  (reason: string, { counts = {}, objects = [] }: Found = {}): Judgement => ({
    verdict,
    reason,
    counts,
    objects,
  })

export const passed = judgement('passed')
export const failed = judgement('failed')
export const notRead = judgement('notRead')
export const notApplicable = judgement('notApplicable')
export const notLicensed = judgement('notLicensed')
export const noPermission = judgement('noPermission')

/** The parts that a check needs, read, and what it can look at besides. */
export type Read<Name extends PartName> = Pick<PartValues, Name> & {
  /** All parts, also those that may be absent. */
  readonly facts: CheckFacts
}

interface CheckTexts {
  readonly id: string
  /** Raised when the same facts can give another verdict. */
  readonly version: number
  /** What is required, as a statement: 'MFA is required of everybody'. */
  readonly title: string
  readonly severity: Severity
  /** Why it matters, in one or two sentences; where benchmarks differ, which rule is applied and why. */
  readonly why: string
  /** Steps in Microsoft's portals. */
  readonly fix: readonly string[]
  readonly effort: 'minutes' | 'hours' | 'days'
  /** What people notice of the change. */
  readonly userImpact: string
  /** Numbers of benchmarks: 'CIS 5.2.2.2', 'MS.AAD.3.2v2'. */
  readonly references: readonly string[]
  /** The license without which Microsoft does not offer what is required. */
  readonly licence: 'P1' | 'P2' | null
}

interface CheckDefinition<Name extends PartName> extends CheckTexts {
  /** Parts without which there is no verdict. */
  readonly needs: readonly Name[]
  /** Further parts on whose date the verdict depends, where they were read. */
  readonly alsoReads?: readonly PartName[]
  /** Pure: the same facts and time give the same judgement. */
  judge(read: Read<Name>, now: Date): Judgement
}

export interface Check extends CheckTexts {
  readonly needs: readonly PartName[]
  readonly alsoReads: readonly PartName[]
  /** Returns the verdict also where a part that is needed is absent. */
  judge(facts: CheckFacts, now: Date): Judgement
}

/** Makes a check from its rule: what is absent or not licensed is judged here, in one place. */
export function defineCheck<const Name extends PartName>(definition: CheckDefinition<Name>): Check {
  const { needs, licence, alsoReads = [] } = definition
  return {
    ...definition,
    alsoReads,
    judge(facts, now) {
      return (
        judgeAbsent(facts, needs) ??
        judgeLicence(facts, licence) ??
        definition.judge(readParts(facts, needs), now)
      )
    },
  }
}

/** From what an administrator can change to what only time can. */
const ABSENCES: readonly (readonly [Absence, Verdict, string])[] = [
  ['noPermission', 'noPermission', 'A permission that is needed to read this was not granted.'],
  ['notLicensed', 'notLicensed', 'Microsoft returns this only with a license that is not held.'],
  ['failed', 'notRead', 'The last reading of this failed.'],
  ['notRead', 'notRead', 'This was not read.'],
  ['notInCloud', 'notApplicable', 'This does not exist in the cloud of the tenant.'],
]

/** Returns the verdict of the first absent part by the order above; null when all are there. */
export function judgeAbsent(facts: CheckFacts, names: readonly PartName[]): Judgement | null {
  const absences = new Set(
    names.flatMap((name) => {
      const part = facts.parts[name]
      return 'absent' in part ? [part.absent] : []
    }),
  )
  const found = ABSENCES.find(([absence]) => absences.has(absence))
  return found ? judgement(found[1])(found[2]) : null
}

function judgeLicence(facts: CheckFacts, licence: CheckTexts['licence']): Judgement | null {
  if (licence === null) return null
  const license = valueOf(entraLicenseOfFacts(facts))
  if (license === null)
    return judgeAbsent(facts, ['subscribedSkus']) ?? notRead('The licenses were not read.')
  const isHeld = licence === 'P1' ? license.hasP1 : license.hasP2
  return isHeld ? null : notLicensed(`It needs Microsoft Entra ID ${licence}.`)
}

function readParts<Name extends PartName>(facts: CheckFacts, names: readonly Name[]): Read<Name> {
  const values = Object.fromEntries(
    names.map((name) => {
      const part = facts.parts[name]
      if ('absent' in part) throw new Error(`The part ${name} is absent`)
      return [name, part.value]
    }),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name has its own value
  return { ...values, facts } as Read<Name>
}
