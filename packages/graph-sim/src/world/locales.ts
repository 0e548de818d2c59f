import type { Random } from '../random.ts'
import rows from './data/locales.json' with { type: 'json' }

/** A written name and its letters in addresses. */
export interface Name {
  readonly text: string
  readonly ascii: string
}

/** How a country names its people, companies and cities. */
export interface Locale {
  readonly countryCode: string
  readonly language: string
  readonly region: string
  readonly dialPrefix: string
  readonly familyNameFirst: boolean
  readonly cities: readonly { readonly city: string; readonly state: string }[]
  readonly companies: readonly Name[]
  readonly givenNames: readonly Name[]
  readonly familyNames: readonly Name[]
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  þ: 'th',
  ð: 'd',
}

export const LOCALES: readonly Locale[] = rows.map((row) => ({
  ...row,
  cities: row.cities.map(([city = '', state = '']) => ({ city, state })),
  companies: row.companies.map(toName),
  givenNames: row.givenNames.map(toName),
  familyNames: row.familyNames.map(toName),
}))

export function localeOf(countryCode: string): Locale {
  const locale = LOCALES.find((each) => each.countryCode === countryCode)
  if (!locale) throw new Error(`No locale for ${countryCode} in world/data/locales.json`)
  return locale
}

/** Telephone numbers with 555 are not assigned. */
export function phoneNumber(locale: Locale, random: Random): string {
  return `${locale.dialPrefix} ${random.int(20, 99)} 555 ${String(random.int(0, 9999)).padStart(4, '0')}`
}

/** Lower-case ASCII letters and digits joined by the separator; empty when the text has none. */
export function asciiOf(text: string, separator: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? '')
    .replaceAll(/['.&]/g, '')
    .replaceAll(/[^a-z0-9]+/g, separator)
    .replaceAll(new RegExp(`^\\${separator}|\\${separator}$`, 'g'), '')
}

function toName([text = '', ascii]: readonly string[]): Name {
  return { text, ascii: ascii ?? asciiOf(text, '-') }
}
