import type { Random } from '../random.ts'
import { buildApplications } from './applications.ts'
import { careOf } from './care.ts'
import { hasEntraPremium } from './catalog.ts'
import { buildRelationships, ordinaryPlan } from './delegated.ts'
import { addDetails } from './details.ts'
import { emptyDirectory } from './empty-directory.ts'
import { habitsOf } from './habits.ts'
import { assignLicenses } from './licenses.ts'
import { phoneNumber } from './locales.ts'
import { departmentRule } from './membership-rules.ts'
import { buildNamedLocations } from './named-locations.ts'
import { buildPeople, dateIn } from './people.ts'
import { buildPolicies } from './policies.ts'
import type { Recipe } from './recipe.ts'
import { ROLE_TEMPLATES } from './roles.ts'
import { buildSettings } from './settings.ts'
import type { Consent, DelegatedRelationship, Group, Person, Place, Tenant } from './types.ts'

const EVERYBODY = 'All employees'
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
  const { care, people, subscriptions, groups } = populate(recipe, {
    createdYear,
    domain,
    initialDomain,
    random,
  })
  const tenant: Tenant = {
    ...emptyDirectory(),
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
    contractDisplayName: recipe.traits.formerName ?? recipe.company.text,
    isListedAsContract: !recipe.isDirect && !recipe.traits.hasNoContract,
    isGone: recipe.traits.isGone ?? false,
    consent: consentOf(recipe, random.fork('consent')),
    subscriptions,
    people,
    groups,
    settings: settingsOf(recipe, { subscriptions, people, random: random.fork('settings') }),
    delegatedRelationships: relationshipsOf(recipe, random.fork('delegated')),
    ...reportsOf(recipe, random),
  }
  Object.assign(
    tenant,
    buildApplications({
      tenantId: tenant.id,
      people,
      care,
      hasExpiringSecrets: recipe.traits.hasExpiringSecrets ?? false,
      random: random.fork('applications'),
    }),
  )
  addConditionalAccess(tenant, recipe, random)
  if (recipe.isDetailed) {
    addDetails(tenant, {
      style: recipe.traits.policyStyle ?? STYLES[care],
      traits: recipe.traits,
      random: random.fork('details'),
    })
  }
  return tenant
}

/** Whether reports of use name people, and how many of them they call unknown. */
function reportsOf({ traits }: Recipe, random: Random) {
  const { unknownInReports = 0 } = traits
  return unknownInReports > 0
    ? { concealsNamesInReports: false, unknownInReports }
    : { concealsNamesInReports: random.fork('reports').chance(0.7) }
}

const STYLES = { good: 'planned', fair: 'grown', poor: 'neglected' } as const

interface Ground {
  readonly createdYear: number
  readonly domain: string
  readonly initialDomain: string
  readonly random: Random
}

/** People with their licenses and habits, and the groups that they are in. */
function populate(recipe: Recipe, { random, ...ground }: Ground) {
  const care = careOf(recipe.policies)
  const people = withAdministrators(
    buildPeople({
      ...ground,
      count: recipe.size,
      locale: recipe.locale,
      isHybrid: recipe.isHybrid,
      hostileNames: recipe.hostileNames,
      random: random.fork('people'),
    }),
  )
  const licensed = assignLicenses(people, recipe.mix, random.fork('licenses'))
  const habits = random.fork('habits')
  for (const person of licensed.people) {
    Object.assign(person, habitsOf(person, care, habits.fork(person.id)))
  }
  return {
    care,
    people: licensed.people,
    subscriptions: licensed.subscriptions,
    groups: [...licensed.groups, ...departmentGroups(licensed.people, random.fork('groups'))],
  }
}

function settingsOf(
  recipe: Recipe,
  part: Pick<Tenant, 'subscriptions' | 'people'> & { readonly random: Random },
) {
  const hasPremium = hasEntraPremium(part)
  const isLeftOn = recipe.story === null && !hasPremium && part.random.fork('on').chance(0.6)
  return buildSettings({
    care: careOf(recipe.policies),
    hasSecurityDefaults: recipe.story === 'security-defaults' || isLeftOn,
    hasPremium,
    isHybrid: recipe.isHybrid,
    reviewerId: part.people[0]?.id,
    random: part.random,
  })
}

function relationshipsOf(recipe: Recipe, random: Random): DelegatedRelationship[] {
  const plan = recipe.traits.delegated ?? (recipe.isDirect ? 'none' : ordinaryPlan(random))
  return buildRelationships(plan, recipe.company.text, random)
}

/** Conditional Access needs Entra ID P1. */
function addConditionalAccess(tenant: Tenant, recipe: Recipe, random: Random): void {
  if (!hasEntraPremium(tenant)) return
  const { people } = tenant
  const breakGlassId = people.length > 2 ? people[1]?.id : undefined
  const care = careOf(recipe.policies)
  tenant.policies = buildPolicies(recipe.policies, breakGlassId, random.fork('policies'))
  if (care === 'poor') return
  tenant.namedLocations = buildNamedLocations(
    tenant.place.countryCode,
    care === 'good',
    random.fork('locations'),
  )
}

function consentOf({ isConsented, traits }: Recipe, random: Random): Consent | null {
  if (!isConsented) return null
  const consent = grantConsent(random)
  return { ...consent, roles: [...(traits.consentedRoles ?? consent.roles)] }
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

/** One group for each department that has at least three people, and one for all employees. */
function departmentGroups(people: readonly Person[], random: Random): Group[] {
  const members = people.filter((person) => person.userType !== 'Guest')
  const everybody = buildGroup(EVERYBODY, members, random.fork('all'))
  const byDepartment = Map.groupBy(members, (person) => person.department)
  const departments = [...byDepartment].flatMap(([department, colleagues]) =>
    department === null || colleagues.length < 3
      ? []
      : [buildGroup(department, colleagues, random.fork(department))],
  )
  return [everybody, ...departments]
}

function buildGroup(displayName: string, members: readonly Person[], random: Random): Group {
  const traits = random.fork('traits')
  const group: Group = {
    id: random.guid(),
    displayName,
    description: random.chance(0.4) ? `${displayName} team` : null,
    mailNickname: displayName.toLowerCase().replaceAll(' ', '-'),
    createdDateTime: dateIn(random.int(2019, 2025), random),
    isUnified: random.chance(0.6),
    visibility: null,
    membershipRule: null,
    isAssignableToRole: false,
    assignedSkuIds: [],
    memberGroupIds: [],
    memberIds: members.map((person) => person.id),
  }
  const isRuled = displayName !== EVERYBODY && traits.chance(0.5)
  return {
    ...group,
    visibility: visibilityOf(group, traits),
    membershipRule: isRuled ? departmentRule(displayName) : null,
  }
}

function visibilityOf({ isUnified }: Group, random: Random): Group['visibility'] {
  if (!isUnified) return null
  return random.chance(0.2) ? 'Public' : 'Private'
}
