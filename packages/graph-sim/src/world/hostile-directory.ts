import { createRandom, type Random } from '../random.ts'
import { buildTenant } from './build-tenant.ts'
import { skuNamed } from './catalog.ts'
import { localeOf } from './locales.ts'
import { premiumMix } from './mixes.ts'
import { buildPolicy } from './policy-shapes.ts'
import type { ConditionalAccessPolicy, Group, Person, Subscription, Tenant } from './types.ts'

const NAME_LENGTH = 256
const HUGE_LENGTH = 1_000_000
const EXCLUSIONS = 10_000
const DAY_MS = 86_400_000

/** One piece of a name for each script, and what screens, files and expressions trip over. */
const PIECES = [
  'Anna Berg ',
  'Ελένη ',
  'Иван ',
  'מיכל ',
  'محمد ',
  'अनुष्का ',
  'สมชาย ',
  '山田太郎',
  '김민준',
  'ქეთი ',
  'Հայկ ',
  'አበበ ',
  '👨‍👩‍👧‍👦🇩🇪',
  'e\u0301\u0302\u0303',
  'a.b.c.',
  'x@y.z ',
  '+49 123 45 67 ',
  '=1+1;"a"\t',
  '\u202Eabc\u200D',
  'a',
] as const

/** The malformed rows that a reader must find, by the kind of row. */
export const HOSTILE_MALFORMED = {
  users: 4,
  skus: 3,
  subscriptions: 3,
  signIns: 1,
  registrations: 1,
} as const

/** An ordinary directory of this size, to compare the hostile one with. */
export const buildLarge = (people: number, random: Random): Tenant =>
  buildOrdinary(people, { story: 'large', company: LARGE }, random)

const LARGE = { text: 'Large Holding', ascii: 'large-holding' }

/** A directory in which every text, number, date and relation goes to its limit, and some beyond. */
export function buildHostile(people: number, random: Random): Tenant {
  const company = { text: hostileName(13), ascii: 'hostile-holding' }
  const tenant = buildOrdinary(people, { story: 'hostile', company }, random)
  const groups = [...tenant.groups.map(renamed), ...circle(tenant.people, random.fork('circle'))]
  return {
    ...tenant,
    createdDateTime: '0001-01-01T00:00:00.0000000+00:00',
    people: tenant.people.map(hostilePerson),
    groups,
    subscriptions: [...tenant.subscriptions.map(farRenewal), ...absurd(random.fork('seats'))],
    policies: [...tenant.policies, ...hostilePolicies(tenant, groups, random.fork('policies'))],
  }
}

const buildOrdinary = (
  people: number,
  named: Pick<Parameters<typeof buildTenant>[0], 'story' | 'company'>,
  random: Random,
): Tenant =>
  buildTenant(
    {
      ...named,
      locale: localeOf('DE'),
      size: people,
      mix: premiumMix(people),
      policies: 'good',
      isHybrid: false,
      isDirect: false,
      isConsented: true,
      hostileNames: [],
      isDetailed: false,
      traits: {},
    },
    random,
  )

/** A name of exactly 256 characters. */
function hostileName(index: number): string {
  const piece = PIECES[index % PIECES.length] ?? 'a'
  const name = piece.repeat(Math.ceil(NAME_LENGTH / piece.length)).slice(0, NAME_LENGTH)
  return name.isWellFormed() ? name : `${name.slice(0, -1)}.`
}

const renamed = (group: Group, index: number): Group => ({
  ...group,
  displayName: hostileName(index),
  membershipRule: `(user.department -eq "${'x'.repeat(HUGE_LENGTH / 10)}")`,
})

const huge = (unit: string): string => unit.repeat(HUGE_LENGTH / unit.length)

/** After year 9999. */
const FAR_HOURS = -100_000_000

