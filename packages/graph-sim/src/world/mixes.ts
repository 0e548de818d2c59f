import type { Random } from '../random.ts'
import type { LicenseLine, LicenseMix } from './licenses.ts'

/** Microsoft sells its Business licenses for at most 300 people. */
const BUSINESS_SEATS_MAX = 300

const FREE_LINES: readonly LicenseLine[] = [
  { partNumber: 'FLOW_FREE', share: 0.12, seats: 10_000 },
  { partNumber: 'POWER_BI_STANDARD', share: 0.06, seats: 1_000_000 },
]

/** What people start by themselves, as many as they like. */
const VIRAL_LINES: readonly LicenseLine[] = [
  { partNumber: 'POWERAPPS_VIRAL', share: 0.05, seats: 10_000 },
  { partNumber: 'CCIBOTS_PRIVPREV_VIRAL', share: 0.02, seats: 10_000 },
  { partNumber: 'RIGHTSMANAGEMENT_ADHOC', share: 0.02, seats: 50_000 },
  { partNumber: 'WINDOWS_STORE', share: 0.01, seats: 1_000_000 },
]

const ENTERPRISE_EXTRAS: readonly LicenseLine[] = [
  ...VIRAL_LINES,
  { partNumber: 'MCOEV', share: 0.15, seats: 'fitting' },
  { partNumber: 'MCOMEETADV', share: 0.1, seats: 'generous' },
  { partNumber: 'VISIOONLINE_PLAN1', share: 0.05, seats: 'fitting' },
  { partNumber: 'PROJECT_P1', share: 0.06, seats: 'generous' },
  { partNumber: 'PROJECTPREMIUM', share: 0.01, seats: 'fitting' },
  { partNumber: 'PBI_PREMIUM_PER_USER', share: 0.02, seats: 'fitting' },
  { partNumber: 'POWERAPPS_PER_USER', share: 0.02, seats: 'in-grace' },
  { partNumber: 'FLOW_PER_USER', share: 0.01, seats: 'fitting' },
  { partNumber: 'Microsoft_Intune_Suite', share: 0.03, seats: 'fitting', isTrial: true },
  { partNumber: 'CDS_FILE_CAPACITY', share: 0, seats: 40 },
  { partNumber: 'CDS_LOG_CAPACITY', share: 0, seats: 4 },
]

/** Licenses with Entra ID P1 in them. */
export function premiumMix(size: number): LicenseMix {
  const partNumber = size > BUSINESS_SEATS_MAX ? 'SPE_E3' : 'SPB'
  return { main: [{ partNumber, share: 0.97, seats: 'fitting' }], addOns: FREE_LINES }
}

/** Licenses without Entra ID P1. */
export function basicMix(size: number): LicenseMix {
  if (size > BUSINESS_SEATS_MAX) {
    return {
      main: [
        { partNumber: 'ENTERPRISEPACK', share: 0.8, seats: 'fitting' },
        { partNumber: 'STANDARDPACK', share: 0.18, seats: 'fitting' },
      ],
      addOns: FREE_LINES,
    }
  }
  return {
    main: [
      { partNumber: 'O365_BUSINESS_PREMIUM', share: 0.6, seats: 'fitting' },
      { partNumber: 'O365_BUSINESS_ESSENTIALS', share: 0.36, seats: 'fitting' },
    ],
    addOns: FREE_LINES.slice(0, 1),
  }
}

/** Returns the mix of an ordinary customer of that size. */
export function ordinaryMix(size: number, random: Random): LicenseMix {
  if (size > BUSINESS_SEATS_MAX) return enterpriseMix()
  if (size <= 12) return random.chance(0.3) ? premiumMix(size) : kioskMix()
  return random.pick([smallMix, mixedMix, basicMix, premiumMix, olderMix])(size)
}

/** Returns a mix of many products, some of them bought twice. */
export function variedMix(size: number, random: Random): LicenseMix {
  if (size > BUSINESS_SEATS_MAX) return withAddOns(enterpriseMix(), ...ENTERPRISE_EXTRAS)
  if (size <= 12) {
    return withAddOns(random.chance(0.5) ? premiumMix(size) : kioskMix(), ...VIRAL_LINES)
  }
  return random.pick([voiceMix, securityMix, olderMix, shopFloorMix, mixedMix])()
}

/** Some have a license that conflicts with what their group gives them, or too few seats are there. */
export function brokenMix(size: number): LicenseMix {
  return withAddOns(
    { main: [{ partNumber: 'SPB', share: 0.6, seats: 'fitting' }], addOns: FREE_LINES },
    { partNumber: 'EXCHANGEENTERPRISE', share: 0, seats: Math.ceil(size / 4) },
    { partNumber: 'MCOEV', share: 0, seats: Math.ceil(size / 6) },
    { partNumber: 'POWER_BI_PRO', share: 0.1, seats: 'fitting' },
  )
}

/** The same mix with the first line's seats bought or paid for differently. */
export function withMainSeats(mix: LicenseMix, change: Partial<LicenseLine>): LicenseMix {
  return { ...mix, main: mix.main.map((line, at) => (at === 0 ? { ...line, ...change } : line)) }
}

