import type {
  ComparedPolicies,
  LonePolicy,
  PolicyAspect,
  PolicyPair,
} from '@tenantscope/contract/policy-comparison'
import type { PolicySections, PolicySetting } from '@tenantscope/contract/policy-page'

import { policyStateLabel } from './conditional-access.ts'
import type { PolicyFacts } from './conditional-access.ts'
import type { PolicyConditions } from './coverage/facts.ts'
import { policySections } from './policy-sections.ts'
import type { NameOf } from './policy-sections.ts'

/** The policies of a tenant, with the names of what they name by id. */
export interface PoliciesOfTenant {
  readonly policies: readonly PolicyFacts[]
  readonly nameOf: NameOf
}

/** In the order in which they are shown. */
const ASPECTS = [
  'state',
  'included',
  'excluded',
  'resources',
  'conditions',
  'controls',
] as const satisfies readonly PolicyAspect[]

/** What two policies need in common to be the same one under another name. */
const DOES: readonly PolicyAspect[] = ['included', 'resources', 'conditions', 'controls']

/**
 * Compares the policies of two tenants. Policies of one name are a pair, the most similar ones where
 * several have the name; of the others those that do the same: equal users, resources, conditions and
 * controls. Objects are compared by name, since each tenant has its own ids.
 */
export function comparePolicies(here: PoliciesOfTenant, there: PoliciesOfTenant): ComparedPolicies {
  const mine = here.policies.map((policy) => described(policy, here.nameOf))
  const theirs = there.policies.map((policy) => described(policy, there.nameOf))
  const byName = matched(mine, theirs, ({ policy }) => folded(policy.displayName))
  const bySettings = matched(byName.onlyHere, byName.onlyThere, (each) =>
    DOES.map((aspect) => each.aspects[aspect].key).join('\n'),
  )
  const pairs = [
    ...byName.pairs.map((pair) => pairOf(pair, 'name')),
    ...bySettings.pairs.map((pair) => pairOf(pair, 'settings')),
  ]
  return {
    pairs: pairs.toSorted((a, b) => rankOf(a) - rankOf(b) || byText(nameOf(a), nameOf(b))),
    onlyHere: bySettings.onlyHere.map(loneOf).toSorted(byOwnName),
    onlyThere: bySettings.onlyThere.map(loneOf).toSorted(byOwnName),
  }
}

const { compare: byText } = new Intl.Collator('en', { numeric: true })
const nameOf = ({ here }: PolicyPair): string => here.displayName
const byOwnName = (a: LonePolicy, b: LonePolicy): number => byText(a.displayName, b.displayName)

/** Differences first, then what could not be compared completely. */
const rankOf = ({ differences, notCompared }: PolicyPair): number => {
  if (differences.length > 0) return 0
  return notCompared.length > 0 ? 1 : 2
}

interface Aspect {
  readonly lines: readonly string[]
  /** Shown only where the lines are equal and these are not. */
  readonly details: readonly string[]
  /** Equal for equal settings. */
  readonly key: string
  readonly isComplete: boolean
}

interface Described {
  readonly policy: PolicyFacts
  readonly aspects: Readonly<Record<PolicyAspect, Aspect>>
}

function described(policy: PolicyFacts, stored: NameOf): Described {
  const sections = policySections(policy, stored)
  return {
    policy,
    aspects: {
      state: aspectOf([policyStateLabel(policy.state)]),
      ...audienceAspects(policy, sections),
      resources: resourcesAspect(policy, sections),
      conditions: conditionsAspect(policy, sections),
      controls: controlsAspect(policy, sections),
    },
  }
}

function audienceAspects(
  { conditions: { users } }: PolicyFacts,
  { included, excluded }: PolicySections,
): Pick<Described['aspects'], 'included' | 'excluded'> {
  return {
    included: aspectOf(linesOf(included), {
      isComplete: hasAll(included) && !isEnumerated(users?.includeGuestsOrExternalUsers),
    }),
    excluded: aspectOf(linesOf(excluded), {
      isComplete: hasAll(excluded) && !isEnumerated(users?.excludeGuestsOrExternalUsers),
    }),
  }
}

function resourcesAspect(
  { conditions: { applications } }: PolicyFacts,
  { resources }: PolicySections,
): Aspect {
  const contexts = applications?.includeAuthenticationContextClassReferences
  return aspectOf(linesOf(resources), {
    details: [
      ...filterLines('Resource filter', applications?.applicationFilter),
      ...listLines('Authentication contexts', contexts),
    ],
    isComplete: hasAll(resources),
  })
}

function conditionsAspect(
  { conditions: { devices, unknown } }: PolicyFacts,
  { conditions }: PolicySections,
): Aspect {
  return aspectOf(linesOf(conditions), {
    details: filterLines('Device filter', devices?.deviceFilter),
    isComplete: hasAll(conditions) && !hasAny(unknown),
  })
}

function controlsAspect(
  { grantControls: grant, sessionControls }: PolicyFacts,
  { access, session }: PolicySections,
): Aspect {
  // Terms of use and custom controls are objects of the tenant, whose names are not stored.
  const others = [grant?.termsOfUse, grant?.customAuthenticationFactors]
  return aspectOf(linesOf([...access, ...session]), {
    details: listLines('Allowed combinations', grant?.authenticationStrength?.allowedCombinations),
    isComplete: ![...others, grant?.unknown, sessionControls?.unknown].some(hasAny),
  })
}

