import type { PolicyLimit } from '@tenantscope/contract/coverage'

import { wordsOf } from './facts.ts'
import type { PolicyConditions } from './facts.ts'
import type { Situation } from './situations.ts'

/** What keeps a policy from applying, or makes it depend on something that is not known. */
export type Limit = PolicyLimit

export type Applies = 'yes' | 'no' | 'depends'

type Names = readonly string[] | null | undefined

type Rule = readonly [Limit, (conditions: PolicyConditions, situation: Situation) => Applies]

const RULES: readonly Rule[] = [
  ['application', appliesToApplication],
  ['applicationFilter', ({ applications }) => dependsIf(isSet(applications?.applicationFilter))],
  ['client', appliesToClient],
  ['platform', appliesToPlatform],
  ['location', appliesToLocation],
  ['userRisk', ({ userRiskLevels }) => yesIf(holdsWithoutRisk(userRiskLevels))],
  ['signInRisk', ({ signInRiskLevels }) => yesIf(holdsWithoutRisk(signInRiskLevels))],
  ['servicePrincipalRisk', (conditions) => yesIf(isEmpty(conditions.servicePrincipalRiskLevels))],
  ['insiderRisk', ({ insiderRiskLevels }) => dependsIf(wordsOf(insiderRiskLevels).length > 0)],
  ['flow', appliesToFlow],
  ['deviceFilter', ({ devices }) => dependsIf(isSet(devices?.deviceFilter))],
]

/** Returns whether the conditions match a situation, and what limits or decides it. */
export function appliesIn(
  conditions: PolicyConditions,
  situation: Situation,
): { applies: Applies; limits: Limit[] } {
  const results = RULES.map(([limit, rule]) => ({ limit, applies: rule(conditions, situation) }))
  const limitsOf = (wanted: Applies) =>
    results.filter(({ applies }) => applies === wanted).map(({ limit }) => limit)
  const against = limitsOf('no')
  if (against.length > 0) return { applies: 'no', limits: against }
  const open = limitsOf('depends')
  return { applies: open.length > 0 ? 'depends' : 'yes', limits: open }
}

/** Applications of the Office 365 suite and of the admin portals that are often excluded alone. */
const PARTS_OF: Record<Situation['application'], ReadonlySet<string>> = {
  Office365: new Set([
    // Exchange Online, SharePoint Online, Teams, Office 365 portal, Yammer, OfficeHome, Forms
    '00000002-0000-0ff1-ce00-000000000000',
    '00000003-0000-0ff1-ce00-000000000000',
    'cc15fd57-2c6c-4117-a88c-83b1d56b4bbe',
    '00000006-0000-0ff1-ce00-000000000000',
    '00000005-0000-0ff1-ce00-000000000000',
    '4765445b-32c6-49b0-83e6-1d93765276ca',
    'c9a559d2-7aab-4f13-a6ed-e7e9c52aec87',
  ]),
  MicrosoftAdminPortals: new Set([
    // Windows Azure Service Management API, Azure portal, Office 365 portal
    '797f4846-ba00-4fd7-ba43-dac1f8f63013',
    'c44b4083-3bb0-49c1-b47d-974e53cbdf3c',
    '00000006-0000-0ff1-ce00-000000000000',
  ]),
}

function appliesToApplication(
  { applications }: PolicyConditions,
  { application }: Situation,
): Applies {
  const included = applications?.includeApplications ?? []
  const excluded = applications?.excludeApplications ?? []
  if (excluded.includes(application) || excluded.includes('All')) return 'no'
  const isChosen = included.includes('All') || included.includes(application)
  // A filter chooses the applications in place of a list.
  if (!isChosen) return yesIf(isSet(applications?.applicationFilter))
  const parts = PARTS_OF[application]
  return dependsIf(excluded.some((id) => parts.has(id.toLowerCase())))
}

function appliesToClient({ clientAppTypes }: PolicyConditions, { client }: Situation): Applies {
  if (isEmpty(clientAppTypes)) return 'yes'
  return yesIf(includesAny(clientAppTypes, ['all', client]))
}

function appliesToPlatform({ platforms }: PolicyConditions, { platform }: Situation): Applies {
  const included = platforms?.includePlatforms
  const excluded = platforms?.excludePlatforms
  if (isEmpty(included) && isEmpty(excluded)) return 'yes'
  if (includesAny(excluded, ['all'])) return 'no'
  const isAll = isEmpty(included) || includesAny(included, ['all'])
  if (platform === null) return yesIf(isAll)
  if (includesAny(excluded, [platform])) return 'no'
  return yesIf(isAll || includesAny(included, [platform]))
}

/** The network is untrusted and in no named country, so that no named location contains it. */
function appliesToLocation({ locations }: PolicyConditions): Applies {
  const included = locations?.includeLocations
  const excluded = locations?.excludeLocations
  if (includesAny(excluded, ['All'])) return 'no'
  return yesIf((isEmpty(included) && isEmpty(excluded)) || includesAny(included, ['All']))
}

function holdsWithoutRisk(levels: Names): boolean {
  return isEmpty(levels) || includesAny(levels, ['none'])
}

function appliesToFlow(
  { authenticationFlows }: PolicyConditions,
  { isDeviceCode }: Situation,
): Applies {
  const methods = wordsOf(authenticationFlows?.transferMethods)
  if (methods.length === 0) return 'yes'
  return yesIf(isDeviceCode && methods.includes('deviceCodeFlow'))
}

const yesIf = (holds: boolean): Applies => (holds ? 'yes' : 'no')
const dependsIf = (isOpen: boolean): Applies => (isOpen ? 'depends' : 'yes')

const isSet = (value: unknown): boolean => value !== null && value !== undefined

function isEmpty(names: Names): boolean {
  return (names?.length ?? 0) === 0
}

function includesAny(names: Names, wanted: readonly string[]): boolean {
  return (names ?? []).some((name) => wanted.includes(name))
}
