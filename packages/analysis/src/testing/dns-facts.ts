import type { CheckFacts } from '../checks/facts.ts'
import type { DomainDnsFacts, DomainFacts } from '../checks/rows.ts'
import { facts } from './check-facts.ts'

/** A verified domain that receives mail, with this record changed. */
export function mailDomain(
  id: string,
  records: Partial<DomainDnsFacts> = {},
  changes: Partial<DomainFacts> = {},
): { readonly domain: DomainFacts; readonly records: DomainDnsFacts } {
  return {
    domain: { id, isVerified: true, supportedServices: ['Email'], ...changes },
    records: {
      domain: id,
      mx: ['0 contoso-com.mail.protection.outlook.com'],
      txt: [],
      dmarc: [],
      dkim: { selector1: null, selector2: null },
      ...records,
    },
  }
}

export const withMailDomains = (...all: readonly ReturnType<typeof mailDomain>[]): CheckFacts =>
  facts({ domains: all.map(({ domain }) => domain), dns: all.map(({ records }) => records) })
