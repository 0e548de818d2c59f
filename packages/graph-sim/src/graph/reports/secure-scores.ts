import { hasEntraPremiumP2 } from '../../world/catalog.ts'
import type { Person, Tenant } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { dateFrom } from '../engine/dates.ts'
import { derivedNumber } from '../engine/derived-ids.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'

/** Microsoft publishes the score of a day on the next one. */
const SCORE_DAY = -1
const HOURS_OF_ACTIVITY = 30 * 24

interface Control {
  readonly name: string
  readonly category: 'Identity' | 'Apps' | 'Data'
  readonly max: number
  /** The part of the maximum that the directory reaches, 0 to 1. */
  readonly reached: (tenant: Tenant) => number
}

const CONTROLS: readonly Control[] = [
  {
    name: 'AdminMFAV2',
    category: 'Identity',
    max: 10,
    reached: ({ people }) =>
      shareOf(
        people.filter(({ roleTemplateIds }) => roleTemplateIds.length > 0),
        ({ methodsRegistered }) => methodsRegistered.length > 0,
      ),
  },
  {
    name: 'MFARegistrationV2',
    category: 'Identity',
    max: 9,
    reached: ({ people }) =>
      shareOf(people, ({ methodsRegistered }) => methodsRegistered.length > 0),
  },
  {
    name: 'BlockLegacyAuthentication',
    category: 'Identity',
    max: 8,
    reached: (tenant) => (tenant.policies.some(isEnabled) ? 1 : 0),
  },
  {
    name: 'UserRiskPolicy',
    category: 'Identity',
    max: 7,
    reached: (tenant) => (hasEntraPremiumP2(tenant) ? 1 : 0),
  },
  {
    name: 'OneAdmin',
    category: 'Identity',
    max: 1,
    reached: ({ people }) =>
      people.filter(({ roleTemplateIds }) => roleTemplateIds.length > 0).length > 1 ? 1 : 0,
  },
  {
    name: 'IntegratedApps',
    category: 'Apps',
    max: 4,
    reached: ({ delegatedGrants }) => (delegatedGrants.length === 0 ? 1 : 0),
  },
  {
    name: 'mip_search_auditlog',
    category: 'Data',
    max: 3,
    reached: () => 1,
  },
]

/** Yesterday's score of a directory. */
interface Score {
  readonly activeUserCount: number
  readonly licensedUserCount: number
  readonly points: number
  readonly controlScores: readonly Readonly<Record<string, unknown>>[]
}

const PROPERTIES = {
  id: (_: Score, { tenant, now }: GraphCall) => `${tenant.id}_${dateFrom(now, SCORE_DAY)}`,
  activeUserCount: (score: Score) => score.activeUserCount,
  createdDateTime: (_: Score, { now }: GraphCall) => `${dateFrom(now, SCORE_DAY)}T00:00:00Z`,
  currentScore: ({ points }: Score) => round(points),
  licensedUserCount: (score: Score) => score.licensedUserCount,
  maxScore: () => CONTROLS.reduce((sum, { max }) => sum + max, 0),
  averageComparativeScores: (_: Score, { tenant }: GraphCall) => [
    { basis: 'AllTenants', averageScore: 19.6 },
    { basis: 'TotalSeats', averageScore: 17 + derivedNumber(60, tenant.id) / 10 },
  ],
  controlScores: (score: Score) => score.controlScores,
}

const SECURE_SCORE: EntityShape<Score> = {
  typeName: 'microsoft.graph.secureScore',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
}

/** Lists the newest score; the product does not read the older ones. */
export function listSecureScores(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: 'security/secureScores',
    shape: SECURE_SCORE,
    rows: [score(call.tenant)],
    pageDefault: 100,
    pageMax: 1_000,
  })
}

function score(tenant: Tenant): Score {
  const scores = CONTROLS.map((control) => ({
    control,
    points: control.max * control.reached(tenant),
  }))
  return {
    activeUserCount: tenant.people.filter(isActive).length,
    licensedUserCount: tenant.people.filter(({ licenses }) => licenses.length > 0).length,
    points: scores.reduce((sum, { points }) => sum + points, 0),
    controlScores: scores.map(({ control, points }) => ({
      controlCategory: control.category,
      controlName: control.name,
      score: round(points),
    })),
  }
}

function shareOf(people: readonly Person[], isGood: (person: Person) => boolean): number {
  return people.length === 0 ? 0 : people.filter(isGood).length / people.length
}

function isEnabled({ state }: Tenant['policies'][number]): boolean {
  return state === 'enabled'
}

function isActive({ hoursSinceSignIn }: Person): boolean {
  return hoursSinceSignIn !== null && hoursSinceSignIn < HOURS_OF_ACTIVITY
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
