import type { Random } from '../random.ts'
import { grantConsent } from './build-tenant.ts'
import { emptyDirectory } from './empty-directory.ts'
import { habitsOf } from './habits.ts'
import { assignLicenses } from './licenses.ts'
import { localeOf, phoneNumber } from './locales.ts'
import { premiumMix } from './mixes.ts'
import { buildNamedLocations } from './named-locations.ts'
import { dateIn } from './people.ts'
import { buildPolicies } from './policies.ts'
import { ROLE_TEMPLATES, type RoleName } from './roles.ts'
import { buildSettings } from './settings.ts'
import type { Person, Tenant } from './types.ts'

interface StoryPerson {
  readonly givenName: string
  readonly surname: string
  readonly jobTitle: string
  readonly roles: readonly RoleName[]
}

/** The people who may sign in. The first three are an administrator, a technician and a viewer. */
const STAFF: readonly StoryPerson[] = [
  {
    givenName: 'Ada',
    surname: 'Lindqvist',
    jobTitle: 'Service Owner',
    roles: ['Global Administrator'],
  },
  {
    givenName: 'Tomás',
    surname: 'Herrera',
    jobTitle: 'Technician',
    roles: ['Helpdesk Administrator', 'License Administrator'],
  },
  { givenName: 'Vera', surname: 'Novak', jobTitle: 'Account Manager', roles: ['Global Reader'] },
  { givenName: 'Mei', surname: 'Tanaka', jobTitle: 'Technician', roles: ['User Administrator'] },
  { givenName: 'Omar', surname: 'Haddad', jobTitle: 'Security Lead', roles: ['Security Reader'] },
  {
    givenName: 'Priya',
    surname: 'Raman',
    jobTitle: 'Billing Specialist',
    roles: ['Billing Administrator'],
  },
  { givenName: 'Jonas', surname: 'Berg', jobTitle: 'Apprentice', roles: [] },
]

const STRANGER: StoryPerson = {
  givenName: 'Sam',
  surname: 'Elsewhere',
  jobTitle: 'Visitor',
  roles: ['Global Administrator'],
}

/** The MSP's own directory: the home of the app registration and of the users who sign in. */
export function buildPartner(random: Random, readsRelationships: boolean): Tenant {
  const domain = 'harborlane.example'
  const staff = STAFF.map((each) => buildStaff(each, domain, random.fork(each.surname)))
  const licensed = assignLicenses(staff, premiumMix(staff.length), random.fork('licenses'))
  const habits = random.fork('habits')
  for (const person of licensed.people) {
    Object.assign(person, habitsOf(person, 'good', habits.fork(person.id)))
  }
  const shell = buildShell('Harbor Lane IT', domain, random)
  const consent = grantConsent(random.fork('consent'))
  return {
    ...shell,
    kind: 'partner',
    partnerTenantType: 'resellerPartnerDelegatedAdmin',
    consent: {
      ...consent,
      roles: [
        ...new Set([...consent.roles, 'AuditLog.Read.All', 'Reports.Read.All']),
        ...(readsRelationships ? ['DelegatedAdminRelationship.Read.All'] : []),
      ],
    },
    subscriptions: licensed.subscriptions,
    people: licensed.people,
    groups: licensed.groups,
    policies: buildPolicies('good', undefined, random.fork('policies')),
    namedLocations: buildNamedLocations('US', true, random.fork('locations')),
  }
}

/** A directory that has nothing to do with the partner; its one person tries to sign in anyway. */
export function buildForeign(random: Random): Tenant {
  const domain = 'elsewhere-trading.example'
  return {
    ...buildShell('Elsewhere Trading', domain, random),
    people: [buildStaff(STRANGER, domain, random.fork('stranger'))],
  }
}

function buildShell(displayName: string, domain: string, random: Random): Tenant {
  const locale = localeOf('US')
  return {
    id: random.guid(),
    kind: 'foreign',
    story: null,
    displayName,
    defaultDomainName: domain,
    initialDomainName: `${domain.replace('.example', '').replaceAll('-', '')}.onmicrosoft.com`,
    createdDateTime: dateIn(2016, random),
    place: {
      ...random.pick(locale.cities),
      countryCode: locale.countryCode,
      language: locale.language,
      region: locale.region,
    },
    businessPhones: [phoneNumber(locale, random)],
    technicalNotificationMails: [`it@${domain}`],
    onPremisesSyncEnabled: null,
    partnerTenantType: null,
    contractId: random.guid(),
    consent: null,
    subscriptions: [],
    people: [],
    groups: [],
    ...emptyDirectory(),
    contractDisplayName: displayName,
    isListedAsContract: false,
    settings: buildSettings({
      care: 'good',
      hasSecurityDefaults: false,
      hasPremium: true,
      isHybrid: false,
      reviewerId: undefined,
      random: random.fork('settings'),
    }),
  }
}

function buildStaff(staff: StoryPerson, domain: string, random: Random): Person {
  const local = `${staff.givenName}.${staff.surname}`.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const address = `${local.toLowerCase()}@${domain}`
  return {
    id: random.guid(),
    displayName: `${staff.givenName} ${staff.surname}`,
    givenName: staff.givenName,
    surname: staff.surname,
    userPrincipalName: address,
    mail: address,
    jobTitle: staff.jobTitle,
    department: 'Services',
    officeLocation: null,
    mobilePhone: null,
    businessPhones: [phoneNumber(localeOf('US'), random)],
    preferredLanguage: 'en-US',
    accountEnabled: true,
    userType: 'Member',
    onPremisesSyncEnabled: null,
    createdDateTime: dateIn(2022, random),
    usageLocation: 'US',
    licenses: [],
    roleTemplateIds: staff.roles.map((role) => ROLE_TEMPLATES[role]),
    hoursSinceSignIn: random.int(1, 72),
    daysSinceUse: {},
    methodsRegistered: [],
    externalUserState: null,
    passwordPolicies: null,
  }
}
