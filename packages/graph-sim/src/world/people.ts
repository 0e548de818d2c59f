import type { Random } from '../random.ts'
import { findPersonNamed } from './directory-index.ts'
import { asciiOf, localeOf, phoneNumber, type Locale, type Name } from './locales.ts'
import type { Person, Tenant } from './types.ts'

interface PeopleOptions {
  readonly count: number
  readonly domain: string
  readonly initialDomain: string
  readonly locale: Locale
  readonly createdYear: number
  /** Most people come from an on-premises directory. */
  readonly isHybrid: boolean
  /** Display names that a careless screen, file or formula would trip over. */
  readonly hostileNames: readonly string[]
  readonly random: Random
}

export const JOBS = [
  ['Account Manager', 'Sales'],
  ['Sales Representative', 'Sales'],
  ['Accountant', 'Finance'],
  ['Payroll Specialist', 'Finance'],
  ['Operations Manager', 'Operations'],
  ['Warehouse Lead', 'Operations'],
  ['Project Coordinator', 'Projects'],
  ['Engineer', 'Engineering'],
  ['Customer Support', 'Service'],
  ['Receptionist', 'Office'],
  ['HR Partner', 'People'],
  ['Marketing Specialist', 'Marketing'],
] as const
const GUEST_DOMAINS = ['larkfield.example', 'sandpiper-audit.example', 'quayside.example'] as const
const SHARED_MAILBOXES = ['Info', 'Accounts payable', 'Scanner', 'Meeting room 1', 'Front desk']

/** The people of one directory, still without licenses and roles. */
export function buildPeople(options: PeopleOptions): Person[] {
  const takenNames = new Map<string, number>()
  return Array.from({ length: options.count }, (_, index) => {
    const random = options.random.fork(`person:${index}`)
    const kind = kindOf(index, options, random)
    if (kind === 'guest') return buildGuest(options, takenNames, random)
    if (kind === 'shared') return buildSharedMailbox(options, takenNames, random)
    const hostileName = options.hostileNames[index - 2]
    const person = buildMember(options, takenNames, random)
    return hostileName === undefined ? person : { ...person, displayName: hostileName }
  })
}

function kindOf(index: number, options: PeopleOptions, random: Random) {
  const isReserved = index < 2 + options.hostileNames.length || options.count < 8
  if (isReserved) return 'member'
  const roll = random.next()
  if (roll < 0.06) return 'guest'
  return roll < 0.09 ? 'shared' : 'member'
}

function buildMember(options: PeopleOptions, taken: Map<string, number>, random: Random): Person {
  const { locale } = options
  const given = random.pick(locale.givenNames)
  const family = random.pick(locale.familyNames)
  const address = addressOf([given, family], options.domain, taken)
  const [jobTitle, department] = random.pick(JOBS)
  const createdYear = random.int(options.createdYear, 2025)
  const isEnabled = !random.chance(0.05)
  return {
    ...plainPerson(random, createdYear),
    displayName: fullName(given, family, locale),
    givenName: given.text,
    surname: family.text,
    userPrincipalName: address,
    mail: address,
    jobTitle,
    department,
    officeLocation: random.chance(0.5) ? random.pick(locale.cities).city : null,
    mobilePhone: random.chance(0.4) ? phoneNumber(locale, random) : null,
    businessPhones: random.chance(0.5) ? [phoneNumber(locale, random)] : [],
    preferredLanguage: random.chance(0.6) ? locale.language : null,
    accountEnabled: isEnabled,
    userType: createdYear < 2015 ? null : 'Member',
    onPremisesSyncEnabled: syncStateOf(options.isHybrid, random),
    usageLocation: locale.countryCode,
    hoursSinceSignIn: isEnabled ? activeHours(random) : random.int(24 * 60, 24 * 400),
  }
}

/** Guests keep the address of their own company inside Microsoft's #EXT# form. */
function buildGuest(options: PeopleOptions, taken: Map<string, number>, random: Random): Person {
  const given = random.pick(options.locale.givenNames)
  const family = random.pick(options.locale.familyNames)
  const mail = addressOf([given, family], random.pick(GUEST_DOMAINS), taken)
  return {
    ...plainPerson(random, random.int(Math.max(options.createdYear, 2019), 2025)),
    displayName: fullName(given, family, options.locale),
    userPrincipalName: `${mail.replace('@', '_')}#EXT#@${options.initialDomain}`,
    mail,
    accountEnabled: !random.chance(0.1),
    userType: 'Guest',
    hoursSinceSignIn: random.chance(0.3) ? null : random.int(24, 24 * 500),
  }
}

