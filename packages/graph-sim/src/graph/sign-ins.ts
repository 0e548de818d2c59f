import type { Person, Tenant } from '../world/types.ts'
import type { GraphAnswer, GraphCall } from './call.ts'
import { hourBefore } from './dates.ts'
import { derivedGuid, derivedNumber } from './derived-ids.ts'
import { answerList } from './listing.ts'
import type { EntityShape } from './projection.ts'
import { GRAPH_APP_ID } from './service-principal-rows.ts'

/** The log goes back 30 days. */
const LOG_HOURS = 30 * 24
/** Hours between the sign-ins that a person leaves in the log. */
const RHYTHM_HOURS = 61
const ROWS_MAX = 1_000

const APPS = [
  { appId: '00000002-0000-0ff1-ce00-000000000000', name: 'Office 365 Exchange Online' },
  { appId: '00000003-0000-0ff1-ce00-000000000000', name: 'Office 365 SharePoint Online' },
  { appId: '1fec8e78-bce4-4aaf-ab1b-5451cc387264', name: 'Microsoft Teams' },
  { appId: '4765445b-32c6-49b0-83e6-1d93765276ca', name: 'OfficeHome' },
] as const

interface SignIn {
  readonly person: Person
  /** 0 is the person's last one. */
  readonly index: number
  readonly hoursAgo: number
}

/** Made once for each row that is told: three properties come from it. */
const ids = new WeakMap<SignIn, string>()

const PROPERTIES = {
  id: idOf,
  createdDateTime: ({ hoursAgo }: SignIn, { now }: GraphCall) => hourBefore(now, hoursAgo),
  userDisplayName: ({ person }: SignIn) => person.displayName,
  userPrincipalName: ({ person }: SignIn) => person.userPrincipalName.toLowerCase(),
  userId: ({ person }: SignIn) => person.id,
  appId: (signIn: SignIn) => appOf(signIn).appId,
  appDisplayName: (signIn: SignIn) => appOf(signIn).name,
  // Of the documentation's own network.
  ipAddress: ({ person }: SignIn) => `203.0.113.${derivedNumber(254, person.id) + 1}`,
  clientAppUsed: () => 'Browser',
  correlationId: (signIn: SignIn) => derivedGuid('correlation', idOf(signIn)),
  conditionalAccessStatus: (_: SignIn, { tenant }: GraphCall) =>
    tenant.policies.some(({ state }) => state === 'enabled') ? 'success' : 'notApplied',
  isInteractive: () => true,
  riskDetail: () => 'none',
  riskLevelAggregated: () => 'none',
  riskLevelDuringSignIn: () => 'none',
  riskState: () => 'none',
  riskEventTypes: () => [],
  riskEventTypes_v2: () => [],
  resourceDisplayName: () => 'Microsoft Graph',
  resourceId: () => GRAPH_APP_ID,
  status: () => ({ errorCode: 0, failureReason: 'Other.', additionalDetails: null }),
  deviceDetail: () => ({
    deviceId: '',
    displayName: '',
    operatingSystem: 'Windows10',
    browser: 'Edge 142.0.0',
    isCompliant: false,
    isManaged: false,
    trustType: '',
  }),
  location: (_: SignIn, { tenant }: GraphCall) => locationOf(tenant),
  appliedConditionalAccessPolicies: () => [],
}

const SIGN_IN: EntityShape<SignIn> = {
  typeName: 'microsoft.graph.signIn',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
}

/** Interactive sign-ins, newest first. */
export function listSignIns(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: 'auditLogs/signIns',
    shape: SIGN_IN,
    rows: signInsOf(call.tenant.people),
    pageDefault: ROWS_MAX,
    pageMax: ROWS_MAX,
  })
}

/** Put hour by hour where they belong, which for each page of a large log is far sooner than to sort. */
function signInsOf(people: readonly Person[]): SignIn[] {
  const byHour: SignIn[][] = Array.from({ length: LOG_HOURS }, () => [])
  for (const person of people) {
    if (person.hoursSinceSignIn === null) continue
    let index = 0
    for (let hoursAgo = person.hoursSinceSignIn; hoursAgo < LOG_HOURS; hoursAgo += RHYTHM_HOURS) {
      byHour[Math.trunc(hoursAgo)]?.push({ person, index, hoursAgo })
      index += 1
    }
  }
  return byHour.flat()
}

function idOf(signIn: SignIn): string {
  const known = ids.get(signIn)
  if (known !== undefined) return known
  const id = derivedGuid('signIn', signIn.person.id, String(signIn.index))
  ids.set(signIn, id)
  return id
}

function appOf(signIn: SignIn): (typeof APPS)[number] {
  return APPS[derivedNumber(APPS.length, idOf(signIn))] ?? APPS[0]
}

function locationOf({ place }: Tenant) {
  return {
    city: place.city,
    state: place.state,
    countryOrRegion: place.countryCode,
    geoCoordinates: { altitude: null, latitude: null, longitude: null },
  }
}
