import type { Random } from '../random.ts'
import type { Care } from './care.ts'
import { skuById } from './catalog.ts'
import { isHeld } from './licenses.ts'
import type { Person, Workload } from './types.ts'

type Habits = Pick<
  Person,
  'daysSinceUse' | 'methodsRegistered' | 'externalUserState' | 'passwordPolicies'
>

/** Which service plan lets people into which workload. */
const WORKLOAD_PLANS: readonly (readonly [Workload, RegExp, number])[] = [
  ['Exchange', /^EXCHANGE_[SB]_(?!FOUNDATION|ARCHIVE_ADDON)/, 0.97],
  ['OneDrive', /^(SHAREPOINT(STANDARD|ENTERPRISE|DESKLESS)|ONEDRIVE)/, 0.8],
  ['SharePoint', /^SHAREPOINT(STANDARD|ENTERPRISE|DESKLESS)/, 0.7],
  ['Teams', /^TEAMS1$/, 0.85],
  ['Yammer', /^YAMMER/, 0.06],
  ['Skype For Business', /^MCOSTANDARD$/, 0.03],
]
/** How many people have registered a second factor. */
const REGISTERED: Record<Care, number> = { good: 0.96, fair: 0.85, poor: 0.5 }
const workloadsBySku = new Map<string, readonly Workload[]>()

/** What people do with what they have: drawn after licenses, from a stream of their own. */
export function habitsOf(person: Person, care: Care, random: Random): Habits {
  const isGuest = person.userType === 'Guest'
  return {
    daysSinceUse: workloadUse(person, random),
    methodsRegistered: methodsOf(person, care, random),
    externalUserState: isGuest ? invitationOf(person, random) : null,
    passwordPolicies: passwordPoliciesOf(person, care, random),
  }
}

/** No use is later than the user's last sign-in, and some users never used some services. */
export function workloadUse(person: Person, random: Random): Habits['daysSinceUse'] {
  if (person.hoursSinceSignIn === null) return {}
  const days = Math.floor(person.hoursSinceSignIn / 24)
  const used: Partial<Record<Workload, number>> = {}
  for (const [workload, , share] of WORKLOAD_PLANS) {
    const isOpen = person.licenses.some(
      (license) => isHeld(license) && workloadsOf(license.skuId).includes(workload),
    )
    if (isOpen && random.chance(share)) used[workload] = days + random.int(0, 6)
  }
  return used
}

function workloadsOf(skuId: string): readonly Workload[] {
  const known = workloadsBySku.get(skuId)
  if (known) return known
  const plans = skuById(skuId).servicePlans
  const workloads = WORKLOAD_PLANS.filter(([, pattern]) =>
    plans.some((plan) => pattern.test(plan.name)),
  ).map(([workload]) => workload)
  workloadsBySku.set(skuId, workloads)
  return workloads
}

function methodsOf(person: Person, care: Care, random: Random): readonly string[] {
  const isPerson = person.givenName !== null && person.userType !== 'Guest'
  if (!isPerson || !random.chance(REGISTERED[care])) return []
  const roll = random.next()
  if (roll < 0.55) return ['microsoftAuthenticatorPush', 'softwareOneTimePasscode']
  if (roll < 0.75) return ['microsoftAuthenticatorPush', 'softwareOneTimePasscode', 'mobilePhone']
  if (roll < 0.88) return ['mobilePhone']
  if (roll < 0.94) return ['email', 'mobilePhone']
  return care === 'good' || roll < 0.96
    ? ['fido2SecurityKey', 'microsoftAuthenticatorPush', 'softwareOneTimePasscode']
    : ['windowsHelloForBusiness', 'mobilePhone']
}

/** A guest with a sign-in has accepted the invitation. */
function invitationOf(person: Person, random: Random): 'PendingAcceptance' | 'Accepted' {
  if (person.hoursSinceSignIn !== null) return 'Accepted'
  return random.chance(0.7) ? 'PendingAcceptance' : 'Accepted'
}

function passwordPoliciesOf(person: Person, care: Care, random: Random): string | null {
  if (person.onPremisesSyncEnabled) return 'DisablePasswordExpiration'
  const roll = random.next()
  if (roll < 0.04) return 'DisablePasswordExpiration'
  if (care !== 'poor' || roll > 0.07) return null
  return roll < 0.06 ? 'DisableStrongPassword' : 'DisablePasswordExpiration, DisableStrongPassword'
}
