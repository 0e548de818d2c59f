import { Resolver } from 'node:dns/promises'

import { z } from 'zod'

import { errorCode } from '../../lib/error-code.ts'

type DnsRecordType = 'MX' | 'TXT' | 'CNAME'

/**
 * Returns the texts of a name's records, empty when there are none, null when the query failed: then
 * nothing is known.
 */
export type DnsLookup = (name: string, type: DnsRecordType) => Promise<readonly string[] | null>

/** Milliseconds until a query counts as failed. */
const TIMEOUT_MS = 3_000
/** A name may have any number of records, of any length. */
const RECORDS = 50
const TEXT_LENGTH = 4_096

/** Looks up records in public DNS, by the resolvers of the machine. */
function createPublicDnsLookup(): DnsLookup {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  const query: Readonly<Record<DnsRecordType, (name: string) => Promise<string[]>>> = {
    MX: async (name) => (await resolver.resolveMx(name)).map(({ exchange }) => exchange),
    TXT: async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
    CNAME: (name) => resolver.resolveCname(name),
  }
  return async (name, type) => {
    try {
      return limited(await query[type](name))
    } catch (error) {
      return ABSENT.has(errorCode(error) ?? '') ? [] : null
    }
  }
}

/** Returns the lookup of an installation; `endpoint` is the simulator's. */
export const createDnsLookup = (endpoint: URL | null): DnsLookup =>
  endpoint === null ? createPublicDnsLookup() : createSimulatedDnsLookup(endpoint)

/** The name does not exist, or has no records of the type. */
const ABSENT: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA'])

const Answer = z.object({ records: z.array(z.string()).nullable() })

/** Asks the simulator in place of public DNS, so that a simulated tenant never leads to real queries. */
function createSimulatedDnsLookup(endpoint: URL): DnsLookup {
  return async (name, type) => {
    const url = new URL('/_simulator/dns', endpoint)
    url.searchParams.set('name', name)
    url.searchParams.set('type', type)
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!response.ok) return null
      const { records } = Answer.parse(await response.json())
      return records && limited(records)
    } catch {
      return null
    }
  }
}

const limited = (records: readonly string[]): string[] =>
  records.slice(0, RECORDS).map((text) => text.slice(0, TEXT_LENGTH))
