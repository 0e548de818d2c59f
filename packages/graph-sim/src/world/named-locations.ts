import type { Random } from '../random.ts'
import { dateIn } from './people.ts'
import type { GraphObject } from './types.ts'

/** Places that Conditional Access may name: the office, which is trusted, and countries. */
export function buildNamedLocations(
  countryCode: string,
  isWellKept: boolean,
  random: Random,
): GraphObject[] {
  const office = {
    '@odata.type': '#microsoft.graph.ipNamedLocation',
    ...plain('Head office', random.fork('office')),
    isTrusted: true,
    // Addresses that are reserved for documentation (RFC 5737, RFC 3849).
    ipRanges: [
      {
        '@odata.type': '#microsoft.graph.iPv4CidrRange',
        cidrAddress: `203.0.113.${random.int(1, 250)}/32`,
      },
      {
        '@odata.type': '#microsoft.graph.iPv6CidrRange',
        cidrAddress: `2001:db8:${random.int(1, 9999)}::/48`,
      },
    ],
  }
  const countries = {
    '@odata.type': '#microsoft.graph.countryNamedLocation',
    ...plain('Where we work', random.fork('countries')),
    countriesAndRegions: [...new Set([countryCode, 'US', 'DE'])],
    includeUnknownCountriesAndRegions: false,
    countryLookupMethod: 'clientIpAddress',
  }
  return isWellKept ? [office, countries] : [office]
}

function plain(displayName: string, random: Random) {
  return {
    id: random.guid(),
    displayName,
    createdDateTime: dateIn(random.int(2021, 2024), random),
    modifiedDateTime: dateIn(2025, random),
  }
}
