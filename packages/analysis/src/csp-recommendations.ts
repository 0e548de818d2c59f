import type { CspDecodeResult, TestedEndpoint } from '@tenantscope/contract/csp-decode'
import type { PartFailureCode } from '@tenantscope/contract/parts'
import type { AccessMethod } from '@tenantscope/contract/tenants'

import { isBusinessPremium } from './business-premium.ts'
import { counted } from './counted.ts'
import { CSP_ENDPOINTS } from './csp-endpoints.ts'
import type { FoundSku, LicenseSources } from './csp-sources.ts'

type Recommendation = CspDecodeResult['recommendations'][number]

interface Compared {
  readonly found: readonly FoundSku[]
  readonly additional: readonly FoundSku[]
  readonly unheld: readonly FoundSku[]
}

/** What to do, in the order of doing it: answers first, then licenses that are not where they should be. */
export function recommendationsFor(sources: LicenseSources, compared: Compared): Recommendation[] {
  const { found, additional, unheld } = compared
  return [
    ...withoutAnswer(sources.endpointsTested),
    ...nothingFound(sources),
    ...absentFromSubscribedSkus(additional, sources.subscribedSkus !== null),
    ...found.flatMap(businessPremiumOf),
    ...soldToNobody(unheld),
    ...found.flatMap(endedSeatsOf),
    ...found.flatMap(withoutHolders),
  ]
}

function withoutAnswer(tested: readonly TestedEndpoint[]): Recommendation[] {
  const silent = tested.filter(({ outcome }) => outcome !== 'answered')
  const byReason = Map.groupBy(silent, ({ code, message }) => `${code} ${message}`)
  return [...byReason.values()].map((same) => {
    const { message, code } = same[0] ?? { message: null, code: null }
    return {
      message: `${same.map(({ endpoint }) => endpoint).join(', ')}: ${message ?? 'No answer.'}`,
      suggestion: SUGGESTIONS[code ?? 'UNAVAILABLE'](permissionsOf(same)),
    }
  })
}

function permissionsOf(tested: readonly TestedEndpoint[]): string {
  const named = tested.flatMap(({ endpoint }) =>
    Object.values(CSP_ENDPOINTS).filter((each) => each.endpoint === endpoint),
  )
  return [...new Set(named.map(({ permission }) => permission))].join(' and ')
}

const SUGGESTIONS = {
  CONSENT_REQUIRED: () =>
    'Ask an administrator of this tenant to grant admin consent, then decode again.',
  INVALID_CLIENT_SECRET: () => 'Please verify your client secret in Azure Portal.',
  APP_NOT_FOUND: () => 'Please verify your client ID and tenant ID.',
  APP_DISABLED: () =>
    'Ask an administrator of this tenant to enable it under Enterprise applications.',
  PERMISSION_MISSING: (permissions) =>
    `Add ${permissions} to the app registration and ask an administrator of this tenant to grant admin consent again.`,
  NOT_LICENSED: () => 'It can be read once the tenant has bought a license for it.',
  THROTTLED: () => 'Decode again in a few minutes.',
  UNAVAILABLE: () =>
    'Decode again in a few minutes; if this stays, check the connection of this server to the internet.',
  MALFORMED_ANSWER: () => 'Decode again; if this stays, report it.',
  NOT_IN_CLOUD: () => 'Nothing can be done: other places have to tell.',
  INTERNAL: () => 'Decode again; if this stays, report it.',
} as const satisfies Record<PartFailureCode, (permissions: string) => string>

function nothingFound(sources: LicenseSources): Recommendation[] {
  const { subscribedSkus, subscriptions, heldSkus, accessMethod } = sources
  const isEmpty =
    subscribedSkus?.length === 0 &&
    (subscriptions?.length ?? 0) === 0 &&
    (heldSkus?.holdersById.size ?? 0) === 0
  if (!isEmpty) return []
  const message = 'Microsoft lists no licenses for this tenant.'
  return [{ message, suggestion: WHERE_TO_LOOK[accessMethod] }]
}

const WHERE_TO_LOOK = {
  csp: 'Nothing was ordered for this tenant yet, or it was ordered for another of its directories: compare with Partner Center.',
  direct:
    'This tenant is reached by consent alone. Ask its administrators where it buys: the licenses may belong to another of its directories.',
  unknown:
    'Check that this is the right directory and that its administrators have granted admin consent.',
} as const satisfies Record<AccessMethod, string>

function absentFromSubscribedSkus(
  additional: readonly FoundSku[],
  isListKnown: boolean,
): Recommendation[] {
  if (additional.length === 0) return []
  const names = namesOf(additional)
  if (!isListKnown)
    return [
      {
        message: `${counted(additional.length, 'license')} found although the list of subscribed SKUs gave no answer: ${names}.`,
        suggestion: 'Take seats and use from here only until that list answers again.',
      },
    ]
  return [
    {
      message: `${counted(additional.length, 'license')} found that the list of subscribed SKUs does not have: ${names}.`,
      suggestion:
        'A subscription that has just ended or begun looks like this. Compare with Partner Center, or with Billing in the Microsoft 365 admin center.',
    },
  ]
}

function businessPremiumOf(sku: FoundSku): Recommendation[] {
  const { sold, name } = sku
  if (sold === null || !isBusinessPremium(sku) || !sold.countsAsPaid) return []
  const { consumedUnits: assigned, enabledUnits: usable, availableUnits: open } = sold
  if (assigned <= 0 || open === 0) return []
  return [
    {
      message: `${name}: ${assigned} of ${counted(usable, 'seat')} ${usable === 1 ? 'is' : 'are'} assigned.`,
      suggestion: `Assign the other ${open === 1 ? 'one' : open}, or keep fewer at the renewal.`,
    },
  ]
}

function soldToNobody(unheld: readonly FoundSku[]): Recommendation[] {
  const paid = unheld.filter(({ sold }) => sold?.countsAsPaid === true)
  if (paid.length === 0) return []
  return [
    {
      message: `${counted(paid.length, 'license')} with seats that nobody holds: ${namesOf(paid)}.`,
      suggestion: 'Assign them, or let them go at the renewal.',
    },
  ]
}

function endedSeatsOf({ sold, name }: FoundSku): Recommendation[] {
  if (sold === null || !sold.countsAsPaid) return []
  const { warning, suspended, lockedOut } = sold.prepaidUnits
  const ended = Math.max(0, suspended) + Math.max(0, lockedOut)
  return [
    ...(warning > 0
      ? [
          {
            message: `${name}: ${counted(warning, 'seat')} in grace after the term ended.`,
            suggestion: 'Renew the subscription before the grace ends, or move its people.',
          },
        ]
      : []),
    ...(ended > 0
      ? [
          {
            message: `${name}: ${counted(ended, 'seat')} suspended or locked out, usable by nobody.`,
            suggestion: 'Renew the subscription, or take the license from its people.',
          },
        ]
      : []),
  ]
}

/** Microsoft's own count against the people that were looked at. */
function withoutHolders({ sold, name, holders }: FoundSku): Recommendation[] {
  if (sold === null || sold.consumedUnits <= 0 || holders !== 0) return []
  const isOne = sold.consumedUnits === 1
  return [
    {
      message: `${name}: ${counted(sold.consumedUnits, 'seat')} ${isOne ? 'counts' : 'count'} as assigned, yet nobody was found with it.`,
      suggestion: 'Refresh this tenant, then decode again.',
    },
  ]
}

const NAMES_SHOWN = 5

function namesOf(skus: readonly FoundSku[]): string {
  const names = skus.slice(0, NAMES_SHOWN).map(({ name }) => name)
  const more = skus.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
