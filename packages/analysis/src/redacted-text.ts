/** How a text is written when it leaves the house: never an address, an id, a number to call or the tenant's domain. */
export interface TextRedaction {
  /** A name with whatever must not leave masked; empty when nothing of it is left to see. */
  nameOf(name: string): string
  /** The same for products, whose names may hold long numbers. */
  productOf(name: string): string
  /** 'a•••@f•••.com' for an address of any kind. */
  addressOf(address: string): string
  /** 'A••• B•••' for a name that was redacted before. */
  initialsOf(redactedName: string): string
}

const MASK = '•••'

/** Controls, and what is not seen but splits or turns the text around it; joiners shape letters and stay. */
const UNSEEN =
  /[\p{Cs}\p{Co}\p{Cn}\p{Bidi_Control}\u00AD\u180E\u200B\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** What shapes letters without being one; it must not hide an address from the search for one. */
const JOINERS = /[\p{Join_Control}\p{Variation_Selector}]/gu

/** At signs that look or read like one. */
const AT = /[@＠﹫]|%40/giu
const HAS_AT = /[@＠﹫]|%40|#EXT#/iu
/** What ends an address within a sentence. */
const BETWEEN_WORDS = /([\s<>()[\]{},;:"“”„«»（）「」【】、，；：|\\]+)/u
const GUEST = /^(?<local>.*?)(?:_(?<domain>[^_@]*))?#EXT#/iu

const GUID = /[0-9a-f]{8}(?:[-‐-―]?[0-9a-f]{4}){3}[-‐-―]?[0-9a-f]{12}/giu
/** Seven digits and more in a row, with what people write between and around them. */
const DIGITS = /[+([]?\p{Nd}[\p{Nd}\p{M}\p{Pd}\s()[\]./+−·•*_~|]{5,}\p{Nd}/gu
const LEAST_PHONE_DIGITS = 7

/** Whatever dots stand between. */
const DOMAIN_LIKE =
  /[\p{L}\p{N}\p{M}\p{Join_Control}-]+(?:[.．。｡][\p{L}\p{N}\p{M}\p{Join_Control}-]+)+/gu
const DOTS = /[.．。｡]/u
const ENDING_DOTS = /[.．。｡]$/u
/** Hosts that carry the name of a tenant of Microsoft. */
const TENANT_HOST = /(?:^|\.)(?:onmicrosoft|sharepoint)\./u
const MOST_LABELS = 12

interface KnownDomains {
  /** The tenant's own, which stays inside even as a part of a longer one. */
  readonly tenantDomain: string | null
  /** Others that must not leave bare. */
  readonly domains: Iterable<string>
}

export function createTextRedaction(known: KnownDomains): TextRedaction {
  const tenantDomain = normalDomain(known.tenantDomain ?? '')
  const own = new Set(
    [tenantDomain, ...Array.from(known.domains, normalDomain)].filter((name) => name.includes('.')),
  )

  const withoutDomains = (text: string): string =>
    text.replaceAll(DOMAIN_LIKE, (found) => {
      const domain = normalDomain(found)
      const isTenants = own.has(tenantDomain) && domain.includes(tenantDomain)
      return isTenants || isOwn(domain, own) ? maskedDomain(found) : found
    })

  const redacted = (text: string, withoutNumbers: (text: string) => string): string => {
    const masked = withoutDomains(withoutAddresses(withoutNumbers(seenOf(text))))
    return isNothing(masked) ? '' : masked
  }

  return {
    nameOf: (name) => redacted(name, (text) => withoutPhones(withoutIds(text))),
    productOf: (name) => redacted(name, withoutIds),
    addressOf: (address) => maskedAddress(seenOf(address)),
    initialsOf: (redactedName) =>
      redactedName
        .split(/\s+/u)
        .map((word) => (word.includes(`${MASK}@`) ? word : initialOf(word)))
        .filter((word) => word !== '')
        .join(' '),
  }
}

/** What stands behind the at sign of an address, and of the address that a guest came with. */
export function domainsOf(address: string): string[] {
  const at = address.lastIndexOf('@')
  const own = at < 0 ? address.split(AT).slice(1) : [address.slice(at + 1)]
  const home = address.includes('#') ? GUEST.exec(address)?.groups?.['domain'] : undefined
  return home === undefined ? own : [...own, home]
}

const seenOf = (text: string): string =>
  withoutHiding(text.replaceAll(CONTROLS, ' ').toWellFormed().replaceAll(UNSEEN, '').trim())

/** Joiners go where they may split an id or a number to call; letters of a name need them. */
function withoutHiding(text: string): string {
  const bare = text.replaceAll(JOINERS, '')
  if (bare === text) return text
  return [GUID, DIGITS].some((hidden) => bare.search(hidden) >= 0) ? bare : text
}

const withoutIds = (text: string): string => text.replaceAll(GUID, MASK)

const withoutPhones = (text: string): string =>
  text.replaceAll(DIGITS, (found) =>
    (found.match(/\p{Nd}/gu) ?? []).length < LEAST_PHONE_DIGITS ? found : MASK,
  )

function withoutAddresses(text: string): string {
  if (!HAS_AT.test(text)) return text
  return text
    .split(BETWEEN_WORDS)
    .map((word) => (isAddress(word) ? maskedAddress(word) : word))
    .join('')
}

/** Generous on purpose: what merely looks like an address may be masked, a real one may not stay. */
function isAddress(word: string): boolean {
  if (!HAS_AT.test(word)) return false
  const parts = word.split(AT)
  const [local = '', ...rest] = parts
  if (rest.every((part) => part === '')) return GUEST.test(word)
  return local !== '' || rest.some((part) => DOTS.test(part))
}

function maskedAddress(address: string): string {
  const { local, domain } = GUEST.exec(address)?.groups ?? {}
  if (local !== undefined) return joined(local, domain === undefined ? [] : [domain])
  const [first = '', ...rest] = address.split(AT)
  return joined(first, rest.length === 0 ? [] : rest)
}

const joined = (local: string, domains: readonly string[]): string =>
  [`${firstOf(local)}${MASK}`, ...domains.map(maskedDomain)].join('@')

/** 'f•••.com': the first letter and the last label, which says no more than a country or 'com'. */
function maskedDomain(domain: string): string {
  const labels = domain.replaceAll(JOINERS, '').replace(ENDING_DOTS, '').split(DOTS)
  const last = labels.length > 1 ? (/^[\p{L}\p{M}]{2,}/u.exec(labels.at(-1) ?? '')?.[0] ?? '') : ''
  return `${firstOf(domain)}${MASK}${last === '' ? '' : `.${last}`}`
}

/** Whether a run of its labels is one of the domains, as in 'mail.fabrikam.com.example'. */
function isOwn(domain: string, own: ReadonlySet<string>): boolean {
  if (TENANT_HOST.test(domain)) return true
  const labels = domain.split('.')
  if (labels.length > MOST_LABELS) return true
  return labels.some((_, start) =>
    labels.some((__, end) => end > start && own.has(labels.slice(start, end + 1).join('.'))),
  )
}

const normalDomain = (domain: string): string =>
  domain.replaceAll(JOINERS, '').split(DOTS).join('.').normalize('NFKC').toLowerCase()

/** The first letter of a text with all that belongs to it; '' where there is neither letter nor number. */
function firstOf(text: string): string {
  const [from] = /[\p{L}\p{N}].*/su.exec(text) ?? []
  return from === undefined ? '' : firstGrapheme(from)
}

/** A word that has no letter, such as a picture, is its first sign; punctuation alone is nothing. */
function initialOf(word: string): string {
  const [from] = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}].*/su.exec(word) ?? []
  return from === undefined ? '' : `${firstGrapheme(from)}${MASK}`
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function firstGrapheme(text: string): string {
  // Most names; asking the segmenter costs a hundred times as much.
  if (/^[\x20-\x7E](?:[\x20-\x7E]|$)/u.test(text)) return text.charAt(0)
  // Long enough for any letter that people write.
  const [first] = graphemes.segment(text.slice(0, 64))
  return first?.segment ?? ''
}

const isNothing = (text: string): boolean => /^[\p{C}\p{Z}\p{M}•]*$/u.test(text)
