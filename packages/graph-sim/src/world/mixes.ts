import type { Random } from '../random.ts'
import type { LicenseLine, LicenseMix } from './licenses.ts'

/** Microsoft sells its Business licenses for at most 300 people. */
const BUSINESS_SEATS_MAX = 300

const FREE_LINES: readonly LicenseLine[] = [
  { partNumber: 'FLOW_FREE', share: 0.12, seats: 10_000 },
  { partNumber: 'POWER_BI_STANDARD', share: 0.06, seats: 1_000_000 },
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

/** What an ordinary customer of that size tends to have bought. */
export function ordinaryMix(size: number, random: Random): LicenseMix {
  if (size > BUSINESS_SEATS_MAX) return enterpriseMix()
  if (size <= 12) return random.chance(0.3) ? premiumMix(size) : kioskMix()
  return random.pick([smallMix, mixedMix, basicMix, premiumMix, olderMix])(size)
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
