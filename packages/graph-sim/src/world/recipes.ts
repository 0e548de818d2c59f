import type { Random } from '../random.ts'
import { FURTHER_STORIES } from './further-stories.ts'
import { LOCALES, localeOf, type Locale, type Name } from './locales.ts'
import { basicMix, ordinaryMix, premiumMix, variedMix, withAddOns, withMainSeats } from './mixes.ts'
import type { Recipe, StoryRecipe } from './recipe.ts'

/** 3 to 400 people, and one customer in forty that is larger. */
const SIZES = [
  3, 5, 7, 9, 12, 14, 18, 22, 26, 30, 34, 40, 46, 52, 60, 68, 78, 90, 104, 120, 140, 165, 190, 220,
  260, 310, 400, 640,
] as const

/**
 * These customers are in every world, in this order, whatever the seed. The first three are what
 * the first screen must show; their names sort early.
 */
const STORIES: readonly StoryRecipe[] = [
  {
    story: 'seats-wasted',
    countryCode: 'SE',
    company: { text: 'Aalto & Lind Accounting', ascii: 'aalto-lind' },
    size: 84,
    mix: (size) => withMainSeats(premiumMix(size), { seats: 'generous' }),
    policies: 'good',
  },
  {
    story: 'no-mfa-policy',
    countryCode: 'US',
    company: { text: 'Acacia Family Dental', ascii: 'acacia-dental' },
    size: 27,
    mix: premiumMix,
    policies: 'none',
  },
  {
    story: 'consent-withdrawn',
    countryCode: 'IT',
    company: { text: 'Adriatica Alimentari S.r.l.', ascii: 'adriatica-alimentari' },
    size: 61,
    mix: basicMix,
    policies: 'none',
    isConsented: false,
  },
  {
    story: 'never-consented',
    countryCode: 'GR',
    company: { text: 'Aegean Charter Lines', ascii: 'aegean-charter' },
    size: 38,
    mix: premiumMix,
    policies: 'fair',
    isConsented: false,
  },
  {
    story: 'hostile-names',
    countryCode: 'DE',
    company: { text: 'Bits & <b>Bytes</b> Webdesign GmbH', ascii: 'bits-bytes' },
    size: 24,
    mix: premiumMix,
    policies: 'fair',
    hostileNames: [
      '=1+1 Konferenzraum',
      '+49 Hotline',
      '-Archiv-',
      '@Empfang',
      '<script>alert("Praktikant")</script>',
      'Zoë "Zo" O’Hara, Vertrieb; Süd',
      'Ünal 🚀 Özdemir 👩‍💻',
    ],
  },
  {
    story: 'hostile-directions',
    countryCode: 'IL',
    company: { text: 'Ben-Gal בן־גל 🧭 Tours', ascii: 'ben-gal-tours' },
    size: 16,
    mix: basicMix,
    policies: 'none',
    hostileNames: ['\u202Eאולם\u202C 3', 'מיכל (Michal) Levi', 'Tab\tStudio', ' נועה כהן '],
  },
  { story: 'security-defaults', countryCode: 'NL', size: 11, mix: basicMix, policies: 'none' },
  {
    story: 'over-allocated',
    countryCode: 'PL',
    size: 72,
    // Beside it a company-wide license that costs money, and whose seats belong to no user.
    mix: (size) =>
      withAddOns(withMainSeats(premiumMix(size), { seats: 'short' }), {
        partNumber: 'CDS_DB_CAPACITY',
        share: 0,
        seats: 12,
      }),
    policies: 'fair',
  },
  {
    story: 'seats-in-grace',
    countryCode: 'FR',
    size: 45,
    mix: (size) => withMainSeats(basicMix(size), { seats: 'in-grace' }),
    policies: 'none',
  },
  {
    story: 'seats-suspended',
    countryCode: 'TR',
    size: 33,
    mix: (size) =>
      withAddOns(
        premiumMix(size),
        { partNumber: 'O365_BUSINESS_PREMIUM', share: 0.1, seats: 'suspended' },
        { partNumber: 'POWER_BI_PRO', share: 0, seats: 'locked-out' },
        { partNumber: 'AAD_BASIC', share: 0.1, seats: 10 },
      ),
    policies: 'good',
  },
  {
    story: 'unknown-sku',
    countryCode: 'KR',
    size: 58,
    mix: (size) =>
      withAddOns(premiumMix(size), {
        partNumber: 'Orchard_Insights_Preview',
        share: 0.2,
        seats: 25,
      }),
    policies: 'fair',
  },
  {
    story: 'group-licensing',
    countryCode: 'JP',
    size: 132,
    mix: (size) => withMainSeats(premiumMix(size), { source: 'group' }),
    policies: 'good',
  },
  { story: 'report-only', countryCode: 'BR', size: 96, mix: premiumMix, policies: 'report-only' },
  {
    story: 'policies-disabled',
    countryCode: 'GB',
    size: 29,
    mix: premiumMix,
    policies: 'disabled',
  },
]

