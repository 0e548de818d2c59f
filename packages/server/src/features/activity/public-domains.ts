import { isGivenByMicrosoft } from '@tenantscope/analysis/checks/dns/mail-domains'

import type { ActivityRow } from './activity.repo.ts'
import type { DnsLookup } from './dns-lookup.ts'

/** Domains of a tenant that are looked up; a tenant has some, and hundreds at most. */
const DOMAINS = 200
/** Letters, digits, hyphens and underscores between dots: nothing else is asked of a resolver. */
const NAME =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?\.)+[\p{L}\p{N}-]{2,63}$/u

interface StoredDomain {
  readonly name: string
  readonly isVerified: boolean
}

/**
 * Returns the domains whose records are read: verified, and not given by Microsoft. A domain that is not
 * used for mail at Microsoft can still receive mail elsewhere: its MX records say so.
 */
export function publicDomainsOf(domains: readonly StoredDomain[]): string[] {
  return domains
    .filter(({ isVerified }) => isVerified)
    .map(({ name }) => name.toLowerCase())
    .filter((name) => !isGivenByMicrosoft(name) && NAME.test(name))
    .slice(0, DOMAINS)
}

/** Reads the records of domains one after the other: no resolver is flooded. */
export async function* readPublicDomains(
  domains: readonly string[],
  lookup: DnsLookup,
  signal: AbortSignal,
): AsyncGenerator<ActivityRow<'dns'>[], void, undefined> {
  for (const domain of domains) {
    signal.throwIfAborted()
    yield [await readDomain(domain, lookup)]
  }
}

async function readDomain(domain: string, lookup: DnsLookup): Promise<ActivityRow<'dns'>> {
  const [mx, txt, dmarc, selector1, selector2] = await Promise.all([
    lookup(domain, 'MX'),
    lookup(domain, 'TXT'),
    lookup(`_dmarc.${domain}`, 'TXT'),
    readSelector(`selector1._domainkey.${domain}`, lookup),
    readSelector(`selector2._domainkey.${domain}`, lookup),
  ])
  const isDkimRead = selector1 !== null && selector2 !== null
  return {
    domain,
    mx,
    txt,
    dmarc,
    isDkimRead,
    dkimSelector1: selector1?.[0] ?? null,
    dkimSelector2: selector2?.[0] ?? null,
  }
}

/** Microsoft's selectors are aliases of a name in its own directory; others publish the key itself. */
async function readSelector(name: string, lookup: DnsLookup): Promise<readonly string[] | null> {
  const alias = await lookup(name, 'CNAME')
  return alias === null || alias.length > 0 ? alias : lookup(name, 'TXT')
}
