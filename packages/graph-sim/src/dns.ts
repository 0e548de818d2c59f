import { ControlRefusal } from './control-fields.ts'

/**
 * Public DNS of the simulated mail domains. What a domain publishes follows from its name, so that some
 * pass every check and others fail each of them, without any draw of the world.
 */
interface Published {
  readonly spf: string | null
  readonly dmarc: string | null
  readonly selectors: readonly [boolean, boolean]
}

const SPF = 'v=spf1 include:spf.protection.outlook.com'
/** By the sum of a name's characters. Null: the servers of the domain do not answer. */
const KINDS: readonly (Published | null)[] = [
  { spf: `${SPF} -all`, dmarc: 'v=DMARC1; p=reject', selectors: [true, true] },
  {
    spf: `${SPF} -all`,
    dmarc: 'v=DMARC1; p=none; rua=mailto:dmarc@{domain}',
    selectors: [true, true],
  },
  { spf: `${SPF} ~all`, dmarc: 'v=DMARC1; p=quarantine; pct=50', selectors: [true, false] },
  { spf: null, dmarc: null, selectors: [false, false] },
  { spf: `${SPF} +all`, dmarc: 'v=DMARC1; p=reject', selectors: [true, true] },
  { spf: `${SPF} -all`, dmarc: 'v=DMARC1; p=reject; sp=none', selectors: [true, true] },
  null,
]

/** Returns a name that begins so and publishes nothing but strict records, none, or does not answer. */
export function domainPublishing(start: string, records: 'strict' | 'none' | 'silence'): string {
  const kind = { strict: 0, none: 3, silence: 6 }[records]
  // Letters that follow each other give every remainder once.
  const names = Array.from('abcdefg', (letter) => `${start}-${letter}.example`)
  const found = names.find((name) => sumOf(name) % KINDS.length === kind)
  if (found === undefined) throw new Error(`No name for ${start}`)
  return found
}

/** Returns the records of a name, as a resolver does; null: no answer. */
export function dnsRecords(name: string | null, type: string | null): string[] | null {
  if (name === null || name === '') throw new ControlRefusal('name is missing.')
  const recordsOf = RECORDS[type ?? '']
  if (!recordsOf) throw new ControlRefusal('type must be MX, TXT or CNAME.')
  const [, prefix = '', domain = ''] =
    /^(_dmarc\.|selector[12]\._domainkey\.)?(.{1,253})$/iu.exec(name.slice(0, 300)) ?? []
  const published = KINDS[sumOf(domain) % KINDS.length] ?? null
  return published && recordsOf({ prefix: prefix.toLowerCase(), domain, published })
}

interface Asked {
  /** What stands before the domain, in lower case. */
  readonly prefix: string
  readonly domain: string
  readonly published: Published
}

const RECORDS: Readonly<Record<string, (asked: Asked) => string[]>> = {
  MX: ({ prefix, domain }) =>
    prefix === '' ? [`${dashed(domain)}.mail.protection.outlook.com`] : [],
  TXT({ prefix, domain, published: { spf, dmarc } }) {
    if (prefix === '') return textsOf(spf, domain)
    return prefix === '_dmarc.' ? textsOf(dmarc, domain) : []
  },
  CNAME({ prefix, domain, published: { selectors } }) {
    const number = /^selector([12])/u.exec(prefix)?.[1]
    if (number === undefined || !selectors[number === '1' ? 0 : 1]) return []
    return [`selector${number}-${dashed(domain)}._domainkey.example.onmicrosoft.com`]
  },
}

const dashed = (domain: string): string => domain.replaceAll('.', '-')

const textsOf = (text: string | null, domain: string): string[] =>
  text === null ? [] : [text.replace('{domain}', domain)]

const sumOf = (text: string): number =>
  Array.from(text.toLowerCase()).reduce(
    (sum, character) => sum + (character.codePointAt(0) ?? 0),
    0,
  )