/** From here on the default world meets every script of the data. */
const FIRST_LOCALE = 10
/**
 * The default world has 40 customers, and screens and journeys know them: what came later into the
 * world follows them.
 */
const FIRST_DETAILED = 40
/** Beyond the default world one of this number of customers is very large. */
const LARGE_EVERY = 16
/** The large one of each turn. It is fixed, so that a further story leaves the customers behind it as they are. */
const LARGE_TURN = 8
const LARGE_SIZES = [1400, 900, 2500, 1150, 1900] as const

interface RecipeOptions {
  readonly tenants: number
  /** Absent: believable sizes. */
  readonly users: number | undefined
  /** The later stories and every detail also in a small world, right behind the first stories. */
  readonly isWhole: boolean
  readonly random: Random
}

/** The customers of a world: the stories first, then as many ordinary ones as are asked for. */
export function chooseRecipes(options: RecipeOptions): Recipe[] {
  const nextCompany = createCompanyNames()
  const laterFrom = options.isWhole ? STORIES.length : FIRST_DETAILED
  return Array.from({ length: options.tenants }, (_, index) => {
    const isDetailed = index >= laterFrom
    const prepared = STORIES[index] ?? FURTHER_STORIES[index - laterFrom]
    if (prepared) {
      const recipe = storyRecipe(prepared, options.users ?? prepared.size, nextCompany)
      return { ...recipe, isDetailed }
    }
    const at = index - STORIES.length
    const locale = LOCALES[(at + FIRST_LOCALE) % LOCALES.length] ?? localeOf('US')
    const size = options.users ?? sizeOf(index, isDetailed)
    const random = options.random.fork(`recipe:${index}`)
    return ordinaryRecipe({ locale, size, random, company: nextCompany(locale) }, isDetailed)
  })
}

function sizeOf(index: number, isDetailed: boolean): number {
  const turn = index - FIRST_DETAILED
  if (isDetailed && turn >= 0 && turn % LARGE_EVERY === LARGE_TURN) {
    return LARGE_SIZES[Math.floor(turn / LARGE_EVERY) % LARGE_SIZES.length] ?? 900
  }
  return SIZES[((index - STORIES.length) * 11 + 5) % SIZES.length] ?? 25
}

function storyRecipe(
  prepared: StoryRecipe,
  size: number,
  nextCompany: (locale: Locale) => Name,
): Recipe {
  const locale = localeOf(prepared.countryCode)
  return {
    story: prepared.story,
    company: prepared.company ?? nextCompany(locale),
    locale,
    size,
    mix: prepared.mix(size),
    policies: prepared.policies,
    isHybrid: prepared.story === 'group-licensing',
    isDirect: false,
    isConsented: prepared.isConsented ?? true,
    hostileNames: prepared.hostileNames ?? [],
    isDetailed: false,
    traits: prepared.traits ?? {},
  }
}

function ordinaryRecipe(
  part: Pick<Recipe, 'company' | 'locale' | 'size'> & { random: Random },
  isDetailed: boolean,
): Recipe {
  const { random, size } = part
  const mix = ordinaryMix(size, random)
  return {
    story: null,
    company: part.company,
    locale: part.locale,
    size,
    mix: isDetailed ? variedMix(size, random.fork('varied')) : mix,
    policies: random.pick(['good', 'good', 'fair', 'fair', 'poor'] as const),
    isHybrid: size > 30 && random.chance(0.35),
    isDirect: random.chance(0.12),
    isConsented: true,
    hostileNames: [],
    isDetailed,
    traits: {},
  }
}

/** Each company once; then again with its city, then with a number. */
function createCompanyNames(): (locale: Locale) => Name {
  const given = new Map<string, number>()
  return (locale) => {
    const count = given.get(locale.countryCode) ?? 0
    given.set(locale.countryCode, count + 1)
    const company = locale.companies[count % locale.companies.length]
    if (!company) throw new Error(`No companies for ${locale.countryCode}`)
    const round = Math.floor(count / locale.companies.length)
    if (round === 0) return company
    const place = locale.cities[(round - 1) % locale.cities.length]?.city ?? ''
    const turn = Math.floor((round - 1) / locale.cities.length)
    return {
      text: `${company.text} (${place}${turn === 0 ? '' : ` ${turn + 1}`})`,
      ascii: `${company.ascii}-${round + 1}`,
    }
  }
}