/** By position; the others have names alone. The last four are malformed as users. */
const PECULIAR: readonly (readonly [position: number, change: Partial<Person>])[] = [
  [3, { displayName: huge('a'), jobTitle: huge('. '), department: huge('👩') }],
  [4, { displayName: huge('1(') }],
  [5, { createdDateTime: '0001-01-01T00:00:00Z' }],
  [6, { createdDateTime: '9999-12-31T23:59:59.9999999Z' }],
  [7, { createdDateTime: '0001-01-02T00:00:00Z' }],
  [14, { hoursSinceSignIn: FAR_HOURS }],
  [15, { methodsRegistered: [huge('m')], accountEnabled: true }],
  [8, { mail: `${'m'.repeat(600)}@hostile.example` }],
  [10, { mail: `${huge('m')}@hostile.example` }],
  [11, { userPrincipalName: `${'u'.repeat(2_000)}@hostile.example` }],
  [12, { createdDateTime: '+275760-09-13T00:00:00Z' }],
  [13, { createdDateTime: 'yesterday' }],
]

function hostilePerson(person: Person, index: number): Person {
  const change = PECULIAR.find(([position]) => position === index)?.[1] ?? {}
  return { ...person, displayName: hostileName(index), ...change }
}

/** Three groups, each inside of the next one, all with everybody. */
function circle(people: readonly Person[], random: Random): Group[] {
  const ids = [random.guid(), random.guid(), random.guid()]
  return ids.map((id, index) => ({
    id,
    displayName: hostileName(index),
    description: huge('d'),
    mailNickname: `circle-${index}`,
    createdDateTime: '0001-01-01T00:00:00Z',
    isUnified: false,
    visibility: null,
    membershipRule: null,
    isAssignableToRole: true,
    assignedSkuIds: [],
    memberIds: people.map((person) => person.id),
    memberGroupIds: [ids[(index + 1) % ids.length] ?? id],
  }))
}

/** The last day of the year 9999. */
const farRenewal = (subscription: Subscription): Subscription => ({
  ...subscription,
  renewsInDays: Math.floor((Date.parse('9999-12-30T00:00:00Z') - Date.now()) / DAY_MS),
})

/** As many seats as an integer of PostgreSQL holds; negative, broken and absurd ones. */
function absurd(random: Random): Subscription[] {
  const seats = { suspended: 0, warning: 0, lockedOut: 0 }
  const counts = [
    ['FLOW_FREE', { ...seats, enabled: 2 ** 31 - 1 }],
    ['POWER_BI_STANDARD', { ...seats, enabled: -5 }],
    ['VISIOCLIENT', { ...seats, enabled: 0, suspended: 0.5 }],
    ['PROJECTPROFESSIONAL', { ...seats, enabled: 0, warning: 1e300 }],
  ] as const
  return counts.map(([partNumber, units], index) => ({
    sku: skuNamed(partNumber),
    subscriptionId: random.guid(),
    capabilityStatus: 'Enabled',
    ...units,
    isTrial: false,
    renewsInDays: index === 0 ? -738_000 : null,
    createdDateTime: '0001-01-01T00:00:00Z',
  }))
}

function hostilePolicies(
  { people }: Tenant,
  groups: readonly Group[],
  random: Random,
): ConditionalAccessPolicy[] {
  const strangers = createRandom('strangers')
  const excludeUsers = Array.from(
    { length: EXCLUSIONS },
    (_, at) => people[at]?.id ?? strangers.guid(),
  )
  return Array.from({ length: 3 }, (_, index) =>
    buildPolicy(
      {
        displayName: hostileName(index),
        grant: { builtInControls: ['mfa'] },
        users: {
          excludeUsers,
          includeGroups: groups.map(({ id }) => id),
          excludeGroups: groups.map(({ id }) => id),
        },
        conditions: { devices: { deviceFilter: { mode: 'exclude', rule: huge('r') } } },
      },
      2022,
      random.fork(`${index}`),
    ),
  )
}
