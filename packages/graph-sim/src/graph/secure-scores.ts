import { hasEntraPremium, hasEntraPremiumP2 } from '../world/catalog.ts'
import type { Person, Tenant } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { dateFrom } from './dates.ts'
import { derivedNumber } from './derived-ids.ts'
import { answerList } from './listing.ts'
import type { EntityShape } from './projection.ts'

/** A score for each of the last days, yesterday's first. */
const DAYS = 90
/** Improvements show in the score a tenth of a point a day. */
const DRIFT_PER_DAY = 0.1
const HOURS_OF_ACTIVITY = 30 * 24

interface Control {
  readonly name: string
  readonly category: 'Identity' | 'Apps' | 'Data'
  readonly max: number
  readonly description: string
  /** The part of the maximum that the directory reaches, 0 to 1. */
  readonly reached: (tenant: Tenant) => number
}

const CONTROLS: readonly Control[] = [
  {
    name: 'AdminMFAV2',
    category: 'Identity',
    max: 10,
    description:
      'Ensure multifactor authentication is enabled for all users in administrative roles',
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
    description: 'Ensure multifactor authentication is enabled for all users',
    reached: ({ people }) =>
      shareOf(people, ({ methodsRegistered }) => methodsRegistered.length > 0),
  },
  {
    name: 'BlockLegacyAuthentication',
    category: 'Identity',
    max: 8,
    description: 'Enable Conditional Access policies to block legacy authentication',
    reached: (tenant) => (tenant.policies.some(isEnabled) ? 1 : 0),
  },
  {
    name: 'UserRiskPolicy',
    category: 'Identity',
    max: 7,
    description: 'Enable Microsoft Entra ID Protection user risk policies',
    reached: (tenant) => (hasEntraPremiumP2(tenant) ? 1 : 0),
  },
  {
    name: 'OneAdmin',
    category: 'Identity',
    max: 1,
    description: 'Designate more than one global admin',
    reached: ({ people }) =>
      people.filter(({ roleTemplateIds }) => roleTemplateIds.length > 0).length > 1 ? 1 : 0,
  },
  {
    name: 'IntegratedApps',
    category: 'Apps',
    max: 4,
    description: 'Do not allow users to grant consent to unreliable applications',
    reached: ({ delegatedGrants }) => (delegatedGrants.length === 0 ? 1 : 0),
  },
  {
    name: 'mip_search_auditlog',
    category: 'Data',
    max: 3,
    description: 'Ensure Microsoft 365 audit log search is enabled',
    reached: () => 1,
  },
]

/** What the score of every day is made from, as the directory is now. */
interface Scored {
  readonly activeUserCount: number
  readonly licensedUserCount: number
  readonly points: number
  readonly controlScores: readonly Readonly<Record<string, unknown>>[]
}

interface DayScore extends Scored {
  readonly daysAgo: number
}

const PROPERTIES = {
  id: ({ daysAgo }: DayScore, { tenant, now }: GraphCall) =>
    `${tenant.id}_${dateFrom(now, -daysAgo)}`,
  azureTenantId: (_: DayScore, { tenant }: GraphCall) => tenant.id,
  activeUserCount: (score: DayScore) => score.activeUserCount,
  createdDateTime: ({ daysAgo }: DayScore, { now }: GraphCall) =>
    `${dateFrom(now, -daysAgo)}T00:00:00Z`,
  currentScore: ({ points, daysAgo }: DayScore) =>
    round(Math.max(0, points - (daysAgo - 1) * DRIFT_PER_DAY)),
  enabledServices: (_: DayScore, { tenant }: GraphCall) => [
    'HasExchange',
    'HasSharePoint',
    ...(hasEntraPremium(tenant) ? ['HasAADP1'] : []),
    ...(hasEntraPremiumP2(tenant) ? ['HasAADP2'] : []),
  ],
  licensedUserCount: (score: DayScore) => score.licensedUserCount,
  maxScore: () => CONTROLS.reduce((sum, { max }) => sum + max, 0),
  averageComparativeScores: (_: DayScore, { tenant }: GraphCall) => [
    { basis: 'AllTenants', averageScore: 19.6 },
    { basis: 'TotalSeats', averageScore: 17 + derivedNumber(60, tenant.id) / 10 },
  ],
  controlScores: (score: DayScore) => score.controlScores,
  vendorInformation: () => ({
    provider: 'SecureScore',
    providerVersion: null,
    subProvider: null,
    vendor: 'Microsoft',
  }),
}

const SECURE_SCORE: EntityShape<DayScore> = {
  typeName: 'microsoft.graph.secureScore',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
}

/** Newest first. The days differ by a steady drift only, so that everybody is looked at once. */
export function listSecureScores(call: GraphCall): GraphAnswer {
  const scored = score(call.tenant)
  return answerList(call, {
    set: 'security/secureScores',
    shape: SECURE_SCORE,
    rows: Array.from({ length: DAYS }, (_, index) => ({ ...scored, daysAgo: index + 1 })),
    pageDefault: 100,
    pageMax: 1_000,
  })
}

function score(tenant: Tenant): Scored {
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
      description: control.description,
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
