import type { CspDecodeResult, TestedEndpoint } from '@tenantscope/contract/csp-decode'
import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
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

/** Returns recommendations in the order to follow them: endpoints without an answer first, then licenses. */
export function recommendationsFor(sources: LicenseSources, compared: Compared): Recommendation[] {
  const { found, additional, unheld } = compared
  return [
    ...withoutAnswer(sources.endpointsTested),
    ...nothingFound(sources),
    ...absentFromSubscribedSkus(additional, sources.subscribedSkus !== null),
    ...found.flatMap(businessPremiumOf),
    ...withoutAssignment(unheld),
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
      message: `${same.map(({ endpoint }) => endpoint).join(', ')}: ${message ?? 'No response.'}`,
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
  NOT_LICENSED: () => 'This data becomes readable when the tenant has a license for it.',
  THROTTLED: () => 'Decode again in a few minutes.',
  UNAVAILABLE: () =>
    "Decode again in a few minutes. If the error persists, check this server's internet connection.",
  MALFORMED_ANSWER: () => 'Decode again. If the error persists, report it.',
  NOT_IN_CLOUD: () => 'No action is possible. Use the results of the other endpoints.',
  INTERNAL: () => 'Decode again. If the error persists, report it.',
} as const satisfies Record<PartFailureCode, (permissions: string) => string>

function nothingFound(sources: LicenseSources): Recommendation[] {
  const { subscribedSkus, subscriptions, heldSkus, accessMethod } = sources
  const isEmpty =
    subscribedSkus?.length === 0 &&
    (subscriptions?.length ?? 0) === 0 &&
    (heldSkus?.holdersById.size ?? 0) === 0
  if (!isEmpty) return []
  const message = 'Microsoft lists no licenses for this tenant.'
  return [{ message, suggestion: EMPTY_SUGGESTIONS[accessMethod] }]
}

const EMPTY_SUGGESTIONS = {
  csp: 'Nothing was ordered for this tenant yet, or it was ordered for another directory of this customer. Compare with Partner Center.',
  direct:
    'This tenant is reached by consent alone. Ask its administrators where they buy licenses. The licenses may belong to another directory.',
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
        message: `${counted(additional.length, 'license')} found, but the list of subscribed SKUs could not be read: ${names}.`,
        suggestion: 'Use the seats and assignments shown here until that list can be read again.',
      },
    ]
  return [
    {
      message: `${counted(additional.length, 'license')} found that the list of subscribed SKUs does not contain: ${names}.`,
      suggestion:
        'A subscription may have just started or ended. Compare with Partner Center, or with Billing in the Microsoft 365 admin center.',
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
      suggestion: `Assign the other ${open === 1 ? 'one' : open}, or reduce the seats at the renewal.`,
    },
  ]
}

function withoutAssignment(unheld: readonly FoundSku[]): Recommendation[] {
  const paid = unheld.filter(({ sold }) => sold?.countsAsPaid === true)
  if (paid.length === 0) return []
  return [
    {
      message: `${counted(paid.length, 'license')} with seats that are not assigned to any user: ${namesOf(paid)}.`,
      suggestion: 'Assign the seats, or remove them at the renewal.',
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
            message: `${name}: ${counted(warning, 'seat')} in the grace period after the term ended.`,
            suggestion:
              'Renew the subscription before the grace period ends, or move its users to another license.',
          },
        ]
      : []),
    ...(ended > 0
      ? [
          {
            message: `${name}: ${counted(ended, 'seat')} suspended or locked out and not usable.`,
            suggestion: 'Renew the subscription, or remove the license from its users.',
          },
        ]
      : []),
  ]
}

/** Returns a recommendation when Microsoft counts assigned seats but no holder was found. */
function withoutHolders({ sold, name, holders }: FoundSku): Recommendation[] {
  if (sold === null || sold.consumedUnits <= 0 || holders !== 0) return []
  if (!LICENSE_KINDS[sold.kind].forUsers) return []
  const isOne = sold.consumedUnits === 1
  return [
    {
      message: `${name}: ${counted(sold.consumedUnits, 'seat')} ${isOne ? 'counts' : 'count'} as assigned, but no user with this license was found.`,
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