function buildSharedMailbox(
  options: PeopleOptions,
  taken: Map<string, number>,
  random: Random,
): Person {
  const title = random.pick(SHARED_MAILBOXES)
  const address = addressOf([{ text: title, ascii: asciiOf(title, '-') }], options.domain, taken)
  return {
    ...plainPerson(random, random.int(options.createdYear, 2025)),
    displayName: title,
    userPrincipalName: address,
    mail: address,
    accountEnabled: false,
    userType: 'Member',
    usageLocation: options.locale.countryCode,
  }
}

function plainPerson(random: Random, createdYear: number): Person {
  return {
    id: random.guid(),
    displayName: '',
    givenName: null,
    surname: null,
    userPrincipalName: '',
    mail: null,
    jobTitle: null,
    department: null,
    officeLocation: null,
    mobilePhone: null,
    businessPhones: [],
    preferredLanguage: null,
    accountEnabled: true,
    userType: 'Member',
    onPremisesSyncEnabled: null,
    createdDateTime: dateIn(createdYear, random),
    usageLocation: null,
    licenses: [],
    roleTemplateIds: [],
    hoursSinceSignIn: null,
    daysSinceUse: {},
    methodsRegistered: [],
    externalUserState: null,
    passwordPolicies: null,
  }
}

/** The newest moment that the data of a world speak of; what changes while it runs bears it. */
export const LATEST_MOMENT = '2026-10-30T09:00:00Z'

/** Builds a user for an existing directory, with an unused address. */
export function buildNewcomer(tenant: Tenant, kind: 'member' | 'guest', random: Random): Person {
  const options: PeopleOptions = {
    count: 1,
    domain: tenant.defaultDomainName,
    initialDomain: tenant.initialDomainName,
    locale: localeOf(tenant.place.countryCode),
    createdYear: 2025,
    isHybrid: tenant.onPremisesSyncEnabled === true,
    hostileNames: [],
    random,
  }
  const build = kind === 'guest' ? buildGuest : buildMember
  const drafted = { ...build(options, new Map(), random), createdDateTime: LATEST_MOMENT }
  const name = freeNameIn(tenant, drafted.userPrincipalName)
  const mail = kind === 'guest' ? drafted.mail : name
  return { ...drafted, userPrincipalName: name, mail, accountEnabled: true, hoursSinceSignIn: null }
}

/** The same address, with a number where it is taken, also by a user in the bin. */
function freeNameIn(tenant: Tenant, wanted: string): string {
  const binned = new Set(tenant.bin.people.map(({ person }) => person.userPrincipalName))
  const [local = '', domain = ''] = wanted.split('@')
  for (let turn = 1; ; turn += 1) {
    const name = turn === 1 ? wanted : `${numbered(local, turn)}@${domain}`
    if (!findPersonNamed(tenant, name) && !binned.has(name)) return name
  }
}

/** Inside a guest's #EXT# form the number follows the person's own name. */
function numbered(local: string, turn: number): string {
  const at = local.indexOf('_')
  return at < 0 ? `${local}${turn}` : `${local.slice(0, at)}${turn}${local.slice(at)}`
}

/** A moment of that year, in Microsoft's form without milliseconds. */
export function dateIn(year: number, random: Random): string {
  const [month, day, hour] = [random.int(1, 10), random.int(1, 28), random.int(6, 18)].map(
    twoDigits,
  )
  return `${year}-${month}-${day}T${hour}:00:00Z`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

function addressOf(names: readonly Name[], domain: string, taken: Map<string, number>): string {
  const local = names.map((name) => name.ascii).join('.')
  const address = `${local}@${domain}`
  const count = (taken.get(address) ?? 0) + 1
  taken.set(address, count)
  return count === 1 ? address : `${local}${count}@${domain}`
}

function fullName(given: Name, family: Name, locale: Locale): string {
  return locale.familyNameFirst ? `${family.text} ${given.text}` : `${given.text} ${family.text}`
}

/** true: synchronized; false: was, no more; null: never. */
function syncStateOf(isHybrid: boolean, random: Random): boolean | null {
  if (!isHybrid) return null
  if (random.chance(0.85)) return true
  return random.chance(0.3) ? false : null
}

function activeHours(random: Random): number | null {
  if (random.chance(0.04)) return null
  return random.chance(0.1) ? random.int(24 * 45, 24 * 300) : random.int(1, 24 * 14)
}