export function withAddOns(mix: LicenseMix, ...addOns: LicenseLine[]): LicenseMix {
  return { ...mix, addOns: [...mix.addOns, ...addOns] }
}

function kioskMix(): LicenseMix {
  return {
    main: [
      { partNumber: 'O365_BUSINESS_ESSENTIALS', share: 0.6, seats: 'fitting' },
      { partNumber: 'EXCHANGESTANDARD', share: 0.35, seats: 'fitting' },
    ],
    addOns: [],
  }
}

function smallMix(): LicenseMix {
  return {
    main: [
      { partNumber: 'SPB', share: 0.7, seats: 'fitting' },
      { partNumber: 'EXCHANGESTANDARD', share: 0.25, seats: 'fitting' },
    ],
    addOns: [...FREE_LINES, { partNumber: 'VISIOCLIENT', share: 0.04, seats: 'fitting' }],
  }
}

function mixedMix(): LicenseMix {
  return {
    main: [
      { partNumber: 'SPB', share: 0.55, seats: 'fitting' },
      { partNumber: 'O365_BUSINESS_PREMIUM', share: 0.4, seats: 'fitting' },
    ],
    addOns: [
      ...FREE_LINES,
      { partNumber: 'POWER_BI_PRO', share: 0.07, seats: 'fitting' },
      { partNumber: 'PROJECTPROFESSIONAL', share: 0.04, seats: 'fitting' },
      { partNumber: 'TEAMS_EXPLORATORY', share: 0.03, seats: 100 },
    ],
  }
}

/** Office 365 with telephones. */
function voiceMix(): LicenseMix {
  return {
    main: [
      { partNumber: 'ENTERPRISEPREMIUM', share: 0.15, seats: 'fitting' },
      { partNumber: 'ENTERPRISEPACK', share: 0.7, seats: 'generous' },
      { partNumber: 'TEAMS_ESSENTIALS_AAD', share: 0.1, seats: 'fitting' },
    ],
    addOns: [
      ...VIRAL_LINES,
      { partNumber: 'EMS', share: 0.8, seats: 'fitting', source: 'group' },
      { partNumber: 'MCOEV', share: 0.4, seats: 'fitting' },
      { partNumber: 'MCOMEETADV', share: 0.2, seats: 'generous' },
    ],
  }
}

/** Business Premium with everything for security on top, part of it bought twice. */
function securityMix(): LicenseMix {
  return {
    main: [{ partNumber: 'SPB', share: 0.96, seats: 'fitting', source: 'group' }],
    addOns: [
      ...FREE_LINES,
      { partNumber: 'AAD_PREMIUM_P2', share: 0.7, seats: 'fitting' },
      { partNumber: 'THREAT_INTELLIGENCE', share: 0.5, seats: 'generous' },
      { partNumber: 'MDE_SMB', share: 0.2, seats: 'fitting' },
      { partNumber: 'EXCHANGEARCHIVE_ADDON', share: 0.1, seats: 'in-grace' },
      { partNumber: 'WIN_DEF_ATP', share: 0, seats: 'locked-out' },
    ],
  }
}

/** Few desks and many hands. */
function shopFloorMix(): LicenseMix {
  return {
    main: [
      { partNumber: 'SPB', share: 0.25, seats: 'fitting' },
      { partNumber: 'SPE_F1', share: 0.35, seats: 'generous' },
      { partNumber: 'M365_F1', share: 0.15, seats: 'fitting' },
      { partNumber: 'EXCHANGEDESKLESS', share: 0.2, seats: 'fitting' },
    ],
    addOns: [
      ...VIRAL_LINES,
      { partNumber: 'INTUNE_A', share: 0.05, seats: 'suspended' },
      { partNumber: 'SHAREPOINTSTANDARD', share: 0.05, seats: 'fitting' },
      { partNumber: 'AAD_PREMIUM_P2', share: 0.1, seats: 'generous', isTrial: true },
    ],
  }
}

/** Grown over the years: Office 365 with Entra ID P1 beside it, and a license long retired. */
function olderMix(): LicenseMix {
  return {
    main: [{ partNumber: 'ENTERPRISEPACK', share: 0.95, seats: 'fitting' }],
    addOns: [
      ...FREE_LINES,
      { partNumber: 'AAD_PREMIUM', share: 0.9, seats: 'fitting' },
      { partNumber: 'ATP_ENTERPRISE', share: 0.3, seats: 'fitting' },
      { partNumber: 'AAD_BASIC', share: 0.02, seats: 10 },
    ],
  }
}

function enterpriseMix(): LicenseMix {
  return {
    main: [
      { partNumber: 'SPE_E3', share: 0.62, seats: 'fitting', source: 'group' },
      { partNumber: 'SPE_E5', share: 0.12, seats: 'fitting' },
      { partNumber: 'SPE_F1', share: 0.24, seats: 'fitting' },
    ],
    addOns: [
      ...FREE_LINES,
      { partNumber: 'Microsoft_365_Copilot', share: 0.04, seats: 'generous' },
      { partNumber: 'POWER_BI_PRO', share: 0.06, seats: 'fitting' },
      { partNumber: 'CDS_DB_CAPACITY', share: 0, seats: 12 },
    ],
  }
}
