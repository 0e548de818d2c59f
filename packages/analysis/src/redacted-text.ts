/** Redacts texts of shared reports: removes addresses, ids, phone numbers and the tenant's domains. */
export interface TextRedaction {
  /** Returns a name with sensitive parts masked; empty when nothing readable remains. */
  nameOf(name: string): string
  /** The same for products, whose names may contain long numbers. */
  productOf(name: string): string
  /** 'a•••@f•••.com' for an address of any kind. */
  addressOf(address: string): string
  /** 'A••• B•••' for a name that was redacted before. */
  initialsOf(redactedName: string): string
}

const MASK = '•••'

/** Control characters and invisible ones that split or reorder text; joiners are kept, since they shape letters. */
const UNSEEN =
  /[\p{Cs}\p{Co}\p{Cn}\p{Bidi_Control}\u00AD\u180E\u200B\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Joiners and variation selectors shape letters; they must not hide an address from detection. */
const JOINERS = /[\p{Join_Control}\p{Variation_Selector}]/gu

/** At signs and their variants. */
const AT = /[@＠﹫]|%40/giu
const HAS_AT = /[@＠﹫]|%40|#EXT#/iu
/** Characters that end an address within a sentence. */
const BETWEEN_WORDS = /([\s<>()[\]{},;:"“”„«»（）「」【】、，；：|\\]+)/u
const GUEST = /^(?<local>.*?)(?:_(?<domain>[^_@]*))?#EXT#/iu

const GUID = /[0-9a-f]{8}(?:[-‐-―]?[0-9a-f]{4}){3}[-‐-―]?[0-9a-f]{12}/giu
/** Seven or more digits with the separators used in phone numbers. */
const DIGITS = /[+([]?\p{Nd}[\p{Nd}\p{M}\p{Pd}\s()[\].․．﹒。｡︒·‧∙⋅・･۔܁܂/+−•*_~|]{5,}\p{Nd}/gu
const LEAST_PHONE_DIGITS = 7

/** Full stops that browsers read as '.', and characters that look like one. */
const DOTS = /[.․．﹒。｡︒·‧∙⋅・･۔܁܂]/u
/** Labels separated by these dots. Starts only where a label starts, so that long texts take linear time. */
const DOMAIN_LIKE =
  /(?<![\p{L}\p{N}\p{M}\p{Join_Control}-])[\p{L}\p{N}\p{M}\p{Join_Control}-]+(?:[.․．﹒。｡︒·‧∙⋅・･۔܁܂][\p{L}\p{N}\p{M}\p{Join_Control}-]+)+/gu
/** Microsoft host names that contain a tenant's name. */
const TENANT_HOST = /(?:^|\.)(?:onmicrosoft|sharepoint)\./u
const MOST_LABELS = 12

interface KnownDomains {
  /** The tenant's own domain; also masked within a longer one. */
  readonly tenantDomain: string | null
  /** Other domains to mask. */
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

/** Returns the domain of an address, and for a guest also the domain of the home address. */
export function domainsOf(address: string): string[] {
  const at = address.lastIndexOf('@')
  const own = at < 0 ? address.split(AT).slice(1) : [address.slice(at + 1)]
  const home = address.includes('#') ? GUEST.exec(address)?.groups?.['domain'] : undefined
  return home === undefined ? own : [...own, home]
}

const seenOf = (text: string): string =>
  withoutHiding(text.replaceAll(CONTROLS, ' ').toWellFormed().replaceAll(UNSEEN, '').trim())

/** Removes joiners when the text without them contains an id or a phone number; names need joiners. */
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

/** Over-matches on purpose: masking a text that is no address is acceptable, keeping an address is not. */
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

/** Returns 'f•••.com': the first letter and the top-level domain, which identifies no tenant. */
function maskedDomain(domain: string): string {
  const labels = domain.replaceAll(JOINERS, '').split(DOTS)
  if (labels.at(-1) === '') labels.pop()
  const last = labels.length > 1 ? (/^[\p{L}\p{M}]{2,}/u.exec(labels.at(-1) ?? '')?.[0] ?? '') : ''
  return `${firstOf(domain)}${MASK}${last === '' ? '' : `.${last}`}`
}

/** True when consecutive labels form one of the domains, as in 'mail.fabrikam.com.example'. */
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

/** Returns the first letter or number of a text with its combining marks; '' without any. */
function firstOf(text: string): string {
  const [from] = /[\p{L}\p{N}].*/su.exec(text) ?? []
  return from === undefined ? '' : firstGrapheme(from)
}

/** Returns the first letter, number or emoji of a word, masked; '' for punctuation alone. */
function initialOf(word: string): string {
  const [from] = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}].*/su.exec(word) ?? []
  return from === undefined ? '' : `${firstGrapheme(from)}${MASK}`
}

/**
 * A letter or digit that nothing after it extends: the next one is a letter too, but no vowel of Thai and
 * Lao that belongs to the letter before, and no part of a Hangul syllable (Unicode Annex 29).
 */
const SINGLE_LETTER =
  /^(?:[\x20-\x7E]|(?![\u0D4E\u{10000}-\u{10FFFF}])[\p{L}\p{N}])(?:$|[\x20-\x7E]|(?![\u0E33\u0EB3\u1100-\u11FF\uA960-\uA97C\uD7B0-\uD7FB])\p{L})/u

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function firstGrapheme(text: string): string {
  // The segmenter takes a hundred times as long, and what it allocates stops the process for collection.
  if (SINGLE_LETTER.test(text)) return text.charAt(0)
  // Long enough for any real grapheme.
  const [first] = graphemes.segment(text.slice(0, 64))
  return first?.segment ?? ''
}

const isNothing = (text: string): boolean => /^[\p{C}\p{Z}\p{M}•]*$/u.test(text)
