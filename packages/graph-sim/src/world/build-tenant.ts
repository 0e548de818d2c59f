import type { Random } from '../random.ts'
import { hasEntraPremium } from './catalog.ts'
import { assignLicenses } from './licenses.ts'
import { phoneNumber } from './locales.ts'
import { buildPeople, dateIn } from './people.ts'
import { buildPolicies } from './policies.ts'
import type { Recipe } from './recipes.ts'
import { ROLE_TEMPLATES } from './roles.ts'
import type { Consent, Group, Person, Place, Tenant } from './types.ts'

const REQUIRED_ROLES = [
  'Directory.Read.All',
  'Organization.Read.All',
  'Policy.Read.All',
  'User.Read.All',
] as const
const OPTIONAL_ROLES = ['AuditLog.Read.All', 'Reports.Read.All'] as const

/** One customer's directory. */
export function buildTenant(recipe: Recipe, random: Random): Tenant {
  const createdYear = random.int(2011, 2022)
  const domain = `${recipe.company.ascii}.example`
  const initialDomain = `${recipe.company.ascii.replaceAll('-', '')}.onmicrosoft.com`
  const people = withAdministrators(
    buildPeople({
      count: recipe.size,
      domain,
      initialDomain,
      locale: recipe.locale,
      createdYear,
      isHybrid: recipe.isHybrid,
      hostileNames: recipe.hostileNames,
      random: random.fork('people'),
    }),
  )
  const licensed = assignLicenses(people, recipe.mix, random.fork('licenses'))
  const tenant: Tenant = {
    id: random.guid(),
    kind: recipe.isDirect ? 'direct' : 'csp',
    story: recipe.story,
    displayName: recipe.company.text,
    defaultDomainName: domain,
    initialDomainName: initialDomain,
    createdDateTime: dateIn(createdYear, random),
    place: placeOf(recipe, random),
    businessPhones: [phoneNumber(recipe.locale, random)],
    technicalNotificationMails: [`it@${domain}`],
    onPremisesSyncEnabled: recipe.isHybrid ? true : null,
    partnerTenantType: null,
    contractId: random.guid(),
    consent: recipe.isConsented ? grantConsent(random.fork('consent')) : null,
    subscriptions: licensed.subscriptions,
    people: licensed.people,
    groups: [...licensed.groups, ...departmentGroups(licensed.people, random.fork('groups'))],
    policies: [],
  }
  if (!hasEntraPremium(tenant)) return tenant
  const breakGlassId = people.length > 2 ? people[1]?.id : undefined
  return {
    ...tenant,
    policies: buildPolicies(recipe.policies, breakGlassId, random.fork('policies')),
  }
}

/** The consent of a directory whose administrator accepted everything that is required. */
export function grantConsent(random: Random): Consent {
  const optional = OPTIONAL_ROLES.filter(() => random.chance(0.75))
  return { servicePrincipalId: random.guid(), roles: [...REQUIRED_ROLES, ...optional] }
}

function placeOf({ locale }: Recipe, random: Random): Place {
  const { countryCode, language, region } = locale
  return { ...random.pick(locale.cities), countryCode, language, region }
}

/** The first person always administers; a second one from four people on. */
function withAdministrators(people: readonly Person[]): Person[] {
  return people.map((person, index) => {
    const isAdministrator = index === 0 || (index === 1 && people.length > 3)
    if (!isAdministrator) return person
    return {
      ...person,
      accountEnabled: true,
      roleTemplateIds: [ROLE_TEMPLATES['Global Administrator']],
    }
  })
}

/** One group for each department that has at least three people, and one for everybody. */
function departmentGroups(people: readonly Person[], random: Random): Group[] {
  const members = people.filter((person) => person.userType !== 'Guest')
  const everybody = buildGroup('All employees', members, random.fork('all'))
  const byDepartment = Map.groupBy(members, (person) => person.department)
  const departments = [...byDepartment].flatMap(([department, colleagues]) =>
    department === null || colleagues.length < 3
      ? []
      : [buildGroup(department, colleagues, random.fork(department))],
  )
  return [everybody, ...departments]
}

function buildGroup(displayName: string, members: readonly Person[], random: Random): Group {
  return {
    id: random.guid(),
    displayName,
    description: random.chance(0.4) ? `${displayName} team` : null,
    mailNickname: displayName.toLowerCase().replaceAll(' ', '-'),
    createdDateTime: dateIn(random.int(2019, 2025), random),
    isUnified: random.chance(0.6),
    assignedSkuIds: [],
    memberIds: members.map((person) => person.id),
  }
}