const hasAny = (names: readonly string[] | null | undefined): boolean => (names ?? []).length > 0

function aspectOf(
  lines: readonly string[],
  { details = [], isComplete = true }: { details?: readonly string[]; isComplete?: boolean } = {},
): Aspect {
  return { lines, details, key: folded(JSON.stringify([lines, details])), isComplete }
}

/** A line for each setting; the objects are sorted, since their order has no meaning. */
function linesOf(settings: readonly PolicySetting[]): string[] {
  return settings.map(({ label, items, more }) => {
    const texts = items.map(({ id, name }) => name ?? id ?? '').toSorted(byText)
    return `${label}: ${[...texts, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}`
  })
}

/** False when a list has objects that are only counted. */
const hasAll = (settings: readonly PolicySetting[]): boolean =>
  settings.every(({ more }) => more === 0)

type Guests = NonNullable<PolicyConditions['users']>['includeGuestsOrExternalUsers']

/** The listed organizations are not shown. */
const isEnumerated = (guests: Guests): boolean =>
  guests?.externalTenants?.membershipKind === 'enumerated'

const filterLines = (label: string, filter: unknown): string[] =>
  filter === null || filter === undefined ? [] : [`${label}: ${filterText(filter)}`]

/** 'exclude: device.isCompliant -eq True'. */
function filterText(filter: unknown): string {
  const mode: unknown = valueIn(filter, 'mode')
  const rule: unknown = valueIn(filter, 'rule')
  return typeof mode === 'string' && typeof rule === 'string'
    ? `${mode}: ${rule}`
    : JSON.stringify(filter)
}

const valueIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined

const listLines = (label: string, names: readonly string[] | null | undefined): string[] =>
  (names ?? []).length === 0 ? [] : [`${label}: ${(names ?? []).toSorted(byText).join(', ')}`]

interface Matched {
  readonly pairs: readonly (readonly [Described, Described])[]
  readonly onlyHere: readonly Described[]
  readonly onlyThere: readonly Described[]
}

/** Pairs the policies of one key; of several first those that have most in common. */
function matched(
  here: readonly Described[],
  there: readonly Described[],
  keyOf: (policy: Described) => string,
): Matched {
  const theirs = Map.groupBy(there, keyOf)
  const candidates = here
    .flatMap((one) => (theirs.get(keyOf(one)) ?? []).map((other) => [one, other] as const))
    .toSorted((a, b) => inCommon(...b) - inCommon(...a))
  const taken = new Set<Described>()
  const pairs = candidates.filter(([one, other]) => {
    if (taken.has(one) || taken.has(other)) return false
    taken.add(one).add(other)
    return true
  })
  const left = (policies: readonly Described[]) => policies.filter((each) => !taken.has(each))
  return { pairs, onlyHere: left(here), onlyThere: left(there) }
}

const inCommon = (one: Described, other: Described): number =>
  ASPECTS.filter((aspect) => one.aspects[aspect].key === other.aspects[aspect].key).length

function pairOf(
  [here, there]: readonly [Described, Described],
  matchedBy: PolicyPair['matchedBy'],
): PolicyPair {
  const isEqual = (aspect: PolicyAspect) => here.aspects[aspect].key === there.aspects[aspect].key
  return {
    here: headOf(here),
    there: headOf(there),
    matchedBy,
    differences: ASPECTS.filter((aspect) => !isEqual(aspect)).map((aspect) => {
      const [one, other] = [here.aspects[aspect], there.aspects[aspect]]
      const isSame = folded(one.lines.join('\n')) === folded(other.lines.join('\n'))
      const wordsOf = ({ lines, details }: Aspect) => [...lines, ...(isSame ? details : [])]
      return { aspect, here: wordsOf(one), there: wordsOf(other) }
    }),
    notCompared: ASPECTS.filter(
      (aspect) =>
        isEqual(aspect) && !(here.aspects[aspect].isComplete && there.aspects[aspect].isComplete),
    ),
  }
}

const headOf = ({ policy: { id, displayName, state } }: Described) => ({ id, displayName, state })

const loneOf = (each: Described): LonePolicy => ({
  ...headOf(each),
  lines: ASPECTS.filter((aspect) => aspect !== 'state').flatMap((aspect) =>
    each.aspects[aspect].lines.map((line) => (aspect === 'excluded' ? excludedLine(line) : line)),
  ),
})

/** 'Excluded users: Ada' of 'Users: Ada'. */
const excludedLine = (line: string): string =>
  `Excluded ${line.charAt(0).toLowerCase()}${line.slice(1)}`

/** Names are compared without case and outer blanks, composed or not. */
const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase()

const ASPECT_NAMES: Readonly<Record<PolicyAspect, string>> = {
  state: 'State',
  included: 'Applies to',
  excluded: 'Excluded',
  resources: 'Resources',
  conditions: 'Conditions',
  controls: 'Controls',
}

/** Returns the name of an aspect: 'Applies to'. */
export const aspectName = (aspect: PolicyAspect): string => ASPECT_NAMES[aspect]
